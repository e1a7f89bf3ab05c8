import { basename } from 'node:path'
import { fileResponse } from '#server/platform/export/response.ts'
import type { UploadedFile } from '#server/platform/files.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { zip } from '#server/platform/zip/write.ts'
import type { Services } from '#server/services.ts'
import { codingBounds } from '#shared/coding/coding.schema.ts'
import { createQuestion, getQuestion, maxQuestionBytes } from '../bank/bank.ts'
import { readStatementFiles, storeStatement, withFigureAddresses } from '../bank/statements.ts'
import { findCases } from './cases.ts'
import { runInputChecks } from './input-validators.ts'
import { casesTooLarge, noCases, tooManyCases } from './packages.errors.ts'
import { slugOf, writePackage } from './packages.exports.ts'
import { polygonFile, readPolygon } from './polygon.ts'
import { readPackage } from './problem.ts'
import { openArchive } from './zip.ts'

/**
 * Parses test cases from a zip of NAME.in with NAME.ans or NAME.out, without storing them. Each case is used unchanged
 * or rejected with a reason; other files are ignored.
 * @throws UNSUPPORTED_TYPE when it is not a zip; VALIDATION when it cannot be read or has no cases, or too many;
 * TOO_LARGE
 */
export async function readCases({ bytes }: UploadedFile) {
  const { cases, errors } = findCases(await openArchive(bytes))
  const max = codingBounds.testCases.max
  if (cases.length + errors.length === 0) throw noCases()
  if (cases.length > max) throw tooManyCases(cases.length, max)
  if (Buffer.byteLength(JSON.stringify(cases)) > maxQuestionBytes) throw casesTooLarge()
  return { testCases: cases, errors }
}

const readAny = (files: ReadonlyMap<string, Buffer>, name: string) =>
  files.has(polygonFile) && !files.has('problem.yaml') ? readPolygon(files, name) : readPackage(files, name)

/**
 * Imports the question of a Kattis/ICPC problem package, or of one from Polygon.
 * @param practice default when the package does not say whether the question is offered for practice
 * @throws the errors of readCases, and VALIDATION for missing content
 */
export async function importPackage(app: Services, actor: Actor, { name, bytes }: UploadedFile, practice?: boolean) {
  const read = readAny(await openArchive(bytes), name)
  const { notes, staysDraft, inputChecks = [], calibration } = read
  const complaints = await runInputChecks(app, actor, inputChecks)
  const { form, pdf, discard } = await storeStatement(app, read.form, read)
  try {
    const added = await createQuestion(
      app,
      actor,
      { ...form, practice: form.practice ?? practice },
      { staysDraft, calibration, statementPdf: pdf },
    )
    return { ...added, notes: [...notes, ...complaints] }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Exports a question as a problem package. @throws NOT_FOUND */
export async function exportPackage(app: Platform, id: string): Promise<Response> {
  const { question } = await getQuestion(app, { kind: 'platform' }, id)
  const { figures, pdf } = await readStatementFiles(app, id, question)
  const files = new Map<string, string | Buffer>(writePackage(withFigureAddresses(question, basename)))
  for (const [figure, bytes] of figures) files.set(`problem_statement/${figure}`, bytes)
  if (pdf) files.set('problem_statement/problem.en.pdf', pdf)
  return fileResponse(slugOf(question.title), 'zip', await zip(files))
}
