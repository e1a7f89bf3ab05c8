import { and, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { bound, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { MemberForm } from '#shared/members/members.schema.ts'

/** A row to insert: the form plus generated fields. */
export type NewMember = MemberForm & { id: string; passwordHash: string; createdAt: number }

export const bulkRepo = repository((db) => {
  const byEmails = db
    .select({ email: users.email, collegeId: users.collegeId })
    .from(users)
    .where(sql`${users.email} in (select value from json_each(${sql.placeholder('emails')}))`)
    .prepare()
  const byIdNumbers = db
    .select({ idNumber: users.idNumber })
    .from(users)
    .where(
      and(
        bound(users, 'collegeId'),
        sql`${users.idNumber} in (select value from json_each(${sql.placeholder('idNumbers')}))`,
      ),
    )
    .prepare()
  const insert = db
    .insert(users)
    .values({
      id: sql.placeholder('id'),
      role: sql.placeholder('role'),
      collegeId: sql.placeholder('collegeId'),
      name: sql.placeholder('name'),
      email: sql.placeholder('email'),
      passwordHash: sql.placeholder('passwordHash'),
      idNumber: sql.placeholder('idNumber'),
      branch: sql.placeholder('branch'),
      batch: sql.placeholder('batch'),
      section: sql.placeholder('section'),
      phoneNumber: sql.placeholder('phoneNumber'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare()
  return {
    /** Returns the given emails that are taken, each with its college. */
    takenEmails: async (emails: readonly string[]) => byEmails.all({ emails: JSON.stringify(emails) }),
    /** Returns the given ID numbers that are taken in the college. */
    takenIdNumbers: async ({ collegeId }: CollegeScope, idNumbers: readonly string[]) =>
      byIdNumbers.all({ collegeId, idNumbers: JSON.stringify(idNumbers) }).flatMap((row) => row.idNumber ?? []),
    insert: async ({ collegeId }: CollegeScope, member: NewMember) => {
      insert.run({ ...member, collegeId })
    },
  }
})
