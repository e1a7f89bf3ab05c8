import { describe, expect, it } from 'vitest'
import type { FlatFormInput } from '#shared/tests/form.schema.ts'
import { aTest } from '#tests/factories/forms.ts'
import { type QuestionInput, samples } from '#tests/factories/question-types.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const about = { subject: 'Technical' as const }
const heap = {
  questionText: 'Which structure does a heap sort use?',
  options: { A: 'A heap', B: 'A stack' },
  correctAnswer: 'A' as const,
}

/** A bank question, and a copy of it as a client would put it into a test. */
async function aCopy(world: World, fields: object = heap) {
  const { question } = await world.call(world.admin).bank.create({ ...about, ...heap, ...fields } as never)
  const { id: bankQuestionId, version: bankVersion, questionText, passage, explanation } = question
  const copy = { ...question, id: undefined, bankQuestionId, bankVersion, questionText, passage, explanation }
  return { bankId: bankQuestionId, copy: copy as unknown as QuestionInput }
}

const testOf = (world: World, questions: QuestionInput[], fields: Partial<FlatFormInput> = {}) =>
  aTest(world.clock.now(), { numberOfQuestions: questions.length, questions, ...fields })

const stored = async (world: World, id: string) => (await world.call(world.admin).tests.get({ id })).test

describe('a test’s copy of a bank question', () => {
  it.each(samples)('keeps its link to the bank while its content is unchanged: $type', async (fields) => {
    const world = await createWorld()
    const text = fields.type === 'gaps' ? 'Fill in {{1}} {{2}} {{3}}.' : 'A question'
    const { bankId, copy } = await aCopy(world, {
      questionText: text,
      ...fields,
      explanation: 'So.',
      passage: 'A text',
    })
    const { test } = await world.call(world.admin).tests.create(testOf(world, [copy]))
    const origin = { bankQuestionId: bankId, bankVersion: 1 }
    expect(test.questions).toMatchObject([origin])
    await world.rest('PUT', `/tests/${test.id}`, { as: world.admin, body: { test: { ...test, passMark: 50 } } })
    expect((await stored(world, test.id)).questions).toMatchObject([origin])
  })

  it.each([
    { questionText: 'Which structure does heap sort use?' },
    { options: { A: 'A heap', B: 'A queue' } },
    { correctAnswer: 'B' },
    { alternatives: ['B'] },
    { explanation: 'It is named after it.' },
    { passage: 'A text' },
    { bankVersion: 2 },
    { bankVersion: null },
    { bankQuestionId: '00000000-0000-7000-8000-000000000000' },
  ])('loses its link to the bank once it differs: %j', async (change) => {
    const world = await createWorld()
    const { copy } = await aCopy(world)
    const { test } = await world.call(world.admin).tests.create(testOf(world, [copy]))
    const questions = [{ ...test.questions[0], ...change } as QuestionInput]
    await world.call(world.admin).tests.update({ id: test.id, ...testOf(world, questions) })
    const [question] = (await stored(world, test.id)).questions
    expect(question).toMatchObject({ id: test.questions[0]?.id })
    expect(question).not.toHaveProperty('bankQuestionId')
    expect(question).not.toHaveProperty('bankVersion')
  })

  it('keeps its link to the bank if only the order of pairs changes', async () => {
    const world = await createWorld()
    const pairs = ['d', 'b', 'a', 'c'].map((left) => ({ left, right: left.toUpperCase() }))
    const { bankId, copy } = await aCopy(world, { type: 'matching', questionText: 'Match', pairs })
    const { test } = await world.call(world.admin).tests.create(testOf(world, [copy]))
    expect(test.questions).toMatchObject([{ pairs, bankQuestionId: bankId }])
    const reversed = { ...test.questions[0], pairs: pairs.toReversed() } as QuestionInput
    await world.call(world.admin).tests.update({ id: test.id, ...testOf(world, [reversed]) })
    expect((await stored(world, test.id)).questions).toMatchObject([
      { pairs: pairs.toReversed(), bankQuestionId: bankId },
    ])
  })

  it('keeps its link to the bank if only marks, penalty or ruling change', async () => {
    const world = await createWorld()
    const { bankId, copy } = await aCopy(world)
    const change = { marks: 5, penalty: '1/3', ruling: 'all' as const }
    const { test } = await world.call(world.admin).tests.create(testOf(world, [{ ...copy, ...change }]))
    expect(test.questions).toMatchObject([{ ...change, bankQuestionId: bankId, bankVersion: 1 }])
  })

  it('excludes the bank question from the test’s pools until it differs', async () => {
    const world = await createWorld()
    const { bankId, copy } = await aCopy(world)
    const pools = [{ pick: 1, from: { questionIds: [bankId] } }]
    const create = (question: QuestionInput) =>
      world.call(world.admin).tests.create(testOf(world, [question], { numberOfQuestions: 2, pools }))
    await expect(create(copy)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await create({ ...copy, questionText: 'Another question?' })
  })
})

describe('newer bank versions', () => {
  it('are listed for outdated copies', async () => {
    const world = await createWorld()
    const { bank, tests } = world.call(world.admin)
    const [behind, latest] = [await aCopy(world), await aCopy(world)]
    const { test } = await tests.create(testOf(world, [behind.copy, latest.copy]))
    expect(await tests.bankUpdates({ id: test.id })).toEqual({ questions: [] })
    await bank.update({ id: behind.bankId, ...about, ...heap, correctAnswer: 'B' })
    await bank.update({ id: behind.bankId, ...about, ...heap, explanation: 'It is named after it.' })
    const { status, body } = await world.rest('GET', `/tests/${test.id}/bank-updates`, { as: world.admin })
    expect(status).toBe(200)
    expect(body.questions).toEqual([
      { questionId: test.questions[0]?.id, bankQuestionId: behind.bankId, bankVersion: 1, latestVersion: 3 },
    ])
  })

  it('can be applied to a test that students have taken, which regrades it', async () => {
    const world = await createWorld()
    const { bank, tests } = world.call(world.admin)
    const { bankId, copy } = await aCopy(world)
    const college = await world.college()
    const student = await world.student(college)
    const { id } = await world.assignedTest(college, [student], { numberOfQuestions: 1, questions: [copy] })
    const [question] = (await stored(world, id)).questions
    const questionId = question?.id ?? ''
    await world.call(student).attempts.start({ id })
    await world.call(student).attempts.submit({ id, answers: [{ questionId, selectedAnswer: 'B' }] })
    const marks = async () => (await world.call(student).attempts.results({ id })).report.marksObtained
    expect(await marks()).toBe(0)
    await bank.update({ id: bankId, ...about, ...heap, correctAnswer: 'B' })
    const { question: latest } = await bank.get({ id: bankId })
    const { correctAnswer } = latest as typeof heap
    const test = await stored(world, id)
    const questions = [{ ...question, correctAnswer, bankVersion: 2 } as QuestionInput]
    const put = await world.rest('PUT', `/tests/${id}`, { as: world.admin, body: { ...test, questions } })
    expect(put.status).toBe(200)
    expect(put.body.test.questions).toMatchObject([{ id: questionId, bankQuestionId: bankId, bankVersion: 2 }])
    expect(await marks()).toBe(1)
    expect(await tests.bankUpdates({ id })).toEqual({ questions: [] })
  })
})
