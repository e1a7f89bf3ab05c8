import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { uploadResponse } from '#server/platform/export/response.ts'
import {
  deleteFile,
  deleteOrphanFiles,
  imageFolder,
  openFile,
  statementFolder,
  storeFile,
} from '#server/platform/files.ts'
import { readImage } from '#server/platform/image.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { CodingQuestionForm } from '#shared/coding/coding.schema.ts'
import { questionNotFound } from '../coding.errors.ts'
import { mapFigures } from '../packages/figures.ts'
import { bankRepo } from './bank.repo.ts'
import { mayRead } from './bank.ts'

/** Files of statements: PDFs, and figures, which are served like other question images. */

const newName = (extension: string) => `${randomBytes(16).toString('hex')}.${extension}`

const statementFields = ['description', 'input_format', 'output_format', 'constraints', 'explanation'] as const
type StatementTexts = Pick<CodingQuestionForm, (typeof statementFields)[number]>

/** Replaces the figures' addresses in the texts. */
export const withFigureAddresses = <Texts extends StatementTexts>(
  texts: Texts,
  of: (address: string) => string,
): Texts => ({
  ...texts,
  ...Object.fromEntries(statementFields.map((field) => [field, mapFigures(texts[field], of)])),
})

/** Stored files of a statement, and the form that refers to them. */
interface StoredStatement {
  form: CodingQuestionForm
  pdf: string | undefined
  /** Deletes the files, if the question was not added. */
  discard: () => Promise<void>
}

/** Stores the figures and the PDF of an imported statement. @param figures checked images by the path in the form */
export async function storeStatement(
  { config: { dataDir } }: Platform,
  form: CodingQuestionForm,
  { figures = new Map(), pdf }: { figures?: ReadonlyMap<string, Buffer> | undefined; pdf?: Buffer | undefined },
): Promise<StoredStatement> {
  const names = new Map<string, string>()
  const pdfName = pdf && newName('pdf')
  const discard = async () => {
    for (const name of names.values()) await deleteFile(imageFolder(dataDir), name)
    if (pdfName) await deleteFile(statementFolder(dataDir), pdfName)
  }
  try {
    for (const [path, bytes] of figures) {
      const image = readImage(bytes)
      if (image === null || image === 'damaged') continue
      const name = newName(image.type)
      names.set(path, name)
      await storeFile(imageFolder(dataDir), name, bytes.subarray(0, image.end))
    }
    if (pdf && pdfName) await storeFile(statementFolder(dataDir), pdfName, pdf)
  } catch (error) {
    await discard()
    throw error
  }
  const addressOf = (address: string) => (names.has(address) ? `/images/${names.get(address)}` : address)
  return { form: withFigureAddresses(form, addressOf), pdf: pdfName, discard }
}

/** The stored figures that a statement shows, by name, and its PDF. Omits missing files. */
export async function readStatementFiles(app: Platform, id: string, texts: StatementTexts) {
  const { dataDir } = app.config
  const pdf = (await bankRepo(app.db.read).find(id))?.statementPdf ?? null
  const names = new Set<string>()
  withFigureAddresses(texts, (address) => {
    if (/^\/images\/[0-9a-f]{32}\.\w+$/.test(address)) names.add(basename(address))
    return address
  })
  const read = (folder: string, name: string) => readFile(join(folder, name)).catch(() => undefined)
  const figures = await Promise.all(
    [...names].map(
      async (name): Promise<[string, Buffer | undefined]> => [name, await read(imageFolder(dataDir), name)],
    ),
  )
  return {
    figures: new Map(figures.flatMap(([name, bytes]) => (bytes ? [[name, bytes]] : []))),
    pdf: pdf === null ? undefined : await read(statementFolder(dataDir), pdf),
  }
}

/** Downloads the PDF of a statement. @throws NOT_FOUND without one, and for questions that the person may not read */
export async function downloadStatement(app: Platform, reach: Reach, id: string): Promise<Response> {
  const row = await bankRepo(app.db.read).find(id)
  if (!row || row.statementPdf === null || !(await mayRead(app, reach, row))) throw questionNotFound()
  const file = await openFile(statementFolder(app.config.dataDir), row.statementPdf)
  if (!file) throw questionNotFound()
  return uploadResponse(file, `${row.title}.pdf`, 'application/pdf')
}

/** Deletes PDFs without a question, left by rejected calls and removed by authors. */
export const deleteOrphanStatements = (app: Platform) =>
  deleteOrphanFiles(statementFolder(app.config.dataDir), () => bankRepo(app.db.read).statementFiles(), app.clock.now())
