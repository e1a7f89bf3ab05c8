import { letters } from '#shared/bank/types/choice.rules.ts'
import { type Ratio, ratio, sumOf, zero } from '#shared/ratio.ts'
import { parseHtml, type RichContent } from './html.ts'
import { raised } from './html-styles.ts'
import { withLiteralTags } from './literal-tags.ts'
import { isInFormula } from './markdown.ts'
import { numericMeanings, textKey } from './moodle-answers.ts'
import { multipleMeanings, optionsIn } from './moodle-choice.ts'
import { type ClozeGap, cutGaps } from './moodle-cloze-marks.ts'
import { isFull, isNegative, isPositive, shareOf } from './moodle-fractions.ts'
import { type MoodleItem, refuse, sourceOf, type Typed, type TypeFields } from './moodle-item.ts'
import { childOf, isElement, textOf, type XmlNode } from './xml.ts'

/** Reads Moodle's questions with gaps: Cloze, missing words, and drag and drop into text. */

type GapFields = Extract<TypeFields, { type: 'gaps' }>['gaps'][number]

const maxWords = 500

/** Replaces a gap while the text around it is converted. */
const mark = (place: number) => `\ue000${place}\ue001`
const marks = /\ue000(\d+)\ue001/g

/** Converts the question's text, whose gaps `cut` replaces with marks. */
async function textWithGaps(item: MoodleItem, cut: (source: string) => string): Promise<RichContent> {
  const content = await item.rich(item.all('questiontext')[0], {
    edit: (source) => cut(source.replace(/[\ue000\ue001]/g, '')),
  })
  if (isInFormula(content.text, '\ue000')) refuse('One of its gaps is inside a formula')
  return { ...content, text: content.text.replace(marks, '{{$1}}') }
}

/** HTML as plain text. Powers and indices are written as 10^3 and H_2. */
function plainOf(item: MoodleItem, html: string): string {
  const nodes = parseHtml(withLiteralTags(html))
  const write = (all: readonly XmlNode[]): string =>
    all
      .map((node) => {
        if (!isElement(node)) return node
        if (node.name === 'img' || node.name === 'math')
          refuse(`An option of a gap is ${node.name === 'img' ? 'an image' : 'a formula'}`)
        if (node.name === 'br' || node.name === 'script' || node.name === 'style') return ' '
        const inside = write(node.children)
        if (node.name === 'p' || node.name === 'div') return ` ${inside} `
        if (node.name === 'span') return inside
        item.lose('Formatting in the options of gaps is not kept')
        if (node.name !== 'sup' && node.name !== 'sub') return inside
        return `${node.name === 'sup' ? '^' : '_'}${inside.length > 1 ? `(${inside})` : inside}`
      })
      .join('')
  return write(nodes).replace(/\s+/g, ' ').trim()
}

/** A gap with options. */
function choiceOf(options: readonly string[], right: number, name: string): GapFields {
  if (options.length < 2) refuse(`${name} has fewer than two options`)
  if (options.length > letters.length) refuse(`${name} has more than ${letters.length} options, which is the maximum`)
  if (options.some((text) => text === '')) refuse(`One of the options of ${name.toLowerCase()} is empty`)
  return {
    kind: 'choice',
    options: Object.fromEntries(options.map((text, at) => [letters[at], text])),
    correctAnswer: letters[right] ?? refuse(`${name} has no right option`),
  }
}

/** Unescapes a Cloze answer. Entities are decoded as in HTML, but tags are text. */
const unescaped = (source: string) =>
  textOf(parseHtml(source.replaceAll('\\~', '~').replaceAll('<', '&lt;'))[0])
    .replaceAll('\\}', '}')
    .replaceAll('\\#', '#')
    .trim()

/** HTML that editors put into the answers that students type. Tags that belong to an answer are escaped. */
const editorTags = /<\/?(p|br|div|span|font|b|i|u|em|strong|sub|sup)\b[^<>]{0,1000}>/gi
const power = /<sup\b[^<>]{0,1000}>([\s\S]{0,200}?)<\/sup>/gi
const withoutTags = (source: string) =>
  source
    .replace(power, (_, text: string) => raised(text.replace(editorTags, '')))
    .replace(editorTags, (_, name: string) => (/^(?:p|br|div)$/i.test(name) ? ' ' : ''))
    .trim()

