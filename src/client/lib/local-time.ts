import { isDateValue, toDateValue } from './date-text.ts'

/** Converts ISO-8601 to the value of a date field with a time: `2026-11-24T09:00` in the viewer's time zone. */
export const toLocalInput = (iso: string) => toDateValue(Date.parse(iso), true)

/** Converts back to ISO-8601; keeps text that is not a time. @param stored returned, with seconds, if unchanged */
export function fromLocalInput(text: string, stored: string | undefined): string {
  if (stored !== undefined && toLocalInput(stored) === text) return stored
  return isDateValue(text, true) ? new Date(text).toISOString() : text
}
