import type { z } from 'zod'
import { fileResponse } from '#server/platform/export/response.ts'
import type { UploadedFile } from '#server/platform/files.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { zip } from '#server/platform/zip/write.ts'
import { codingBounds, type importAnswer, type readCasesAnswer } from '#shared/coding/schema.ts'
import { createQuestion, getQuestion, maxQuestionBytes } from '../bank/service.ts'
import { findCases } from './cases/service.ts'
import { casesTooLarge, noCases, tooManyCases } from './errors.ts'
import { slugOf, writePackage } from './exports.ts'
import { readPackage } from './problem/service.ts'
import { openArchive } from './zip/service.ts'

/**
 * Reads test cases from a zip of NAME.in with NAME.ans or NAME.out, and stores nothing. A case is taken as its files stand or
 * refused with its reason; other files are passed over.
 *
 * @throws UNSUPPORTED_TYPE when it is no zip; VALIDATION when it cannot be read or has no cases, or too many; TOO_LARGE
 */
export async function readCases({ bytes }: UploadedFile): Promise<z.input<typeof readCasesAnswer>> {
  const { cases, errors } = findCases(await openArchive(bytes))
  const most = codingBounds.testCases.max
  if (cases.length + errors.length === 0) throw noCases()
  if (cases.length > most) throw tooManyCases(cases.length, most)
  if (Buffer.byteLength(JSON.stringify(cases)) > maxQuestionBytes) throw casesTooLarge()
  return { testCases: cases, errors }
}

/**
 * Adds the question of a Kattis/ICPC problem package.
 *
 * @param practice for a package that does not say whether the question is offered for practice
 * @throws as readCases; VALIDATION also for what the package lacks
 */
export async function importPackage(
  app: Platform,
  actor: Actor,
  { name, bytes }: UploadedFile,
  practice?: boolean,
): Promise<z.input<typeof importAnswer>> {
  const { form, notes, staysDraft } = readPackage(await openArchive(bytes), name)
  return { ...(await createQuestion(app, actor, { ...form, practice: form.practice ?? practice }, staysDraft)), notes }
}

/** A question with everything that belongs to it, as a problem package. @throws NOT_FOUND */
export async function exportPackage(app: Platform, id: string): Promise<Response> {
  const { question } = await getQuestion(app, { kind: 'platform' }, id)
  return fileResponse(slugOf(question.title), 'zip', await zip(writePackage(question)))
}
