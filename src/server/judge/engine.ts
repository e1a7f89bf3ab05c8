import type { CheckerForm } from '#shared/coding/comparison.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { Box, Workshop } from './boxes.ts'
import { Boxes } from './boxes.ts'
import { byOutput, Cases, type Compare } from './cases.ts'
import { CheckerFailed } from './checker-protocols.ts'
import { type Checker, Checkers } from './checkers.ts'
import { matches, type TextComparison } from './compare.ts'
import { judgeConversation, makeLinkFolder, Talk } from './conversations.ts'
import type { LanguageSetup } from './language-setup.ts'
import { languageSetups, plainSetupOf } from './languages.ts'
import { type Assembled, assemble, compileIn, prepareBox } from './program.ts'
import type { Sandbox } from './sandbox.ts'
import { compileMemoryMb, environment, startLimits, translate } from './submission.ts'
import {
  type Comparison,
  JudgeError,
  type JudgeJob,
  type JudgeOutcome,
  type JudgeProgram,
  type JudgeProgress,
} from './types.ts'

const maxSourceSize = 65_536
/** Number of resident processes started ahead, enough for the next two submissions. */
const readyResidents = 2

/** A box with the sandboxes for one submission. */
interface Bench {
  box: Box
  compiler: Sandbox | undefined
  runner: Sandbox
  /** Benches that run cases of the same submission. */
  readonly helpers: Bench[]
  readonly alive: boolean
  close(): Promise<void>
}

/** A second line of defence: the coding feature has already validated the job. */
function checkJob({ source, limits }: JudgeJob) {
  if (Buffer.byteLength(source) > maxSourceSize) throw new JudgeError('The source is longer than 65,536 bytes')
  if (source.includes('\0')) throw new JudgeError('The source contains a NUL byte')
  const sound = (figure: number, max: number) => Number.isFinite(figure) && figure > 0 && figure <= max
  if (!sound(limits.timeMs, 600_000) || !sound(limits.memoryMb, 16_384)) throw new JudgeError('The limits are invalid')
}

/** A pool of single-use items. Creating one takes a while, so a few are created ahead. */
class Ready<T extends { close(): Promise<void>; readonly alive: boolean }> {
  readonly #make: () => Promise<T>
  readonly #ahead: number
  #waiting: Promise<T>[] = []
  #closed = false

  constructor(ahead: number, make: () => Promise<T>) {
    this.#ahead = ahead
    this.#make = make
  }

  /** Creates items ahead of the first use. */
  fill() {
    while (!this.#closed && this.#waiting.length < this.#ahead) {
      const made = this.#make()
      // `take` handles failures.
      made.catch(() => {})
      this.#waiting.push(made)
    }
  }

  /** The oldest live item, or a new one. */
  async take(): Promise<T> {
    for (let made = this.#waiting.shift(); made; made = this.#waiting.shift()) {
      const one = await made.catch(() => undefined)
      if (one?.alive) return one
      await one?.close()
    }
    return this.#make()
  }

  async close() {
    this.#closed = true
    const made = await Promise.allSettled(this.#waiting)
    await Promise.all(made.map((result) => (result.status === 'fulfilled' ? result.value.close() : undefined)))
  }
}

/** A comparison of what a program printed. */
type OutputComparison = Exclude<Comparison, { kind: 'interactive' }>

const textCompare =
  (comparison: TextComparison): Compare =>
  ({ expected }, output) => ({ score: expected === undefined || matches(output, expected, comparison) ? 1 : 0 })

/** Without an expected output, the program's input is the student's own, which a checker cannot judge. */
const checkerCompare =
  (checker: Checker): Compare =>
  async ({ input, expected, ...rest }, output, place) => {
    if (expected === undefined) return { score: 1 }
    try {
      return await checker.judge({ ...rest, input: Buffer.from(input), expected: Buffer.from(expected), output })
    } catch (error) {
      if (error instanceof CheckerFailed) throw new CheckerFailed(`On case ${place + 1}, ${error.message}`)
      throw error
    }
  }

/** Runs submissions, each in its own sandbox. */
export class Engine {
  readonly #folder: string
  readonly #boxes: Boxes
  readonly #checkers: Checkers
  /** By language, created on first use. */
  readonly #ready = new Map<Language, Ready<Bench>>()
  readonly #concurrency: number
  /** Programs running or compiling. */
  #running = 0
  /** Benches in use or being closed. */
  readonly #open = new Set<Bench>()

