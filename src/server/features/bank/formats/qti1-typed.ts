import { type NumericKey, numericKeyText } from '#shared/bank/types/numeric.rules.ts'
import { compare, exactNumber, fromDecimal, minus, plus, type Ratio, ratio, times, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { isNear, type Meanings, penaltyOf, scoreLosses, shareOf } from './qti1-choice.ts'
import type { Response } from './qti1-presentation.ts'
import { checkEffort, meets, rewards, type Scoring, scoreOf, type Test, type Value, valuesIn } from './qti1-scoring.ts'

/** Finds the key of QTI 1.2's typed answers: texts and numbers. */

/** An answer that no key contains. */
const nonsense = '\u0001'
const anyText = 'Any text earns marks, so it cannot be marked here'

/**
 * An accepted text. Stars are wildcards in ours, and in the file if the attributes say so.
 * @param isPart true if the answer only has to contain it
 */
export function acceptedText(value: string, isPart: boolean, { wildcards }: Value['attributes'] = {}): string {
  if (value.length > 900) throw new UnreadableItem('One of its accepted answers is too long')
  if (wildcards && /^[*\s]+$/.test(value)) throw new UnreadableItem(anyText)
  const literal = wildcards ? value : value.replaceAll('*', '\\*')
  if (wildcards && value.includes('\\*'))
    throw new UnreadableItem('An accepted answer has a backslash before a star, which is not supported')
  if (!isPart) return literal
  if (value.endsWith('\\')) throw new UnreadableItem('An accepted answer ends with a backslash, which is not supported')
  return `*${literal}*`
}

/** The values that each satisfy a test. */
function alternativesIn(test: Test, response: string): Value[] {
  if ((test.kind === 'equal' || test.kind === 'contains') && test.response === response) return [test]
  if (test.kind === 'or') return test.tests.flatMap((one) => alternativesIn(one, response))
  throw new UnreadableItem('Its scoring combines texts in a way that is not supported')
}

const exactFraction = (share: Ratio) => exactNumber(share) ?? `${share.n}/${share.d}`

interface TextAnswers {
  accepted: { value: string; fraction?: number | string }[]
  /** Undefined if it matters for some only. */
  caseSensitive: boolean | undefined
  full: Ratio
  /** The scores of answers that earn nothing. */
  wrong: Ratio[]
}

/** The accepted texts of a response, with their shares. */
export function acceptedTexts(scoring: Scoring, { ident }: Response): TextAnswers {
  const isOwn = ({ response }: Value) => response === ident
  const conditions = rewards(scoring).filter(({ test }) => valuesIn(test).some(isOwn))
  const values = conditions.flatMap(({ test }) => alternativesIn(test, ident)).filter(({ value }) => value !== '')
  if (values.length === 0) throw new UnreadableItem('It has no accepted answer')
  if (values.length > 100)
    throw new UnreadableItem(`It has ${values.length} accepted answers, but at most 100 are allowed`)
  // An empty row of accepted answers accepts nothing.
  const named = scoring.conditions.flatMap(({ test }) => valuesIn(test)).filter((one) => isOwn(one) && one.value !== '')
  const parts = named.filter(({ kind }) => kind === 'contains').map(({ value }) => value)
  const pairs = parts.flatMap((one) => parts.map((other) => `${one} ${other}`))
  checkEffort(scoring, named.length + pairs.length)
  const base = scoreOf(scoring, {})
  const scoreFor = (text: string) => minus(scoreOf(scoring, { [ident]: [text] }), base)
  const scores = values.map(({ value }) => scoreFor(value))
  const full = scores.reduce((top, score) => (compare(score, top) > 0 ? score : top), zero)
  if (compare(full, zero) <= 0) throw new UnreadableItem('None of its accepted answers earns marks')
  const others = [nonsense, ...named.map(({ value }) => value)].map(scoreFor)
  if (compare(others[0] ?? zero, zero) > 0) throw new UnreadableItem(anyText)
  if (parts.length > 0 && [...others.slice(1), ...pairs.map(scoreFor)].some((score) => !isNear(score, full, full)))
    throw new UnreadableItem('Answers that contain a text earn different marks, which is not supported')
  if (named.some((one) => compare(scoreFor(one.value), zero) > 0 && !values.some((value) => meets(one.value, value))))
    throw new UnreadableItem('Its scoring combines texts in a way that is not supported')
  const accepted = new Map<string, TextAnswers['accepted'][number]>()
  for (const [at, { value, kind, attributes }] of values.entries()) {
    const score = scores[at] ?? zero
    const text = acceptedText(value, kind === 'contains', attributes)
    if (compare(score, zero) <= 0 || accepted.has(text)) continue
    const isFull = isNear(score, full, full)
    accepted.set(text, isFull ? { value: text } : { value: text, fraction: exactFraction(shareOf(score, full)) })
  }
  const exact = named.filter(({ isExact }) => isExact).length
  const caseSensitive = exact === 0 ? false : exact === named.length ? true : undefined
  const wrong = others.filter((score) => compare(score, zero) <= 0)
  return { accepted: [...accepted.values()], caseSensitive, full, wrong }
}

/** Reads a short text. */
export function textKey(scoring: Scoring, response: Response): Meanings {
  const { accepted, caseSensitive, full, wrong } = acceptedTexts(scoring, response)
  const { penalty, losses } = penaltyOf(wrong, full)
  const all = [...scoreLosses(scoring, full, scoreOf(scoring, {})), ...losses]
  const fields = { type: 'text', accepted, ...(penalty === undefined ? {} : { penalty }) }
  if (caseSensitive !== undefined)
    return { meanings: [{ label: '', fields: { ...fields, caseSensitive }, losses: all, full }] }
  return {
    reason: 'Upper and lower case matters for some of its accepted answers, but not for all',
    meanings: [
      { label: 'Case does not matter', fields: { ...fields, caseSensitive: false }, losses: all, full },
      { label: 'Case matters', fields: { ...fields, caseSensitive: true }, losses: all, full },
    ],
  }
}

/** A range of numbers. */
interface Interval {
  from: Ratio
  to: Ratio
  /** True if the end itself is outside. */
  isFromOpen: boolean
  isToOpen: boolean
}

/** The number with exactly this value. @throws UnreadableItem if its digits do not fit */
function numberOf(value: Ratio): number {
  const number = exactNumber(value)
  if (number === null) throw new UnreadableItem('One of its numbers has more digits than can be kept')
  return number
}

/** @throws UnreadableItem for a value that is not a number of ours */
function kept(value: Ratio): Ratio {
  numberOf(value)
  return value
}

/** The numbers that scoring compares a response with, in order. */
function edgesOf(test: Test, response: string): Ratio[] {
  switch (test.kind) {
    case 'and':
    case 'or':
      return test.tests.flatMap((one) => edgesOf(one, response))
    case 'not':
      return edgesOf(test.test, response)
    case 'bound':
      return test.response === response ? [kept(test.value)] : []
    case 'equal': {
      if (test.response !== response) return []
      const value = fromDecimal(test.value)
      if (!value) throw new UnreadableItem(`Its key “${test.value.slice(0, 40)}” is not a number`)
      return [kept(value)]
    }
    case 'contains':
      throw new UnreadableItem('Its scoring looks for a part of a number, which is not supported')
    default:
      return []
  }
}

/** A single number, or the numbers between two edges. A missing edge means no bound on that side. */
interface Piece {
  from?: Ratio | undefined
  to?: Ratio | undefined
  sample: Ratio
}

/** Cuts the numbers into pieces in which all numbers have the same score. */
function piecesOf(edges: readonly Ratio[]): Piece[] {
  const sorted = [...edges]
    .sort(compare)
    .filter((edge, at, all) => at === 0 || compare(edge, all[at - 1] ?? edge) !== 0)
  const [first] = sorted
  const last = sorted.at(-1)
  if (!first || !last) return []
  return [
    { to: first, sample: minus(first, ratio(1)) },
    ...sorted.flatMap((edge, at): Piece[] => {
      const next = sorted[at + 1]
      const point = { from: edge, to: edge, sample: edge }
      return next ? [point, { from: edge, to: next, sample: times(plus(edge, next), ratio(1, 2)) }] : [point]
    }),
    { from: last, sample: plus(last, ratio(1)) },
  ]
}

/** The ranges of right numbers. */
function rangesOf(pieces: readonly Piece[], isRight: (piece: Piece) => boolean): Interval[] {
  const runs: Piece[][] = []
  for (const [at, piece] of pieces.entries()) {
    if (!isRight(piece)) continue
    const before = pieces[at - 1]
    if (before && isRight(before)) runs.at(-1)?.push(piece)
    else runs.push([piece])
  }
  return runs.map((run) => {
    const [start, end] = [run[0], run.at(-1)]
    const { from, to } = { from: start?.from, to: end?.to }
    if (!from || !to) throw new UnreadableItem('Its range of right numbers has only one end')
    const isPoint = (piece: Piece | undefined, edge: Ratio) => piece !== undefined && compare(piece.sample, edge) === 0
    return { from, to, isFromOpen: !isPoint(start, from), isToOpen: !isPoint(end, to) }
  })
}

/** Half a unit of the last significant digit; null for a power of ten, whose sides differ. */
function halfUnit(value: Ratio, digits: number): Ratio | null {
  const size = value.n < 0n ? minus(zero, value) : value
  if (size.n === 0n) return null
  let exponent = String(size.n).length - String(size.d).length
  const power = (places: number) => (places < 0 ? ratio(1n, 10n ** BigInt(-places)) : ratio(10n ** BigInt(places)))
  if (compare(size, power(exponent)) < 0) exponent--
  return compare(size, power(exponent)) === 0 ? null : times(power(exponent - digits + 1), ratio(1, 2))
}

/** The key of a number, with what its edges lose. */
function numericFields(
  { from, to, isFromOpen, isToOpen }: Interval,
  point: Value | undefined,
): { fields: NumericKey; losses: string[] } {
  const edges = (openFrom: boolean, openTo: boolean) => [
    ...(openFrom ? [`Exactly ${numberOf(from)} is wrong in the file, but right here`] : []),
    ...(openTo ? [`Exactly ${numberOf(to)} is wrong in the file, but right here`] : []),
  ]
  const range = { range: { min: numberOf(from), max: numberOf(to) } }
  const value = point ? fromDecimal(point.value) : null
  if (!value) return { fields: range, losses: edges(isFromOpen, isToOpen) }
  const correctValue = numberOf(value)
  const tolerance = minus(to, value)
  if (compare(minus(value, from), tolerance) !== 0)
    return {
      fields: range,
      losses: [...edges(isFromOpen, isToOpen), `Its value ${correctValue} is not kept, only the range around it`],
    }
  if (tolerance.n === 0n) return { fields: { correctValue }, losses: [] }
  const attributes = point?.attributes ?? {}
  const digits = isFromOpen && !isToOpen ? digitsFor(value, tolerance) : undefined
  if (digits !== undefined && attributes.precisiontype !== 'decimals')
    return {
      fields: { correctValue, significantDigits: digits },
      losses: [
        value.n > 0n
          ? `The edges count differently: ${numberOf(from)} is right here, and ${numberOf(to)} is wrong`
          : '',
      ].filter((loss) => loss !== ''),
    }
  const margin = attributes.margintype === 'percent' ? fromDecimal(attributes.margin?.trim() ?? '') : null
  const part = margin && times(margin, ratio(1, 100))
  const isRelative = part && compare(times(part, value.n < 0n ? minus(zero, value) : value), tolerance) === 0
  return {
    fields: isRelative
      ? { correctValue, tolerance: numberOf(part), toleranceKind: 'relative' }
      : { correctValue, tolerance: numberOf(tolerance) },
    losses: edges(isFromOpen, isToOpen),
  }
}

/** The number of significant digits that a tolerance represents, if rounding to these does not change the value. */
function digitsFor(value: Ratio, tolerance: Ratio): number | undefined {
  for (let digits = 1; digits <= 15; digits++) {
    const half = halfUnit(value, digits)
    if (half && compare(half, tolerance) === 0)
      return times(value, ratio(half.d, half.n * 2n)).d === 1n ? digits : undefined
  }
  return undefined
}

/** Compares values as numbers: 4 and 4.0 are the same. */
function asNumbers(test: Test): Test {
  if (test.kind === 'and' || test.kind === 'or') return { ...test, tests: test.tests.map(asNumbers) }
  if (test.kind === 'not') return { ...test, test: asNumbers(test.test) }
  const value = test.kind === 'equal' ? fromDecimal(test.value) : null
  if (test.kind !== 'equal' || !value) return test
  const bound = (sign: '<=' | '>=') => ({ kind: 'bound' as const, response: test.response, sign, value })
  return { kind: 'and', tests: [bound('<='), bound('>=')] }
}

/** The fields of each right number, in a numeric question or a gap. */
export function numberKeys(given: Scoring, { ident }: Response) {
  const pieces = piecesOf(given.conditions.flatMap(({ test }) => edgesOf(test, ident)))
  const conditions = given.conditions.map((condition) => ({ ...condition, test: asNumbers(condition.test) }))
  const scoring = { ...given, conditions }
  checkEffort(scoring, pieces.length)
  const base = scoreOf(scoring, {})
  const scores = new Map(
    pieces.map((piece) => [piece, minus(scoreOf(scoring, { [ident]: [decimalOf(piece.sample)] }), base)]),
  )
  const full = [...scores.values()].reduce((top, score) => (compare(score, top) > 0 ? score : top), zero)
  if (compare(full, zero) <= 0) throw new UnreadableItem('It has no right number')
  const isFull = (score: Ratio | undefined) => score !== undefined && isNear(score, full, full)
  const points = rewards(given)
    .flatMap(({ test }) => valuesIn(test))
    .filter(({ response }) => response === ident)
  const hasPart = [...scores.values()].some((score) => compare(score, zero) > 0 && !isFull(score))
  const keys = rangesOf(pieces, (piece) => isFull(scores.get(piece))).map((range) => {
    const inside = points.filter(({ value }) => isInside(fromDecimal(value), range))
    const isSamePoint = inside.every(({ value }) => compareTexts(value, inside[0]?.value ?? '') === 0)
    const { fields, losses } = numericFields(range, isSamePoint ? inside[0] : undefined)
    return { fields, losses: [...losses, ...(hasPart ? ['Part marks for other numbers are not kept'] : [])] }
  })
  return { keys, full, wrong: [...scores.values()].filter((score) => compare(score, zero) <= 0) }
}

const isInside = (value: Ratio | null, { from, to }: Interval) =>
  value !== null && compare(value, from) >= 0 && compare(value, to) <= 0

const compareTexts = (a: string, b: string) => compare(fromDecimal(a) ?? zero, fromDecimal(b) ?? zero)

/** A fraction whose denominator has only the factors 2 and 5, as a decimal. */
function decimalOf({ n, d }: Ratio): string {
  let places = 0
  let scale = 1n
  while (scale % d !== 0n && places < 400) {
    scale *= 10n
    places++
  }
  return `${(n * scale) / d}e-${places}`
}

/** Reads a number. */
export function numericKey(scoring: Scoring, response: Response): Meanings {
  const { keys, full, wrong } = numberKeys(scoring, response)
  const { penalty: cost, losses: costs } = penaltyOf(wrong, full)
  const all = [...scoreLosses(scoring, full, scoreOf(scoring, {})), ...costs]
  const penalty = cost === undefined ? {} : { penalty: cost }
  const meanings = keys.map(({ fields, losses }) => ({
    label: keys.length > 1 ? `${numericKeyText(fields)} is correct` : '',
    fields: { type: 'numeric', ...fields, ...penalty },
    losses: [...all, ...losses],
    full,
  }))
  if (keys.length > 10) throw new UnreadableItem(severalNumbers)
  return keys.length > 1 ? { meanings, reason: severalNumbers } : { meanings }
}

export const severalNumbers = 'Several separate numbers are right, but only one can be the key'
