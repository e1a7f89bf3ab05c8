import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueWaiting } from '#server/features/coding/submissions/submissions.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Every statement prepared while this file runs. */
const prepared = new Set<string>()
const { prepare } = SqliteDatabase.prototype

beforeAll(() => {
  SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, source: string) {
    prepared.add(source)
    return prepare.call(this, source)
  } as typeof prepare
})
afterAll(() => {
  SqliteDatabase.prototype.prepare = prepare
})

it('no bank query scans or sorts a table', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college)
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
  const { id } = question
  for (const actor of [world.admin, college.admin, student])
    for (const query of [
      {},
      { search: 'a', page: 2 },
      { difficulty: 'easy' as const },
      { search: 'a', difficulty: 'hard' as const },
    ])
      await world.call(actor).coding.list(query)
  for (const actor of [college.admin, student]) await world.call(actor).coding.get({ id })
  await world.call(world.admin).coding.update({ ...aCodingQuestion(), id })
  await world.rest('GET', `/coding/questions/${id}/export`, { as: world.admin })
  await world.call(world.admin).coding.delete({ id })

  expect(badPlans(world, /^(select|update|delete|insert).*coding_/)).toEqual([])
})

it('no query for running, submitting, practising or comparing programs scans a table', async () => {
  prepared.clear()
  const world = await createWorld()
  world.platform.judge.judge = async ({ cases }) => ({
    kind: 'judged',
    compileMs: 1,
    cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 1, memoryKb: 1 })),
  })
  const college = await world.college()
  const student = await world.student(college)
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
  const { coding, attempts } = world.call(student)
  const form = { questionId: question.id, code: 'print(1)', language: 'python' } as const
  await coding.run(form)
  const { submissionId } = await coding.submit(form)
  await coding.submissions({ questionId: question.id })
  await coding.submission({ id: submissionId })
  await coding.practice()
  const test = await world.assignedTest(college, [student], {
    testType: 'Practice',
    hasCodingSection: true,
    codingQuestions: [{ questionId: question.id }],
  })
  const { attemptId } = await attempts.start({ id: test.id })
  await coding.submit({ ...form, testAttemptId: attemptId })
  await coding.submissions({ questionId: question.id, testAttemptId: attemptId })
  await attempts.submit({ id: test.id, answers: [{ questionId: question.id, code: 'x', language: 'c', revision: 1 }] })
  await queueWaiting(world.platform)
  const { pairs } = await world.call(college.admin).coding.plagiarism({ id: test.id })
  expect(pairs).toEqual([])
  // The rows of one person or class are few enough to sort. The partial index has only pending jobs.
  const scans = badPlans(world, /"submissions"|"code_answers"/).filter((badPlan) => badPlan.startsWith('SCAN'))
  expect(scans.filter((scan) => !scan.includes('USING INDEX submissions_waiting'))).toEqual([])
})

/** Full scans and sorts in the prepared statements' plans. */
function badPlans(world: World, which: RegExp): string[] {
  // biome-ignore lint/suspicious/noExplicitAny: drizzle keeps the driver's connection out of its types
  const connection: SqliteDatabase.Database = (world.platform.db.read as any).$client
  const queries = [...prepared].filter((source) => which.test(source))
  expect(queries.length).toBeGreaterThan(10)
  return queries.flatMap((source) => {
    const values: unknown[] = Array.from(source.matchAll(/\?/g), () => null)
    const rows = prepare.call(connection, `explain query plan ${source}`).all(values) as { detail: string }[]
    return rows
      .map((row) => row.detail)
      .filter((detail) => /^SCAN|TEMP B-TREE/.test(detail) && !/SCAN (CONSTANT ROW|json_each)/.test(detail))
      .map((detail) => `${detail}: ${source}`)
  })
}