  /**
   * @param concurrency maximum programs running at once
   * @param firstSlot see Boxes
   */
  constructor(workshop: Workshop, concurrency: number, firstSlot = 0) {
    this.#concurrency = concurrency
    this.#folder = workshop.folder
    this.#boxes = new Boxes(workshop, firstSlot)
    this.#checkers = new Checkers(this.#boxes)
  }

  /** @param abort cancels the submission with a JudgeError */
  async judge(given: JudgeJob, progress: JudgeProgress, abort: AbortSignal): Promise<JudgeOutcome> {
    checkJob(given)
    const { comparison = { kind: 'lines' } } = given
    const job = assemble(given)
    if ('complaint' in job) return { kind: 'compile_error', message: job.complaint }
    if (comparison.kind === 'interactive') return this.#judgeTalking(job, comparison.interactor, progress, abort)
    const setup = languageSetups[job.language]
    const ready = this.#readyFor(job.language)
    const bench = await ready.take()
    const end = () => void bench.close()
    abort.addEventListener('abort', end)
    this.#running++
    try {
      if (abort.aborted) throw new JudgeError('The job was cancelled')
      return await this.#judgeOn(bench, setup, job, comparison, progress)
    } finally {
      this.#running--
      abort.removeEventListener('abort', end)
      // The result does not wait for cleanup.
      void bench.close().then(() => ready.fill())
    }
  }

