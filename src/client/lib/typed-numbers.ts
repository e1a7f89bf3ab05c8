import { hasAmbiguousComma, readNumber } from '#shared/bank/types/numeric.rules.ts'
import { toNumber } from '#shared/ratio.ts'

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
