import { letters } from '#shared/bank/types/choice.rules.ts'
import { compare, minus, plus, type Ratio, ratio, sumOf, times, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { isInFormula } from './markdown.ts'
import { isNear, labelsOf, type Meaning, scoreLosses } from './qti1-choice.ts'
import type { Texts, Written } from './qti1-material.ts'
import { fullOf, type PartScores, rightIn, scoreParts } from './qti1-parts.ts'
import type { Presentation, Response } from './qti1-presentation.ts'
import { checkEffort, rewards, type Scoring, scoreOf, valuesIn } from './qti1-scoring.ts'
import { acceptedText, acceptedTexts, numberKeys, severalNumbers } from './qti1-typed.ts'

/** Reads QTI 1.2 items with gaps: Canvas's `[name]` in the text, or fields between texts. */

export const maxGaps = 50

/** Replaces a gap while the text around it is escaped. */
const opening = '\ue000'
const closing = '\ue001'
const marker = (gap: number) => `${opening}${gap}${closing}`
const markers = /\ue000(\d{1,3})\ue001/g

interface GapsMeaning extends Meaning {
  stem: Written
}

/** Writes the final text. @throws UnreadableItem if a gap is missing, repeated, or where it cannot be shown */
function withGaps({ text, images }: Written): Written {
  if (isInFormula(text, opening))
    throw new UnreadableItem('One of its blanks is inside a formula, where it cannot be filled in')
  return { text: text.replace(markers, '{{$1}}'), images }
}

/** @throws UnreadableItem if a text already contains what marks a gap */
function withoutMarkers(text: string): string {
  const own = /\{\{\s*\d+\s*\}\}/.exec(text)?.[0]
  if (own) throw new UnreadableItem(`Its text contains ${own}, which would become a blank; change it`)
  if (text.includes(opening)) throw new UnreadableItem('Its text contains a character that cannot be kept')
  return text
}

function checkCount(count: number) {
  if (count > maxGaps) throw new UnreadableItem(`It has ${count} blanks, but at most ${maxGaps} are allowed`)
}

/** A gap with options to choose from. */
function choiceGap(response: Response, right: readonly string[], texts: Texts) {
  const labels = labelsOf(response)
  const all = labels.map(({ content }) => texts.plain(content))
  if (all.includes('')) throw new UnreadableItem('One of the options of a blank has no text')
  const [key, ...others] = right
  const place = labels.findIndex(({ ident }) => ident === key)
  if (place < 0) throw new UnreadableItem('One of its blanks has no right answer; add one and export it again')
  if (others.length > 0)
    throw new UnreadableItem('One of its blanks has several right options, but only one is allowed')
  const options = Object.fromEntries(all.map((text, at) => [letters[at], text]))
  return { kind: 'choice', options, correctAnswer: letters[place] }
}

const algorithms: Record<string, 'exact' | 'part'> = {
  Equivalence: 'exact',
  TextEquivalence: 'exact',
  TextInChoices: 'exact',
  TextContainsAnswer: 'part',
  TextCloseEnough: 'exact',
}

/** A gap for a text, in which Canvas accepts every label. */
function textGap({ labels }: Response, texts: Texts, losses: Set<string>) {
  const accepted = new Set<string>()
  const cases = new Set<boolean>()
  for (const { content, attributes } of labels) {
    const { scoring_algorithm: algorithm, ignore_case: ignoresCase } = attributes
    const kind = algorithm === undefined ? 'exact' : algorithms[algorithm]
    if (!kind)
      throw new UnreadableItem(`One of its blanks is marked by the rule “${algorithm}”, which is not supported`)
    if (algorithm === 'TextCloseEnough') losses.add('Misspelt answers are accepted in the file, but not here')
    if (algorithm !== undefined && ignoresCase === undefined)
      losses.add('The file does not say whether case matters in blanks; here it does not')
    cases.add(ignoresCase?.toLowerCase() === 'false')
    const text = texts.plain(content, true)
    if (text !== '') accepted.add(acceptedText(text, kind === 'part'))
  }
  if (accepted.size === 0) throw new UnreadableItem('One of its blanks has no accepted answer')
  if (accepted.size > 100) throw new UnreadableItem('One of its blanks has more than 100 accepted answers')
  if (cases.size > 1) throw new UnreadableItem('Case matters for some accepted answers of a blank, but not for all')
  return { kind: 'text', accepted: [...accepted].map((value) => ({ value })), caseSensitive: cases.has(true) }
}

/**
 * Reads Canvas's blanks and dropdowns, whose places are marked with their names in square brackets.
 * @param isDropdown true if blanks are chosen unless an option says otherwise
 */
export async function namedGaps(
  { shown, responses }: Presentation,
  scoring: Scoring,
  texts: Texts,
  isDropdown: boolean,
): Promise<GapsMeaning> {
  if (responses.length === 0) throw new UnreadableItem('It has no blanks')
  checkCount(responses.length)
  const names = new Map<string, number>()
  for (const [at, response] of responses.entries()) {
    const name = texts.plain(response.prompt)
    for (const one of new Set([name, response.ident.replace(/^response_/, '')])) {
      if (one === '') continue
      if (names.has(one)) throw new UnreadableItem(`Two of its blanks have the name “${one}”`)
      names.set(one, at)
    }
  }
  const found: number[] = []
  const edit = (text: string) => {
    return withoutMarkers(text).replace(/\[([^[\]]{1,200})\]/g, (whole, name: string) => {
      const at = names.get(name) ?? names.get(name.trim())
      if (at === undefined) return whole
      found.push(at)
      return marker(found.length)
    })
  }
  const materials = shown.flatMap((one) => ('material' in one ? [one.material] : []))
  const stem = withGaps(await texts.markdown(materials, { edit }))
  const nameOf = (at: number) => [...names].find(([, place]) => place === at)?.[0] ?? ''
  for (const at of responses.keys()) {
    const times = found.filter((one) => one === at).length
    if (times === 0) throw new UnreadableItem(`Its text does not contain the blank [${nameOf(at)}]`)
    if (times > 1) throw new UnreadableItem(`Its text contains the blank [${nameOf(at)}] more than once`)
  }
  const order = found.flatMap((at) => responses[at] ?? [])
  if (order.some(({ kind }) => kind !== 'choice')) throw new UnreadableItem('Its blanks cannot be read')
  const candidates = order.map(({ ident, labels }) => [ident, labels.map((label) => label.ident)] as const)
  const scores = scoreParts(scoring, new Map(candidates), 'blanks')
  const losses = new Set<string>()
  const gaps = order.map((response) => {
    const [type] = response.labels.map(({ attributes }) => attributes.answer_type)
    const isChoice = type === undefined ? isDropdown : type === 'dropdown' || type === 'wordbank'
    return isChoice ? choiceGap(response, rightIn(scores, response.ident), texts) : textGap(response, texts, losses)
  })
  return { label: '', stem, fields: { type: 'gaps', gaps }, losses: [...scores.losses, ...losses], ...fullOf(scores) }
}

/** True if a response asks for a number. */
export const isNumber = (response: Response) =>
  response.kind === 'number' || /^(?:integer|decimal|scientific)$/i.test(response.field.fibtype ?? '')

/** Joins texts and gaps as one running text. */
function running(before: string, next: string): string {
  if (before === '' || next === '') return before + next
  const isBlock = /(?:^|\n)(?:`{3,}|\|)[^\n]*$/.test(before) || /^(?:#|- |\d+\. |\||`{3}|> )/.test(next)
  const isText = !before.endsWith(closing) && !next.startsWith(opening)
  return `${before}${isBlock || isText ? '\n\n' : /^[,.;:!?)\]}%]/.test(next) ? '' : ' '}${next}`
}

/** Reads answers between texts as gaps. */
export async function inlineGaps(
  { shown, responses }: Presentation,
  scoring: Scoring,
  texts: Texts,
): Promise<GapsMeaning> {
  checkCount(responses.length)
  let text = ''
  const images: string[] = []
  for (const one of shown) {
    const { text: next, images: more } = await texts.markdown(
      'material' in one ? [one.material] : one.response.prompt,
      { edit: withoutMarkers },
    )
    text = running(text, next)
    images.push(...more)
    if ('response' in one) text = running(text, marker(responses.indexOf(one.response) + 1))
  }
  const together = rewards(scoring)
  const isTogether = responses.length > 1 && together.length === 1
  const read = responses.map((response) => {
    if (response.cardinality !== 'Single') throw new UnreadableItem('One of its blanks asks for several answers')
    return isTogether ? null : gapOf(response, scoring, texts)
  })
  const parts = isTogether ? wholeGaps(responses, scoring, texts) : null
  const fulls = read.flatMap((one) => one?.full ?? [])
  const base = scoreOf(scoring, {})
  const whole = plus(base, sumOf(fulls))
  const equal = times(sumOf(fulls), ratio(1, Math.max(1, fulls.length)))
  const isEqual = fulls.every((full) => isNear(full, equal, whole))
  return {
    label: '',
    stem: withGaps({ text, images: [...new Set(images)] }),
    fields: { type: 'gaps', gaps: parts?.gaps ?? read.map((one) => one?.gap) },
    full: parts?.full ?? whole,
    losses: parts?.losses ?? [
      ...scoreLosses(scoring, whole, base),
      ...read.flatMap((one) => one?.losses ?? []),
      ...(isEqual ? [] : ['Its blanks earn different marks in the file, but equal shares here']),
    ],
  }
}

interface Gap {
  gap: object
  full: Ratio
  losses: readonly string[]
}

const costsOf = (wrong: readonly Ratio[]) =>
  wrong.some((score) => compare(score, zero) < 0) ? ['Marks for wrong answers in a blank are not kept'] : []

function gapOf(response: Response, scoring: Scoring, texts: Texts): Gap {
  if (response.kind === 'choice') {
    checkEffort(scoring, response.labels.length)
    const base = scoreOf(scoring, {})
    const gains = new Map(
      response.labels.map(({ ident }) => [ident, minus(scoreOf(scoring, { [response.ident]: [ident] }), base)]),
    )
    const scores: PartScores = { gains: new Map([[response.ident, gains]]), losses: [] }
    const right = rightIn(scores, response.ident)
    const full = gains.get(right[0] ?? '') ?? zero
    const hasPart = [...gains].some(([ident, gain]) => !right.includes(ident) && compare(gain, zero) !== 0)
    return {
      gap: choiceGap(response, right, texts),
      full,
      losses: hasPart ? ['Marks for other options of a blank are not kept'] : [],
    }
  }
  if (isNumber(response)) {
    const { keys, full, wrong } = numberKeys(scoring, response)
    const [key, ...others] = keys
    if (!key || others.length > 0) throw new UnreadableItem(severalNumbers)
    return { gap: { kind: 'numeric', ...key.fields }, full, losses: [...key.losses, ...costsOf(wrong)] }
  }
  const { accepted, caseSensitive, full, wrong } = acceptedTexts(scoring, response)
  if (caseSensitive === undefined)
    throw new UnreadableItem('Case matters for some accepted answers of a blank, but not for all')
  return { gap: { kind: 'text', accepted, caseSensitive }, full, losses: costsOf(wrong) }
}

/** Reads gaps that earn marks only if all are right. */
function wholeGaps(responses: readonly Response[], scoring: Scoring, texts: Texts) {
  const scores = scoreParts(scoring, new Map(responses.map(({ ident }) => [ident, []])), 'blanks')
  const gaps = responses.map((response) => {
    const right = rightIn(scores, response.ident)
    if (response.kind === 'choice') return choiceGap(response, right, texts)
    if (isNumber(response)) throw new UnreadableItem('Its scoring combines numbers in a way that is not supported')
    const cases = rewards(scoring)
      .flatMap(({ test }) => valuesIn(test))
      .filter((value) => value.response === response.ident)
    const caseSensitive = cases.some(({ isExact }) => isExact)
    if (caseSensitive && !cases.every(({ isExact }) => isExact))
      throw new UnreadableItem('Case matters for some accepted answers of a blank, but not for all')
    return {
      kind: 'text',
      accepted: right.map((value) => ({ value: acceptedText(value, false, cases[0]?.attributes) })),
      caseSensitive,
    }
  })
  return { gaps, losses: scores.losses, ...fullOf(scores) }
}
