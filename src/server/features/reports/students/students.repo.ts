import { eq } from 'drizzle-orm'
import { studentAssignments } from '#drizzle/schema/assignments.ts'
import { repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'

export const studentsRepo = repository((db) => ({
  countAssigned: async ({ studentId }: StudentScope) =>
    db.$count(studentAssignments, eq(studentAssignments.studentId, studentId)),
}))
