import type { ChildProcess } from 'node:child_process'
import { languages } from '#shared/coding/languages.rules.ts'
import { forkProgram, parts } from '../platform/parts.ts'
import type { Findings, FromJudge, Settings, ToJudge } from './messages.ts'
import { type Patience, patienceOf } from './patience.ts'
import { givenTools } from './toolchains.ts'
import {
  type Judge,
  JudgeDied,
  type JudgedCase,
  JudgeError,
  type JudgeJob,
  type JudgeOutcome,
  type JudgeProgress,
  onlyMeasured,
} from './types.ts'

export interface JudgeSettings {
  /** Maximum number of programs judged at once. */
  concurrency: number
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void }
  /** Folder of the warden, which is compiled there if the folder does not contain it. */
  folder?: string
  /** Called when the process ends unexpectedly. */
  died?: (reason: string) => void
  /** Called when the process has tested the machine and accepts jobs. */
  ready?: () => void
}

/** The judge and its process id. */
export interface JudgeProcess extends Judge {
  /** Undefined until the judge is first used. */
  readonly pid: number | undefined
}

interface Waiting {
  progress: JudgeProgress
  resolve(outcome: JudgeOutcome): void
  reject(error: Error): void
  patience: Patience
  /** Ends the process if the job makes no progress. */
  timer?: NodeJS.Timeout
}

/** A single run of the judge process. */
interface Life {
  child: ChildProcess
  findings: Promise<Findings>
}

/** Time limit for closing, in ms, after which the process is killed. */
const closeWithin = 3_000

const startChild = (): ChildProcess =>
  forkProgram('judge', {
    // Programs could read its environment, so it gets none of the server's. The option hides the warning about
    // experimental type stripping.
    env: { PATH: '/usr/bin:/bin', NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...givenTools() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

const allUnavailable = (reason: string): Findings => ({
  sandbox: { works: false, reason },
  languages: languages.map((language) => ({ language, available: false, reason })),
})

class ForkedJudge implements JudgeProcess {
  readonly concurrency: number
  readonly #log: JudgeSettings['log']
  readonly #died: JudgeSettings['died']
  readonly #ready: JudgeSettings['ready']
  readonly #settings: Settings
  readonly #waiting = new Map<string, Waiting>()
  #life: Life | undefined
  #closed = false

  constructor({ concurrency, log, folder = parts.prepared, died, ready }: JudgeSettings) {
    this.concurrency = concurrency
    this.#log = log
    this.#died = died
    this.#ready = ready
    this.#settings = { concurrency, folder }
  }

  get pid() {
    return this.#life?.child.pid
  }

  languages = async () => (await this.#alive().findings).languages
  sandbox = async () => (await this.#alive().findings).sandbox

  judge(job: JudgeJob, progress: JudgeProgress = {}): Promise<JudgeOutcome> {
    if (this.#closed) return Promise.reject(new JudgeError('The judge is closed'))
    if (this.#waiting.has(job.id)) return Promise.reject(new JudgeError(`The job ${job.id} is already running`))
    const { child, findings } = this.#alive()
    return new Promise<JudgeOutcome>((resolve, reject) => {
      const waiting = { progress, resolve, reject, patience: patienceOf(job) }
      this.#waiting.set(job.id, waiting)
      // Until then, it tests the machine, which can take minutes.
      void findings.then(() => this.#watch(job.id, waiting, waiting.patience.first))
      this.#hold(child)
      this.#send(child, { kind: 'job', job })
    })
  }

  cancel(id: string) {
    const waiting = this.#settle(id)
    if (!waiting) return
    if (this.#life) this.#send(this.#life.child, { kind: 'cancel', id })
    waiting.reject(new JudgeError('The job was cancelled'))
  }

  async close() {
    this.#closed = true
    const child = this.#life?.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    child.channel?.ref()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const timer = setTimeout(() => child.kill('SIGKILL'), closeWithin)
    this.#send(child, { kind: 'close' })
    await ended
    clearTimeout(timer)
  }

  /** Starts the process if it is not running. */
  #alive(): Life {
    this.#life ??= this.#start()
    return this.#life
  }

  #start(): Life {
    const child = startChild()
    const findings = new Promise<Findings>((resolve) => {
      child.on('message', (message: FromJudge) => {
        if (message.kind === 'ready') resolve(this.#store(message.findings, child))
        else this.#hear(message)
      })
      child.once('exit', (code, signal) => {
        const reason = `The judge process exited with ${signal ?? `code ${code}`}`
        this.#lose(child, reason)
        resolve(allUnavailable(reason))
      })
      child.once('error', (error) => {
        this.#lose(child, error.message)
        resolve(allUnavailable(error.message))
      })
    })
    this.#send(child, { kind: 'settings', settings: this.#settings })
    return { child, findings }
  }

  #store(findings: Findings, child: ChildProcess): Findings {
    // Keep the test results for a restarted process.
    if (findings.sandbox.works) this.#settings.known = findings
    this.#hold(child)
    this.#ready?.()
    if (findings.sandbox.memory === 'measured') this.#log.error({}, onlyMeasured)
    const off = findings.languages.filter(({ available, optional }) => !available && !optional)
    if (off.length > 0) this.#log.warn({ sandbox: findings.sandbox, off }, 'Unsupported languages')
    return findings
  }

  #hear(message: Exclude<FromJudge, { kind: 'ready' }>) {
    if (message.kind === 'started') this.#waiting.get(message.id)?.progress.started?.()
    else if (message.kind === 'judged') this.#hearResult(message.id, message.result)
    else if (message.kind === 'done') this.#settle(message.id)?.resolve(message.outcome)
    else this.#settle(message.id)?.reject(new JudgeError(message.message))
  }

  #hearResult(id: string, result: JudgedCase) {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#watch(id, waiting, waiting.patience.next)
    waiting.progress.judged?.(result)
  }

  /** Kills the process unless the job makes progress in time. Its jobs then fail, as after a crash. */
  #watch(id: string, waiting: Waiting, ms: number) {
    if (this.#waiting.get(id) !== waiting) return
    clearTimeout(waiting.timer)
    waiting.timer = setTimeout(() => {
      this.#log.error({ job: id }, `The judge process made no progress for ${Math.round(ms / 1_000)} s`)
      this.#life?.child.kill('SIGKILL')
    }, ms).unref()
  }

  /** Removes a pending job. */
  #settle(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    clearTimeout(waiting?.timer)
    this.#waiting.delete(id)
    if (this.#life) this.#hold(this.#life.child)
    return waiting
  }

  #lose(child: ChildProcess, reason: string) {
    if (this.#life?.child !== child) return
    this.#life = undefined
    if (!this.#closed) {
      this.#log.warn({ jobs: this.#waiting.size }, reason)
      this.#died?.(reason)
    }
    const lost = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject, timer } of lost) {
      clearTimeout(timer)
      reject(new JudgeDied(reason))
    }
  }

  #send(child: ChildProcess, message: ToJudge) {
    // If the process has just died, its exit handler settles the job.
    if (child.connected) child.send(message, () => {})
  }

  /** Lets the judge process keep the server process alive only while jobs are pending. */
  #hold(child: ChildProcess) {
    const busy = this.#waiting.size > 0
    child[busy ? 'ref' : 'unref']()
    child.channel?.[busy ? 'ref' : 'unref']()
  }
}

/** Creates a judge whose process starts on first use and restarts after a crash. */
export const createJudge = (settings: JudgeSettings): JudgeProcess => new ForkedJudge(settings)
