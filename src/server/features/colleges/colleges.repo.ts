import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { passkeys, passwordResets, totpSecrets } from '#drizzle/schema/auth.ts'
import { bankQuestions } from '#drizzle/schema/bank.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { mails } from '#drizzle/schema/mail.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { bound, contains, repository } from '#server/platform/db.ts'
import type { CollegeListQuery } from '#shared/colleges/colleges.schema.ts'
import type { PageQuery } from '#shared/schema.ts'

type Filter = Pick<CollegeListQuery, 'search' | 'status'>

export const collegesRepo = repository((db) => {
  const membersOf = (role: 'faculty' | 'student') =>
    sql<number>`(select count(*) from ${users} where ${users.collegeId} = ${colleges.id} and ${users.role} = ${role})`
  const columns = {
    college: colleges,
    adminId: users.id,
    totalFaculty: membersOf('faculty'),
    totalStudents: membersOf('student'),
    adminName: users.name,
    adminLastLoginAt: users.lastLoginAt,
    adminTwoStep:
      sql`exists (select 1 from ${totpSecrets} where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedAt} is not null)
        or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`.mapWith(Boolean),
  }
  // The admin signs in with the college's own email, so the college has exactly one account with it.
  const isItsAdmin = and(
    eq(users.collegeId, colleges.id),
    eq(users.role, 'college_admin'),
    eq(users.email, colleges.email),
  )
  const byId = db
    .select(columns)
    .from(colleges)
    .leftJoin(users, isItsAdmin)
    .where(and(bound(colleges, 'id'), isNull(colleges.deletedAt)))
    .prepare()
  const matching = ({ search, status }: Filter) =>
    and(
      isNull(colleges.deletedAt),
      status ? eq(colleges.isActive, status === 'active') : undefined,
      search ? contains(search, colleges.name, colleges.code, colleges.email) : undefined,
    )

  return {
    find: async (id: string) => byId.get({ id }),
    list: async (filter: Filter, { page, limit }: PageQuery) =>
      db
        .select(columns)
        .from(colleges)
        .leftJoin(users, isItsAdmin)
        .where(matching(filter))
        .orderBy(desc(colleges.createdAt), desc(colleges.id))
        .limit(limit)
        .offset((page - 1) * limit),
    count: async (filter: Filter) => db.$count(colleges, matching(filter)),
    /** True if a college other than `except` has the code. */
    codeIsTaken: async (codeKey: string, except = '') =>
      (await db.$count(colleges, and(eq(colleges.codeKey, codeKey), ne(colleges.id, except)))) > 0,
    insert: async (row: typeof colleges.$inferInsert) => {
      await db.insert(colleges).values(row)
    },
    update: async (id: string, row: Partial<typeof colleges.$inferInsert>) => {
      await db.update(colleges).set(row).where(eq(colleges.id, id))
    },
    /** Colleges whose deletion has started. */
    deleted: async () => db.select({ id: colleges.id }).from(colleges).where(isNotNull(colleges.deletedAt)),
    /** Deletes a batch of attempts with their answers. @returns the number deleted */
    deleteAttempts: async (collegeId: string, limit: number) => {
      const some = db.select({ id: attempts.id }).from(attempts).where(eq(attempts.collegeId, collegeId)).limit(limit)
      return db.delete(attempts).where(inArray(attempts.id, some)).run().changes
    },
    /** Deletes a batch of the college's own tests. @returns the number deleted */
    deleteTests: async (collegeId: string, limit: number) => {
      const some = db.select({ id: tests.id }).from(tests).where(eq(tests.collegeId, collegeId)).limit(limit)
      return db.delete(tests).where(inArray(tests.id, some)).run().changes
    },
    /** Deletes a batch of questions from the college's bank. @returns the number deleted */
    deleteQuestions: async (collegeId: string, limit: number) => {
      const some = db
        .select({ id: bankQuestions.id })
        .from(bankQuestions)
        .where(eq(bankQuestions.collegeId, collegeId))
        .limit(limit)
      return db.delete(bankQuestions).where(inArray(bankQuestions.id, some)).run().changes
    },
    /** Deletes a batch of people with their mail. @returns the number deleted */
    deletePeople: async (collegeId: string, limit: number) => {
      const people = await db
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(eq(users.collegeId, collegeId))
        .limit(limit)
      if (people.length === 0) return 0
      const emails = people.map(({ email }) => email)
      await db.delete(mails).where(inArray(mails.recipient, emails))
      await db.delete(passwordResets).where(inArray(passwordResets.email, emails))
      const ids = people.map(({ id }) => id)
      return db.delete(users).where(inArray(users.id, ids)).run().changes
    },
    delete: async (id: string) => {
      await db.delete(colleges).where(eq(colleges.id, id))
    },
  }
})
