import type { z } from 'zod'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import { paginate } from '#shared/schema.ts'
import { marksOf, refusalWithAttempts, summaryOf, totalMarksOf } from '#shared/tests/rules.ts'
import {
  type TestForm,
  type TestListQuery,
  type TestType,
  type testAnswer,
  type testList,
  testTypes,
  type typeCounts,
} from '#shared/tests/schema.ts'
import { countAssignedByType, requireStudentTest } from '../assignments/service.ts'
import { regradeTest } from '../attempts/results/service.ts'
import { hasAttempts } from '../attempts/service.ts'
import { recordAudit } from '../audit/service.ts'
import { cannotEdit, repeatedQuestion, testNotFound, unknownQuestion } from './errors.ts'
import { testsRepo } from './repo.ts'

const parts = { sections: [], codingQuestions: [] }

/** The columns of a test that its form decides. */
function columnsOf({ questions: _, ...test }: TestForm, questions: TestForm['questions']) {
  return { ...test, totalMarks: totalMarksOf({ ...test, questions }) }
}

function questionRows(testId: string, form: TestForm, known: ReadonlySet<string>) {
  const named = new Set<string>()
  return form.questions.map((question, position) => {
    if (question.id !== undefined) {
      if (!known.has(question.id)) throw unknownQuestion(position)
      if (named.has(question.id)) throw repeatedQuestion(position)
      named.add(question.id)
    }
    const { id = newId(), questionText, options, correctAnswer, explanation } = question
    return {
      id,
      testId,
      position,
      questionText,
      options,
      correctAnswer,
      explanation,
      marks: marksOf(question, form.marksPerQuestion),
    }
  })
}

/** The test itself for those who may know that it exists: its author, the college it is offered to, its students. */
export async function requireTest(app: Platform, reach: Reach, id: string) {
  const test = await testsRepo(app.db.read).find(id)
  if (!test) throw testNotFound()
  if (reach.kind === 'student') await requireStudentTest(app, reach.scope, id)
  else if (reach.kind !== 'platform') {
    const statuses: ('pending' | 'accepted' | 'rejected')[] =
      reach.kind === 'faculty' ? ['accepted'] : ['pending', 'accepted', 'rejected']
    if (!(await testsRepo(app.db.read).isAssignedTo(reach.scope, id, statuses))) throw testNotFound()
  }
  return test
}

/**
 * A test as its reader may see it: with the key for its author, without it for a college, without any questions for a
 * student (they come with the start).
 *
 * @throws NOT_FOUND also for a test the reader has nothing to do with
 */
export async function getTest(app: Platform, reach: Reach, id: string): Promise<z.input<typeof testAnswer>> {
  const test = await requireTest(app, reach, id)
  const questions = reach.kind === 'student' ? [] : await testsRepo(app.db.read).questionsOf(id)
  const shown =
    reach.kind === 'platform'
      ? questions
      : questions.map(({ id, questionText, options, marks }) => ({ id, questionText, options, marks }))
  return { test: { ...summaryOf(test), ...parts, questions: shown } }
}

/** Types of which there is no test are told as 0. */
function everyType(rows: readonly { testType: TestType; total: number }[]): Record<TestType, number> {
  const none = Object.fromEntries(testTypes.map((type) => [type, 0])) as Record<TestType, number>
  return { ...none, ...Object.fromEntries(rows.map(({ testType, total }) => [testType, total])) }
}

/** How many tests of each type somebody has in the sidebar: all of them, the college's, or the student's own. */
export async function countTypes(app: Platform, reach: Reach): Promise<z.input<typeof typeCounts>> {
  const rows =
    reach.kind === 'platform' ? await testsRepo(app.db.read).countByType({}) : await countAssignedByType(app, reach)
  return { counts: everyType(rows) }
}

/** A page of tests, with how many there are of each type under the other filters. */
export async function findTests(app: Platform, query: TestListQuery): Promise<z.input<typeof testList>> {
  const repo = testsRepo(app.db.read)
  const rows = await repo.list(query, app.clock.now())
  const total = await repo.count(query)
  const counts = everyType(await repo.countByType({ subject: query.subject, search: query.search }))
  return {
    tests: rows.map(({ test, ...figures }) => ({ ...summaryOf(test), ...figures })),
    counts,
    pagination: paginate(query, total),
  }
}

/** Creates a test with its questions. */
export async function createTest(app: Platform, actor: Actor, form: TestForm) {
  const id = newId()
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    await testsRepo(tx).insert({
      id,
      ...columnsOf(form, form.questions),
      createdBy: actor.id,
      createdAt: now,
      updatedAt: now,
    })
    await testsRepo(tx).putQuestions(id, questionRows(id, form, new Set()))
    await recordAudit(tx, now, actor, {
      action: 'test.create',
      subjectType: 'test',
      subjectId: id,
      subjectName: form.testName,
    })
  })
  return getTest(app, { kind: 'platform' }, id)
}

/**
 * Replaces a test; its questions are matched by id. Once students have begun it only its name, description, dates and key
 * may change, and a changed key regrades every attempt in the same transaction.
 *
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateTest(app: Platform, actor: Actor, id: string, form: TestForm) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const before = await testsRepo(tx).find(id)
    if (!before) throw testNotFound()
    const stored = await testsRepo(tx).questionsOf(id)
    const rows = questionRows(id, form, new Set(stored.map((question) => question.id)))
    const begun = await hasAttempts(tx, id)
    if (begun) {
      const refusal = refusalWithAttempts({ ...before, questions: stored }, form)
      if (refusal) throw cannotEdit(refusal)
    }
    const oldKey = new Map(stored.map((question) => [question.id, question.correctAnswer]))
    const changedKey = rows.filter((row) => oldKey.has(row.id) && oldKey.get(row.id) !== row.correctAnswer)
    await testsRepo(tx).update(id, { ...columnsOf(form, form.questions), updatedAt: now })
    await testsRepo(tx).putQuestions(id, rows)
    if (begun && changedKey.length > 0) await regradeTest(tx, id)
    await recordAudit(tx, now, actor, {
      action: changedKey.length > 0 ? 'test.key_change' : 'test.update',
      subjectType: 'test',
      subjectId: id,
      subjectName: form.testName,
      detail: {
        changedKey: changedKey.map((row) => ({ questionId: row.id, from: oldKey.get(row.id), to: row.correctAnswer })),
      },
    })
  })
  return getTest(app, { kind: 'platform' }, id)
}

/** Takes a test out of every list; who has begun it goes on, and results already earned stay. @throws NOT_FOUND */
export async function deleteTest(app: Platform, actor: Actor, id: string) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const test = await testsRepo(tx).find(id)
    if (!test) throw testNotFound()
    await testsRepo(tx).update(id, { deletedAt: now })
    await recordAudit(tx, now, actor, {
      action: 'test.delete',
      subjectType: 'test',
      subjectId: id,
      subjectName: test.testName,
    })
  })
  return { message: 'Test deleted successfully' }
}
