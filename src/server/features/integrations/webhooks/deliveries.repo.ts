import { and, asc, desc, eq, isNotNull, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import { webhookDeliveries } from '#drizzle/schema/integrations.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { DeliveriesQuery } from '#shared/integrations/webhooks.schema.ts'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

export const deliveriesRepo = repository((db) => {
  const states: Record<NonNullable<DeliveriesQuery['status']>, SQL | undefined> = {
    waiting: isNotNull(webhookDeliveries.dueAt),
    delivered: and(isNull(webhookDeliveries.dueAt), isNotNull(webhookDeliveries.deliveredAt)),
    failed: and(isNull(webhookDeliveries.dueAt), isNull(webhookDeliveries.deliveredAt)),
  }
  const matching = (webhookId: string, { status }: Pick<DeliveriesQuery, 'status'>) =>
    and(eq(webhookDeliveries.webhookId, webhookId), status && states[status])
  const isDue = (now: number) => and(isNotNull(webhookDeliveries.dueAt), lte(webhookDeliveries.dueAt, now))

  return {
    insert: async (row: Pick<DeliveryRow, 'id' | 'webhookId' | 'event' | 'payload' | 'createdAt' | 'dueAt'>) => {
      await db.insert(webhookDeliveries).values(row)
    },
    list: async (webhookId: string, query: DeliveriesQuery) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(matching(webhookId, query))
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    count: async (webhookId: string, query: DeliveriesQuery) =>
      db.$count(webhookDeliveries, matching(webhookId, query)),
    last: async (webhookId: string) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.webhookId, webhookId))
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(1)
        .get(),
    find: async (webhookId: string, id: string) =>
      db.select().from(webhookDeliveries).where(equals(webhookDeliveries, { id, webhookId })).get(),
    hasWaitingPing: async (webhookId: string) =>
      (await db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(and(matching(webhookId, { status: 'waiting' }), eq(webhookDeliveries.event, 'ping')))
        .get()) !== undefined,
    /** Webhooks with due deliveries. */
    dueWebhooks: async (now: number) =>
      (await db.selectDistinct({ id: webhookDeliveries.webhookId }).from(webhookDeliveries).where(isDue(now))).map(
        ({ id }) => id,
      ),
    /** The longest overdue delivery of a webhook, excluding those being sent; read synchronously. */
    nextDue: (webhookId: string, now: number, underWay: readonly string[], pingOnly: boolean) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            isDue(now),
            notInArray(webhookDeliveries.id, [...underWay]),
            pingOnly ? eq(webhookDeliveries.event, 'ping') : undefined,
          ),
        )
        .orderBy(asc(webhookDeliveries.dueAt))
        .limit(1)
        .get(),
    update: async (id: string, fields: Partial<Omit<DeliveryRow, 'id' | 'webhookId'>>) => {
      await db.update(webhookDeliveries).set(fields).where(eq(webhookDeliveries.id, id))
    },
    /** Deletes deliveries that name a person. Scans all deliveries, which is acceptable because erasures are rare. */
    deleteNaming: async (id: string) => {
      await db.delete(webhookDeliveries).where(sql`instr(${webhookDeliveries.payload}, ${id}) > 0`)
    },
    /** Deletes a batch of a webhook's deliveries created before a time. @returns the number deleted */
    deleteSome: async (webhookId: string, before: number, limit: number) =>
      db.run(sql`delete from ${webhookDeliveries} where id in (
          select id from ${webhookDeliveries} where webhook_id = ${webhookId} and created_at < ${before} limit ${limit})`)
        .changes,
  }
})
