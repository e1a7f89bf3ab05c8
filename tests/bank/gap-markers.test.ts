import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { bankVersions } from '#drizzle/schema/bank.ts'
import { questions } from '#drizzle/schema/tests.ts'
import { aTest } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { createWorld } from '#tests/support/world.ts'

const gap = { kind: 'text' as const, accepted: [{ value: 'x' }] }
const gapsQuestion = (questionText: string, fields: object = {}): QuestionInput => ({
  type: 'gaps',
  questionText,
  gaps: [gap, gap],
  ...fields,
})
const flaws = [
  ['One {{1}}', 'The text must contain {{2}}'],
  ['{{1}} {{2}} {{3}}', 'The text contains {{3}}, but there is no gap 3'],
  ['{{1}} {{2}} {{1}}', 'The text contains {{1}} more than once'],
] as const

it.each(flaws)('refuses a question with two gaps and the text %s in tests and in the bank', async (text, message) => {
  const world = await createWorld()
  const as = world.admin
  const test = aTest(world.clock.now(), { questions: [gapsQuestion('{{1}} {{2}}'), gapsQuestion(text)] })
  const question = { ...gapsQuestion(text), subject: 'Technical' }
  for (const [path, body, field] of [
    ['/tests', { ...test, numberOfQuestions: 2 }, 'questions.1.questionText'],
    ['/bank/questions', question, 'questionText'],
    ['/bank/questions/batch', { questions: [question] }, 'questions.0.questionText'],
  ] as const)
    expect(await world.rest('POST', path, { as, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field, message }] },
    })
})

it('still saves a question that was stored without a marker, until its text or gaps change', async () => {
  const world = await createWorld()
  const { tests, bank } = world.call(world.admin)
  const right = gapsQuestion('{{1}} {{2}}')
  const { test } = await tests.create(aTest(world.clock.now(), { numberOfQuestions: 1, questions: [right] }))
  const { question } = await bank.create({ ...right, subject: 'Technical' } as never)
  const flawed = { questionText: 'One {{1}}' }
  await world.platform.db.write(async (tx) => {
    await tx.update(questions).set(flawed).where(eq(questions.testId, test.id))
    await tx.update(bankVersions).set(flawed).where(eq(bankVersions.questionId, question.id))
  })
  const [stored] = (await tests.get({ id: test.id })).test.questions
  const saveTest = (fields: object) =>
    tests.update({ ...test, id: test.id, testType: 'Assignment', questions: [{ ...stored, ...fields }] } as never)
  const saveBank = (fields: object) => bank.update({ ...question, ...flawed, ...fields } as never)
  for (const save of [saveTest, saveBank]) {
    await save({ explanation: 'So.', gaps: [gap, { ...gap, accepted: [{ value: 'y' }] }] })
    await expect(save({ questionText: 'Two {{1}}' })).rejects.toThrow('Validation failed')
    await expect(save({ gaps: [gap, gap, gap] })).rejects.toThrow('Validation failed')
    await save({ questionText: 'Both {{1}} {{2}}' })
  }
})
