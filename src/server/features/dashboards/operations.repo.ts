import { count, gt, isNotNull, isNull, max, min, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { sessions } from '#drizzle/schema/auth.ts'
import { backupRuns } from '#drizzle/schema/backups.ts'
import { mails } from '#drizzle/schema/mail.ts'
import { repository } from '#server/platform/db.ts'

export const operationsRepo = repository((db) => ({
  countRunning: async () => db.$count(attempts, isNull(attempts.submittedAt)),
  countSessions: async (now: number) => db.$count(sessions, gt(sessions.expiresAt, now)),
  /** Number of unsent emails, and the time when the oldest was queued (ms UTC). */
  waitingMail: async () => {
    const row = await db
      .select({ waiting: count(), oldestAt: min(mails.createdAt) })
      .from(mails)
      .where(isNotNull(mails.dueAt))
      .get()
    return row ?? { waiting: 0, oldestAt: null }
  },
  /** Times of the last successful backup and drill, ms UTC. */
  lastBackups: async () =>
    db
      .select({ kind: backupRuns.kind, at: max(backupRuns.finishedAt) })
      .from(backupRuns)
      .where(isNull(backupRuns.failure))
      .groupBy(backupRuns.kind),
  /** Number of unused pages in the database file. */
  freePages: async () =>
    db.get<{ free: number }>(sql`select freelist_count as free from pragma_freelist_count`)?.free ?? 0,
}))
