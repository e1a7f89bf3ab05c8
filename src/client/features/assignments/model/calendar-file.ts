import { plural } from '#client/lib/format.ts'
import { durationText, formatDateTime, timeZoneText } from '#client/lib/time.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { MyTest } from '../queries.ts'

type Scheduled = Pick<MyTest, 'testId' | 'extraMinutes'>

/** Escapes a TEXT value (RFC 5545, section 3.3.11). Replaces control characters other than line breaks. */
const escapeText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5545 forbids these characters
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]+/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const encoder = new TextEncoder()

/** Folds lines at 75 octets (section 3.1), never within a character. */
function fold(line: string): string {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const size = encoder.encode(character).length
    // A continuation line starts with a space, which counts towards the limit.
    if (octets + size > 75) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** 2026-11-24T03:30:00.000Z → 20261124T033000Z */
const utc = (time: string | number) => new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '')

/**
 * A student's test window as an iCalendar file (RFC 5545).
 *
 * @param origin address of this installation, such as `https://exams.example`
 * @param now ms UTC
 */
export function calendarFile({ testId: test, extraMinutes }: Scheduled, origin: string, now: number): string {
  const link = new URL(`/my-tests/${encodeURIComponent(test.id)}/take`, origin).href
  const duration = durationText(minutesOf(test) + extraMinutes)
  const description = [
    `${test.subject} · ${plural(questionsOf(test), 'question')} · ${plural(test.totalMarks, 'mark')}`,
    `Opens: ${formatDateTime(test.startDateTime)} (${timeZoneText()})`,
    `Closes: ${formatDateTime(test.endDateTime)}`,
    `Duration: ${duration} from the moment you start`,
    link,
  ].join('\n')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Examhall//My Tests//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${test.id}@${new URL(origin).hostname}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(test.startDateTime)}`,
    `DTEND:${utc(test.endDateTime)}`,
    `SUMMARY:${escapeText(test.testName)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${link}`,
    // A window of several days must not mark the student as busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}

/** A file name that is valid on every file system. */
export const calendarFileName = (testName: string) =>
  `${
    testName
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 80) || 'test'
  }.ics`
