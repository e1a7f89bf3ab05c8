import type { Penalty } from '#shared/bank/question-types.rules.ts'
import { hasAmbiguousComma, readNumber } from '#shared/bank/types/numeric.rules.ts'
import { fromText, toNumber } from '#shared/ratio.ts'

/** Numbers as typed into text fields, which accept more notations than number fields: 1/3, 1.6e-19, 3,14. */

/**
 * Parses a typed number. Returns other text, including a number with an ambiguous comma such as 1,500, so validation
 * rejects it.
 */
export function numberOf(text: string | number): number | string {
  const trimmed = String(text).trim()
  if (trimmed === '') return ''
  const plain = Number(trimmed)
  if (Number.isFinite(plain)) return plain
  if (hasAmbiguousComma(trimmed)) return trimmed
  const read = readNumber(trimmed)
  return read?.unit === '' ? toNumber(read.value) : trimmed
}

/** Like `numberOf`, but an empty field means undefined. */
export const optionalNumberOf = (text: string | number) => {
  const number = numberOf(text)
  return number === '' ? undefined : number
}

/** Explains a typed number: why it is refused, or how it is read if that is not obvious. */
export function noteOn(text: string): { refusal?: string; reading?: string } {
  const trimmed = text.trim()
  if (hasAmbiguousComma(trimmed)) {
    const [thousands, decimals] = ['', '.'].map((separator) => Number(trimmed.replace(',', separator)))
    return { refusal: `This could be ${thousands} or ${decimals}. Enter it without the comma.` }
  }
  const number = numberOf(trimmed)
  const isObvious = typeof number === 'string' || Number.isFinite(Number(trimmed)) || trimmed.includes('/')
  return isObvious ? {} : { reading: String(number) }
}

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
