import { and, desc, eq, isNotNull, isNull, min, or } from 'drizzle-orm'
import { backupRuns } from '#drizzle/schema/backups.ts'
import { users } from '#drizzle/schema/members.ts'
import { isAmong, repository } from '#server/platform/db.ts'
import type { BackupKind, BackupReason } from '#shared/backups/backups.schema.ts'
import type { PageQuery } from '#shared/schema.ts'

export type RunRow = typeof backupRuns.$inferSelect

interface Which {
  kind: BackupKind
  reason?: BackupReason
  good?: boolean
  /** A successful backup counts only if its file is in this list. */
  files?: readonly string[]
}

export const backupsRepo = repository((db) => ({
  insert: async (row: typeof backupRuns.$inferInsert) => {
    await db.insert(backupRuns).values(row)
  },
  last: async ({ kind, reason, good, files }: Which): Promise<RunRow | undefined> =>
    db
      .select()
      .from(backupRuns)
      .where(
        and(
          eq(backupRuns.kind, kind),
          reason && eq(backupRuns.reason, reason),
          good ? isNull(backupRuns.failure) : undefined,
          files && or(isNotNull(backupRuns.failure), isAmong(backupRuns.file, files)),
        ),
      )
      .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
      .limit(1)
      .get(),
  list: async ({ page, limit }: PageQuery) =>
    db
      .select()
      .from(backupRuns)
      .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
      .limit(limit)
      .offset((page - 1) * limit),
  count: async () => db.$count(backupRuns),
  setUpAt: async () =>
    db
      .select({ at: min(users.createdAt) })
      .from(users)
      .get()?.at ?? null,
}))
