import type { ChildProcess } from 'node:child_process'
import { DomainError } from '#shared/errors.ts'
import type { ValidatedRow, ValidatedSheet } from '#shared/members/bulk.rules.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { forkProgram, onceGone } from '../parts.ts'
import { fileRefused } from './content.ts'
import type { Answer, Task } from './tasks.ts'

/** Limits per file. */
export interface Limits {
  heapMegabytes: number
  milliseconds: number
}
/** 20,000 rows take 1 s and a 100 MB heap. Buffers take up to 100 MB more, the limit for an unpacked zip. */
const usual: Limits = { heapMegabytes: 384, milliseconds: 30_000 }

/** Files read concurrently, and files that may wait. */
const maxConcurrent = 2
const maxQueued = 20

const copyRows = 'Copy its rows into a new workbook and upload that'

let running = 0
const waiting: (() => void)[] = []

async function acquireSlot(): Promise<void> {
  if (running < maxConcurrent) running++
  else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve))
  else
    throw new DomainError(
      'TOO_MANY_REQUESTS',
      'The server is busy with other files. Please try again in a minute',
      undefined,
      60,
    )
}

/** Passes the slot to the call that has waited longest. */
function releaseSlot() {
  const next = waiting.shift()
  if (next) next()
  else running--
}

const start = ({ heapMegabytes }: Limits): ChildProcess =>
  forkProgram('spreadsheet', {
    // Nothing else, because the child does not need the server's settings and must not see its secrets.
    env: { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** Explains why a process ended before responding. */
function failureOf(tookTooLong: boolean, code: number | null, signal: string | null): Error {
  if (tookTooLong) return fileRefused(`This file takes too long to read. ${copyRows}`)
  // A process that runs out of memory ends with a signal, its own or the system's.
  if (signal) return fileRefused(`This file takes too much memory to read. ${copyRows}`)
  return new Error(`The spreadsheet process exited with code ${code}`)
}

function answersOf(child: ChildProcess, task: Task, { milliseconds }: Limits): Promise<Answer[]> {
  const answers: Answer[] = []
  let tookTooLong = false
  const timer = setTimeout(() => {
    tookTooLong = true
    child.kill('SIGKILL')
  }, milliseconds)
  return new Promise<Answer[]>((resolve, reject) => {
    // Writing to an exited process fails too; the exit handler reports the reason.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    onceGone(child, (code, signal) => reject(failureOf(tookTooLong, code, signal)))
    child.on('message', (answer: Answer) => {
      answers.push(answer)
      if (answer.kind === 'refused') reject(new DomainError(answer.code, answer.message, answer.errors))
      else if (answer.kind === 'broken') reject(new Error(answer.trace))
      else if (answer.kind !== 'people') resolve(answers)
    })
    child.send(task)
  }).finally(() => clearTimeout(timer))
}

/** Runs a task in a separate process. @returns all messages; the last one is not a refusal */
async function run(task: Task, limits = usual): Promise<Answer[]> {
  await acquireSlot()
  let ended: Promise<unknown> = Promise.resolve()
  try {
    const child = start(limits)
    if (child.pid !== undefined) ended = new Promise((resolve) => child.once('exit', resolve))
    return await answersOf(child, task, limits).finally(() => child.kill('SIGKILL'))
  } finally {
    void ended.then(releaseSlot)
  }
}

/**
 * Reads the people in an uploaded workbook, in a separate process.
 * @throws UNSUPPORTED_TYPE if it is not an .xlsx or .xls; VALIDATION if it cannot be read or contains no people;
 * TOO_LARGE if it is too large unpacked; TOO_MANY_REQUESTS if too many files are waiting
 */
export async function readPeople(bytes: Uint8Array, role: MemberRole, limits = usual): Promise<ValidatedSheet> {
  const rows: ValidatedRow[] = []
  for (const answer of await run({ kind: 'people', bytes, role }, limits)) {
    if (answer.kind === 'people') rows.push(...answer.rows)
    if (answer.kind === 'judged') return { rows, notes: answer.notes }
  }
  throw new Error('The spreadsheet process did not validate the sheet')
}

/** Creates an .xlsx with one sheet of text cells; the first row contains the headings. */
export async function writeSheet(sheetName: string, rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  for (const answer of await run({ kind: 'write', sheetName, rows })) if (answer.kind === 'written') return answer.bytes
  throw new Error('The spreadsheet process did not write the sheet')
}
