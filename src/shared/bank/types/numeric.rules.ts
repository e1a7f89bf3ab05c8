import {
  absolute,
  compare,
  equals,
  fromDecimal,
  fromNumber,
  one,
  type Ratio,
  ratio,
  times,
  toNumber,
  zero,
} from '../../ratio.ts'
import { allOrNothing, type QuestionType } from './question-type.rules.ts'
import { asTypewritten, isBlank } from './typography.rules.ts'

/** A number as typed by a person. */
export interface TypedNumber {
  value: Ratio
  /** The text after the number, without spaces. */
  unit: string
}

/** Maximum length of an answer; longer ones are rejected. */
const longest = 100

/**
 * Converts a digit of any script to ASCII. Each script has ten consecutive digits, even where several scripts adjoin.
 */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}

/** Arabic's separators and percent sign. The apostrophe only ever groups thousands. */
const arabic: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': "'", '\u066a': '%' }

/**
 * Digits of any script, minus signs, spaces, apostrophes, fractions, powers and full-width characters, as ASCII. The
 * spaces around fractions and after powers separate them from neighbouring digits.
 */
const plain = (text: string) =>
  asTypewritten(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/(?!\d)\p{Nd}/gu, asciiDigit)
    .replace(/[\u066a-\u066c]/g, (char) => arabic[char] ?? char)
    .replace(/[¼-¾⅐-⅞↉]/g, (fraction) => ` ${fraction.normalize('NFKC')} `)
    .replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g, (power) => `^${power.normalize('NFKC').replace('\u2212', '-')} `)
    .replace(/\u2044/g, '/')
    .replace(/[\u00ba\u02da]/g, '\u00b0')
    .replace(/\s+/g, ' ')
    .trim()

const digits = String.raw`(?:\d+(?:[.,' ]\d+)*|[.,]\d+)`
const exponent = String.raw`\(?([+-]?\d{1,3})\)?`
const typed = new RegExp(
  String.raw`^([+-]?) ?(${digits})(?: ?/ ?(\d{1,30}))?(?:e([+-]?\d{1,3})| ?[x*·×] ?10(?: ?\^ ?| |(?=[+-]))${exponent}| ?\^ ?${exponent})?(.*)$`,
  'i',
)

/** True if thousands are grouped as in 1,234,567 or 12,34,567. */
const isGrouped = ([first = '', ...groups]: readonly string[]) =>
  /^[1-9]\d{0,2}$/.test(first) &&
  groups.at(-1)?.length === 3 &&
  (groups.every(({ length }) => length === 3) ||
    (first.length < 3 && groups.slice(0, -1).every(({ length }) => length === 2)))

/** True for digits with a single comma that is read as grouping thousands (1,234). */
const isThousand = (text: string) => /^\d+,\d+$/.test(text) && isGrouped(text.split(','))

/**
 * Converts digits with separators to decimal notation; null if they do not form a number. A last separator that differs
 * from the earlier ones is the decimal separator. A single comma groups thousands if three digits follow (1,234), and
 * is otherwise the decimal separator (3,14). A single point is always the decimal separator.
 */
