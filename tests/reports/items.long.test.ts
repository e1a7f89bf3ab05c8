import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { foldWaiting, getItems } from '#server/features/reports/items/items.ts'
import type { Actor } from '#server/platform/platform.ts'
import { addAttempt, emptyFold } from '#shared/reports/items/fold.rules.ts'
import { analyse } from '#shared/reports/items/items.rules.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { fillWithRandom, type Row } from './random-data.ts'

async function rowsOf(world: World, query: ReturnType<typeof sql>) {
  return world.platform.db.read.all(query) as Row[]
}

/** The analysis computed directly from all of a test's submitted attempts, in one college or all. */
async function madeAtOnce(world: World, testId: string, collegeId: string | null) {
  const questions = await rowsOf(world, sql`select * from questions where test_id = ${testId} order by position`)
  const items = questions.map((question) => ({
    id: String(question.id),
    correctAnswer: JSON.parse(String(question.key)).correctAnswer as OptionLetter,
    options: 4,
    marks: Number(question.marks),
  }))
  const fold = emptyFold(items)
  const sheets = await rowsOf(
    world,
    sql`select answers from attempts join answer_sheets on attempt_id = attempts.id
      where test_id = ${testId} and submitted_at is not null and (${collegeId} is null or college_id = ${collegeId})`,
  )
  for (const { answers } of sheets) {
    const sheet = JSON.parse(String(answers)) as (OptionLetter | null)[]
    addAttempt(
      fold,
      items.map((_, place) => sheet[place * 3] ?? null),
    )
  }
  return analyse(fold, items)
}

const analysisFor = async (world: World, actor: Actor, id: string) =>
  (await world.call(actor).reports.items.get({ id })).analysis

describe('the item analysis', () => {
  it('covers all submitted attempts, including changed and reopened ones', async () => {
    const world = await createWorld()
    const data = await fillWithRandom(world, 21)
    const college = data.colleges[0] as (typeof data.colleges)[number]
    const faculty = await world.faculty(college)
    const accepted = data.assignments.filter((row) => row.college_id === college.id && row.status === 'accepted')
    const testIds = accepted.map(({ test_id }) => String(test_id))
    const testId = testIds[0] as string
    const expectExact = async () => {
      for (const id of testIds) {
        const expected = await madeAtOnce(world, id, college.id)
        expect(await analysisFor(world, faculty, id)).toEqual(expected)
        expect(await analysisFor(world, college.admin, id)).toEqual(expected)
        expect(await analysisFor(world, world.admin, id)).toEqual(await madeAtOnce(world, id, null))
      }
      return analysisFor(world, faculty, testId)
    }
    const change = (...queries: ReturnType<typeof sql>[]) =>
      world.platform.db.write(async (tx) => {
        for (const query of queries) tx.run(query)
      })
    const ofTest = sql`test_id = ${testId} and college_id = ${college.id}`

    const first = await expectExact()
    expect(first.attempts).toBeGreaterThan(5)
    expect(await rowsOf(world, sql`select 1 from item_pending where ${ofTest}`)).toEqual([])

    // More attempts are submitted.
    const figures = sql`submitted_at = started_at + 1000, marks_obtained = 1, total_marks = 9, percentage = 11.11`
    await change(sql`update attempts set ${figures} where submitted_at is null`)
    expect((await expectExact()).attempts).toBeGreaterThanOrEqual(first.attempts)

    // One attempt is reopened, changed and submitted; another is deleted.
    const [one, other] = await rowsOf(world, sql`select id from attempts where ${ofTest} order by id`)
    await change(sql`update attempts set submitted_at = null where id = ${one?.id}`)
    const open = await expectExact()
    await change(
      sql`update answer_sheets set answers = '["A",1,1,"A",1,1,"A",1,1]' where attempt_id = ${one?.id}`,
      sql`update attempts set submitted_at = 5 where id = ${one?.id}`,
    )
    expect((await expectExact()).attempts).toBe(open.attempts + 1)
    await change(sql`delete from attempts where id = ${other?.id}`)
    expect((await expectExact()).attempts).toBe(open.attempts)

    // The key changes, but stored marks do not.
    const before = await expectExact()
    await change(
      sql`update questions set key = json_object('correctAnswer', case key ->> 'correctAnswer' when 'A' then 'B' else 'A' end)
        where test_id = ${testId}`,
      sql`update tests set version = version + 1 where id = ${testId}`,
    )
    const after = await expectExact()
    expect(after.items.map(({ correctAnswer }) => correctAnswer)).not.toEqual(
      before.items.map(({ correctAnswer }) => correctAnswer),
    )

    // A student is deleted with all their data.
    await change(sql`delete from users where id = (select student_id from attempts where ${ofTest} limit 1)`)
    expect((await expectExact()).attempts).toBe(open.attempts - 1)
  })

  it('is prepared in advance, in batches', async () => {
    const world = await createWorld()
    await fillWithRandom(world, 22)
    const waiting = async () => (await rowsOf(world, sql`select * from item_pending`)).length
    expect(await waiting()).toBeGreaterThan(50)
    let turns = 0
    while (await foldWaiting(world.platform)) turns++
    expect(turns).toBeGreaterThan(3)
    expect(await waiting()).toBe(0)
  })

  it('is answered by a standby, which stores nothing', async () => {
    const world = await createWorld()
    const data = await fillWithRandom(world, 23)
    const testId = String(data.assignments.find(({ status }) => status === 'accepted')?.test_id)
    while (await foldWaiting(world.platform));
    const { db } = world.platform
    const write = () => Promise.reject(new Error('A copy accepts no writes'))
    const copy = { ...world.platform, db: { ...db, isCopy: true, write } }
    const { analysis } = await getItems(copy, { kind: 'platform' }, testId)
    expect(analysis.attempts).toBeGreaterThan(0)
    expect(analysis).toEqual(await madeAtOnce(world, testId, null))
  })

  it('describes each question', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const test = await world.assignedTest(college, [student])
    const { questions, analysis } = await world.call(college.admin).reports.items.get({ id: test.id })
    expect(questions.map(({ id }) => id)).toEqual(test.questionIds)
    expect(questions[0]).toMatchObject({ questionNumber: 1, options: { A: expect.any(String) } })
    expect(analysis).toMatchObject({ attempts: 0, alpha: null })
    expect(analysis.items[0]?.hints).toHaveLength(1)
  })
})
