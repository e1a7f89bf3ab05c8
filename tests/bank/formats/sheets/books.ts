import type { CellObject, WorkSheet } from 'xlsx'
import { utils } from 'xlsx'
import { readWorkbookQuestions } from '#server/features/bank/formats/workbook-questions.ts'
import { workbookLimits } from '#server/platform/spreadsheet/content.ts'
import { unzip } from '#server/platform/zip/read.ts'
import { type StreamedFile, zipStream } from '#server/platform/zip/write.ts'
import { all } from './read.ts'

/** Workbooks of questions, and changes to their parts. */

export type Value = string | number | boolean | CellObject | null
export async function joined(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
export const header = ['questionText', 'A', 'B', 'C', 'D', 'correctAnswer']
export const four = ['Q', 'w', 'x', 'y', 'z', 'B']
export const sheetOf = (rows: readonly (readonly Value[])[], merges: string[] = []): WorkSheet => {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  sheet['!merges'] = merges.map((range) => utils.decode_range(range))
  return sheet
}
export const read = (bytes: Buffer) => all(readWorkbookQuestions(bytes))

export async function zipped(files: Record<string, string | Buffer>): Promise<Buffer> {
  const parts = function* (): Generator<StreamedFile> {
    for (const [path, content] of Object.entries(files)) yield { path, content: [Buffer.from(content)] }
  }
  return joined(zipStream(parts()))
}

/** Changes the parts of a workbook. */
export async function changed(bytes: Buffer, change: (path: string, xml: string) => string): Promise<Buffer> {
  const parts = await unzip(bytes, workbookLimits)
  return zipped(Object.fromEntries([...parts].map(([path, content]) => [path, change(path, content.toString())])))
}
