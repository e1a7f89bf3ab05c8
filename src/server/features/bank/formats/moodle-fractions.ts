import {
  absolute,
  compare,
  equals,
  fromDecimal,
  minus,
  one,
  type Ratio,
  ratio,
  times,
  toNumber,
} from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'

/** Moodle's fractions: percentages with five decimals, such as 33.33333 for a third. */

const hundred = ratio(100)
const maxPercent = ratio(10_000)
const maxDenominator = 20
const maxDecimals = 5

/**
 * Reads a percentage. One with at least two decimals that is a simple fraction rounded or cut off becomes that fraction.
 * @throws UnreadableItem if it is not a number
 */
export function shareOf(text: string): Ratio {
  const decimal = text.trim().replace(',', '.')
  const percent = decimal.length > 30 ? null : fromDecimal(decimal === '' ? '0' : decimal)
  if (!percent || compare(absolute(percent), maxPercent) > 0)
    throw new UnreadableItem(`Its fraction “${text.trim().slice(0, 30)}” is not a number`)
  const decimals = Math.min(maxDecimals, decimal.split('.')[1]?.length ?? 0)
  if (decimals < 2) return times(percent, ratio(1, 100))
  const allowed = ratio(1, 10 ** decimals)
  for (let d = 1; d <= maxDenominator; d++) {
    const simple = ratio(Math.round((toNumber(percent) / 100) * d), d)
    if (compare(absolute(minus(times(simple, hundred), percent)), allowed) < 0) return simple
  }
  return times(percent, ratio(1, 100))
}

/** A share as people write it, such as 33.33%. */
export const percentText = (share: Ratio) => `${Number((toNumber(share) * 100).toPrecision(4))}%`

/** A share as a fraction, such as 1/3. */
export const shareText = ({ n, d }: Ratio) => (d === 1n ? String(n) : `${n}/${d}`)

export const isFull = (share: Ratio) => equals(share, one)
export const isPositive = ({ n }: Ratio) => n > 0n
export const isNegative = ({ n }: Ratio) => n < 0n

/** True if all shares are the same. */
export const areEqual = ([first, ...rest]: readonly Ratio[]) => rest.every((share) => first && equals(share, first))

/** The fractions in Moodle's form. Its importer rejects others. */
export const listed = [
  ...['100', '90', '83.33333', '80', '75', '70', '66.66667', '60', '50', '40', '33.33333', '30', '25', '20'],
  ...['16.66667', '14.28571', '12.5', '11.11111', '10', '5'],
].map((text) => ({ text, share: shareOf(text) }))
