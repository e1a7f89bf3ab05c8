/** Numbers that both sides agree on, apart from the schemas: what only needs these does not load zod. */

export const maxPageSize = 200

/** Rounds half up as the number is written in decimal: 1.005 becomes 1.01, although its binary value is a little less. */
const roundTo = (value: number, factor: number) => Math.round(Number((value * factor).toPrecision(15))) / factor

export const round1 = (value: number) => roundTo(value, 10)
/** Marks, and every percentage that leaves over REST or in a file. */
export const round2 = (value: number) => roundTo(value, 100)

/**
 * `part` of `whole` in percent; 0 of nothing. Exact, so that it can be compared with the pass mark and is rounded only once, where it
 * is shown. The last digits, in which binary fractions differ from decimal ones (40.00000000000001 for two of five), are left out.
 */
export const percentOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Number(((part * 100) / whole).toPrecision(13))
