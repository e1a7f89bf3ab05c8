import { shareOf } from '#shared/coding/coding.rules.ts'
import type { RunVerdict } from '#shared/coding/languages.rules.ts'
import type { LanguageSetup } from './language-setup.ts'
import type { Order, Report } from './orders.ts'
import type { Sandbox } from './sandbox.ts'
import {
  type CaseVerdictWithRemark,
  environment,
  judgedCase,
  type OutputVerdict,
  runLimits,
  syntaxErrorIn,
  usualReport,
} from './submission.ts'
import type { JudgeCase, JudgedCase, JudgeJob, JudgeProgress } from './types.ts'
import { failureOf } from './verdicts.ts'

/** Judges the output of a program that ended normally. */
export type Compare = (one: JudgeCase, output: Buffer, place: number) => OutputVerdict | Promise<OutputVerdict>

/** How a case is run and judged. */
export interface Runner<Run extends Report> {
  /** Runs the program once. */
  run(order: Order, one: JudgeCase): Promise<Run>
}

/** @param failure the verdict of a program that did not end normally */
export type JudgeRun<Run extends Report> = (
  one: JudgeCase,
  run: Run,
  failure: RunVerdict | undefined,
  place: number,
) => CaseVerdictWithRemark | Promise<CaseVerdictWithRemark>

/** Judges a program by its output alone. */
export const byOutput =
  (compare: Compare): JudgeRun<Report> =>
  async (one, { output }, failure, place) => {
    if (failure) return { verdict: failure }
    const compared = await compare(one, output, place)
    return { ...compared, verdict: compared.score === 1 ? 'accepted' : 'wrong_answer' }
  }

/**
 * Decides which cases need not run, because their group has already lost its points. Only results of earlier cases
 * count, so the decision does not depend on how many cases run at the same time.
 */
class SkippedCases {
  readonly #job: JudgeJob
  /** The lowest share of each group's points in its results so far. */
  readonly #lowest: number[]

  constructor(job: JudgeJob) {
    this.#job = job
    this.#lowest = (job.groups ?? []).map(() => 1)
  }

  /** True if the results so far show that the case cannot count. */
  has(place: number): boolean {
    const index = this.#job.cases[place]?.group
    const group = index === undefined ? undefined : this.#job.groups?.[index]
    if (index === undefined || !group) return false
    if (group.needs.some((need) => (this.#lowest[need] ?? 1) < 1)) return true
    const lowest = this.#lowest[index] ?? 1
    return (group.scoring === 'all' && lowest < 1) || (group.scoring === 'min' && lowest === 0)
  }

  /** Takes the result of the next case. */
  add(result: JudgedCase) {
    const index = this.#job.cases[result.place]?.group
    if (index !== undefined) this.#lowest[index] = Math.min(this.#lowest[index] ?? 1, shareOf(result))
  }
}

/** A submission's cases. Each runs once, in the first free sandbox. Results are reported in order. */
export class Cases<Run extends Report = Report> {
  readonly #job: JudgeJob
  readonly #setup: LanguageSetup
  readonly #progress: JudgeProgress
  readonly #order: Omit<Order, 'input'>
  readonly #judge: JudgeRun<Run>
  readonly #skipped: SkippedCases
  #next = 0
  #reported = 0
  /** Results by position, complete once every sandbox is done. */
  readonly judged: JudgedCase[] = []

  constructor(job: JudgeJob, setup: LanguageSetup, progress: JudgeProgress, judge: JudgeRun<Run>) {
    this.#job = job
    this.#judge = judge
    this.#skipped = new SkippedCases(job)
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
   * @param mayContinue checked before each case but the first
   */
  async runIn(sandbox: Runner<Run>, mayContinue = () => true) {
    let asked = this.#ask(sandbox)
    while (asked) {
      // Send the next case while this one runs, so that the warden never waits. Leave the last case to the first free
      // sandbox.
      let next = this.left > 1 && mayContinue() ? this.#ask(sandbox) : undefined
      await this.#take(asked.place, await asked.report)
      next ??= mayContinue() ? this.#ask(sandbox) : undefined
      asked = next
    }
  }

  #ask(sandbox: Runner<Run>): { place: number; report: Promise<Run> } | undefined {
    for (; this.#skipped.has(this.#next); this.#next++) this.#record(this.#next, skippedCase(this.#next))
    const place = this.#next
    const one = this.#job.cases[place]
    if (!one) return undefined
    this.#next++
    const report = sandbox.run({ ...this.#order, input: Buffer.from(one.input) }, one)
    // If an earlier case fails, nothing awaits this one.
    report.catch(() => {})
    return { place, report }
  }

  async #take(place: number, run: Run) {
    const report = usualReport(run)
    const one = this.#job.cases[place] as JudgeCase
    const verdict = await this.#judge(one, run, failureOf(report, this.#setup.outOfMemory), place)
    this.#record(place, judgedCase(this.#job, place, report, verdict))
  }

  /** Stores a result, and reports all results whose predecessors are known. */
  #record(place: number, result: JudgedCase) {
    this.judged[place] = result
    for (let one = this.judged[this.#reported]; one; one = this.judged[++this.#reported]) {
      // Cases run ahead of their turn, so the group may have failed in the meantime.
      if (this.#skipped.has(this.#reported)) one = this.judged[this.#reported] = skippedCase(this.#reported)
      this.#skipped.add(one)
      this.#progress.judged?.(one)
    }
  }
}

const skippedCase = (place: number): JudgedCase => ({ place, verdict: 'skipped', timeMs: 0, memoryKb: 0 })
