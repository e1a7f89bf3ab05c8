import { whenNeeded } from './when-needed.ts'

const separated = whenNeeded(() => new Intl.NumberFormat())

const inEnglish = whenNeeded(() => navigator.language.startsWith('en'))

/**
 * Whether the viewer's way to write a number puts nothing into this one. The first formatter of a page costs a cheap phone a tenth of a
 * second, and the few small numbers of a student's first page need none.
 */
export const needsNoFormatter = (value: number) => Math.abs(value) < 1_000 && inEnglish()

/** A number as the viewer writes it: `1,200`. */
export const numberText = (value: number) =>
  Number.isInteger(value) && needsNoFormatter(value) ? String(value) : separated().format(value)
