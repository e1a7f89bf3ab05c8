import { compare, exactNumber, fromDecimal, fromNumber, minus, plus, type Ratio } from '#shared/ratio.ts'
import { type ReadQuestion, UnreadableItem } from './found.ts'
import { unescapedIn } from './gift-items.ts'
import { type GiftTexts, splitAt } from './gift-text.ts'

/** Reads what GIFT writes between the braces. */

type Fields = Extract<ReadQuestion, { type: string }>
type Of<T extends Fields['type']> = Omit<Extract<Fields, { type: T }>, 'questionText'>

/** One meaning of the answers. */
export interface Meaning<F> {
  label: string
  fields: F
  losses: readonly string[]
}

/** An answer with the character that introduces it. */
export interface Entry {
  prefix: '=' | '~'
  /** Share of the marks from -1 to 1; null without a weight. */
  share: number | null
  /** As written, with escapes. */
  raw: string
  feedback: string | undefined
}

const nearest = (value: number, d: number) => Math.round(value * d) / d

/** A weight such as 33.333 as a share. Recognises thirds, sixths and others that percentages cannot express. */
function shareOf(percent: number): number {
  const share = percent / 100
  for (let d = 1; d <= 20; d++) if (Math.abs(nearest(share, d) - share) < 5e-5) return nearest(share, d)
  return share
}

/** A share as a percentage in a sentence. */
export const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`

function weightOf(raw: string): { share: number | null; rest: string } {
  const [whole, written = ''] = /^%([^%\n]{1,30})%/.exec(raw) ?? []
  if (whole === undefined) return { share: null, rest: raw }
  if (/^\s*-?\d{1,3}(?:\.\d*)?\s*$/.test(written) && Math.abs(Number(written)) <= 100)
    return { share: shareOf(Number(written)), rest: raw.slice(whole.length).trim() }
  if (/^[\s\d.,+-]*\d[\s\d.,+-]*$/.test(written))
    throw new UnreadableItem(`The weight ${whole} must be a number from -100 to 100, such as %33.333%`)
  return { share: null, rest: raw }
}

function entryOf(prefix: '=' | '~', raw: string): Entry {
  const { share, rest } = weightOf(raw.trim())
  const [text, feedback] = splitAt(rest, '#')
  return { prefix, share, raw: text.trim(), feedback: feedback?.trim() }
}

/**
 * Separates answers.
 *
 * @returns the text before the first answer, and the answers
 * @throws UnreadableItem if a special character may belong to a text
 */
export function entriesOf(raw: string): { lead: string; entries: Entry[] } {
  const prefixes = [...unescapedIn(raw, '=~')]
  const isSpace = (at: number) => /^\s?$/.test(raw[at] ?? '')
  const isGlued = prefixes.some((at) => raw[at] === '=' && at > 0 && !isSpace(at - 1) && !isSpace(at + 1))
  if (isGlued && prefixes.some((at) => at > 0 && isSpace(at - 1)))
    throw new UnreadableItem('An = inside an answer must be written \\=. Before an answer, put a space before the =')
  return {
    lead: raw.slice(0, prefixes[0] ?? raw.length).trim(),
    entries: prefixes.map((at, place) => entryOf(raw[at] === '=' ? '=' : '~', raw.slice(at + 1, prefixes[place + 1]))),
  }
}

/** Refuses text before the first answer. */
function withoutLead({ lead, entries }: { lead: string; entries: Entry[] }): Entry[] {
  if (lead !== '') throw new UnreadableItem(`Put = or ~ before the answer “${lead.slice(0, 60)}”`)
  return entries
}

const feedbackLoss = 'Feedback per answer is not kept'
const hasFeedback = (entries: readonly Entry[]) => entries.some(({ feedback }) => feedback)

/** Adds the # to texts such as `C#` if it is assumed to belong to them. */
export function withHashes(entries: readonly Entry[], texts: GiftTexts): Entry[] {
  const isEmpty = ({ share, feedback }: Entry) => share === null && feedback === ''
  if (!entries.some(isEmpty) || !texts.isAssumed('hashIsText')) return [...entries]
  return entries.map((entry) => (isEmpty(entry) ? { ...entry, raw: `${entry.raw}\\#`, feedback: undefined } : entry))
}

