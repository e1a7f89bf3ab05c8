/** Number rules shared by client and server. Separate from the schemas so that using them does not load zod. */

export const maxPageSize = 200

/** Rounds half up based on the decimal notation: 1.005 becomes 1.01, although its binary value is slightly less. */
const roundTo = (value: number, factor: number) => Math.round(Number((value * factor).toPrecision(15))) / factor

export const round1 = (value: number) => roundTo(value, 10)
/** For marks, and for percentages in REST responses and files. */
export const round2 = (value: number) => roundTo(value, 100)

/**
 * `part` as a percentage of `whole`; 0 if `whole` is 0. Not rounded, because it is compared with the pass mark and
 * rounded only on display. Removes binary noise in the last digits (2.2 of 5.5 would be 40.00000000000001).
 */
export const percentOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Number(((part * 100) / whole).toPrecision(13))
