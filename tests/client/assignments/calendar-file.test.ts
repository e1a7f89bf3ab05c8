import { describe, expect, it } from 'vitest'
import { calendarFile, calendarFileName } from '#client/features/assignments/model/calendar-file.ts'
import { testSummary } from '#shared/tests/tests.schema.ts'
import { minimal } from '#tests/factories/minimal.ts'

const test = {
  ...minimal(testSummary),
  id: '0192f0c1-0000-7000-8000-000000000001',
  testName: 'Aptitude',
  subject: 'Technical' as const,
  numberOfQuestions: 20,
  totalMarks: 20,
  duration: 90,
  startDateTime: '2026-11-24T03:30:00.000Z',
  endDateTime: '2026-11-26T12:00:00.000Z',
}

const fileOf = (fields: { testName?: string; extraMinutes?: number } = {}) =>
  calendarFile(
    {
      testId: { ...test, testName: fields.testName ?? test.testName },
      extraMinutes: fields.extraMinutes ?? 0,
    },
    'https://exams.example:8443',
    Date.parse('2026-11-23T10:00:00.000Z'),
  )

/** Parses a calendar the way a client does: unfolds lines and unescapes text. */
function read(file: string): Record<string, string> {
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n')
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => {
      const at = line.indexOf(':')
      const text = line.slice(at + 1).replace(/\\([\\;,nN])/g, (_all, sign) => (/n/i.test(sign) ? '\n' : sign))
      return [line.slice(0, at), text]
    }),
  )
}

const hostileNames = {
  'commas, semicolons and backslashes': 'Maths; Physics, Chemistry \\ "Set B": part 1/2',
  'line breaks of every kind': 'One\nTwo\r\nThree\rFour',
  Devanagari: 'संख्यात्मक अभियोग्यता, तार्किक विवेचन और मौखिक क्षमता मूल्यांकन: अंतिम वर्ष',
  'emoji outside the Basic Multilingual Plane': '🧮🧠'.repeat(40),
  'an injected event': 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:planted',
}

describe('a test as a calendar file', () => {
  it('has the window in UTC, a stable UID and a link to the test', () => {
    expect(read(fileOf())).toMatchObject({
      BEGIN: 'VEVENT',
      VERSION: '2.0',
      UID: `${test.id}@exams.example`,
      DTSTAMP: '20261123T100000Z',
      DTSTART: '20261124T033000Z',
      DTEND: '20261126T120000Z',
      SUMMARY: 'Aptitude',
      URL: `https://exams.example:8443/my-tests/${test.id}/take`,
    })
  })

  it('describes window, duration and link', () => {
    const { DESCRIPTION = '' } = read(fileOf({ extraMinutes: 30 }))
    expect(DESCRIPTION).toMatch(/^Technical · 20 questions · 20 marks\nOpens: .*2026.*\nCloses: .*2026/)
    expect(DESCRIPTION).toContain('Duration: 2 h from the moment you start')
    expect(DESCRIPTION).toContain(`https://exams.example:8443/my-tests/${test.id}/take`)
  })

  it.each(Object.entries(hostileNames))('handles a test name with %s', (_what, testName) => {
    const file = fileOf({ testName })
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toContain('\ufffd')
    }
    expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    expect(read(file).SUMMARY).toBe(testName.replace(/\r\n?/g, '\n'))
  })

  it('drops control characters that iCalendar forbids', () => {
    expect(read(fileOf({ testName: 'a\u0000\u0007b\tc' })).SUMMARY).toBe('a b c')
  })

  it('has a file name that is valid on every file system', () => {
    expect(calendarFileName('Trees: 1/2 “graphs”')).toBe('Trees_1_2_graphs.ics')
    expect(calendarFileName('संख्यात्मक अभियोग्यता')).toBe('संख्यात्मक_अभियोग्यता.ics')
    expect(calendarFileName('///')).toBe('test.ics')
  })
})
