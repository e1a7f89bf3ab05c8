import { optionalNumberOf } from '#client/lib/typed-numbers.ts'
import type { Penalty } from '#shared/bank/question-types.rules.ts'
import { fromText } from '#shared/ratio.ts'

/** Percentages and penalties as typed. */

// The exponent moves the decimal point without a rounding error: 0.07 * 100 is not 7.
const shifted = (value: number, places: number) => {
  const moved = Number(`${value}e${places}`)
  return Number.isNaN(moved) ? value * 10 ** places : moved
}

/** A share as percentage text: 0.05 is `5`. */
export const percentText = (share: number | undefined) => (share === undefined ? '' : String(shifted(share, 2)))

/** The share for a typed percentage; undefined for an empty field. */
export function shareOf(percent: string): number | string | undefined {
  const number = optionalNumberOf(percent)
  return typeof number === 'number' ? shifted(number, -2) : number
}

/** A penalty as typed. Stored text is always a share, so `0.25` becomes `1/4`: without a slash, it would mean marks. */
export function penaltyText(penalty: Penalty | undefined): string {
  if (typeof penalty !== 'string' || penalty.includes('/')) return String(penalty ?? '')
  const share = fromText(penalty)
  return share ? `${share.n}/${share.d}` : penalty
}

/** Text with a slash is a share of the marks; other numbers are marks. */
export function penaltyOf(text: string): Penalty | undefined {
  const trimmed = text.trim()
  return trimmed.includes('/') ? trimmed : optionalNumberOf(trimmed)
}
