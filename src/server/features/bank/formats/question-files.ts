import { byteOrderMark, csvLines } from '#server/platform/csv.ts'
import type { Column } from '#server/platform/export/columns.ts'
import { xlsxOf } from '#server/platform/export/xlsx.ts'
import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { escapeCell } from '#shared/tests/import/exported.rules.ts'
import { technicalNames } from './sheet-columns.ts'
import { exportHeadings, rowOf, sheetFlaw } from './sheet-write.ts'

/** Writes questions as CSV, JSON and XLSX, a batch at a time. */

export type Questions = AsyncIterable<BankQuestion> | Iterable<BankQuestion>

const batchSize = 100

async function* batchesOf<T>(questions: Questions, cellOf: (question: BankQuestion) => T | null) {
  let batch: T[] = []
  for await (const question of questions) {
    const value = cellOf(question)
    if (value !== null) batch.push(value)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
    // Other requests run in between.
    await new Promise(setImmediate)
  }
  if (batch.length > 0) yield batch
}

const rowsOf = (questions: Questions, format: 'csv' | 'xlsx') =>
  batchesOf(questions, (question) => (sheetFlaw(question, format) === null ? rowOf(question) : null))

/** Writes questions as CSV. Formulas are escaped as in other exports. */
export async function* writeQuestionsCsv(questions: Questions): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([exportHeadings])
  for await (const rows of rowsOf(questions, 'csv')) yield csvLines(rows.map((row) => row.map(escapeCell)))
}

const withoutTechnical = (question: BankQuestion) =>
  Object.fromEntries(
    Object.entries({ type: 'single', ...question }).filter(
      ([name]) => !(technicalNames as readonly string[]).includes(name),
    ),
  )

/** Writes questions in the form of the REST API, without what belongs to this server. */
export async function* writeQuestionsJson(questions: Questions): AsyncGenerator<string> {
  let opening = '{"questions":[\n'
  for await (const batch of batchesOf(questions, (question) => JSON.stringify(withoutTechnical(question)))) {
    yield opening + batch.join(',\n')
    opening = ',\n'
  }
  yield opening.startsWith('{') ? '{"questions":[]}\n' : '\n]}\n'
}

/** Writes questions as a workbook of text cells. */
export const writeQuestionsXlsx = (questions: Questions, title = 'Questions'): AsyncGenerator<Buffer> =>
  xlsxOf<readonly string[]>({
    title,
    list: 'questions',
    timeZone: 'UTC',
    columns: exportHeadings.map(
      (heading, at): Column<readonly string[]> => ({
        kind: 'text',
        field: heading,
        heading,
        width: heading === 'questionText' ? 60 : 16,
        value: (row) => row[at] ?? '',
      }),
    ),
    pages: rowsOf(questions, 'xlsx'),
  })
