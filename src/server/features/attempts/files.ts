import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { readDocument } from '#server/platform/document.ts'
import { uploadResponse } from '#server/platform/export/response.ts'
import {
  answerFolder,
  deleteFile,
  deleteOrphanFiles,
  openFile,
  shownName,
  storeFile,
  type UploadedFile,
} from '#server/platform/files.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Reach, StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { givenAnswer } from '#shared/attempts/attempts.rules.ts'
import type { AnswerInput } from '#shared/attempts/attempts.schema.ts'
import { openParts } from '#shared/attempts/clock.rules.ts'
import { type FileForm, type FileQuery, type fileAnswer, perAttempt } from '#shared/attempts/files.schema.ts'
import { filesIn, withoutNames } from '#shared/bank/types/essay.rules.ts'
import {
  attemptNotFound,
  fileDamaged,
  fileIsEmpty,
  fileNotFound,
  fileTypeNotAccepted,
  noFilesHere,
  notSubmitted,
  sectionNotOpen,
  tooManyFiles,
  unknownFile,
} from './attempts.errors.ts'
import { attemptsRepo, type SheetAnswers } from './attempts.repo.ts'
import { type FileRow, filesRepo } from './files.repo.ts'
import type { Paper } from './paper.ts'
import { requireOpen } from './require-attempt.ts'
import { reviewRepo } from './review.repo.ts'
import { type Origin, requireSeat, writeSeated } from './seat.ts'

/** The student's attempt. @throws NOT_FOUND, also for another student's */
export async function requireOwnAttempt(db: Db, { studentId, collegeId }: StudentScope, id: string) {
  const sitting = await attemptsRepo(db).sitting(id)
  if (sitting?.studentId !== studentId || sitting.collegeId !== collegeId) throw attemptNotFound()
  return sitting
}

/** Checks that a question accepts another file now. @throws NOT_FOUND; VALIDATION; CONFLICT */
async function requireRoom(
  app: Services,
  db: Db,
  scope: StudentScope,
  { id, questionId, size }: { id: string; questionId: string; size: number },
) {
  const now = app.clock.now()
  const sitting = await requireOwnAttempt(db, scope, id)
  requireOpen(sitting, now)
  const paper = await app.papers.of(db, sitting)
  const place = paper.placeOf.get(questionId)
  const question = paper.questions[place?.place ?? -1]
  if (!place || question?.type !== 'essay' || !question.body.allowFiles) throw noFilesHere()
  if (!openParts(sitting, now).includes(place.part)) throw sectionNotOpen()
  const { files, bytes } = await filesRepo(db).totals(id)
  if (files >= perAttempt.files || bytes + size > perAttempt.bytes) throw tooManyFiles()
  return { sitting, paper, now }
}

const acceptedTypes: readonly string[] = ['pdf', 'jpg', 'png', 'docx', 'txt']

/** @returns the media type. @throws VALIDATION; UNSUPPORTED_TYPE */
async function typeOf({ name, bytes }: UploadedFile): Promise<string> {
  if (bytes.length === 0) throw fileIsEmpty()
  const document = await readDocument(name, bytes)
  if (document === 'damaged') throw fileDamaged()
  if (!document || !acceptedTypes.includes(document.type)) throw fileTypeNotAccepted()
  return document.mimetype
}

/**
 * Stores a file for an answer; resolves when it is on disk. It belongs to the answer once a save references it.
 * @throws NOT_FOUND; CONFLICT when the attempt or its section is closed; VALIDATION; UNSUPPORTED_TYPE; FORBIDDEN outside
 * the test's networks
 */
export async function uploadFile(
  app: Services,
  scope: StudentScope,
  from: Origin,
  { id: attemptId, questionId, writer, file }: FileForm & { id: string; file: UploadedFile },
): Promise<z.input<typeof fileAnswer>> {
  const { length: size } = file.bytes
  const target = { id: attemptId, questionId, size }
  await requireRoom(app, app.db.read, scope, target)
  const type = await typeOf(file)
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const stored = { id: newId(), name: shownName(file.name, 'file'), size, sha256 }
  const folder = answerFolder(app.config.dataDir)
  await storeFile(folder, stored.id, file.bytes)
  try {
    await writeSeated(app, async (tx) => {
      // The attempt may have been submitted in the meantime.
      const { sitting, paper, now } = await requireRoom(app, tx, scope, target)
      await requireSeat(tx, sitting, paper, from, writer, now)
      await filesRepo(tx).insert({ ...stored, attemptId, questionId, type, uploadedAt: now })
    })
  } catch (error) {
    await deleteFile(folder, stored.id)
    throw error
  }
  return { file: stored }
}

