import type { InboxEntry } from '../queries.ts'

/** After its expiry the server is given so long to let go of one, in ms. */
const graceMs = 500

/**
 * In how many ms an inbox is to be asked for again: when the first of its notifications expires, at the latest after the usual time.
 * The server says what is gone: by a clock that is wrong, what is still there would be hidden.
 */
export function untilNextExpiry(entries: readonly InboxEntry[] | undefined, now: number, usual: number): number {
  const rests = (entries ?? []).flatMap(({ notification: { expiresAt } }) =>
    expiresAt === null ? [] : [Date.parse(expiresAt) + graceMs - now],
  )
  return Math.min(usual, ...rests.filter((rest) => rest > 0))
}
