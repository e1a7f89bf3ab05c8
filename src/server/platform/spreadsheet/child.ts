/**
 * Reads and writes workbooks in a separate process: a hostile file may crash it, never the server. A thread is not
 * enough, because an allocation beyond a thread's heap limit ends the whole process.
 */
import { DomainError } from '#shared/errors.ts'
import { validateSheet } from '#shared/members/bulk.rules.ts'
import { giveWay } from '../priority.ts'
import type { Answer, Task } from './tasks.ts'
import { readWorkbook } from './workbook.ts'
import { writeWorkbook } from './write.ts'

const answer = (message: Answer) => process.send?.(message)

/** Small parts, so that the server never deserialises many rows at once. */
const rowsPerPart = 250

async function run(task: Task) {
  if (task.kind === 'write') return answer({ kind: 'written', bytes: await writeWorkbook(task.sheetName, task.rows) })
  const sheet = await readWorkbook(Buffer.from(task.bytes))
  const { rows, notes } = validateSheet(sheet, task.role)
  for (let at = 0; at < rows.length; at += rowsPerPart)
    answer({ kind: 'people', rows: rows.slice(at, at + rowsPerPart) })
  return answer({ kind: 'judged', notes })
}

// Run at low priority: page requests come first.
giveWay(5)
// Ctrl-C reaches every process in the terminal. Ignore it, because the server ends this one itself.
process.on('SIGINT', () => {})
process.once('message', (task: Task) => {
  run(task).catch((error: unknown) => {
    if (error instanceof DomainError)
      answer({ kind: 'refused', code: error.code, message: error.message, errors: error.errors })
    else answer({ kind: 'broken', trace: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  })
})
