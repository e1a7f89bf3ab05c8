import { formatDate } from '#client/lib/time.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const halfMinute = 30_000
const maxDays = 30

/** Time until a timestamp, such as `in 2 days`. Beyond 30 days, a date; below 30 s, `in a moment`. */
function untilText(iso: string, now: number): string {
  const rest = Date.parse(iso) - now
  const [unit, length] = units.find(([, ms]) => rest + halfMinute >= ms) ?? []
  if (unit === undefined) return 'in a moment'
  // Round to the nearest unit, or `in 2 days` would become `in 1 day` almost immediately.
  const count = Math.round(rest / length)
  if (unit === 'day' && count > maxDays) return `on ${formatDate(iso)}`
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}

/** `Expires in 2 days` or `Expired`. @param now ms UTC */
export const expiryText = (iso: string, now: number) =>
  Date.parse(iso) <= now ? 'Expired' : `Expires ${untilText(iso, now)}`

/** Explains why a scheduled notification reached nobody. @param now ms UTC */
export const missedText = ({ expiresAt }: { expiresAt: string | null }, now: number) =>
  expiresAt !== null && Date.parse(expiresAt) <= now
    ? 'Expired before it was sent'
    : 'No one matched at the scheduled time'

/** Text such as `Goes out in 3 hours`. @param now ms UTC */
export const dueText = (iso: string, now: number) => `Goes out ${untilText(iso, now)}`

/** The server's grace period after an expiry, in ms. */
const graceMs = 500

/**
 * Milliseconds until the inbox must be refetched: until the next notification expires, but at most the usual interval.
 * The server determines what has expired, since the device's clock may be wrong.
 */
export function msUntilNextExpiry(
  entries: readonly { notification: { expiresAt: string | null } }[] | undefined,
  now: number,
  usual: number,
): number {
  const rests = (entries ?? []).flatMap(({ notification: { expiresAt } }) =>
    expiresAt === null ? [] : [Date.parse(expiresAt) + graceMs - now],
  )
  return Math.min(usual, ...rests.filter((rest) => rest > 0))
}
