/** Crockford's base 32: omits I, L, O and U, which are easily misread on paper. */
export const receiptAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const receiptLetters = 24

export const notAReceipt =
  'This is not a receipt code. Enter six groups of four letters and digits, such as 7K3M-9QXD-2HTA-55RV-0BNE-C81W.'

/** Formats as `7K3M-9QXD-…`. */
export const groupedReceipt = (letters: string) => letters.replace(/(.{4})(?!$)/g, '$1-')

/**
 * Parses a receipt as people type it: any case, any grouping, O for 0, I and L for 1, U for V.
 *
 * @returns the grouped code, or null if the text cannot be a receipt
 */
export function readReceipt(text: string): string | null {
  const letters = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/U/g, 'V')
  return letters.length === receiptLetters ? groupedReceipt(letters) : null
}
