import { isDateValue, toDateValue } from './date-text.ts'

/** ISO-8601 → the value of a date field with a time: `2026-11-24T09:00` in the viewer's zone. */
export const toLocalInput = (iso: string) => toDateValue(Date.parse(iso), true)

/** The reverse; text that is no date stays as it is. @param stored kept, seconds and all, while the field shows it */
export function fromLocalInput(text: string, stored: string | undefined): string {
  if (stored !== undefined && toLocalInput(stored) === text) return stored
  return isDateValue(text, true) ? new Date(text).toISOString() : text
}
