import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { codingQuestions, submissions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { users } from '#drizzle/schema/members.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

export type ProgramRow = Awaited<ReturnType<ReturnType<typeof plagiarismRepo>['programs']>>[number]

/** Maximum programs examined per student, best first, before removing duplicates. */
const maxPerStudent = 16

const columns = {
  submissionId: submissions.id,
  studentId: users.id,
  studentName: users.name,
  idNumber: users.idNumber,
  branch: users.branch,
  batch: users.batch,
  section: users.section,
  language: submissions.language,
  status: submissions.status,
  score: submissions.score,
  submittedAt: submissions.createdAt,
}

export const plagiarismRepo = repository((db) => ({
  questionsOf: async (testId: string) =>
    db
      .select({ questionId: codingQuestions.id, title: codingQuestions.title })
      .from(testCodingQuestions)
      .innerJoin(codingQuestions, eq(codingQuestions.id, testCodingQuestions.questionId))
      .where(eq(testCodingQuestions.testId, testId))
      .orderBy(asc(testCodingQuestions.position)),
  /**
   * Programs for a test's question, by student, newest first. For each attempt in the college: the best ones, the first
   * one to reach the best score, and the last one. Ids are UUIDv7, so the greatest is the newest.
   */
  programs: async (scope: CollegeScope, testId: string, questionId: string) => {
    const own = sql`from ${submissions} own where own.attempt_id = ${attempts.id} and own.question_id = ${questionId}`
    return db
      .select(columns)
      .from(attempts)
      .innerJoin(submissions, and(eq(submissions.attemptId, attempts.id), eq(submissions.questionId, questionId)))
      .innerJoin(users, eq(users.id, attempts.studentId))
      .where(
        and(
          equals(attempts, { testId, collegeId: scope.collegeId }),
          or(
            sql`${submissions.id} in (select own.id ${own} order by own.score desc, own.id desc limit ${maxPerStudent})`,
            sql`${submissions.id} = (select own.id ${own} order by own.score desc, own.id limit 1)`,
            sql`${submissions.id} = (select max(own.id) ${own})`,
          ),
        ),
      )
      .orderBy(asc(users.name), asc(users.id), desc(submissions.id))
  },
  codeOf: async (ids: readonly string[]) =>
    db
      .select({ id: submissions.id, code: submissions.code })
      .from(submissions)
      .where(inArray(submissions.id, [...ids])),
  /** Finds programs by id among the college's attempts at a test, whatever their verdict. */
  find: async (scope: CollegeScope, testId: string, ids: readonly string[]) =>
    db
      .select({ ...columns, questionId: submissions.questionId, code: submissions.code })
      .from(submissions)
      .innerJoin(attempts, eq(attempts.id, submissions.attemptId))
      .innerJoin(users, eq(users.id, attempts.studentId))
      .where(and(inArray(submissions.id, [...ids]), equals(attempts, { testId, collegeId: scope.collegeId }))),
}))