function decimalOf(text: string): string | null {
  const parts = text.split(/[.,' ]/)
  const marks = text.replace(/\d/g, '')
  const earlier = marks.slice(0, -1)
  const last = marks.slice(-1)
  const hasDecimals = /[.,]/.test(last) && !earlier.includes(last) && !isThousand(text)
  const whole = hasDecimals ? parts.slice(0, -1) : parts
  const separators = hasDecimals ? earlier : marks
  if (separators !== '' && (new Set(separators).size > 1 || !isGrouped(whole))) return null
  return hasDecimals ? `${whole.join('')}.${parts.at(-1)}` : whole.join('')
}

/**
 * Computes a fraction; null if it is not one. A space in the top separates a whole number, as in `1 1/2`, or thousands,
 * as in `1 000/3`.
 */
function fractionOf(top: string, bottom: string): Ratio | null {
  if (/^0+$/.test(bottom)) return null
  const groups = top.split(' ')
  const [, whole = '0', numerator = ''] = /^(?:(\d+) )?(\d+)$/.exec(top) ?? []
  const isMixed = numerator !== '' && !/^0\d/.test(numerator) && BigInt(numerator) < BigInt(bottom)
  if (/^[\d ]+$/.test(top) && isGrouped(groups) && !isMixed) return ratio(BigInt(groups.join('')), BigInt(bottom))
  return numerator === '' ? null : ratio(BigInt(whole) * BigInt(bottom) + BigInt(numerator), BigInt(bottom))
}

/** Raises a number to an integer power; null if that is undefined or does not fit into a floating-point number. */
function powerOf({ n, d }: Ratio, power: number): Ratio | null {
  if (n === 0n) return power > 0 ? zero : null
  const size = BigInt(Math.abs(power))
  if (Math.log10(Math.max(Number(n), Number(d))) * Math.abs(power) > 300) return null
  return power < 0 ? ratio(d ** size, n ** size) : ratio(n ** size, d ** size)
}

/**
 * Reads a number as people type it: decimal points and commas, grouped thousands, fractions (`1/3`, `1 1/2`, `1½`),
 * powers (`10^3`, `5²`), powers of ten (`2e-3`, `2 x 10^-3`) and a unit. Null if the text does not start with a number.
 */
export function readNumber(text: string): TypedNumber | null {
  if (text.length > longest) return null
  const [, sign, run, bottom, e, ten, power, rest = ''] = typed.exec(plain(text)) ?? []
  // A power of a fraction is ambiguous: 3/2² is 3/4 or 9/4.
  if (run === undefined || (bottom !== undefined && power !== undefined)) return null
  const decimal = bottom === undefined ? decimalOf(run) : null
  const base = bottom === undefined ? decimal && fromDecimal(decimal) : fractionOf(run, bottom)
  const size = base && power !== undefined ? powerOf(base, Number(power)) : base
  if (!size) return null
  const scale = fromDecimal(`1e${e ?? ten ?? 0}`) ?? one
  const value = times(times(size, scale), ratio(sign === '-' ? -1 : 1))
  // A point may end a whole number.
  return { value, unit: rest.replaceAll(' ', '').replace(/^\.$/, '') }
}

/** True if a comma in a typed number could group thousands or separate decimals, as in 1,234. */
export const hasAmbiguousComma = (text: string) => isThousand(typed.exec(plain(text))?.[2] ?? '')

export interface NumericKey {
  correctValue?: number | undefined
  tolerance?: number | undefined
  /** `relative`: the tolerance is a fraction of the correct value. */
  toleranceKind?: 'absolute' | 'relative' | undefined
  range?: { min: number; max: number } | undefined
  /**
   * Number of significant digits. If set, both values are rounded before the answer is compared with the correct value.
   */
  significantDigits?: number | undefined
}

/** Rounds to `digits` significant digits, with halves away from zero. */
function rounded(value: Ratio, digits: number): Ratio {
  if (value.n === 0n) return value
  const size = absolute(value)
  // The exponent of the first digit.
  let power = String(size.n).length - String(size.d).length
  const scaled = (exponent: number) =>
    exponent < 0 ? times(size, ratio(10n ** BigInt(-exponent))) : times(size, ratio(1n, 10n ** BigInt(exponent)))
  if (compare(scaled(power), ratio(1)) < 0) power--
  const unit = power - digits + 1
  const { n, d } = scaled(unit)
  const whole = (n * 2n + d) / (d * 2n)
  const exact = unit < 0 ? ratio(whole, 10n ** BigInt(-unit)) : ratio(whole * 10n ** BigInt(unit))
  return value.n < 0n ? ratio(-exact.n, exact.d) : exact
}

/** True if the value is right. Ranges and tolerances include their bounds. */
export function isRightNumber(key: NumericKey, value: Ratio): boolean {
  const { correctValue, tolerance = 0, toleranceKind = 'absolute', range, significantDigits } = key
  if (range) return compare(value, fromNumber(range.min)) >= 0 && compare(value, fromNumber(range.max)) <= 0
  const right = fromNumber(correctValue ?? 0)
  if (significantDigits) return equals(rounded(value, significantDigits), rounded(right, significantDigits))
  const allowed = fromNumber(tolerance)
  const away = absolute(ratio(value.n * right.d - right.n * value.d, value.d * right.d))
  return compare(away, toleranceKind === 'relative' ? times(allowed, absolute(right)) : allowed) <= 0
}

/** Compares units, ignoring spaces, dots between factors, and the notation of powers. */
const sameUnit = (a: string, b: string) => {
  const [first, second] = [a, b].map((unit) =>
    plain(unit)
      .normalize('NFKC')
      .replace(/[ ^*·\u2219\u22c5.]/g, ''),
  )
  return first === second
}

/** A unit before a number. A point belongs to an abbreviation, as in `Rs.5`, but not to a symbol, as in `$.5`. */
const prefixed = /^([+-]?) ?([^\s\d.,+-]*[\p{L}\p{M}]\.|[^\s\d.,+-]+) ?([+-]?[\d.,].*)$/u

/** Reads the number before exactly this unit, which may contain digits, as in `5 1/s`; null for other texts. */
function beforeUnit(text: string, unit: string): Ratio | null {
  const number = text.slice(0, -unit.length)
  // 11/s is not 1 1/s.
  if (!text.endsWith(unit) || (/^\d/.test(unit) && !number.endsWith(' '))) return null
  const read = readNumber(number)
  return read?.unit === '' ? read.value : null
}

/** Reads a typed number; null if it is not a number or has a different unit. The unit may be omitted or come first. */
export function readAnswer(unit: string | null | undefined, value: string | number): Ratio | null {
  const text = String(value)
  if (text.length > longest) return null
  const alone = unit ? beforeUnit(plain(text), plain(unit)) : null
  if (alone) return alone
  const [, sign = '', prefix, number = ''] = (unit && prefixed.exec(plain(text))) || []
  if (prefix !== undefined && !sameUnit(prefix, unit ?? '')) return null
  const read = readNumber(prefix === undefined ? text : sign + number)
  if (!read) return null
  const mayHaveUnit = unit && prefix === undefined
  return read.unit === '' || (mayHaveUnit && sameUnit(read.unit, unit)) ? read.value : null
}

/** A value as a decimal number: exact up to 24 digits, otherwise rounded to 12. */
function shown(value: Ratio): string {
  let places = 0
  while (10n ** BigInt(places) % value.d !== 0n && places < 24) places++
  const scale = 10n ** BigInt(places)
  const digits = String(absolute(value).n * (scale / value.d)).padStart(places + 1, '0')
  if (scale % value.d === 0n && digits.length <= 24) {
    const point = digits.length - places
    return `${value.n < 0n ? '-' : ''}${digits.slice(0, point)}${places > 0 ? `.${digits.slice(point)}` : ''}`
  }
  const number = toNumber(value)
  if (number !== 0 && Number.isFinite(number)) return String(Number(number.toPrecision(12)))
  const power = String(absolute(value).n).length - String(value.d).length
  const size = 10n ** BigInt(Math.abs(power))
  const leading = toNumber(times(value, power > 0 ? ratio(1n, size) : ratio(size)))
  return `${Number(leading.toPrecision(12))}e${power > 0 ? '+' : ''}${power}`
}

/** The answer as parsed, to show below the field; null if it is not a number. */
export function readingOf(unit: string | null | undefined, value: string | number): string | null {
  const read = readAnswer(unit, value)
  return read && `${shown(read)}${unit ? ` ${unit}` : ''}`
}

export function numericKeyText({ correctValue, tolerance, toleranceKind, range, significantDigits }: NumericKey) {
  if (range) return `${range.min} to ${range.max}`
  if (significantDigits) return `${correctValue} to ${significantDigits} significant digits`
  if (!tolerance) return String(correctValue)
  return toleranceKind === 'relative'
    ? `${correctValue} ± ${shown(times(fromNumber(tolerance), ratio(100)))}%`
    : `${correctValue} ± ${tolerance}`
}

export interface NumericBody {
  unit: string | null
}

export const numeric: QuestionType<NumericBody, NumericKey, string | number> = {
  expects: `a number, or text of at most ${longest} characters`,
  isAnswer: (_, value): value is string | number =>
    (typeof value === 'string' && value.length <= longest) || (typeof value === 'number' && Number.isFinite(value)),
  isEmpty: (value) => typeof value === 'string' && isBlank(value),
  grade: ({ unit }, key, value) => {
    const read = readAnswer(unit, value)
    return allOrNothing(read !== null && isRightNumber(key, read))
  },
  show: ({ unit }, value) => (typeof value === 'number' && unit ? `${value} ${unit}` : String(value).trim()),
  showKey: ({ unit }, key) => `${numericKeyText(key)}${unit ? ` ${unit}` : ''}`,
}
