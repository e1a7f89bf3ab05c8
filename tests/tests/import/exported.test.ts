import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeQuestionsCsv, writeQuestionsJson } from '#server/features/bank/formats/question-files.ts'
import { sheetFlaw } from '#server/features/bank/formats/sheet-write.ts'
import { type BankQuestion, bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { bankQuestionOf, ourImage, questions } from '../../bank/formats/sheets/questions.ts'
import { extract } from './file.ts'

async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}
const csvOf = (...questions: BankQuestion[]) => joined(writeQuestionsCsv(questions))
const jsonOf = (...questions: BankQuestion[]) => joined(writeQuestionsJson(questions))

const bankQuestion = (fields: object) => bankQuestionOf(bankQuestionForm.parse({ marks: 1, ...fields }))
const about = { subject: 'Technical', topic: 'Trees', tags: ['a', 'b'], notes: 'note', questionText: 'Q' }
const four = {
  ...about,
  type: 'single',
  options: { A: '-1', B: '+2', C: "'=x", D: '@w' },
  correctAnswer: 'B',
  alternatives: ['C'],
}
const numeric = { ...about, type: 'numeric', correctValue: -9.5, tolerance: 0.5 }

describe('an export of the question bank', () => {
  it.each([
    ['CSV', csvOf],
    ['JSON', jsonOf],
  ])('is read as questions of a test from %s', async (_, write) => {
    const file = await write(bankQuestion(four), bankQuestion(numeric))
    expect(extract(file)).toMatchObject({
      errors: [],
      questions: [
        { options: four.options, correctAnswer: 'B', alternatives: ['C'] },
        { type: 'numeric', correctValue: -9.5, tolerance: 0.5 },
      ],
    })
  })

  it.each([
    ['CSV', csvOf],
    ['JSON', jsonOf],
  ])('is refused in %s where a question has images', async (_, write) => {
    const { alternatives: _none, ...plain } = four
    const images = [
      { ...plain, questionImageUrl: ourImage },
      { ...plain, optionImages: { A: ourImage } },
    ]
    const { questions, errors } = extract(await write(...images.map(bankQuestion), bankQuestion(plain)))
    expect(questions).toMatchObject([{ options: four.options }])
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('images cannot be imported into a test'),
      expect.stringContaining('images cannot be imported into a test'),
    ])
  })

  it('is read back unchanged, or refused', async () => {
    let read = 0
    await fc.assert(
      fc.asyncProperty(questions, async (form) => {
        const question = { ...bankQuestionOf(form), questionImageUrl: null }
        if (sheetFlaw(question, 'csv') !== null) return
        for (const file of [await csvOf(question), await jsonOf(question)]) {
          const { questions: found, errors } = extract(file)
          if (errors.length > 0) continue
          const [{ marks, ...one } = expect.fail('No question')] = found
          expect(marks ?? 1).toBe(question.marks)
          expect(splitFields({ type: 'single', ...one, optionImages: null } as never)).toEqual(
            splitFields({ ...question, optionImages: null } as never),
          )
          read++
        }
      }),
      { numRuns: 300 },
    )
    expect(read).toBeGreaterThan(100)
  })
})
