import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CheckerForm } from '#shared/coding/comparison.schema.ts'
import type { JudgeRun, Runner } from './cases.ts'
import { askInteractor, CheckerFailed, readChecker } from './checker-protocols.ts'
import type { Checker } from './checkers.ts'
import type { Order, Report } from './orders.ts'
import type { Sandbox } from './sandbox.ts'
import { cut } from './submission.ts'
import { type JudgeCase, JudgeError } from './types.ts'

/** Interactive problems: a program and its interactor in two sandboxes, connected by named pipes. */

/** Reports of both programs. */
export interface Conversation extends Report {
  interactor: Report
}

const call = promisify(execFile)
const nothing = new Uint8Array()
/** Factor between a conversation's longest silence and its longest duration; see native/watch.c. */
const longestTalk = 5

let made = 0

/** Makes the folder in which a program's and an interactor's sandboxes find their pipes. */
export function makeLinkFolder(parent: string): string {
  const folder = join(parent, 'links', String(++made))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}

/** A program's sandbox and an interactor's, which share a folder of pipes. Runs one case at a time. */
export class Talk implements Runner<Conversation> {
  readonly #checker: Checker
  readonly #protocol: CheckerForm['protocol']
  readonly #program: Sandbox
  readonly #interactor: Sandbox
  readonly #link: string
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    checker: Checker,
    protocol: CheckerForm['protocol'],
    program: Sandbox,
    interactor: Sandbox,
    link: string,
  ) {
    this.#checker = checker
    this.#protocol = protocol
    this.#program = program
    this.#interactor = interactor
    this.#link = link
  }

  run(order: Order, one: JudgeCase): Promise<Conversation> {
    const next = this.#last.then(() => this.#run(order, one))
    this.#last = next.catch(() => {})
    return next
  }

  async close() {
    await Promise.all([this.#program.close(), this.#checker.close(this.#interactor)])
    rmSync(this.#link, { recursive: true, force: true })
  }

  async #run(order: Order, { input, expected = '', arguments: given }: JudgeCase): Promise<Conversation> {
    // `to` leads to the interactor, `from` and `work` to the program. The sandboxes may run as different users.
    const pipes = ['to', 'from', 'work'].map((name) => join(this.#link, name))
    await call('/usr/bin/mkfifo', ['-m', '666', ...pipes])
    const hold = { ...order, kind: 'link', command: [], variables: {}, input: nothing } as const
    for (const held of await Promise.all([this.#program.run(hold), this.#interactor.run(hold)]))
      if (held.ending === 'failure') throw new JudgeError(`The pipes could not be opened: errno ${held.value}`)
    // Both wardens have the pipes now. The programs cannot open them by name.
    for (const pipe of pipes) rmSync(pipe)
    const texts = { input: Buffer.from(input), expected: Buffer.from(expected) }
    const asked = this.#checker.orderOf(askInteractor(this.#protocol, texts), given)
    // The program may wait for as long as the interactor computes.
    const limits = { ...asked.limits, wallMs: longestTalk * order.limits.wallMs + asked.limits.wallMs }
    const [program, interactor] = await Promise.all([
      this.#program.run({ ...order, kind: 'run', input: nothing, link: 'program' }),
      this.#interactor.run({ ...asked, limits }),
    ])
    return { ...program, interactor }
  }
}

const headBytes = 5

/** Decodes the records of link.c. Each line begins with its speaker. */
function transcriptOf(records: Buffer): string {
  let text = ''
  for (let at = 0; at + headBytes <= records.length; ) {
    const end = at + headBytes + records.readUInt32LE(at + 1)
    const speaker = String.fromCharCode(records[at] ?? 0)
    const message = records.toString('utf8', at + headBytes, end).replace(/\n$/, '')
    text += `${message.replace(/^/gm, `${speaker} `)}\n`
    at = end
  }
  return cut(Buffer.from(text), 64 * 1024)
}

const deadlock =
  'The program and the interactor waited for each other. Flush the output after every message, and read only what has been sent.'

/**
 * Judges a conversation. The first event decides, because it may have caused the later failures.
 * @throws CheckerFailed
 */
export const judgeConversation =
  (protocol: CheckerForm['protocol']): JudgeRun<Conversation> =>
  ({ fullScore }, { interactor, otherEnded, stop, output }, failure, place) => {
    const transcript = transcriptOf(output)
    // A program that only waited may have waited for an interactor that exceeds a limit, which is then to blame.
    const isVictim = stop === 'wall' && interactor.stop !== undefined
    if (failure && !otherEnded && !isVictim)
      return { verdict: failure, transcript, ...(stop === 'wall' ? { remark: deadlock } : {}) }
    const result = readBlamed(protocol, interactor, place, fullScore)
    if (result.score > 0 && failure) return { verdict: failure, transcript }
    return { ...result, verdict: result.score === 1 ? 'accepted' : 'wrong_answer', transcript }
  }

function readBlamed(protocol: CheckerForm['protocol'], report: Report, place: number, fullScore?: number) {
  try {
    return readChecker(protocol, report, fullScore)
  } catch (error) {
    if (error instanceof CheckerFailed) throw new CheckerFailed(`On case ${place + 1}, ${error.message}`)
    throw error
  }
}