const isSame = (row: FileRow, file: Pick<FileRow, 'name' | 'size' | 'sha256'>) =>
  row.name === file.name && row.size === file.size && row.sha256 === file.sha256

const acceptsFiles = ({ questions }: Paper) => questions.some(({ type, body }) => type === 'essay' && body.allowFiles)

/**
 * Checks the files in answers to open sections.
 * @throws VALIDATION for a file that was not uploaded for this question of this attempt
 */
export async function requireUploaded(
  tx: Db,
  attemptId: string,
  paper: Paper,
  answers: readonly AnswerInput[],
  open: readonly number[],
): Promise<void> {
  if (!acceptsFiles(paper)) return
  const sent = answers.flatMap((answer, position) => {
    const { questionId } = answer
    const files = open.includes(paper.placeOf.get(questionId)?.part ?? -1) ? filesIn(givenAnswer(answer)) : []
    return files.map((file) => ({ file, position, questionId }))
  })
  if (sent.length === 0) return
  const known = new Map((await filesRepo(tx).ofAttempt(attemptId)).map((row) => [row.id, row]))
  for (const { file, position, questionId } of sent) {
    const row = known.get(file.id)
    if (row?.questionId !== questionId || !isSame(row, file)) throw unknownFile(position, file.name)
  }
}

/** Deletes the rows of files that no answer references. A job deletes their content. */
export async function deleteUnused(tx: Db, attemptId: string, paper: Paper, sheet: SheetAnswers) {
  if (!acceptsFiles(paper)) return
  const used = sheet.flatMap((value) => filesIn(value)).map(({ id }) => id)
  await filesRepo(tx).deleteExcept(attemptId, used)
}

/** The file's name while names are hidden. */
async function numberedName(db: Db, row: FileRow): Promise<string> {
  const sitting = await attemptsRepo(db).sitting(row.attemptId)
  const files = sitting?.answers.flatMap((value) => withoutNames(filesIn(value))) ?? []
  return (files.find(({ id }) => id === row.id) ?? withoutNames([row])[0] ?? row).name
}

/**
 * Downloads a file, for the student and, once the attempt is submitted, for staff who may read it. Staff get its name
 * only if they ask for names.
 * @throws NOT_FOUND; CONFLICT for staff while the attempt is running
 */
export async function downloadFile(
  app: Platform,
  reach: Reach,
  { id: attemptId, fileId, names }: FileQuery & { id: string },
): Promise<Response> {
  const { read: db } = app.db
  const attempt = await reviewRepo(db).heading(reach, attemptId)
  if (!attempt) throw attemptNotFound()
  if (reach.kind !== 'student' && attempt.submittedAt === null) throw notSubmitted()
  const row = await filesRepo(db).find(attemptId, fileId)
  const file = row && (await openFile(answerFolder(app.config.dataDir), row.id))
  if (!file) throw fileNotFound()
  const isNamed = names || reach.kind === 'student'
  return uploadResponse(file, isNamed ? row.name : await numberedName(db, row), row.type)
}

/** Deletes the content of files without a row, such as those of deleted attempts. */
export const deleteOrphans = (app: Platform) =>
  deleteOrphanFiles(answerFolder(app.config.dataDir), () => filesRepo(app.db.read).all(), app.clock.now())

/** Returns a file's content as a stream; undefined when it is missing. */
export const readAttached = async (app: Platform, id: string) =>
  (await openFile(answerFolder(app.config.dataDir), id))?.content as AsyncIterable<Buffer> | undefined

export const filesOfStudent = (db: Db, studentId: string) => filesRepo(db).ofStudent(studentId)

/** Deletes the content of files whose rows are deleted. */
export async function deleteFiles(app: Platform, ids: readonly string[]): Promise<void> {
  for (const id of ids) await deleteFile(answerFolder(app.config.dataDir), id)
}
