import { locale } from './format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const dateOnly = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const timeOnly = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** True if the viewer's locale writes 9 pm instead of 21:00. */
export const hasHalfDays = exact.resolvedOptions().hour12 === true

/** The viewer's time zone, such as `Asia/Kolkata`. */
export const timeZone = () => exact.resolvedOptions().timeZone

/** The name of the viewer's time zone, such as `India Standard Time`. */
export const timeZoneText = () =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'long' }).formatToParts().find(({ type }) => type === 'timeZoneName')
    ?.value ?? timeZone()

/** The viewer's time zone and its UTC offset at a timestamp: `India Standard Time (UTC+5:30)`. @param ms UTC */
export function zoneText(ms: number): string {
  const part = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('en', { timeZoneName }).formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value
  const offset = part('shortOffset')?.replace('GMT', 'UTC').replace(/\+0$/, '')
  return `${part('long') ?? timeZone()} (${offset})`
}

/** Date and time in the viewer's time zone. @param iso ISO-8601 */
export const formatDateTime = (iso: string) => exact.format(new Date(iso))

/** Time of day in the viewer's time zone. @param iso ISO-8601 */
export const formatTime = (iso: string) => timeOnly.format(new Date(iso))

/** Date in the viewer's time zone. @param iso ISO-8601 */
export const formatDate = (iso: string) => dateOnly.format(new Date(iso))

/** Day and month in the viewer's time zone, for places too narrow for a year. @param iso ISO-8601 */
export const formatShortDate = (iso: string) => dayAndMonth.format(new Date(iso))

/** @param distance number of units; negative in the past */
function distanceText(distance: number, unit: string): string {
  const whole = Math.trunc(Math.abs(distance))
  const text = `${whole} ${unit}${whole === 1 ? '' : 's'}`
  return distance < 0 ? `${text} ago` : `in ${text}`
}

/** 'Just now', then minutes, hours or days; the date after 30 days. @param iso ISO-8601 @param now ms UTC */
export function formatRelative(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now
  const size = Math.abs(distance)
  if (size < minute) return 'Just now'
  if (size < hour) return distanceText(distance / minute, 'minute')
  if (size < day) return distanceText(distance / hour, 'hour')
  if (size <= 30 * day) return distanceText(distance / day, 'day')
  return formatDate(iso)
}

/** 90 → `1 h 30 min`. @param minutes an integer */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Smallest unit shown for a remaining time, in ms. At most two units are shown. */
const stepOf = (ms: number) => (ms > day ? hour : ms > hour ? minute : 1_000)

/** A remaining time, rounded up: `2 d 4 h`, `3 h 12 min`, `9 min 5 s`, `45 s`. */
export function timeLeftText(ms: number): string {
  const [step, per, large, small] =
    ms > day ? [hour, 24, 'd', 'h'] : ms > hour ? [minute, 60, 'h', 'min'] : ([1_000, 60, 'min', 's'] as const)
  const whole = Math.max(0, Math.ceil(ms / step))
  const parts = [
    [Math.floor(whole / per), large],
    [whole % per, small],
  ] as const
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, unit]) => `${count} ${unit}`)
      .join(' ') || '0 s'
  )
}

/** Ms until the output of `timeLeftText` changes. */
export const timeLeftChange = (ms: number) => ms % stepOf(ms) || stepOf(ms)

/** Time spent, in minutes: 0.4 → `24 s`, 12.3 → `12 min`, 63.2 → `1 h 3 min`. */
export function spentText(minutes: number): string {
  const seconds = Math.round(minutes * 60)
  return seconds > 0 && seconds < 60 ? `${seconds} s` : durationText(Math.round(minutes))
}

/** A duration: `8 s`, `2 min 5 s`. */
export function lastedText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}