function gapOf(item: MoodleItem, { kind, answers }: ClozeGap, name: string): GapFields {
  const sourceIn = (source: string) => {
    const typed = kind === 'choice' ? source : withoutTags(source)
    if (kind === 'numeric' && /<sup\b[^<>]{0,1000}>\s{0,9}[^\s<]/i.test(source))
      refuse(`${name} has raised text in its answer. Write powers of ten as in 6.02e23`)
    if (typed !== source.trim() && kind !== 'choice') item.lose(`${name}: The HTML tags in its answers are removed`)
    return typed
  }
  const read = answers.map(({ source, fraction }) => ({ text: unescaped(sourceIn(source)), share: shareOf(fraction) }))
  if (answers.some(({ hasFeedback }) => hasFeedback)) item.lose('Feedback per answer is not kept')
  if (kind === 'several')
    refuse(
      `${name} lets students choose several options, which is possible only if the text has no other gap. Move it to a separate question`,
    )
  if (kind === 'numeric') {
    const numbers = read.map(({ text, share }) => {
      const [value = '', tolerance = '0', ...rest] = text.split(':')
      if (rest.length > 0) refuse(`${name} has an answer that is not a number`)
      return { text: value.trim(), tolerance, share }
    })
    const [meaning, ...others] = numericMeanings(numbers)
    if (!meaning || others.length > 0) return refuse(`${name} accepts several values, but a number can have only one`)
    for (const loss of meaning.losses) item.lose(`${name}: ${loss}`)
    return { kind, ...meaning.fields }
  }
  if (kind === 'choice') {
    const right = read.filter(({ share }) => isFull(share))
    if (right.length > 1) refuse(`${name} has several right options, but only one is allowed`)
    if (read.some(({ share }) => isPositive(share) && !isFull(share)))
      item.lose(`${name}: Options that earn a part of the marks in Moodle count as wrong`)
    if (read.some(({ share }) => isNegative(share))) item.lose(`${name}: Wrong options cost nothing`)
    const texts = read.map(({ text }) => plainOf(item, text))
    if (texts.some((text) => /\\\(|\\\[|\$\$/.test(text)))
      item.lose('Formulas in the options of gaps are shown as text')
    return choiceOf(
      texts,
      read.findIndex(({ share }) => isFull(share)),
      name,
    )
  }
  const { fields, losses } = textKey(read, kind === 'exact')
  for (const loss of losses) item.lose(`${name}: ${loss}`)
  return { kind: 'text', ...fields }
}

/** Moodle divides each share by their sum. Unless a share is given, each wrong option costs what a right one earns. */
function severalShares(answers: ClozeGap['answers']): Ratio[] {
  const shares = answers.map(({ fraction }) => shareOf(fraction))
  const total = sumOf(shares.filter(isPositive))
  if (!isPositive(total)) return shares
  const part = (share: Ratio) => ratio(share.n * total.d, share.d * total.n)
  const cost = answers.some(({ isPercentage }) => isPercentage) ? null : part(ratio(-1))
  return shares.map((share) => (isPositive(share) ? part(share) : (cost ?? share)))
}

/** Reads the only gap of a text as a choice of several options. */
async function readSeveral(item: MoodleItem, content: RichContent, { answers, weight }: ClozeGap): Promise<Typed> {
  if (answers.some(({ hasFeedback }) => hasFeedback)) item.lose('Feedback per answer is not kept')
  const shares = severalShares(answers)
  const options = answers.map(({ source }, at) => ({
    answer: { ...item.element, name: 'answer', attributes: { format: 'html' }, children: [unescaped(source)] },
    share: shares[at] ?? zero,
  }))
  const text = content.text.replace(/\s*\{\{1\}\}\s*$/, '').replace('{{1}}', '_____')
  return { content: { ...content, text }, marks: weight, ...multipleMeanings(await optionsIn(item, options)) }
}

export async function readCloze(item: MoodleItem): Promise<Typed> {
  let found: ClozeGap[] = []
  const content = await textWithGaps(item, (source) => {
    const { text, gaps } = cutGaps(source, mark)
    found = gaps
    return text
  })
  if (found.length === 0) refuse('It has no gaps')
  const [first] = found
  if (first?.kind === 'several' && found.length === 1) return await readSeveral(item, content, first)
  const gaps = found.map((gap, at) => gapOf(item, gap, `Gap ${at + 1}`))
  const weights = found.map(({ weight }) => weight)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (new Set(weights).size > 1) item.lose(`Every gap counts the same. In Moodle, they count ${weights.join(', ')}`)
  return { content, marks: total, meanings: [{ fields: { type: 'gaps', gaps } }] }
}

/** @param choiceName the element of an option, from which gaps `[[1]]` choose within their group */
async function readWords(item: MoodleItem, choiceName: string, hasHtml: boolean): Promise<Typed> {
  const words = item.all(choiceName)
  if (words.length > maxWords) refuse(`It has more than ${maxWords} words to choose from`)
  const choices = words.map((choice) => ({
    text: hasHtml ? plainOf(item, sourceOf(choice)) : sourceOf(choice),
    group: textOf(childOf(choice, 'group')).trim() || '1',
    isReusable: childOf(choice, 'infinite') !== undefined,
  }))
  if (choices.length === 0) refuse('It has no words in the format of Moodle 2.0 or later')
  const right: number[] = []
  const content = await textWithGaps(item, (source) =>
    source.replace(/\[\[(\d{1,4})\]\]/g, (_, number: string) => {
      right.push(Number(number) - 1)
      return mark(right.length)
    }),
  )
  if (right.length === 0) refuse('It has no gaps')
  if (right.length > 50) refuse('It has more than 50 gaps, which is the maximum')
  const used = new Set<string>()
  const gaps = right.map((place, at) => {
    const choice = choices[place]
    if (!choice) return refuse(`The text contains [[${place + 1}]], but there is no word ${place + 1}`)
    used.add(choice.group)
    const texts = [...new Set(choices.filter(({ group }) => group === choice.group).map(({ text }) => text))]
    return choiceOf(texts, texts.indexOf(choice.text), `Gap ${at + 1}`)
  })
  if (choices.some(({ group }) => !used.has(group))) item.lose('Words that fit no gap are not kept')
  if (hasHtml && right.length > 1 && choices.some(({ isReusable }) => !isReusable))
    item.lose('Each word can be chosen more than once')
  return { content, meanings: [{ fields: { type: 'gaps', gaps } }] }
}

export const readMissingWords = (item: MoodleItem) => readWords(item, 'selectoption', false)
export const readDragWords = (item: MoodleItem) => readWords(item, 'dragbox', true)

/** A gap of the plugin Gapfill that students type. Its answer is a regular expression, or separate texts by bars. */
function typedGap(item: MoodleItem, answer: string, name: string): GapFields {
  const isRegex = !item.flag('disableregex', false)
  if (isRegex && /[*+?^$()[\]{}\\]/.test(answer)) refuse(`${name} is a regular expression, which cannot be read`)
  if (isRegex && answer.includes('.')) item.lose(`${name}: A dot matches only a dot, not any character`)
  const accepted = (isRegex ? answer.split('|') : [answer.replaceAll('*', '\\*')]).map((text) => text.trim())
  if (accepted.some((text) => text === '' || text === '!!')) refuse(`${name} can stay empty, which is not supported`)
  return {
    kind: 'text',
    accepted: accepted.map((value) => ({ value })),
    caseSensitive: item.flag('casesensitive', false),
  }
}

/** Reads the plugin Gapfill, whose gaps contain their answers: `The [cat] sat`. */
export async function readGapfill(item: MoodleItem): Promise<Typed> {
  const [open = '', close = '', ...more] = item.setting('delimitchars') || '[]'
  if (close === '' || more.length > 0) refuse('Its gaps are not marked by two characters')
  const [start, end] = [open, close].map((sign) => sign.replace(/[[\]{}()*+?.^$|\\/-]/, '\\$&'))
  const found: string[] = []
  const content = await textWithGaps(item, (source) =>
    source.replace(new RegExp(`${start}([^\\n${end}]{1,1000})${end}`, 'g'), (_, answer: string) => {
      found.push(plainOf(item, answer))
      return mark(found.length)
    }),
  )
  if (found.length === 0) refuse('It has no gaps')
  if (found.length > 50) refuse('It has more than 50 gaps, which is the maximum')
  if (item.flag('noduplicates', false) && new Set(found).size < found.length)
    item.lose('The same answer can be used in several gaps')
  if (item.all('gapsetting').length > 0) item.lose('Feedback per gap is not kept')
  const wrong = item.all('answer').filter(({ attributes }) => !isPositive(shareOf(attributes.fraction ?? '0')))
  const words = [...found, ...wrong.map((answer) => plainOf(item, sourceOf(answer)))]
  const options = [...new Set(words.flatMap((word) => word.split('|')))]
  const isTyped = item.setting('answerdisplay') === 'gapfill'
  const gaps = found.map((answer, at) => {
    const name = `Gap ${at + 1}`
    if (isTyped) return typedGap(item, answer, name)
    if (!answer.includes('|')) return choiceOf(options, options.indexOf(answer), name)
    item.lose(`${name} has several right words, so students type one of them instead of choosing it`)
    return typedGap(item, answer, name)
  })
  if (wrong.length > 0 && !isTyped && gaps.every(({ kind }) => kind === 'text'))
    item.lose('Words that fit no gap are not kept')
  return { content, meanings: [{ fields: { type: 'gaps', gaps } }] }
}
