import dayjs, { type Dayjs, type ManipulateType } from 'dayjs'
import { formatDate, formatDateTime } from './time.ts'

/** Time of day if only a day is typed. */
const defaultTime = '09:00'

const months = 'january february march april may june july august september october november december'.split(' ')
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const relativeDays = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
])

/** Formats of a date field's value, in the viewer's time zone: `2026-11-24`, or `2026-11-24T09:00` with a time. */
const stored = { day: 'YYYY-MM-DD', time: 'YYYY-MM-DDTHH:mm' }

export const toDateValue = (at: Dayjs | number, withTime: boolean) =>
  dayjs(at).format(withTime ? stored.time : stored.day)

/** Returns undefined for days that don't exist, such as 31 February. */
function dayOf(year: number, month: number, day: number): Dayjs | undefined {
  const date = dayjs(new Date(year, month - 1, day))
  return date.month() === month - 1 && date.date() === day ? date : undefined
}

/** For a date typed without a year, the occurrence closest to today. */
function nearest(month: number, day: number, now: number): Dayjs | undefined {
  const year = dayjs(now).year()
  const days = [year - 1, year, year + 1].map((one) => dayOf(one, month, day)).filter((one) => one !== undefined)
  const distance = (one: Dayjs) => Math.abs(one.valueOf() - now)
  return days.sort((a, b) => distance(a) - distance(b))[0]
}

const named = (day: string, word: string, year: string | undefined, now: number) => {
  const month = word.length < 3 ? 0 : months.findIndex((name) => name.startsWith(word)) + 1
  if (month === 0) return undefined
  return year ? dayOf(Number(year), month, Number(day)) : nearest(month, Number(day), now)
}

function weekday(word: string, now: number): Dayjs | undefined {
  const wanted = word.length < 3 ? -1 : weekdays.findIndex((name) => name.startsWith(word))
  const today = dayjs(now)
  return wanted < 0 ? undefined : today.add(((wanted - today.day() + 6) % 7) + 1, 'day')
}

type Groups = (string | undefined)[]

/** Accepted day formats, matched at the start of the text. All-numeric dates put the year or the day first. */
const dayForms: [RegExp, (groups: Groups, now: number) => Dayjs | undefined][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:t|(?!\d))/, ([y, m, d]) => dayOf(Number(y), Number(m), Number(d))],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/,
    ([d, m, y = '']) => dayOf(Number(y.padStart(4, '20')), Number(m), Number(d)),
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?[- ]?([a-z]+)(?:[- ](2\d{3})(?!\d))?/,
    ([d = '', word = '', y], now) => named(d, word, y, now),
  ],
  [
    /^([a-z]+) (\d{1,2})(?:st|nd|rd|th)?(?: (2\d{3}))?(?![\d:])/,
    ([word = '', d = '', y], now) => named(d, word, y, now),
  ],
  [/^(yesterday|today|tomorrow)/, ([word = ''], now) => dayjs(now).add(relativeDays.get(word) ?? 0, 'day')],
  [/^(?:next |on )?([a-z]+)/, ([word = ''], now) => weekday(word, now)],
  [/^in (\d+|an?|one) (day|week|month|year)s?/, ([count, unit], now) => later(count, unit, now)],
]
const later = (count: string | undefined, unit: string | undefined, now: number) =>
  dayjs(now).add(Number(count) || 1, unit as ManipulateType)

/** Parses a time of day: `9`, `9:30`, `0930`, `9 am` or `9.30 pm`. */
function readTime(text: string): string | undefined {
  if (text === '') return defaultTime
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?(?::\d{2})?(?: ?([ap])\.?m\.?)?$/.exec(text)
  if (!match) return undefined
  const [, hourText, minutes = '00', half] = match
  const hour = Number(hourText)
  if (Number(minutes) > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return undefined
  const hours = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return `${String(hours).padStart(2, '0')}:${minutes}`
}

/**
 * Parses a typed date: `24 Nov 2026, 09:00`, `24/11/2026 9:00`, `2026-11-24 09:00`, `tomorrow 9`, `next Monday`,
 * `in 2 hours`. A time that daylight saving skips is moved forward.
 *
 * @returns the field's value, or undefined if the text is not a date
 */
export function readDate(text: string, now: number, withTime: boolean): string | undefined {
  const words = text.toLowerCase().replaceAll(',', ' ').replace(/\s+/g, ' ').trim()
  const soon = /^in (\d+|an?|one) (minute|hour)s?$/.exec(words)
  if (soon) return toDateValue(later(soon[1], soon[2], now), withTime)
  for (const [form, read] of dayForms) {
    const match = form.exec(words)
    const day = match && read(match.slice(1), now)
    if (!day) continue
    const time = readTime(words.slice(match[0].length).replace(/^ ?(?:at )?/, ''))
    return time && toDateValue(dayjs(`${toDateValue(day, false)}T${time}`), withTime)
  }
  return undefined
}

export const isDateValue = (value: string, withTime: boolean) =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value) && toDateValue(dayjs(value), withTime) === value

/** Formats a field's value like every other date. Text that is not a date is returned unchanged. */
export function dateText(value: string, withTime: boolean): string {
  if (!isDateValue(value, withTime)) return value
  // A date without a time would be parsed as midnight UTC, which is the day before in some time zones.
  return withTime ? formatDateTime(value) : formatDate(`${value}T12:00`)
}

export const unreadDateText = (withTime: boolean) =>
  `Type a date such as ${dateText(withTime ? '2026-11-24T09:00' : '2026-11-24', withTime)}`
