import { latinSigns, seriesOf } from './devanagari.ts'
import type { Draft } from './docx-draft.ts'
import { type Line, sliceLine } from './docx-lines.ts'
import { type Marking, type MarkKind, markNames, marksOf } from './docx-marks.ts'
import { romanPlace } from './docx-unlettered.ts'

/** Finds the right options of a question from its answer, the list of answers and the marks. */

/** One meaning of the answer. */
export interface Chosen {
  letters: string[]
  /** True if any of the letters is right, as in `A or B`. */
  isEither: boolean
  /** The text after the letter. */
  note?: Line | undefined
}
export interface ChoiceKey {
  /** None if it cannot be read, several if it has several meanings. */
  meanings: Chosen[]
  reason?: string | undefined
}

/** Normalises a text for comparison: ignores case, spaces and a full stop at the end. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;,]$/, '')
const optionText = (draft: Draft, letter: string) =>
  bare(
    draft.options
      .find((option) => option.letter === letter)
      ?.lines.map(({ text }) => text)
      .join(' ') ?? '',
  )

const single = /^(?:options?|choices?|विकल्प)?\s?[([]?\s?([A-J])\s?[)\].:]?$/i
const withText = /^(?:option\s)?[([]?([A-J])(?:[)\]]|[).:\]]|\s[–-]|(?=\s(?:\(|because\b|since\b)))[.:]?\s{1,9}(?=\S)/i
const numberOnly = /^(?:options?|choices?|विकल्प)?\s?[([]?\s?([1-9]|10)\s?[)\].:]?$/i

type Read = { chosen: Chosen; reason?: string | undefined } | { flaw: string; reason?: string | undefined }

/** The letter a word names: `B`, `(b)`, or `2` or `ii` if options are numbered. */
function letterOf(draft: Draft, text: string): string | undefined {
  const place = draft.optionStyle === 'i' ? romanPlace(text) : -1
  if (place >= 0) return String.fromCharCode(65 + place)
  const letter = single.exec(text)?.[1]?.toUpperCase()
  if (letter !== undefined) return letter
  const number = draft.optionStyle.startsWith('1') ? numberOnly.exec(text)?.[1] : undefined
  return number === undefined ? undefined : String.fromCharCode(64 + Number(number))
}

/** True for options with the letters क ख ग or अ आ इ. */
const isDevanagari = ({ optionStyle }: Draft) => seriesOf(optionStyle.charAt(0)) !== ''

