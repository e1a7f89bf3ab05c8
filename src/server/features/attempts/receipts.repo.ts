import { eq } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

export const receiptsRepo = repository((db) => ({
  find: async (scope: CollegeScope, code: string) =>
    db
      .select({ attempt: attempts, studentName: users.name, idNumber: users.idNumber, testName: tests.testName })
      .from(attempts)
      .innerJoin(users, eq(users.id, attempts.studentId))
      .innerJoin(tests, eq(tests.id, attempts.testId))
      .where(equals(attempts, { receipt: code, collegeId: scope.collegeId }))
      .get(),
}))
