import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { fileResponse } from '#server/platform/export/response.ts'
import type { UploadedFile } from '#server/platform/files.ts'
import { newId } from '#server/platform/id.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { hashTemporary, temporaryPassword } from '#server/platform/password.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { inShortJobs } from '#server/platform/short-jobs.ts'
import { readPeople, writeSheet } from '#server/platform/spreadsheet/spreadsheet.ts'
import type { Services } from '#server/services.ts'
import { addError, type ValidatedRow } from '#shared/members/bulk.rules.ts'
import { type BulkResult, bulkColumns, bulkExamples, type bulkForm } from '#shared/members/bulk.schema.ts'
import { type MemberRole, memberRoles } from '#shared/members/members.schema.ts'
import { recordAudit } from '../../audit/audit.ts'
import { accountMail } from '../mails.ts'
import { ownCollege } from '../members.ts'
import { emailTaken, idNumberTaken, templateNotFound } from './bulk.errors.ts'
import { bulkRepo } from './bulk.repo.ts'

const present = (value: string | null) => (value === null ? [] : [value])

/** Adds errors for taken emails and ID numbers to the rows, inside the job that inserts the others. */
async function refuseTaken(tx: Db, scope: CollegeScope, role: MemberRole, rows: readonly ValidatedRow[]) {
  const emails = await bulkRepo(tx).takenEmails(rows.flatMap(({ email }) => present(email)))
  const collegeByEmail = new Map(emails.map(({ email, collegeId }) => [email, collegeId]))
  const idNumbers = new Set(
    await bulkRepo(tx).takenIdNumbers(
      scope,
      rows.flatMap(({ idNumber }) => present(idNumber)),
    ),
  )
  for (const judged of rows) {
    const { email, idNumber } = judged
    if (idNumber !== null && idNumbers.has(idNumber)) addError(judged, 'idNumber', idNumberTaken(role))
    const takenIn = email === null ? undefined : collegeByEmail.get(email)
    if (takenIn !== undefined) addError(judged, 'email', emailTaken(takenIn === scope.collegeId))
  }
}

/**
 * Adds the valid rows of a chunk and queues an email with the password for each. @returns the credentials and the
 * job's duration
 */
async function saveChunk(app: Platform, scope: CollegeScope, role: MemberRole, rows: readonly ValidatedRow[]) {
  // Hashed before the job, to keep the job short.
  const passwords = rows.map(() => temporaryPassword())
  const hashes = passwords.map((password) => hashTemporary(password, app.passwordKey))
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    const began = performance.now()
    await refuseTaken(tx, scope, role, rows)
    const credentials: BulkResult['credentials'] = []
    for (const [at, { member }] of rows.entries()) {
      const [password = '', passwordHash = ''] = [passwords[at], hashes[at]]
      if (!member) continue
      await bulkRepo(tx).insert(scope, { ...member, id: newId(), passwordHash, createdAt: now })
      await queueMail(tx, now, accountMail(app, member, password))
      credentials.push({ email: member.email, temporaryPassword: password })
    }
    return { credentials, took: performance.now() - began }
  })
}

async function saveRows(
  app: Services,
  scope: CollegeScope,
  { role, uploadId }: z.output<typeof bulkForm>,
  rows: readonly ValidatedRow[],
) {
  const credentials: BulkResult['credentials'] = []
  await inShortJobs(
    rows,
    async (chunk) => {
      const saved = await saveChunk(app, scope, role, chunk)
      credentials.push(...saved.credentials)
      return saved.took
    },
    (done) => app.uploadProgress.note(scope, uploadId, { phase: 'saving', done, total: rows.length }),
  )
  return credentials
}

/**
 * Adds the people in a workbook to the college. Valid rows are stored and invalid ones reported; the response matches
 * what was stored even with concurrent uploads.
 * @throws UNSUPPORTED_TYPE when the file is not an .xlsx or .xls; VALIDATION when no row can be read; TOO_LARGE when it
 * is too large unpacked
 */
export async function uploadMembers(
  app: Services,
  scope: CollegeScope,
  actor: Actor,
  { file, ...form }: z.output<typeof bulkForm> & { file: UploadedFile },
): Promise<BulkResult> {
  const { uploadId, role } = form
  const college = await ownCollege(app, scope)
  app.uploadProgress.note(scope, uploadId, { phase: 'reading', done: 0, total: 0 })
  try {
    const { rows, notes } = await readPeople(file.bytes, role)
    const credentials = await saveRows(app, scope, form, rows)
    const failed = rows.filter(({ errors }) => errors.length > 0)
    const counts = { total: rows.length, successful: credentials.length, failed: failed.length }
    await app.db.write((tx) =>
      recordAudit(tx, app.clock.now(), actor, {
        action: 'member.bulk_upload',
        subject: { type: 'college', id: scope.collegeId, name: college.name },
        detail: { role, file: file.name.slice(0, 200), ...counts },
      }),
    )
    app.uploadProgress.note(scope, uploadId, { phase: 'done', done: rows.length, total: rows.length })
    return {
      ...counts,
      errors: failed.flatMap(({ errors }) => errors),
      credentials,
      mailed: app.config.mail.smtpUrl !== undefined,
      notes,
      failedRows: failed.map(({ row, values }) => ({ row, values })),
    }
  } catch (error) {
    app.uploadProgress.note(scope, uploadId, null)
    throw error
  }
}

/** Cached because templates never change at runtime. */
const templates = new Map<MemberRole, Uint8Array>()

/** The upload template for a role: headings and one example row. @throws NOT_FOUND for any other role */
export async function getTemplate(roleName: string): Promise<Response> {
  const role = memberRoles.find((known) => known === roleName)
  if (!role) throw templateNotFound()
  const rows = [
    bulkColumns[role].map(({ heading }) => heading),
    bulkColumns[role].map(({ field }) => bulkExamples[role][field]),
  ]
  const bytes = templates.get(role) ?? (await writeSheet(role === 'student' ? 'Students' : 'Faculty', rows))
  templates.set(role, bytes)
  return fileResponse(`${role}_template`, 'xlsx', bytes)
}
