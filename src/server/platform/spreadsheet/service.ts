import type { ChildProcess } from 'node:child_process'
import { DomainError } from '#shared/errors.ts'
import type { JudgedRow, JudgedSheet } from '#shared/members/bulk/rules.ts'
import type { MemberRole } from '#shared/members/schema.ts'
import { forkProgram } from '../parts.ts'
import { fileRefused } from './content.ts'
import type { Answer, Task } from './tasks.ts'

/** Limits per file. */
export interface Limits {
  heapMegabytes: number
  milliseconds: number
}
/** 20,000 rows take 1 s and a heap of 100 MB. Beside the heap there are copies of at most the 100 MB that a zip unpacks to. */
const usual: Limits = { heapMegabytes: 384, milliseconds: 30_000 }

/** Files read at the same time, and how many more may wait for their turn. */
const mostAtOnce = 2
const mostWaiting = 20

const copyRows = 'Copy its rows into a new workbook and upload that'

let running = 0
const waiting: (() => void)[] = []

async function takeTurn(): Promise<void> {
  if (running < mostAtOnce) running++
  else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else
    throw new DomainError('TOO_MANY_REQUESTS', 'Many files are being read. Please try again in a minute', undefined, 60)
}

/** The turn passes to who has waited longest. */
function giveTurn() {
  const next = waiting.shift()
  if (next) next()
  else running--
}

const start = ({ heapMegabytes }: Limits): ChildProcess =>
  forkProgram('spreadsheet', {
    // It needs nothing of the server's surroundings, and shall not know the settings.
    env: { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** Why a process ended before it answered. */
function failureOf(tookTooLong: boolean, code: number | null, signal: string | null): Error {
  if (tookTooLong) return fileRefused(`This file takes too long to read. ${copyRows}`)
  // Out of memory ends it with a signal, from within or by the system.
  if (signal) return fileRefused(`This file takes too much memory to read. ${copyRows}`)
  return new Error(`The spreadsheet process ended with code ${code}`)
}

function answersOf(child: ChildProcess, task: Task, { milliseconds }: Limits): Promise<Answer[]> {
  const answers: Answer[] = []
  let tookTooLong = false
  const timer = setTimeout(() => {
    tookTooLong = true
    child.kill('SIGKILL')
  }, milliseconds)
  return new Promise<Answer[]>((resolve, reject) => {
    // One that is gone before it has the file causes errors as well; why it is gone shows when it ends.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    child.once('exit', (code, signal) => reject(failureOf(tookTooLong, code, signal)))
    child.on('message', (answer: Answer) => {
      answers.push(answer)
      if (answer.kind === 'refused') reject(new DomainError(answer.code, answer.message, answer.errors))
      else if (answer.kind === 'broken') reject(new Error(answer.trace))
      else if (answer.kind !== 'people') resolve(answers)
    })
    child.send(task)
  }).finally(() => clearTimeout(timer))
}

/** Runs a task in a separate process. @returns all answers; the last one is not a refusal */
async function run(task: Task, limits = usual): Promise<Answer[]> {
  await takeTurn()
  let ended: Promise<unknown> = Promise.resolve()
  try {
    const child = start(limits)
    if (child.pid !== undefined) ended = new Promise((resolve) => child.once('exit', resolve))
    return await answersOf(child, task, limits).finally(() => child.kill('SIGKILL'))
  } finally {
    void ended.then(giveTurn)
  }
}

/**
 * Reads the people of an uploaded workbook, outside of this process.
 *
 * @throws UNSUPPORTED_TYPE when it is no .xlsx or .xls; VALIDATION when it cannot be read or holds no people; TOO_LARGE
 * when unpacked; TOO_MANY_REQUESTS when many others wait
 */
export async function readPeople(bytes: Uint8Array, role: MemberRole, limits = usual): Promise<JudgedSheet> {
  const rows: JudgedRow[] = []
  for (const answer of await run({ kind: 'people', bytes, role }, limits)) {
    if (answer.kind === 'people') rows.push(...answer.rows)
    if (answer.kind === 'judged') return { rows, notes: answer.notes }
  }
  throw new Error('The spreadsheet process did not judge the sheet')
}

/** Makes an .xlsx of one sheet of texts; the first row holds the headings. */
export async function writeSheet(sheetName: string, rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  for (const answer of await run({ kind: 'write', sheetName, rows })) if (answer.kind === 'written') return answer.bytes
  throw new Error('The spreadsheet process did not write the sheet')
}
