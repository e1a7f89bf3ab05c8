import type { z } from 'zod'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { canObject } from '#shared/marking/objections.rules.ts'
import type { ObjectionForm, ownObjection } from '#shared/marking/objections.schema.ts'
import { requireResult } from '../../attempts/results.ts'
import {
  alreadyAnswered,
  alreadyObjected,
  noObjections,
  notInTest,
  objectionNotFound,
  testNotFound,
} from '../marking.errors.ts'
import { type ObjectionRow, objectionsRepo } from './objections.repo.ts'

const present = ({ id, questionId, reason, status, createdAt, reply, repliedAt }: ObjectionRow) =>
  ({ id, questionId, reason, status, createdAt, reply, repliedAt }) satisfies z.input<typeof ownObjection>

/**
 * Returns a student's objections to questions of an attempt, and the deadline for objecting. Replies may reveal the
 * key, so the list is empty until the key is released.
 * @throws the errors of `requireResult`
 */
export async function findOwnObjections(
  app: Services,
  scope: StudentScope,
  query: Pick<ObjectionForm, 'attemptId'> & { id: string },
) {
  const { read } = app.db
  const { attempt, isKeyOut } = await requireResult(app, read, scope, query)
  const test = await objectionsRepo(read).test(query.id)
  if (!test) throw testNotFound()
  return {
    objectionsUntil: test.objectionsUntil,
    isOpen: canObject(test, isKeyOut, app.clock.now()),
    objections: isKeyOut ? (await objectionsRepo(read).ofAttempt(attempt.id)).map(present) : [],
  }
}

/**
 * Files a student's objection to a question of their submitted attempt.
 * @throws NOT_FOUND; VALIDATION for a question that is not in their paper; CONFLICT if objections are closed, or they
 * already objected to the question
 */
export async function createObjection(
  app: Services,
  scope: StudentScope,
  { questionId, reason, ...query }: ObjectionForm & { id: string },
) {
  const now = app.clock.now()
  const row = await app.db.write(async (tx) => {
    const { attempt, isKeyOut } = await requireResult(app, tx, scope, query)
    const repo = objectionsRepo(tx)
    const test = await repo.test(query.id)
    if (!test || !canObject(test, isKeyOut, now)) throw noObjections()
    if (!(await app.papers.of(tx, attempt)).placeOf.has(questionId)) throw notInTest()
    const before = await repo.ofAttempt(attempt.id)
    if (before.some((objection) => objection.questionId === questionId)) throw alreadyObjected()
    const { testId, id: attemptId, collegeId, studentId } = attempt
    return repo.insert({ id: newId(), testId, questionId, attemptId, studentId, collegeId, reason, createdAt: now })
  })
  return { objection: present(row) }
}

/** @throws NOT_FOUND, also for another student's objection; CONFLICT once it is answered */
export async function withdrawObjection(app: Platform, scope: StudentScope, id: string) {
  await app.db.write(async (tx) => {
    const found = await objectionsRepo(tx).own(scope, id)
    if (!found) throw objectionNotFound()
    if (found.status !== 'open') throw alreadyAnswered()
    await objectionsRepo(tx).remove(id)
  })
  return { message: 'Objection withdrawn' }
}
