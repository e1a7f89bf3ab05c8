import { describe, expect, it } from 'vitest'
import { narrowedText } from '#client/features/notifications/model/notification-text.ts'
import { dueText, expiryText, missedText } from '#client/features/notifications/model/notification-times.ts'
import { formatDate } from '#client/lib/time.ts'

const now = Date.parse('2026-03-10T06:15:00.000Z')
const ahead = (ms: number) => new Date(now + ms).toISOString()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('notification times', () => {
  it.each([
    [1_000, 'in a moment'],
    [minute, 'in 1 minute'],
    [45 * minute, 'in 45 minutes'],
    [5 * hour, 'in 5 hours'],
    [2 * day - 1_000, 'in 2 days'],
    [30 * day, 'in 30 days'],
  ])('show %i ms ahead as %s', (ms, text) => {
    expect(expiryText(ahead(ms), now)).toBe(`Expires ${text}`)
    expect(dueText(ahead(ms), now)).toBe(`Goes out ${text}`)
  })

  it('show a distant time as a date, and a past time as a state', () => {
    expect(expiryText(ahead(90 * day), now)).toBe(`Expires on ${formatDate(ahead(90 * day))}`)
    expect(expiryText(ahead(0), now)).toBe('Expired')
    expect(dueText(ahead(-1), now)).toBe('Goes out in a moment')
  })

  it('include the reason if the notification was never sent', () => {
    expect(missedText({ expiresAt: null }, now)).toBe('No one matched at the scheduled time')
    expect(missedText({ expiresAt: ahead(minute) }, now)).toBe('No one matched at the scheduled time')
    expect(missedText({ expiresAt: ahead(-minute) }, now)).toBe('Expired before it was sent')
  })
})

describe('a notification in a list', () => {
  it('names its recipient filters', () => {
    const all = { targetColleges: [], targetUsers: [], filters: { branches: [], batches: [], sections: [] } }
    expect(narrowedText(all)).toBe('')
    expect(
      narrowedText({
        targetColleges: ['1', '2'],
        targetUsers: ['3'],
        filters: { branches: ['CSE', 'ECE'], batches: ['2027'], sections: ['A'] },
      }),
    ).toBe('2 colleges · CSE, ECE · 2027 · Section A · 1 chosen person')
  })
})
