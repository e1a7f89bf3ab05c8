import { asc, isNotNull } from 'drizzle-orm'
import { judgeWorkers } from '#drizzle/schema/judge-workers.ts'
import { bound, equals, repository } from '#server/platform/db.ts'

export const judgeWorkersRepo = repository((db) => {
  const byHash = db.select().from(judgeWorkers).where(bound(judgeWorkers, 'tokenHash')).prepare()
  const byId = db.select().from(judgeWorkers).where(bound(judgeWorkers, 'id')).prepare()
  const hasToken = isNotNull(judgeWorkers.tokenHash)

  return {
    findByHash: async (tokenHash: string) => byHash.get({ tokenHash }),
    find: async (id: string) => byId.get({ id }),
    /** All workers with a token. */
    list: async () => db.select().from(judgeWorkers).where(hasToken).orderBy(asc(judgeWorkers.createdAt)),
    count: async () => db.$count(judgeWorkers, hasToken),
    insert: async (row: typeof judgeWorkers.$inferInsert) => {
      await db.insert(judgeWorkers).values(row)
    },
    touch: async (id: string, lastSeenAt: number) => {
      await db.update(judgeWorkers).set({ lastSeenAt }).where(equals(judgeWorkers, { id }))
    },
    /** Creates the row of the server's own judge if needed. */
    setDraining: async (row: typeof judgeWorkers.$inferInsert, isDraining: boolean) => {
      await db
        .insert(judgeWorkers)
        .values({ ...row, isDraining })
        .onConflictDoUpdate({ target: judgeWorkers.id, set: { isDraining } })
    },
    delete: async (id: string) => {
      await db.delete(judgeWorkers).where(equals(judgeWorkers, { id }))
    },
  }
})
