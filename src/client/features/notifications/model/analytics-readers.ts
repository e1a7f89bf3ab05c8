import type { Role } from '#shared/roles.ts'

interface Reader {
  name: string
  email: string
  role: Role
  /** ISO-8601. */
  seenAt: string
}

/**
 * Deduplicates readers: those in the report are also on the first page, and somebody may read it between loading two
 * pages.
 *
 * @param seenBy from the report
 * @param pages of the list of recipients
 */
export function readersOf(
  seenBy: readonly { userName: string; userEmail: string; userRole: Role; seenAt: string }[],
  pages: readonly { name: string; email: string; role: Role; readAt: string | null }[],
): Reader[] {
  const readers = new Map<string, Reader>()
  for (const { userName: name, userEmail: email, userRole: role, seenAt } of seenBy)
    readers.set(email, { name, email, role, seenAt })
  for (const { name, email, role, readAt } of pages)
    if (readAt !== null && !readers.has(email)) readers.set(email, { name, email, role, seenAt: readAt })
  return [...readers.values()]
}
