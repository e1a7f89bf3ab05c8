import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import { fileResponse } from '#server/platform/export/response.ts'
import { imageFolder } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { BankQuery, BankQuestion } from '#shared/bank/bank.schema.ts'
import type { ExportFormat } from '#shared/bank/import.rules.ts'
import type { exportCheck } from '#shared/bank/import.schema.ts'
import { bankRepo } from './bank.repo.ts'
import { presentQuestion } from './bank.ts'
import { titleOf } from './formats/found.ts'

const questionsPerTurn = 100

/** Loaded on first use, because few servers' first requests need a question file. */
const writerOf = async (format: ExportFormat) => (await import('./formats/writers.ts')).questionWriters[format]

/** The questions of the bank that match a query, by subject and topic, a few at a time. */
export async function* questionsToExport(
  { db }: Platform,
  author: AuthorScope,
  query: Omit<BankQuery, 'page' | 'limit' | 'sort'>,
): AsyncGenerator<BankQuestion> {
  const repo = bankRepo(db.read)
  const ids = await repo.idsByTopic(author, query)
  for (let at = 0; at < ids.length; at += questionsPerTurn) {
    const some = ids.slice(at, at + questionsPerTurn)
    const rows = new Map((await repo.latest(author, some)).map((row) => [row.question.id, row]))
    // Only the types of times differ, and no format contains them.
    for (const id of some) {
      const row = rows.get(id)
      if (row) yield presentQuestion(row) as unknown as BankQuestion
    }
    await new Promise(setImmediate)
  }
}

/** Writes questions as a file. @param name of the file without its extension, and title of the questions in it */
export async function exportQuestions(
  { config }: Platform,
  format: ExportFormat,
  name: string,
  questions: AsyncIterable<BankQuestion>,
): Promise<Response> {
  const { type, write } = await writerOf(format)
  const imageOf = (url: string) => readFile(join(imageFolder(config.dataDir), basename(url))).catch(() => undefined)
  return fileResponse(name, type, write(questions, imageOf, name))
}

/** Examples listed for each sentence. */
export const maxExamples = 5

/** Lists what a format cannot hold, with the number of questions affected. */
export async function checkExport(
  format: ExportFormat,
  questions: AsyncIterable<BankQuestion>,
): Promise<z.input<typeof exportCheck>> {
  const { check } = await writerOf(format)
  const bySentence = new Map<string, { isLeftOut: boolean; questions: number; examples: string[] }>()
  let total = 0
  let leftOut = 0
  const tell = (sentence: string, isLeftOut: boolean, { questionText }: BankQuestion) => {
    const known = bySentence.get(sentence) ?? { isLeftOut, questions: 0, examples: [] }
    known.questions++
    if (known.examples.length < maxExamples) known.examples.push(titleOf(questionText))
    bySentence.set(sentence, known)
  }
  for await (const question of questions) {
    total++
    const { flaw, losses } = await check(question)
    if (flaw !== null) {
      leftOut++
      tell(flaw, true, question)
    } else for (const loss of losses) tell(loss, false, question)
  }
  return {
    questions: total,
    written: total - leftOut,
    // Questions that are missing from the file come first.
    losses: [...bySentence]
      .map(([sentence, about]) => ({ sentence, ...about }))
      .sort((a, b) => Number(b.isLeftOut) - Number(a.isLeftOut)),
  }
}
