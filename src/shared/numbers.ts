/** Numbers that both sides agree on, apart from the schemas: what only needs these does not load zod. */

export const maxPageSize = 200

/** A 0-100 figure or a sum of marks, rounded to two decimals. */
export const round2 = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100
