import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { candidateCode } from '#shared/marking/marking.rules.ts'
import type { ObjectionQuery, objectionQueue, staffObjection } from '#shared/marking/objections.schema.ts'
import { paginate } from '#shared/schema.ts'
import { authorQuestionOf } from '#shared/tests/tests.rules.ts'
import type { QuestionRow } from '../../attempts/paper.ts'
import { isAuthor } from '../../tests/authors.ts'
import { questionNotFound, testNotFound } from '../marking.errors.ts'
import { markingRepo } from '../marking.repo.ts'
import { answerIn, isMarker, requireMarkable } from '../queue.ts'
import { objectionsRepo, type StaffRow } from './objections.repo.ts'

/** Questions of a test to which students objected. @throws NOT_FOUND */
export async function getObjections(app: Platform, reach: Reach, testId: string) {
  const testName = await requireMarkable(app, reach, testId)
  const test = await objectionsRepo(app.db.read).test(testId)
  const counted = await objectionsRepo(app.db.read).countsOf(reach, testId)
  return {
    testName,
    objectionsUntil: test?.objectionsUntil ?? null,
    questions: counted.flatMap((question, place) =>
      question.open + question.accepted + question.rejected > 0 ? [{ ...question, questionNumber: place + 1 }] : [],
    ),
  }
}

/** An objection with the student's answer. @param isNamed true to include the student and the names of files */
export async function presentObjection(
  app: Services,
  { objection, student, college, repliedBy }: StaffRow,
  question: QuestionRow,
  isNamed: boolean,
): Promise<z.input<typeof staffObjection>> {
  const { id, attemptId, reason, status, createdAt, reply, repliedAt } = objection
  return {
    ...{ id, attemptId, reason, status, createdAt, reply, repliedAt, repliedBy },
    candidate: candidateCode(attemptId),
    student: isNamed ? { ...student, collegeName: college.name } : null,
    answer: await answerIn(app, attemptId, question, isNamed),
  }
}

/**
 * A page of objections to one question, with its key.
 * @throws NOT_FOUND, also for a question without objections, whose key might be secret
 */
export async function getObjectionQueue(
  app: Services,
  reach: Reach,
  actor: Actor,
  { id: testId, ...query }: ObjectionQuery & { id: string },
): Promise<z.input<typeof objectionQueue>> {
  await requireMarkable(app, reach, testId)
  const repo = objectionsRepo(app.db.read)
  const test = await repo.test(testId)
  if (!test) throw testNotFound()
  const counted = await repo.countsOf(reach, testId)
  const place = counted.findIndex(({ questionId }) => questionId === query.questionId)
  const { open = 0, accepted = 0, rejected = 0 } = counted[place] ?? {}
  const question = (await markingRepo(app.db.read).questionsOf(testId)).find(({ id }) => id === query.questionId)
  if (!question || open + accepted + rejected === 0) throw questionNotFound()
  const rows = await repo.list(reach, testId, query)
  const objections = []
  for (const row of rows) objections.push(await presentObjection(app, row, question, query.names))
  return {
    testName: test.testName,
    questionNumber: place + 1,
    question: authorQuestionOf(question),
    ...{ open, accepted, rejected },
    isEditable: isAuthor(reach, test) && test.deletedAt === null,
    canReply: await isMarker(app, reach, actor, testId),
    objections,
    pagination: paginate(query, query.state === 'open' ? open : accepted + rejected),
  }
}
