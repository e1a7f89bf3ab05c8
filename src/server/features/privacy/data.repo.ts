import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { answerFiles, attempts, timeChanges, violations } from '#drizzle/schema/attempts.ts'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { sessions } from '#drizzle/schema/auth.ts'
import { codeAnswers } from '#drizzle/schema/code-answers.ts'
import { codingQuestions, submissions } from '#drizzle/schema/coding.ts'
import { mails } from '#drizzle/schema/mail.ts'
import { objections } from '#drizzle/schema/marking.ts'
import { notifications, recipients } from '#drizzle/schema/notifications.ts'
import { questions, tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { releaseFacts } from '../assignments/release.ts'
import { concerns } from './privacy.repo.ts'

/** All data about one student. Callers have checked that the student belongs to the college. */
export const dataRepo = repository((db) => ({
  sessions: async (studentId: string) =>
    db
      .select({
        openedAt: sessions.createdAt,
        endsAt: sessions.expiresAt,
        address: sessions.address,
        browser: sessions.userAgent,
      })
      .from(sessions)
      .where(eq(sessions.userId, studentId)),
  assignments: async (studentId: string) =>
    db
      .select({ test: tests.testName, assignedAt: studentAssignments.assignedAt })
      .from(studentAssignments)
      .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
      .innerJoin(tests, eq(tests.id, assignments.testId))
      .where(eq(studentAssignments.studentId, studentId))
      .orderBy(asc(studentAssignments.assignedAt)),
  attempts: async (studentId: string) =>
    db
      .select({
        id: attempts.id,
        testId: attempts.testId,
        attempt: attempts.number,
        test: tests.testName,
        startedAt: attempts.startedAt,
        submittedAt: attempts.submittedAt,
        submittedBy: attempts.submittedBy,
        marksObtained: attempts.marksObtained,
        totalMarks: attempts.totalMarks,
        percentage: attempts.percentage,
        correctAnswers: attempts.correctAnswers,
        incorrectAnswers: attempts.incorrectAnswers,
        unanswered: attempts.unanswered,
        extraMs: attempts.extraMs,
        receipt: attempts.receipt,
        release: releaseFacts,
      })
      .from(attempts)
      .innerJoin(tests, eq(tests.id, attempts.testId))
      .innerJoin(assignments, eq(assignments.id, attempts.assignmentId))
      .where(eq(attempts.studentId, studentId))
      .orderBy(asc(attempts.startedAt), asc(attempts.id)),
  code: async (attemptId: string) =>
    db
      .select({
        question: codingQuestions.title,
        language: codeAnswers.language,
        savedAt: codeAnswers.savedAt,
        code: codeAnswers.code,
      })
      .from(codeAnswers)
      .innerJoin(codingQuestions, eq(codingQuestions.id, codeAnswers.questionId))
      .where(eq(codeAnswers.attemptId, attemptId)),
  files: async (attemptId: string) =>
    db
      .select({ file: answerFiles, question: questions.questionText })
      .from(answerFiles)
      .innerJoin(questions, eq(questions.id, answerFiles.questionId))
      .where(eq(answerFiles.attemptId, attemptId))
      .orderBy(asc(answerFiles.id)),
  violations: async (attemptId: string) =>
    db
      .select({ kind: violations.kind, at: violations.at, durationMs: violations.durationMs })
      .from(violations)
      .where(eq(violations.attemptId, attemptId))
      .orderBy(asc(violations.at)),
  objections: async (attemptId: string) =>
    db
      .select({
        question: questions.questionText,
        reason: objections.reason,
        status: objections.status,
        createdAt: objections.createdAt,
      })
      .from(objections)
      .innerJoin(questions, eq(questions.id, objections.questionId))
      .where(eq(objections.attemptId, attemptId)),
  timeChanges: async (studentId: string) =>
    db
      .select({
        test: tests.testName,
        kind: timeChanges.kind,
        ms: timeChanges.ms,
        reason: timeChanges.reason,
        changedAt: timeChanges.changedAt,
      })
      .from(timeChanges)
      .innerJoin(assignments, eq(assignments.id, timeChanges.assignmentId))
      .innerJoin(tests, eq(tests.id, assignments.testId))
      .where(eq(timeChanges.studentId, studentId))
      .orderBy(asc(timeChanges.changedAt)),
  /** Programs in pages, because each may be 64 KiB. */
  submissionsAfter: async (studentId: string, after: { id: string } | undefined, limit: number) =>
    db
      .select({
        id: submissions.id,
        attemptId: submissions.attemptId,
        questionId: submissions.questionId,
        question: codingQuestions.title,
        language: submissions.language,
        status: submissions.status,
        score: submissions.score,
        createdAt: submissions.createdAt,
        code: submissions.code,
      })
      .from(submissions)
      .innerJoin(codingQuestions, eq(codingQuestions.id, submissions.questionId))
      .where(and(eq(submissions.studentId, studentId), after ? gt(submissions.id, after.id) : undefined))
      .orderBy(asc(submissions.id))
      .limit(limit),
  notifications: async (studentId: string) =>
    db
      .select({
        title: notifications.title,
        message: notifications.message,
        from: notifications.senderRole,
        sentAt: recipients.sentAt,
        readAt: recipients.readAt,
      })
      .from(recipients)
      .innerJoin(notifications, eq(notifications.id, recipients.notificationId))
      .where(and(eq(recipients.userId, studentId), isNull(notifications.deletedAt)))
      .orderBy(desc(recipients.sentAt)),
  mails: async (email: string) =>
    db
      .select({ subject: mails.subject, createdAt: mails.createdAt, sentAt: mails.sentAt })
      .from(mails)
      .where(eq(mails.recipient, email))
      .orderBy(asc(mails.createdAt)),
  /** Other actors are personal data too: include only their role. */
  log: async (scope: CollegeScope, studentId: string) =>
    db
      .select({
        at: auditEntries.at,
        action: auditEntries.action,
        byRole: auditEntries.actorRole,
        actorId: auditEntries.actorId,
        address: auditEntries.address,
        detail: auditEntries.detail,
      })
      .from(auditEntries)
      .where(and(eq(auditEntries.collegeId, scope.collegeId), concerns(studentId)))
      .orderBy(asc(auditEntries.at)),
}))
