import { expect, it } from 'vitest'
import { msUntilNextExpiry } from '#client/features/notifications/model/notification-times.ts'
import type { InboxEntry } from '#client/features/notifications/queries.ts'

const now = Date.parse('2026-03-10T06:15:00.000Z')
const entry = (rest: number | null) =>
  ({ notification: { expiresAt: rest === null ? null : new Date(now + rest).toISOString() } }) as InboxEntry

it.each([
  [[], 30_000],
  [[null, 60_000], 30_000],
  [[null, 12_000, 8_000], 8_500],
  // If an entry is still listed after its expiry, the clocks differ, so poll as usual.
  [[-5_000], 30_000],
])('with %j ms left, polls the inbox after %i ms', (rests, expected) => {
  expect(msUntilNextExpiry(rests.map(entry), now, 30_000)).toBe(expected)
})
