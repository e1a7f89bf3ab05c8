import { byteOrderMark, csvLines } from '#server/platform/csv.ts'
import { fileResponse } from '#server/platform/export/response.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { type StreamedFile, zipStream } from '#server/platform/zip/write.ts'
import type { Services } from '#server/services.ts'
import { recordAudit } from '../audit/audit.ts'
import { attachedFiles, type Part, partsOf, type Value } from './data.exports.ts'
import { requireStudent, type StudentRow } from './privacy.ts'

async function* jsonOf(parts: readonly Part[]) {
  let opening = '{'
  for (const { name, pages } of parts) {
    yield Buffer.from(`${opening}${JSON.stringify(name)}:[`)
    let between = '\n'
    for await (const page of pages())
      for (const row of page) {
        yield Buffer.from(between + JSON.stringify(row))
        between = ',\n'
      }
    yield Buffer.from(']')
    opening = ',\n'
  }
  yield Buffer.from('}\n')
}

async function* csvOf({ columns, pages }: Part) {
  yield Buffer.from(byteOrderMark + csvLines([columns]))
  const cell = (value: Value | undefined) => (typeof value === 'boolean' ? String(value) : (value ?? null))
  for await (const page of pages())
    if (page.length > 0) yield Buffer.from(csvLines(page.map((row) => columns.map((column) => cell(row[column])))))
}

const readMe = ({ config, clock }: Services, parts: readonly Part[], name: string) =>
  [
    `All data that ${config.platformName} stores about ${name}, as of ${new Date(clock.now()).toISOString()}.`,
    'data.json contains all of it. The CSV files contain the same data, one list per file:',
    ...parts.map(({ name, about }) => `${name}.csv\n    ${about}`),
    'Times are in UTC. Your password is not included: only its hash is stored.',
    'Backups may contain older data until they expire.',
  ].join('\n\n')

async function* filesOf(app: Services, scope: CollegeScope, student: StudentRow): AsyncGenerator<StreamedFile> {
  const parts = partsOf(app, scope, student)
  yield { path: 'README.txt', content: [Buffer.from(`${readMe(app, parts, student.name)}\n`)] }
  yield { path: 'data.json', content: jsonOf(parts) }
  for (const part of parts) yield { path: `${part.name}.csv`, content: csvOf(part) }
  yield* attachedFiles(app, student)
}

/**
 * Exports all data about a student as a streamed zip, without answer keys or other people's data. The audit log records
 * who requested it.
 * @throws NOT_FOUND
 */
export async function exportStudent(app: Services, scope: CollegeScope, actor: Actor, id: string): Promise<Response> {
  const student = await requireStudent(app.db.read, scope, id)
  await app.db.write((tx) =>
    recordAudit(tx, app.clock.now(), actor, {
      action: 'member.export_data',
      subject: { type: 'member', id, name: student.name },
    }),
  )
  return fileResponse(
    `personal-data-${student.idNumber ?? student.name}`,
    'zip',
    zipStream(filesOf(app, scope, student)),
  )
}
