import { downloadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { staffOfStudent } from '#server/trpc/procedures.ts'
import { attemptById, attemptReview } from '#shared/attempts/review.schema.ts'
import { submissionAnswer, submissionListAnswer } from '#shared/coding/submissions.schema.ts'
import { ownReports } from '#shared/reports/student.schema.ts'
import {
  attemptSubmissionById,
  attemptSubmissionsQuery,
  studentAttemptsQuery,
  studentExportQuery,
  studentOverview,
} from '#shared/reports/students.schema.ts'
import { reviewAttempt } from '../../attempts/review.ts'
import { getStudent } from '../../members/members.ts'
import { findOwnReports } from '../student.ts'
import { exportAttempts, findAttemptSubmissions, getAttemptSubmission, getStudentOverview } from './students.ts'

const ofStudent = staffOfStudent(getStudent)

/** Reports on one student, for college staff. */
export const studentsRouter = router({
  get: ofStudent
    .meta({ summary: "Get a student's details and test summary" })
    .output(studentOverview)
    .query(({ ctx }) => getStudentOverview(ctx.app, ctx.student)),
  attempts: ofStudent
    .meta({ summary: "List a page of a student's submitted attempts" })
    .input(studentAttemptsQuery)
    .output(ownReports)
    .query(({ ctx, input }) => findOwnReports(ctx.app, ctx.student, input, 'staff')),
  attempt: ofStudent
    .meta({ summary: 'Get an attempt: its progress, or its answers once submitted' })
    .input(attemptById)
    .output(attemptReview)
    .query(({ ctx, input }) => reviewAttempt(ctx.app, ctx.student, input.attemptId)),
  submissions: ofStudent
    .meta({ summary: "List a submitted attempt's submissions to a coding question, newest first" })
    .input(attemptSubmissionsQuery)
    .output(submissionListAnswer)
    .query(({ ctx, input }) => findAttemptSubmissions(ctx.app, ctx.student, input)),
  submission: ofStudent
    .meta({ summary: 'Get one of an attempt’s submissions, with the verdict of each test case' })
    .input(attemptSubmissionById)
    .output(submissionAnswer)
    .query(({ ctx, input }) => getAttemptSubmission(ctx.app, ctx.student, input)),
  export: ofStudent
    .meta({ rest: 'GET /reports/students/{studentId}/export', summary: "Export a student's submitted attempts" })
    .input(studentExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportAttempts(ctx.app, ctx.student, input)),
})