  /** Judges a program that talks to an interactor. Its sandboxes are connected, so none can be prepared ahead. */
  async #judgeTalking(
    job: Assembled,
    interactor: CheckerForm,
    progress: JudgeProgress,
    abort: AbortSignal,
  ): Promise<JudgeOutcome> {
    const setup = plainSetupOf(job.language)
    const box = this.#boxes.open()
    const talks: Talk[] = []
    const end = () => void Promise.all([box.close(), ...talks.map((talk) => talk.close())])
    abort.addEventListener('abort', end)
    this.#running++
    try {
      if (abort.aborted) throw new JudgeError('The job was cancelled')
      progress.started?.()
      const began = performance.now()
      const translated = await translate(() => box.openForRunning(setup), setup, job.source)
      if ('complaint' in translated) return { kind: 'compile_error', message: translated.complaint }
      prepareBox(box, setup, { ...job, ...translated })
      const sandbox = setup.compile ? box.openForCompiling(setup, compileMemoryMb) : box.openForRunning(setup)
      const message = await compileIn(sandbox, setup, job)
      if (message !== undefined) return { kind: 'compile_error', message }
      return await this.#withChecker(interactor, async (checker) => {
        const compileMs = Math.round(performance.now() - began)
        const cases = new Cases(job, setup, progress, judgeConversation(interactor.protocol))
        const link = makeLinkFolder(this.#folder)
        const talk = new Talk(
          checker,
          interactor.protocol,
          box.openForRunning(setup, { link }),
          checker.open(link),
          link,
        )
        talks.push(talk)
        if (abort.aborted) throw new JudgeError('The job was cancelled')
        await cases.runIn(talk)
        return { kind: 'judged', compileMs, cases: cases.judged }
      })
    } finally {
      this.#running--
      abort.removeEventListener('abort', end)
      end()
    }
  }

  /** Starts resident processes ahead of the first submissions. Other languages start within milliseconds. */
  warmUp() {
    this.#readyFor('javascript').fill()
  }

  /** Closes all sandboxes and cancels running submissions. */
  async close() {
    await Promise.all([...this.#ready.values()].map((ready) => ready.close()))
    await Promise.all([...this.#open].map((bench) => bench.close()))
    await this.#checkers.close()
  }

  #makeBench(setup: LanguageSetup): Bench {
    const box = this.#boxes.open()
    const compiler = setup.compile && box.openForCompiling(setup, compileMemoryMb)
    const runner = box.openForRunning(setup)
    const bench: Bench = {
      box,
      compiler,
      runner,
      helpers: [],
      get alive() {
        return box.alive
      },
      close: async () => {
        await Promise.all([box.close(), ...bench.helpers.map((helper) => helper.close())])
        this.#open.delete(bench)
      },
    }
    this.#open.add(bench)
    return bench
  }

  /** Creates a bench and starts its resident process. */
  async #makeResident(setup: LanguageSetup): Promise<Bench> {
    const bench = this.#makeBench(setup)
    bench.box.limitMemory(startLimits.memoryKb / 1024)
    const { run, variables, calls } = setup
    const command = run('', 0)
    const order = {
      kind: 'start',
      command,
      variables: { ...environment, ...variables?.(0) },
      limits: { ...startLimits, calls: calls?.run ?? [] },
      input: new Uint8Array(),
    } as const
    const report = await bench.runner.run(order)
    if (report.ending === 'answer') return bench
    await bench.close()
    throw new JudgeError(`${command[0]} ended with ${report.ending} ${report.value}: ${report.error}`)
  }

  /** Translated programs run in the processes that are ready for JavaScript. */
  #readyFor(language: Language): Ready<Bench> {
    if (languageSetups[language].translate) return this.#readyFor('javascript')
    const known = this.#ready.get(language)
    if (known) return known
    const setup = languageSetups[language]
    const made = setup.stays
      ? new Ready(readyResidents, () => this.#makeResident(setup))
      : new Ready(1, async () => this.#makeBench(setup))
    this.#ready.set(language, made)
    return made
  }

  async #judgeOn(
    bench: Bench,
    setup: LanguageSetup,
    given: Assembled,
    comparison: OutputComparison,
    progress: JudgeProgress,
  ): Promise<JudgeOutcome> {
    const { box, compiler, runner } = bench
    const began = performance.now()
    progress.started?.()
    const translated = await translate(() => box.openForRunning(setup), setup, given.source)
    if ('complaint' in translated) return { kind: 'compile_error', message: translated.complaint }
    const job = { ...given, ...translated }
    prepareBox(box, setup, job)
    const message = await compileIn(compiler ?? runner, setup, job)
    if (message !== undefined) return { kind: 'compile_error', message }
    const run = async (compare: Compare): Promise<JudgeOutcome> => {
      const cases = new Cases(job, setup, progress, byOutput(compare))
      const complaint = setup.stays && (await cases.checkIn(runner))
      if (complaint) return { kind: 'compile_error', message: complaint }
      const compileMs = Math.round(performance.now() - began)
      await Promise.all([cases.runIn(runner), this.#help(bench, setup, job, cases)])
      return { kind: 'judged', compileMs, cases: cases.judged }
    }
    if (comparison.kind !== 'checker') return run(textCompare(comparison))
    return this.#withChecker(comparison.checker, (checker) => run(checkerCompare(checker)))
  }

  async #withChecker(program: JudgeProgram, run: (checker: Checker) => Promise<JudgeOutcome>): Promise<JudgeOutcome> {
    try {
      return await this.#checkers.use(program, run)
    } catch (error) {
      if (error instanceof CheckerFailed) return { kind: 'checker_failed', message: error.message }
      throw error
    }
  }

  /** Runs cases of one submission in parallel if slots are idle. */
  async #help(bench: Bench, setup: LanguageSetup, job: Assembled, cases: Cases) {
    const free = Math.max(0, Math.min(this.#concurrency - this.#running, cases.left))
    await Promise.all(Array.from({ length: free }, () => this.#helpOnce(bench, setup, job, cases)))
  }

  /** Uses another sandbox in the box or, for a resident program, another bench. Other submissions have priority. */
  async #helpOnce(bench: Bench, setup: LanguageSetup, job: Assembled, cases: Cases) {
    this.#running++
    try {
      const sandbox = setup.stays ? await this.#takeHelper(bench, setup, job, cases) : bench.box.openForRunning(setup)
      await cases.runIn(sandbox, () => this.#running <= this.#concurrency)
    } finally {
      this.#running--
    }
  }

  async #takeHelper(bench: Bench, setup: LanguageSetup, job: Assembled, cases: Cases): Promise<Sandbox> {
    const helper = await this.#readyFor(job.language).take()
    bench.helpers.push(helper)
    // If the job was cancelled in the meantime, this sandbox was not closed, because it did not exist yet.
    if (!bench.alive) await helper.close()
    prepareBox(helper.box, setup, job)
    await cases.checkIn(helper.runner)
    return helper.runner
  }
}