/** The meanings of an answer, with a reason if its letters are not those of the options. */
function readAnswer(draft: Draft, given: Line): Read[] {
  const letters = given.text.match(/(?<![\p{L}\p{M}])[\u0904-\u0939](?![\p{L}\p{M}])/gu) ?? []
  const isOther = letters.some((letter) => ![draft.optionStyle.charAt(0), ''].includes(seriesOf(letter)))
  const reads = readLatin(draft, isOther ? given : { ...given, text: latinSigns(given.text) }, given.text.trim())
  const named = isDevanagari(draft) && /^(?:option\s)?[([]?[A-J](?![A-Za-z])/i.test(given.text.trim())
  const reason = 'The answer has a Latin letter, but the options have other letters'
  return named ? reads.map((read) => ('chosen' in read ? { ...read, reason } : read)) : reads
}

/** @param written the answer as it is in the file */
function readLatin(draft: Draft, line: Line, written: string): Read[] {
  const text = line.text.trim()
  const letters = draft.options.map(({ letter }) => letter)
  const sameText = letters.filter(
    (letter) => bare(written) !== '' && optionText(draft, letter) === bare(written) && !text.includes('\ufffc'),
  )
  const byText: Read[] = sameText.length === 1 ? [{ chosen: { letters: sameText, isEither: false } }] : []
  const outside = (letter: string): Read => ({
    flaw: `The answer is ${letter}, but its options are ${letters[0]} to ${letters.at(-1)}`,
  })
  const choose = (given: string[], isEither = false, note?: Line): Read => {
    const wrong = given.find((letter) => !letters.includes(letter))
    return wrong === undefined
      ? { chosen: { letters: letters.filter((one) => given.includes(one)), isEither, note } }
      : outside(wrong)
  }
  const one = letterOf(draft, text)
  if (one !== undefined) {
    const other = sameText.filter((letter) => letter !== one)
    if (other.length === 0 || byText.length === 0) return [choose([one])]
    return [
      { ...choose([one]), reason: `The answer “${text}” is a letter and the text of option ${other[0]}` },
      ...byText,
    ]
  }
  if (byText.length > 0) {
    const numbered = letters[Number(numberOnly.exec(text)?.[1]) - 1]
    if (numbered === undefined || sameText.includes(numbered)) return byText
    const reason = `The answer “${text}” is the text of option ${sameText[0]}, and may be the number of option ${numbered}`
    return [...byText.map((read) => ({ ...read, reason })), choose([numbered])]
  }
  if (sameText.length > 1) return [{ flaw: 'Its answer is the text of several options' }]
  if (text.length <= 60) {
    const parts = text
      .replace(/^both\s/i, '')
      .split(/\s?(?:,|;|&|\+|\band\b|\bor\b|\/|\s(?:र|और|एवं|तथा|वा|या|अथवा)\s)\s?/i)
      .filter((part) => part.trim() !== '')
    const named = parts.map((part) => letterOf(draft, part.trim()))
    if (parts.length > 1 && named.every((letter) => letter !== undefined)) {
      if (/\bor\b|\s(?:वा|या|अथवा)\s/i.test(text)) return [choose(named, true)]
      return text.includes('/') ? [choose(named), choose(named, true)] : [choose(named)]
    }
    const joined = /^[A-J]{2,10}$/.exec(text)?.[0] ?? ''
    if (joined !== '' && [...joined].every((letter, at) => at === 0 || letter > (joined[at - 1] ?? '')))
      return [choose([...joined])]
  }
  const parts = (/[;|\n]/.test(text) ? text.split(/[;|\n]/) : text.split(',')).map(bare).filter((part) => part !== '')
  const places = parts.map((part) => letters.filter((letter) => optionText(draft, letter) === part))
  if (parts.length > 1 && parts.length <= letters.length && places.every((found) => found.length === 1))
    return [choose(places.flat())]
  const labelled = withText.exec(text.slice(0, 40))
  if (labelled) {
    const letter = labelled[1]?.toUpperCase() ?? ''
    const start = line.text.indexOf(text) + labelled[0].length
    const rest = sliceLine(line, start)
    const said = bare(rest.text.replace(/^[([]|[)\]]$/g, ''))
    if (said === optionText(draft, letter) || optionText(draft, letter) === bare(rest.text)) return [choose([letter])]
    const other = letters.find((one) => one !== letter && optionText(draft, one) === said)
    if (other !== undefined) {
      const reason = `The answer is ${letter}, but the text next to it is that of option ${other}`
      return [{ ...choose([letter]), reason }, choose([other])]
    }
    const read = choose([letter], false, rest)
    const isReason = rest.text.length > 60 || /^(?:because|since|as|explanation|reason|hence|thus)\b/i.test(rest.text)
    return 'flaw' in read || isReason || rest.text.includes('\ufffc')
      ? [read]
      : [{ ...read, reason: `The answer is ${letter}, but the text next to it is not that of option ${letter}` }]
  }
  const number = /^(?:options?|choices?)?\s?[([]?\s?(\d{1,2})\s?[)\].:]?$/i.exec(text)?.[1]
  // Numbers may count from 1 or from 0.
  const counted = number === undefined ? [] : [letters[Number(number) - 1], letters[Number(number)]]
  const possible = counted.flatMap((letter) => (letter === undefined ? [] : [{ letters: [letter], isEither: false }]))
  if (possible.length > 0)
    return possible.map((chosen) => ({ chosen, reason: `The answer is ${number}, but the options have letters` }))
  return [{ flaw: `The answer “${text.slice(0, 60)}” is not one of its options` }]
}

const keyOf = ({ letters, isEither }: Chosen) => letters.join(isEither ? '/' : '')

/** The letters of an answer with one meaning. */
export function plainAnswer(draft: Draft): string | undefined {
  const [line] = [...draft.answers, ...draft.listed]
  if (!line) return undefined
  const [read] = readAnswer(draft, line)
  return read && 'chosen' in read ? keyOf(read.chosen) : ''
}

const list = (letters: readonly string[]) =>
  letters.length > 1 ? `options ${letters.join(', ')} are` : `option ${letters[0]} is`

const asksForOne =
  /\b(?:which one|only one|choose (?:the )?(?:one|best|correct (?:option|answer|alternative)\b)|select (?:the )?(?:one|best|correct (?:option|answer|alternative)\b))/i

/** Adds meanings of the marks. */
function withMarks(draft: Draft, marking: Marking, given: Chosen[]): ChoiceKey {
  const marks = [...marksOf(draft)].filter(
    ([kind]) => given.length === 0 || kind !== 'star' || marking.trusted.has(kind),
  )
  const bySet = new Map<string, { letters: string[]; kinds: MarkKind[] }>()
  for (const [kind, letters] of marks) {
    const known = bySet.get(letters.join('')) ?? { letters, kinds: [] }
    known.kinds.push(kind)
    bySet.set(letters.join(''), known)
  }
  const sets = [...bySet.values()]
  if (given.length > 0) {
    const others = sets.filter(({ letters }) => !given.some((one) => keyOf(one) === letters.join('')))
    const [first] = others
    if (!first) return { meanings: given }
    const answer = given.map(({ letters }) => letters.join(', ')).join(' or ')
    return {
      meanings: [...given, ...others.map(({ letters }) => ({ letters, isEither: false }))],
      reason: `The answer given is ${answer}, but ${list(first.letters)} ${markNames[first.kinds[0] ?? 'word']}`,
    }
  }
  const trusted = sets.filter(({ kinds }) => kinds.some((kind) => marking.trusted.has(kind)))
  const known = trusted.length > 0 ? trusted : sets
  const [first, second] = known
  if (!first) return { meanings: [], reason: 'No answer is marked or listed' }
  const said = `${list(first.letters)} ${markNames[first.kinds[0] ?? 'word']}`
  const sentence = said.charAt(0).toUpperCase() + said.slice(1)
  if (second)
    return {
      meanings: known.map(({ letters }) => ({ letters, isEither: false })),
      reason: `${sentence}, but ${list(second.letters)} ${markNames[second.kinds[0] ?? 'word']}`,
    }
  const meanings = [{ letters: first.letters, isEither: false }]
  if (trusted.length === 0)
    return { meanings, reason: `${sentence}, but other questions do not mark their answers like this` }
  return { meanings }
}

/** True for `How many of these are right?` above numbered statements. */
const isCount = ({ options, optionStyle, answers, listed }: Draft, stem: string) =>
  optionStyle.startsWith('1 ') &&
  /\bhow many\b|\bnumber of\b/i.test(stem) &&
  options.some(({ lines }) => !/^[-−]?[\d.,\s]+$/.test(lines[0]?.text ?? '')) &&
  [...answers, ...listed].some(({ text }) => /^\d+\.?$/.test(text.trim()))

/** The right options of a question with options. */
export function choiceKey(draft: Draft, marking: Marking): ChoiceKey {
  const reads = [...draft.answers, ...draft.listed].map((line) => readAnswer(draft, line))
  const flaw = reads.flat().find((read) => 'flaw' in read)
  if (flaw) return { meanings: [], reason: flaw.flaw }
  const chosen = [
    ...new Map(
      reads.flat().flatMap((read) => ('chosen' in read ? [[keyOf(read.chosen), read.chosen] as const] : [])),
    ).values(),
  ]
  const reason = reads.flat().flatMap((read) => ('reason' in read && read.reason ? [read.reason] : []))[0]
  if (chosen.length > 1) return { meanings: chosen, reason: reason ?? 'Its answer can be read in several ways' }
  const key = withMarks(draft, marking, chosen)
  const [only] = key.meanings
  const stem = draft.stem
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 2_000)
  if (isCount(draft, stem) && chosen.length === 1)
    return { meanings: chosen, reason: 'The answer may be the number of an option, or how many of them are right' }
  if (key.meanings.length === 1 && only && only.letters.length > 1 && !only.isEither && asksForOne.test(stem))
    return {
      meanings: [only, ...only.letters.map((letter) => ({ letters: [letter], isEither: false }))],
      reason: `${only.letters.length} options are marked as correct, but the question asks for one`,
    }
  return {
    meanings: key.meanings,
    reason: [reason, key.reason].filter((one) => one !== undefined).join('; ') || undefined,
  }
}
