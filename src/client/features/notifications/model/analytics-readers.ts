import type { Role } from '#shared/roles.ts'

interface Reader {
  name: string
  email: string
  role: Role
  /** ISO-8601. */
  seenAt: string
}

/**
 * Each reader once: those who come with the report stand on the first page as well, and somebody may read it between two pages.
 *
 * @param seenBy as the report has them
 * @param pages as the list of recipients has them
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