function withEscapedHashes(raw: string): string {
  let text = ''
  let end = 0
  for (const at of unescapedIn(raw, '#')) {
    text += `${raw.slice(end, at)}\\#`
    end = at + 1
  }
  return text + raw.slice(end)
}

/** True if the first of two patterns with stars may match the same answers as the second. */
const mayOverlap = (one: string, other: string) =>
  one.includes('*') || other.includes('*') || one.toLowerCase() === other.toLowerCase()

/** Reads accepted texts: `=right =%50%nearly`. */
export function readShort(raw: string, texts: GiftTexts): Of<'text'> {
  const { lead, entries: found } = entriesOf(raw)
  const entries = withHashes(found.length === 0 ? [entryOf('=', lead)] : withoutLead({ lead, entries: found }), texts)
  if (entries.length > 100) throw new UnreadableItem('It has more than 100 accepted answers')
  if (hasFeedback(entries)) texts.losses.add(feedbackLoss)
  const all = entries.map(({ share, raw: text }) => ({
    value: texts.plain(texts.formatOf(text).body).replace(/\s+/g, ' '),
    share: share ?? 1,
  }))
  if (all.some(({ value }) => value === '')) throw new UnreadableItem('An accepted answer is empty')
  for (const [at, { value, share }] of all.entries()) {
    if (share < 0) texts.losses.add(`The negative marks of the answer “${value}” are not kept`)
    if (all.some((later, place) => place > at && later.share > share && mayOverlap(value, later.value)))
      texts.losses.add('If several answers match, the one with the most marks counts, not the first')
  }
  const accepted = all
    .filter(({ share }) => share > 0)
    .map(({ value, share }) => (share === 1 ? { value } : { value, fraction: share }))
  if (accepted.length === 0) throw new UnreadableItem('No answer earns marks')
  return { type: 'text', accepted }
}

/** @throws UnreadableItem if the text is not a number, or not one that can be stored exactly */
function numberOf(text: string): number {
  const trimmed = text.trim().replaceAll('\u2212', '-')
  const exact = trimmed.length <= 60 ? fromDecimal(trimmed) : null
  if (!exact) {
    const advice = trimmed.includes(',') ? '. Write a decimal point and no thousands separators' : ''
    throw new UnreadableItem(`“${trimmed.slice(0, 60)}” is not a number${advice}`)
  }
  const number = exactNumber(exact)
  if (number === null) throw new UnreadableItem(`The number ${trimmed} has too many digits to be stored exactly`)
  return number
}

type NumericKey = Pick<Of<'numeric'>, 'correctValue' | 'tolerance' | 'range'>

function numericKey(text: string): NumericKey {
  const range = text.indexOf('..')
  if (range > 0) {
    const [min, max] = [numberOf(text.slice(0, range)), numberOf(text.slice(range + 2))]
    if (min > max) throw new UnreadableItem(`The range ${text} ends before it begins`)
    return { range: { min, max } }
  }
  const colon = text.indexOf(':')
  if (colon < 0) return { correctValue: numberOf(text) }
  const [correctValue, tolerance] = [numberOf(text.slice(0, colon)), numberOf(text.slice(colon + 1))]
  if (tolerance < 0) throw new UnreadableItem(`The tolerance of ${text} is negative`)
  return tolerance === 0 ? { correctValue } : { correctValue, tolerance }
}

/** The numbers that an answer matches. */
function boundsOf(text: string): [Ratio, Ratio] {
  const { correctValue = 0, tolerance = 0, range } = numericKey(text)
  const [value, size] = [fromNumber(correctValue), fromNumber(tolerance)]
  return range ? [fromNumber(range.min), fromNumber(range.max)] : [minus(value, size), plus(value, size)]
}

/** Wrong answers need not be numbers. */
function isNumber(text: string): boolean {
  try {
    numericKey(text)
    return true
  } catch {
    return false
  }
}

