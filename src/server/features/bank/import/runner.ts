import type { ChildProcess } from 'node:child_process'
import { forkProgram, onceGone } from '#server/platform/parts.ts'
import { DomainError } from '#shared/errors.ts'
import { fileUnreadable, serverBusy } from './import.errors.ts'
import type { Answer, Continue, Task } from './tasks.ts'

/** Files read at the same time. */
const maxConcurrent = 2
/** Limits per file. A package of 200 MB takes about a minute. */
const heapMegabytes = 512
const milliseconds = 10 * 60_000

const smaller = 'Split it into smaller files and upload them one by one'

/** Explains why a process ended before it was done. */
function failureOf(reason: 'cancelled' | 'slow' | undefined, code: number | null, signal: string | null): Error {
  if (reason === 'cancelled') return new DomainError('CONFLICT', 'The import was cancelled')
  if (reason === 'slow') return fileUnreadable(`This file takes too long to read. ${smaller}`)
  // A process that runs out of memory ends with a signal, its own or the system's.
  if (signal) return fileUnreadable(`This file takes too much memory to read. ${smaller}`)
  return new Error(`The process that reads question files exited with code ${code}`)
}

/** Reads question files, each in a separate process, and adds the questions of one file at a time to a bank. */
export class ImportRunner {
  readonly #running = new Map<string, () => void>()
  /** The end of the last use of each bank. */
  readonly #turns = new Map<string | null, Promise<unknown>>()

  /** True while the import's file is being read. */
  isRunning = (importId: string) => this.#running.has(importId)

  /** Stops reading an import's file. */
  cancel = (importId: string) => this.#running.get(importId)?.()

  /** @throws TOO_MANY_REQUESTS if enough files are being read */
  requireSlot() {
    if (this.#running.size >= maxConcurrent) throw serverBusy()
  }

  /** Runs a function once the earlier ones for the same bank have ended. */
  inTurn<T>(bank: string | null, run: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(bank) ?? Promise.resolve()).then(run, run)
    this.#turns.set(bank, turn)
    return turn
  }

  /**
   * Reads a file. Settles after the last call of `take`.
   * @param take awaited for each message before the process continues
   * @throws VALIDATION if the file cannot be read; CONFLICT if it was cancelled
   */
  async run(
    importId: string,
    task: Task,
    take: (answer: Extract<Answer, { kind: 'format' | 'items' }>) => Promise<void>,
  ) {
    const child = forkProgram('questions', {
      // Nothing else, because the child does not need the server's settings and must not see its secrets.
      env: { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let reason: 'cancelled' | 'slow' | undefined
    const stop = (why: NonNullable<typeof reason>) => {
      reason = why
      child.kill('SIGKILL')
    }
    this.#running.set(importId, () => stop('cancelled'))
    const timer = setTimeout(() => stop('slow'), milliseconds)
    let last = Promise.resolve()
    const takeInTurn: typeof take = (answer) => {
      last = last.then(() => take(answer))
      return last
    }
    try {
      await this.#answers(child, task, takeInTurn, (code, signal) => failureOf(reason, code, signal))
    } finally {
      clearTimeout(timer)
      child.kill('SIGKILL')
      await last.catch(() => {})
      this.#running.delete(importId)
    }
  }

  #answers(
    child: ChildProcess,
    task: Task,
    take: (answer: Extract<Answer, { kind: 'format' | 'items' }>) => Promise<void>,
    failure: (code: number | null, signal: string | null) => Error,
  ): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      // Writing to an exited process fails too; the exit handler reports the reason.
      child.on('error', (error) => {
        if (child.pid === undefined) reject(error)
      })
      onceGone(child, (code, signal) => reject(failure(code, signal)))
      child.on('message', (answer: Answer) => {
        if (answer.kind === 'done') return resolve()
        if (answer.kind === 'refused') return reject(fileUnreadable(answer.message))
        if (answer.kind === 'broken') return reject(new Error(answer.trace))
        take(answer).then(() => {
          if (answer.kind === 'items' && child.connected) child.send({ kind: 'continue' } satisfies Continue)
        }, reject)
      })
      child.send(task)
    })
  }
}
