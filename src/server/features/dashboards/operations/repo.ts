import { count, gt, isNotNull, isNull, max, min, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { sessions } from '#drizzle/schema/auth.ts'
import { backupRuns } from '#drizzle/schema/backups.ts'
import { mails } from '#drizzle/schema/mail.ts'
import { repository } from '#server/platform/db.ts'

export const operationsRepo = repository((db) => ({
  /** Attempts that have not been submitted. */
  countRunning: async () => db.$count(attempts, isNull(attempts.submittedAt)),
  countSessions: async (now: number) => db.$count(sessions, gt(sessions.expiresAt, now)),
  /** Letters that are still to go out, and when the oldest was written, ms UTC. */
  waitingMail: async () => {
    const row = await db
      .select({ waiting: count(), oldestAt: min(mails.createdAt) })
      .from(mails)
      .where(isNotNull(mails.dueAt))
      .get()
    return row ?? { waiting: 0, oldestAt: null }
  },
  /** When each kind of backup last went well, ms UTC. */
  lastBackups: async () =>
    db
      .select({ kind: backupRuns.kind, at: max(backupRuns.finishedAt) })
      .from(backupRuns)
      .where(isNull(backupRuns.failure))
      .groupBy(backupRuns.kind),
  /** Pages of the file that hold nothing. */
  freePages: async () =>
    db.get<{ free: number }>(sql`select freelist_count as free from pragma_freelist_count`)?.free ?? 0,
}))