/** True if some number matches both answers. A star matches every number. */
function mayShare(one: string, other: string): boolean {
  if ([one, other].some((text) => text === '' || text === '*')) return true
  if (!isNumber(one)) return false
  const [[from, to], [otherFrom, otherTo]] = [boundsOf(one), boundsOf(other)]
  return compare(from, otherTo) <= 0 && compare(otherFrom, to) <= 0
}

/** Reads numbers: `3.14:0.01`, `1..5` or `=3 =%50%3:1`. With several right ones, each is a meaning. */
export function readNumeric(raw: string, texts: GiftTexts): Meaning<Of<'numeric'>>[] {
  const { lead, entries: found } = entriesOf(raw)
  const onlyFeedback = found.every(({ prefix }) => prefix === '~')
  const entries = lead !== '' && onlyFeedback ? [entryOf('=', lead), ...found] : withoutLead({ lead, entries: found })
  if (hasFeedback(entries)) texts.losses.add(feedbackLoss)
  const given = entries.map(({ prefix, share, raw: text }) => ({
    text: texts.plain(text),
    share: share ?? (prefix === '=' ? 1 : 0),
  }))
  const all = given.filter(({ text, share }) => share !== 0 || (text !== '' && text !== '*'))
  const right = all.filter(({ share }) => share === 1)
  if (right.length > 10) throw new UnreadableItem('More than 10 numbers earn full marks')
  if (right.length === 0) throw new UnreadableItem('No number earns full marks')
  for (const [at, later] of given.entries()) {
    const earlier = given
      .slice(0, at)
      .find(({ text, share }) => later.share === 1 && share !== 1 && mayShare(text, later.text))
    if (earlier)
      throw new UnreadableItem(
        `Its answers ${earlier.text || '*'} and ${later.text} overlap, and the first one counts in Moodle`,
      )
  }
  return right.map(({ text }) => ({
    label: `The answer is ${text}`,
    fields: { type: 'numeric', ...numericKey(text) },
    losses: all
      .filter((other) => other.text !== text && other.share !== 0)
      .map((other) => `Partial credit for ${other.text} (${percent(other.share)} of the marks) is not kept`),
  }))
}

/** Reads pairs: `=left -> right`. A pair without a left side is a distractor. */
export async function readMatching(raw: string, texts: GiftTexts): Promise<Of<'matching'>> {
  const hasHash = !unescapedIn(raw, '#').next().done
  const isText = hasHash && texts.isAssumed('hashIsText')
  const entries = withoutLead(entriesOf(isText ? withEscapedHashes(raw) : raw))
  if (entries.length > 100) throw new UnreadableItem('It has more than 100 pairs')
  if (hasFeedback(entries)) texts.losses.add('Feedback per pair is not kept')
  if (entries.some(({ share }) => share !== null)) throw new UnreadableItem('Pairs cannot have weights')
  const pairs: { left: string; right: string }[] = []
  const distractors: string[] = []
  for (const { raw: pair } of entries) {
    const arrow = pair.indexOf('->')
    if (arrow < 0)
      throw new UnreadableItem(`“${pair.slice(0, 60)}” has no -> although other answers of the question have one`)
    const left = await texts.readInline(pair.slice(0, arrow), 'A left side')
    const right = await texts.readRight(pair.slice(arrow + 2))
    if (right.markdown === '') throw new UnreadableItem(`“${pair.slice(0, 60)}” has no text after ->`)
    if (left.images.length > 0) throw new UnreadableItem('Pairs cannot have images')
    if (left.markdown === '') distractors.push(right.markdown)
    else pairs.push({ left: left.markdown, right: right.markdown })
  }
  const repeated = pairs.find(({ left }, at) => pairs.findIndex((other) => other.left === left) < at)
  if (repeated) throw new UnreadableItem(`The left side “${repeated.left}” occurs twice`)
  if (pairs.length < 2) throw new UnreadableItem('A matching question needs at least two pairs')
  return { type: 'matching', pairs, distractors }
}
