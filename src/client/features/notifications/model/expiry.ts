import type { InboxEntry } from '../queries.ts'

/** The server's grace period after an expiry, in ms. */
const graceMs = 500

/**
 * Milliseconds until the inbox must be refetched: when its first notification expires, but at most the usual interval.
 * The server decides what has expired, since the device's clock may be wrong.
 */
export function untilNextExpiry(entries: readonly InboxEntry[] | undefined, now: number, usual: number): number {
  const rests = (entries ?? []).flatMap(({ notification: { expiresAt } }) =>
    expiresAt === null ? [] : [Date.parse(expiresAt) + graceMs - now],
  )
  return Math.min(usual, ...rests.filter((rest) => rest > 0))
}
