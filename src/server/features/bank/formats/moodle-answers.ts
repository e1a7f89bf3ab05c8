import { hasAmbiguousComma } from '#shared/bank/types/numeric.rules.ts'
import { textShare } from '#shared/bank/types/text.rules.ts'
import { compare, equals, exactNumber, fromDecimal, minus, plus, type Ratio, toNumber, zero } from '#shared/ratio.ts'
import { isFull, isNegative, isPositive, percentText } from './moodle-fractions.ts'
import { refuse } from './moodle-item.ts'

/**
 * Reads typed answers, of short answer and numerical questions and of gaps. In Moodle, the first answer that matches
 * counts; here, the one with the most marks.
 */

export interface TypedAnswer {
  text: string
  share: Ratio
  tolerance?: string
}

const maxAnswers = 100

const quoted = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`

const hasStar = (pattern: string) => /(?<!\\)\*/.test(pattern)

/** True if a pattern matches an answer without stars. */
const matches = (pattern: string, literal: string, caseSensitive: boolean) =>
  isPositive(
    textShare({ accepted: [{ value: pattern }], caseSensitive, ignoreAccents: false, regex: false }, literal, {
      matches: () => false,
    }),
  )

/** True if some text matches both patterns. With stars in both, only their beginnings and ends can differ. */
function overlap(a: string, b: string, caseSensitive: boolean): boolean {
  if (!hasStar(b)) return matches(a, b.replaceAll('\\*', '*'), caseSensitive)
  if (!hasStar(a)) return matches(b, a.replaceAll('\\*', '*'), caseSensitive)
  const [one, other] = [a, b].map((pattern) => {
    const pieces = (caseSensitive ? pattern : pattern.toLowerCase()).split(/(?<!\\)\*/)
    return { start: pieces[0] ?? '', end: pieces.at(-1) ?? '' }
  })
  if (!one || !other) return true
  return (
    (one.start.startsWith(other.start) || other.start.startsWith(one.start)) &&
    (one.end.endsWith(other.end) || other.end.endsWith(one.end))
  )
}

/** The accepted texts. @throws UnreadableItem if none earns marks, or if their order matters */
export function textKey(answers: readonly TypedAnswer[], caseSensitive: boolean) {
  const losses: string[] = []
  if (answers.length > maxAnswers) refuse(`It has more than ${maxAnswers} answers, which is the maximum`)
  const accepted: { value: string; fraction?: number }[] = []
  for (const [place, { text, share }] of answers.entries()) {
    if (isNegative(share)) losses.push(`${quoted(text)} costs marks in Moodle and earns nothing here`)
    else if (!isPositive(share) && text !== '*') losses.push('Wrong answers that earn nothing are not kept')
    if (!isPositive(share) || text === '') continue
    const earlier = answers
      .slice(0, place)
      .find((other) => compare(other.share, share) < 0 && overlap(other.text, text, caseSensitive))
    if (earlier && hasStar(text))
      refuse(`Its answers ${quoted(earlier.text)} and ${quoted(text)} overlap, and the first one counts in Moodle`)
    if (earlier) losses.push(`${quoted(text)} is not kept, because ${quoted(earlier.text)} comes first in Moodle`)
    else accepted.push({ value: text, ...(!isFull(share) && { fraction: Math.min(1, toNumber(share)) }) })
  }
  if (accepted.length === 0) refuse('None of its answers earns marks')
  return { fields: { accepted, caseSensitive }, losses }
}

/** Reads a number exactly. @throws UnreadableItem if it is ambiguous or not a number */
export function exactDecimal(text: string, what: string): Ratio {
  const trimmed = text.trim().replaceAll('\u2212', '-')
  if (trimmed.includes(',') && (hasAmbiguousComma(trimmed) || !/^[+-]?\d*,\d+(?:e[+-]?\d{1,3})?$/i.test(trimmed)))
    refuse(`${what} ${quoted(trimmed)} can be read in two ways. Write it with a decimal point and no commas`)
  const value = trimmed.length > 60 ? null : fromDecimal(trimmed.replace(',', '.'))
  return value ?? refuse(`${what} ${quoted(trimmed)} is not a number`)
}

const asNumber = (value: Ratio, text: string): number =>
  exactNumber(value) ?? refuse(`The number ${quoted(text)} has too many digits to be kept exactly`)

interface Interval {
  text: string
  share: Ratio
  value: Ratio
  tolerance: Ratio
  from: Ratio
  to: Ratio
}

function intervalOf({ text, share, tolerance = '0' }: TypedAnswer): Interval {
  const value = exactDecimal(text, 'The answer')
  const allowed = tolerance.trim() === '' ? zero : exactDecimal(tolerance, 'The tolerance')
  if (isNegative(allowed)) refuse('One of its tolerances is negative')
  return { text, share, value, tolerance: allowed, from: minus(value, allowed), to: plus(value, allowed) }
}

const contains = (outer: Interval, inner: Interval) =>
  compare(outer.from, inner.from) <= 0 && compare(outer.to, inner.to) >= 0
const touches = (a: Interval, b: Interval) => compare(a.from, b.to) <= 0 && compare(b.from, a.to) <= 0

export interface NumericMeaning {
  label?: string
  fields: { correctValue?: number; tolerance?: number; range?: { min: number; max: number } }
  losses: string[]
}

const fieldsOf = ({ value, tolerance, text }: Interval): NumericMeaning['fields'] => ({
  correctValue: asNumber(value, text),
  ...(!equals(tolerance, zero) && { tolerance: asNumber(tolerance, text) }),
})

/** The meanings of numerical answers: one, or one per value if several distant values earn full marks. */
export function numericMeanings(answers: readonly TypedAnswer[]): NumericMeaning[] {
  const losses: string[] = []
  if (answers.length > maxAnswers) refuse(`It has more than ${maxAnswers} answers, which is the maximum`)
  const isStar = ({ text }: TypedAnswer) => text === '*' || text === ''
  const starAt = answers.findIndex(isStar)
  const star = answers[starAt]
  if (star && isFull(star.share)) refuse('It accepts any number')
  if (star && isPositive(star.share))
    losses.push(`Other numbers earn ${percentText(star.share)} in Moodle and nothing here`)
  if (answers.slice(starAt + 1).some(({ share }) => star && compare(star.share, share) < 0))
    refuse('Its answer * comes before others and matches every number in Moodle')
  const intervals = answers.filter((answer) => !isStar(answer)).map(intervalOf)
  if (intervals.some(({ share }) => isNegative(share)))
    losses.push('Some answers cost marks in Moodle and nothing here')
  if (intervals.some(({ share }) => equals(share, zero))) losses.push('Wrong answers that earn nothing are not kept')
  const full = intervals.filter(({ share }) => isFull(share))
  if (full.length === 0) refuse('None of its answers earns full marks')
  for (const [place, later] of intervals.entries())
    for (const earlier of intervals.slice(0, place))
      if (isFull(later.share) && !isFull(earlier.share) && touches(earlier, later))
        refuse(
          `Its answers ${quoted(earlier.text)} and ${quoted(later.text)} overlap, and the first one counts in Moodle`,
        )
  for (const { text, share } of intervals.filter(
    (part) => isPositive(part.share) && !isFull(part.share) && !full.some((one) => contains(one, part)),
  ))
    losses.push(`The answer ${text} earns ${percentText(share)} in Moodle and nothing here`)

  const widest = full
    .filter(
      (one, at) =>
        !full.some((other, place) => place !== at && contains(other, one) && (!contains(one, other) || place < at)),
    )
    .sort((a, b) => compare(a.from, b.from))
  const [first, ...others] = widest
  if (!first) return refuse('None of its answers earns full marks')
  if (others.length === 0) return [{ fields: fieldsOf(first), losses }]
  if (others.every((one, at) => compare(one.from, widest[at]?.to ?? one.from) <= 0)) {
    const last = others.at(-1) ?? first
    return [{ fields: { range: { min: asNumber(first.from, first.text), max: asNumber(last.to, last.text) } }, losses }]
  }
  return widest.map((one) => ({
    label: `${one.text} is correct`,
    fields: fieldsOf(one),
    losses: [
      ...losses,
      `${widest
        .filter((other) => other !== one)
        .map(({ text }) => text)
        .join(', ')} is not accepted`,
    ],
  }))
}
