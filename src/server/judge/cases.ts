import type { LanguageSetup } from './languages.ts'
import type { Order, Report } from './orders.ts'
import type { Sandbox } from './sandbox.ts'
import { environment, judgedCase, runLimits, syntaxErrorIn, usualReport } from './submission.ts'
import type { JudgedCase, JudgeJob, JudgeProgress } from './types.ts'

/** A submission's cases. Each runs once, in the first free sandbox. Results are reported in order. */
export class Cases {
  readonly #job: JudgeJob
  readonly #setup: LanguageSetup
  readonly #progress: JudgeProgress
  readonly #order: Omit<Order, 'input'>
  #next = 0
  #told = 0
  /** Results by position, complete once every sandbox is done. */
  readonly judged: JudgedCase[] = []

  constructor(job: JudgeJob, setup: LanguageSetup, progress: JudgeProgress) {
    this.#job = job
    this.#setup = setup
    this.#progress = progress
    this.#order = {
      kind: setup.stays ? 'case' : 'run',
      command: setup.run(job.source, job.limits.memoryMb),
      variables: { ...environment, ...setup.variables?.(job.limits.memoryMb) },
      limits: runLimits(job.limits, setup),
    }
  }

  /** Number of cases not started. */
  get left(): number {
    return this.#job.cases.length - this.#next
  }

  /**
   * Compiles the program in its resident process before it receives input, so that no later report can be mistaken for
   * a syntax error.
   * @returns the syntax error, if any
   */
  async checkIn(sandbox: Sandbox): Promise<string | undefined> {
    return syntaxErrorIn(await sandbox.run({ ...this.#order, input: new Uint8Array() }))
  }

  /**
   * Runs cases in a sandbox until none is left.
   * @param mayGoOn checked before each case but the first
   */
  async runIn(sandbox: Sandbox, mayGoOn = () => true) {
    let asked = this.#ask(sandbox)
    while (asked) {
      // Send the next case while this one runs, so that the warden never waits. Leave the last case to the first free
      // sandbox.
      let next = this.left > 1 && mayGoOn() ? this.#ask(sandbox) : undefined
      this.#take(asked.place, usualReport(await asked.report))
      next ??= mayGoOn() ? this.#ask(sandbox) : undefined
      asked = next
    }
  }

  #ask(sandbox: Sandbox): { place: number; report: Promise<Report> } | undefined {
    const place = this.#next
    const one = this.#job.cases[place]
    if (!one) return undefined
    this.#next++
    const report = sandbox.run({ ...this.#order, input: Buffer.from(one.input) })
    // If an earlier case fails, nothing awaits this one.
    report.catch(() => {})
    return { place, report }
  }

  #take(place: number, report: Report) {
    this.judged[place] = judgedCase(this.#job, place, report, this.#setup.outOfMemory)
    for (let one = this.judged[this.#told]; one; one = this.judged[++this.#told]) this.#progress.judged?.(one)
  }
}
