/** Exact fractions, so that marks such as a third add up without drift. */

/** In lowest terms, with a positive denominator. */
export interface Ratio {
  readonly n: bigint
  readonly d: bigint
}

// Not recursive: numbers of 5,000 digits would overflow the stack.
function gcd(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b]
  while (small !== 0n) [large, small] = [small, large % small]
  return large
}
const abs = (value: bigint) => (value < 0n ? -value : value)

/** The least common multiple of positive integers, or the largest safe integer if that is less. */
export function commonMultiple(values: readonly number[]): number {
  const multiple = values.map(BigInt).reduce((a, b) => (a / gcd(a, b)) * b, 1n)
  return multiple > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(multiple)
}

/** @throws RangeError when `d` is 0 */
export function ratio(n: bigint | number, d: bigint | number = 1n): Ratio {
  const [top, bottom] = [BigInt(n), BigInt(d)]
  if (bottom === 0n) throw new RangeError('The denominator is 0')
  const divisor = gcd(abs(top), abs(bottom)) * (bottom < 0n ? -1n : 1n)
  return { n: top / divisor, d: bottom / divisor }
}

export const zero = ratio(0)
export const one = ratio(1)

// Marks are mostly whole, and whole numbers need no common divisor.
export const plus = (a: Ratio, b: Ratio): Ratio =>
  a.d === 1n && b.d === 1n ? { n: a.n + b.n, d: 1n } : ratio(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Ratio, b: Ratio): Ratio =>
  a.d === 1n && b.d === 1n ? { n: a.n - b.n, d: 1n } : ratio(a.n * b.d - b.n * a.d, a.d * b.d)
export const times = (a: Ratio, b: Ratio): Ratio =>
  a.d === 1n && b.d === 1n ? { n: a.n * b.n, d: 1n } : ratio(a.n * b.n, a.d * b.d)
export const absolute = ({ n, d }: Ratio): Ratio => ({ n: abs(n), d })
/** Negative, zero or positive, as `sort` expects. */
export const compare = (a: Ratio, b: Ratio) => Number(a.n * b.d - b.n * a.d > 0n) - Number(a.n * b.d - b.n * a.d < 0n)
export const equals = (a: Ratio, b: Ratio) => a.n === b.n && a.d === b.d
export const larger = (a: Ratio, b: Ratio) => (compare(a, b) < 0 ? b : a)
export const sumOf = (values: readonly Ratio[]) => values.reduce(plus, zero)

/** Bits of precision that `toNumber` keeps of numerators and denominators beyond the range of numbers. */
const keptBits = 1_000n

/** The closest floating-point number. */
export function toNumber({ n, d }: Ratio): number {
  const [top, bottom] = [Number(n), Number(d)]
  if (Number.isFinite(top) && Number.isFinite(bottom)) return top / bottom
  // A sum of penalties with many different denominators gets here. Infinity divided by infinity would be NaN.
  const bits = BigInt(Math.max(abs(n).toString(2).length, d.toString(2).length))
  const divisor = 2n ** (bits - keptBits)
  return Number(n / divisor) / Number(d / divisor)
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** Parses a decimal number such as `-1.5` or `2e-3` exactly; null for anything else. */
export function fromDecimal(text: string): Ratio | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return null
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  const power = Number(exponent) - fraction.length
  return power < 0 ? ratio(digits, 10n ** BigInt(-power)) : ratio(digits * 10n ** BigInt(power))
}

/** The value of a number's shortest decimal notation: 0.1 is exactly a tenth. @throws RangeError for NaN or infinity */
export function fromNumber(value: number): Ratio {
  if (Number.isSafeInteger(value)) return { n: BigInt(value), d: 1n }
  const exact = fromDecimal(String(value))
  if (!exact) throw new RangeError(`${value} is not a finite number`)
  return exact
}

/** The floating-point number with exactly this value in its shortest decimal notation; null if there is none. */
export function exactNumber(value: Ratio): number | null {
  let places = 0
  let scale = 1n
  // Smaller numbers than 1e-324 are 0.
  for (; scale % value.d !== 0n && places < 324; places++) scale *= 10n
  if (scale % value.d !== 0n) return null
  const number = Number(`${(value.n * scale) / value.d}e-${places}`)
  return Number.isFinite(number) && equals(fromNumber(number), value) ? number : null
}

/** Parses a decimal number or a fraction such as `1/3`; null for anything else. */
export function fromText(text: string): Ratio | null {
  const [top = '', bottom, ...rest] = text.split('/').map((part) => part.trim())
  if (rest.length > 0) return null
  const [n, d] = [fromDecimal(top), bottom === undefined ? one : fromDecimal(bottom)]
  if (!n || !d || d.n === 0n) return null
  return ratio(n.n * d.d, n.d * d.n)
}
