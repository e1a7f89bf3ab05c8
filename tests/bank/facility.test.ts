import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { questions } from '#drizzle/schema/tests.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import { createWorld } from '#tests/support/world.ts'

const pools = [{ pick: 2, from: { topics: ['Trees'] } }]

/** A bank with two easy questions, both drawn by a test that one student has answered with these options. */
async function aTakenTest(answers: readonly [Letter, Letter]) {
  const world = await createWorld()
  const { bank, tests } = world.call(world.admin)
  const about = { subject: 'Technical', topic: 'Trees', difficulty: 'Easy' } as const
  const add = async (questionText: string) =>
    (await bank.create({ ...about, questionText, options: { A: 'a', B: 'b' }, correctAnswer: 'A' })).question.id
  const ids = [await add('First?'), await add('Second?')]
  const college = await world.college()
  const student = await world.student(college)
  const form = { numberOfQuestions: 2, questions: [], pools }
  const { id, assignmentId } = await world.assignedTest(college, [student], form as never)
  const take = async (person: typeof student, [first, second]: readonly [Letter, Letter]) => {
    const { test } = await world.call(person).attempts.start({ id })
    const given = test.questions.map(({ id, questionText }) => ({
      questionId: id,
      answer: questionText === 'First?' ? first : second,
    }))
    await world.call(person).attempts.submit({ id, answers: given })
  }
  await take(student, answers)
  const listed = async (sort: 'easiest' | 'hardest') =>
    (await bank.list({ sort })).questions.map(({ questionText, facility }) => [questionText, facility])
  const meanOf = async () => (await tests.blueprint({ pools, marksPerQuestion: 10 })).spread?.mean
  return { world, bank, tests, college, student, id, assignmentId, ids, take, listed, meanOf }
}

describe('the facility of a bank question', () => {
  it('is that of the latest submissions in the list, its order and the question', async () => {
    const { world, bank, college, assignmentId, ids, take, listed } = await aTakenTest(['B', 'A'])
    expect(await listed('hardest')).toEqual([
      ['First?', 0],
      ['Second?', 1],
    ])
    const second = await world.student(college)
    await world.call(college.admin).assignments.assignStudents({ id: assignmentId, specificStudents: [second.id] })
    await take(second, ['A', 'A'])
    expect(await listed('easiest')).toEqual([
      ['Second?', 1],
      ['First?', 0.5],
    ])
    expect((await bank.get({ id: ids[0] ?? '' })).question.facility).toBe(0.5)
    // A deleted student no longer counts.
    await world.call(college.admin).members.delete({ role: 'student', id: second.id } as never)
    expect(await listed('hardest')).toEqual([
      ['First?', 0],
      ['Second?', 1],
    ])
  })

  it('is that of the latest submissions in a blueprint', async () => {
    const { meanOf } = await aTakenTest(['B', 'A'])
    expect(await meanOf()).toBe(10)
  })

  it('is stored with the candidates of a test that is saved', async () => {
    const { world } = await aTakenTest(['B', 'A'])
    const college = await world.college()
    const { id } = await world.assignedTest(college, [], { numberOfQuestions: 2, questions: [], pools } as never)
    const candidates = await world.platform.db.read
      .select({ text: questions.questionText, facility: questions.facility })
      .from(questions)
      .where(eq(questions.testId, id))
    expect(candidates).toEqual([
      { text: 'First?', facility: 0 },
      { text: 'Second?', facility: 1 },
    ])
  })

  it('no longer counts a test that has another key for the question', async () => {
    const { world, tests, id, listed } = await aTakenTest(['B', 'A'])
    await listed('hardest')
    const { test } = await tests.get({ id })
    const drawn = (await tests.drawnQuestions({ id, search: 'First' })).questions[0]?.question
    const drawnKeys = [{ questionId: drawn?.id, correctAnswer: 'B' }]
    await world.rest('PUT', `/tests/${id}`, { as: world.admin, body: { ...test, drawnKeys } })
    expect(await listed('hardest')).toEqual([
      ['Second?', 1],
      ['First?', null],
    ])
  })
})
