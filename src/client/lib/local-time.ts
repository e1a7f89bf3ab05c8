import { isDateValue, toDateValue } from './date-text.ts'

/** ISO-8601 → value of a date field with a time: `2026-11-24T09:00` in the viewer's time zone. */
export const toLocalInput = (iso: string) => toDateValue(Date.parse(iso), true)

/** The reverse, with other text unchanged. @param stored returned with its seconds if the field still shows it */
export function fromLocalInput(text: string, stored: string | undefined): string {
  if (stored !== undefined && toLocalInput(stored) === text) return stored
  return isDateValue(text, true) ? new Date(text).toISOString() : text
}
