import { describe, expect, it } from 'vitest'
import { exportFormats } from '#shared/bank/import.rules.ts'
import { aTest } from '#tests/factories/forms.ts'
import { everyType } from '#tests/factories/question-types.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Uploads a question file. */
async function upload(world: World, as: World['admin'], content: string | Uint8Array, name = 'questions', fields = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  form.append('file', new Blob([content as BlobPart]), name)
  return world.rest('POST', '/bank/import', { as, raw: form })
}

async function download(world: World, path: string, as: World['admin']) {
  const response = await fetch(`${world.url}/api${path}`, {
    headers: { authorization: `Bearer ${await world.tokenOf(as)}` },
  })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

/** A question's content, without fields that are specific to this server or missing from some formats. */
const essence = ({ type, questionText, marks, explanation, subject, topic, ...rest }: Record<string, unknown>) => {
  const { options, correctAnswer, correctAnswers, scoring, accepted, caseSensitive, gaps, pairs, items } = rest
  const { correctValue, tolerance, toleranceKind, range, unit } = rest
  return JSON.parse(
    JSON.stringify({
      ...{ type: type ?? 'single', questionText, marks, explanation, subject, topic, options, correctAnswer },
      ...{ correctAnswers, scoring, accepted, caseSensitive, gaps, pairs, items },
      ...{ correctValue, tolerance, toleranceKind, range, unit },
    }),
  )
}

describe('question files', () => {
  it.each(exportFormats)(
    'written as %s and read again are the same questions, or tell what is lost',
    async (format) => {
      const world = await createWorld()
      const bank = world.call(world.admin).bank
      for (const [place, question] of everyType.entries())
        await bank.create({ subject: 'Reasoning', topic: place % 2 ? 'Logic/Basics' : 'Sets', ...question } as never)
      const { body: check } = await world.rest('GET', `/bank/export/check?format=${format}`, { as: world.admin })
      const file = await download(world, `/bank/export?format=${format}`, world.admin)
      const before = (await bank.list({ limit: 100 })).questions
      for (const { id } of before) await bank.delete({ id })

      const { status, body } = await upload(world, world.admin, file)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.totals.refused, JSON.stringify(body.items)).toBe(0)
      expect(body.totals.decide, JSON.stringify(body.items)).toBe(0)
      expect(body.items).toHaveLength(check.written)
      const { body: confirmed } = await world.rest('POST', `/bank/import/${body.importId}/confirm`, {
        as: world.admin,
        body: {},
      })
      expect(confirmed).toEqual({ added: check.written })
      const after = (await bank.list({ limit: 100 })).questions
      const lossy = new Set(check.losses.flatMap(({ examples }: { examples: string[] }) => examples))
      const complete = before.filter(
        ({ questionText }) => ![...lossy].some((text) => questionText.startsWith(String(text).slice(0, 40))),
      )
      const read = new Map(after.map((question) => [question.questionText, essence(question)]))
      for (const question of complete) expect(read.get(question.questionText)).toEqual(essence(question))
    },
  )

  it.each(['qti3', 'moodle-xml', 'gift'])('keep spaces inside code as %s', async (format) => {
    const world = await createWorld()
    const bank = world.call(world.admin).bank
    const options = { A: '`a  b`', B: '`a b`', C: '`a   b`' }
    const question = { questionText: 'What is printed?', options, correctAnswer: 'A' }
    await bank.create({ subject: 'Technical', topic: '', ...question } as never)
    const file = await download(world, `/bank/export?format=${format}`, world.admin)
    const { body } = await upload(world, world.admin, file)
    expect(body.items[0].question).toMatchObject(question)
  })

  it('report spaces outside code that HTML does not keep', async () => {
    const world = await createWorld()
    const question = { questionText: 'Two  spaces?', options: { A: 'yes', B: 'no' }, correctAnswer: 'A' }
    await world.call(world.admin).bank.create({ subject: 'Technical', topic: '', ...question } as never)
    const { body } = await world.rest('GET', '/bank/export/check?format=moodle-xml', { as: world.admin })
    expect(body.losses).toMatchObject([{ sentence: 'Consecutive spaces become one', questions: 1 }])
  })
})

describe('the questions of a test', () => {
  it('are exported with its penalty, and the check reports what no file holds', async () => {
    const world = await createWorld()
    const questions = [1, 2].map((number) => ({
      questionText: `What is ${number} + ${number}?`,
      options: { A: String(number), B: String(2 * number) },
      correctAnswer: 'B' as const,
    }))
    const form = aTest(world.clock.now(), { numberOfQuestions: 2, questions, penalty: '1/4', bestOf: 1 })
    const { test } = await world.call(world.admin).tests.create(form)
    const file = await download(world, `/tests/${test.id}/export-questions?format=json`, world.admin)
    expect(JSON.parse(new TextDecoder().decode(file))).toMatchObject({
      questions: [{ penalty: '1/4' }, { penalty: '1/4' }],
    })
    const { body } = await world.rest('GET', `/tests/${test.id}/export-questions/check?format=json`, {
      as: world.admin,
    })
    expect(body.losses).toEqual([
      {
        sentence: 'The rule that only the best answers count is not exported',
        isLeftOut: false,
        questions: 2,
        examples: questions.map(({ questionText }) => questionText),
      },
    ])
  })
})
