import { now } from './clock.ts'
import { locale } from './format.ts'
import { formatDateTime } from './time.ts'

/** `14:05` for a draft saved today; otherwise the date and time. @param at ms UTC */
export function draftTime(at: number): string {
  const time = new Date(at)
  if (time.toDateString() !== new Date(now()).toDateString()) return formatDateTime(time.toISOString())
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(time)
}
