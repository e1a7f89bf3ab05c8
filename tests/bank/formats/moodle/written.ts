import { expect } from 'vitest'
import type { ReadQuestion } from '#server/features/bank/formats/found.ts'
import { writeMoodleXml } from '#server/features/bank/formats/moodle-xml-write.ts'
import { type BankQuestion, bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { png, pngUrl, readFile } from './read.ts'

const about = {
  id: 'q1',
  version: 1,
  author: null,
  retired: false,
  facility: null,
  createdAt: 0,
  updatedAt: 0,
} as const

/** A question of the bank, with the defaults of its form. */
export function aQuestion(fields: object): BankQuestion {
  const form = bankQuestionForm.parse({ subject: 'Technical', questionText: 'What is it?', ...fields })
  const { penalty, ...question } = form
  return { ...about, ...question, ...(penalty !== null && { penalty }) } as unknown as BankQuestion
}

const imageOf = async (url: string) => (url === pngUrl ? png : undefined)

/** Writes questions to a Moodle XML file. */
export async function written(...questions: BankQuestion[]) {
  let xml = ''
  for await (const chunk of writeMoodleXml(questions, imageOf)) xml += chunk
  return xml
}

/** Writes questions and reads them again. */
export async function again(...questions: BankQuestion[]) {
  const items = await readFile(await written(...questions))
  return items.map(({ readings, reason, category }) => {
    expect(reason).toBeUndefined()
    expect(readings).toHaveLength(1)
    const [reading] = readings
    return { question: reading?.question as ReadQuestion, losses: reading?.losses ?? [], category }
  })
}
