import { hasAmbiguousComma, readNumber } from '../../bank/types/numeric.rules.ts'
import { exactNumber } from '../../ratio.ts'

/**
 * Reads a number in a cell like a student's answer. Unlike an answer, it is stored as a number and nobody checks
 * the reading, so it must be exact and have only one meaning.
 *
 * @returns the number, or what is wrong with the text
 */
export function readCellNumber(text: string): number | string {
  const read = readNumber(text)
  if (read?.unit !== '') return 'is not a number'
  if (hasAmbiguousComma(text)) return 'could mean thousands or a decimal'
  return exactNumber(read.value) ?? 'cannot be stored exactly'
}
