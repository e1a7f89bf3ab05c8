import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { deliveryParts } from '#drizzle/schema/notifications.ts'
import { contains, repository } from '#server/platform/db.ts'
import { roleOf, type TargetsForm } from '#shared/notifications/notifications.schema.ts'
import type { PageQuery } from '#shared/schema.ts'

/** A sender's reach: one college, or null for everybody. Computed by `collegeOf` in the service. */
export type SenderCollege = string | null

type Column = typeof users.id | typeof users.branch | typeof users.batch | typeof users.section | typeof colleges.id
const inList = (column: Column, values: readonly string[]) =>
  values.length > 0 ? sql`${column} in (select value from json_each(${JSON.stringify(values)}))` : undefined

export const targetsRepo = repository((db) => {
  /** Active people selected by a form. Scans the few colleges and finds their people by index. */
  const selected = (own: SenderCollege, { targetType, targetColleges, targetUsers, filters }: TargetsForm) =>
    and(
      eq(users.role, roleOf[targetType]),
      sql`${users.collegeId} in (${db
        .select({ id: colleges.id })
        .from(colleges)
        .where(
          and(
            eq(colleges.isActive, true),
            isNull(colleges.deletedAt),
            own === null ? undefined : eq(colleges.id, own),
            inList(colleges.id, targetColleges),
          ),
        )})`,
      eq(users.isActive, true),
      inList(users.branch, filters.branches),
      inList(users.batch, filters.batches),
      inList(users.section, filters.sections),
      inList(users.id, targetUsers),
    )
  const missing = (
    table: typeof users | typeof colleges,
    college: typeof users.collegeId | typeof colleges.id,
    own: SenderCollege,
    ids: readonly string[],
    further?: SQL,
  ): string[] =>
    db
      .all<{ value: string }>(sql`select value from json_each(${JSON.stringify(ids)}) where not exists (
        select 1 from ${table} where ${and(sql`${table.id} = value`, own === null ? undefined : eq(college, own), further)})`)
      .map(({ value }) => value)
  const person = {
    id: users.id,
    name: users.name,
    email: users.email,
    idNumber: users.idNumber,
    branch: users.branch,
    batch: users.batch,
    section: users.section,
    collegeName: colleges.name,
  }

  return {
    count: async (own: SenderCollege, form: TargetsForm) => db.$count(users, selected(own, form)),
    /** Stores a notification's recipients in numbered batches; one statement, since there may be tens of thousands. */
    storeRecipients: async (own: SenderCollege, form: TargetsForm, notificationId: string, partSize: number) => {
      // SQLite treats a bound number as real unless it is cast.
      const place = sql`(row_number() over (order by ${users.id}) - 1) / cast(${partSize} as integer)`
      const placed = db
        .select({ id: users.id, part: sql<number>`${place}`.as('part') })
        .from(users)
        .where(selected(own, form))
        .as('placed')
      await db.insert(deliveryParts).select(
        db
          .select({
            notificationId: sql<string>`${notificationId}`.as('notification_id'),
            part: placed.part,
            userIds: sql<string[]>`json_group_array(${placed.id})`.as('user_ids'),
          })
          .from(placed)
          .groupBy(sql`${placed.part}`),
      )
    },
    /** The ids of people who do not exist or whom the sender cannot reach. */
    missingUsers: async (own: SenderCollege, ids: readonly string[]) => missing(users, users.collegeId, own, ids),
    /** Same as `missingUsers`, for colleges. */
    missingColleges: async (own: SenderCollege, ids: readonly string[]) =>
      missing(colleges, colleges.id, own, ids, isNull(colleges.deletedAt)),
    /** Sorted distinct branches, batches or sections among the selected people. */
    groupNames: async (own: SenderCollege, form: TargetsForm, group: 'branch' | 'batch' | 'section') => {
      const column = users[group]
      const rows = await db
        .selectDistinct({ name: column })
        .from(users)
        .where(and(selected(own, form), isNotNull(column)))
        .orderBy(asc(column))
      return rows.flatMap((row) => row.name ?? [])
    },
    people: async (own: SenderCollege, form: TargetsForm, search: string | undefined, { page, limit }: PageQuery) =>
      db
        .select(person)
        .from(users)
        .innerJoin(colleges, eq(colleges.id, users.collegeId))
        .where(and(selected(own, form), search ? contains(search, users.name, users.email, users.idNumber) : undefined))
        .orderBy(sql`${users.name} collate nocase`, asc(users.id))
        .limit(limit)
        .offset((page - 1) * limit),
    countPeople: async (own: SenderCollege, form: TargetsForm, search: string | undefined) =>
      db.$count(
        users,
        and(selected(own, form), search ? contains(search, users.name, users.email, users.idNumber) : undefined),
      ),
    chosen: async (own: SenderCollege, ids: readonly string[], limit: number) =>
      ids.length === 0
        ? []
        : db
            .select({ id: users.id, name: users.name, email: users.email })
            .from(users)
            .where(and(inList(users.id, ids), own === null ? undefined : eq(users.collegeId, own)))
            .orderBy(sql`${users.name} collate nocase`, asc(users.id))
            .limit(limit),
  }
})
