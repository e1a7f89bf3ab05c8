import type { Box, Workshop } from './boxes.ts'
import { Boxes } from './boxes.ts'
import { type LanguageSetup, languageSetups } from './languages.ts'
import type { Order, Report } from './orders.ts'
import { Ready } from './ready.ts'
import type { Sandbox } from './sandbox.ts'
import {
  compile,
  compileMemoryMb,
  environment,
  judgedCase,
  runLimits,
  startLimits,
  syntaxErrorIn,
  usualReport,
} from './submission.ts'
import {
  type JudgeCase,
  type JudgedCase,
  JudgeError,
  type JudgeJob,
  type JudgeOutcome,
  type JudgeProgress,
} from './types.ts'

const mostSourceBytes = 65_536
/** Processes that stay are started before anybody asks; so many as may be asked for at once by the next two. */
const readyStaying = 2

/** A box with the sandboxes that a submission needs. */
interface Bench {
  box: Box
  compiler: Sandbox | undefined
  runner: Sandbox
  readonly alive: boolean
  close(): Promise<void>
}

/** The coding feature refuses these before; nothing else may go on without that. */
function checkJob({ source, limits }: JudgeJob) {
  if (Buffer.byteLength(source) > mostSourceBytes) throw new JudgeError('The source is longer than 65,536 bytes')
  if (source.includes('\0')) throw new JudgeError('The source holds a NUL byte')
  const sound = (figure: number, most: number) => Number.isFinite(figure) && figure > 0 && figure <= most
  if (!sound(limits.timeMs, 600_000) || !sound(limits.memoryMb, 16_384)) throw new JudgeError('The limits are none')
}

/** Carries out submissions, each in a box of its own. */
export class Engine {
  readonly #boxes: Boxes
  readonly #compiled: Ready<Bench>
  readonly #script: Ready<Bench>
  readonly #staying: Ready<Bench>
  /** Those at work, and those that are being cleared away. */
  readonly #open = new Set<Bench>()

  /** @param firstSeat see Boxes */
  constructor(workshop: Workshop, firstSeat = 0) {
    this.#boxes = new Boxes(workshop, firstSeat)
    this.#compiled = new Ready(1, async () => this.#makeBench(true))
    this.#script = new Ready(1, async () => this.#makeBench(false))
    this.#staying = new Ready(readyStaying, () => this.#makeStaying())
  }

  /** @param abort ends the submission with a JudgeError */
  async judge(job: JudgeJob, progress: JudgeProgress, abort: AbortSignal): Promise<JudgeOutcome> {
    checkJob(job)
    const setup = languageSetups[job.language]
    const ready = setup.stays ? this.#staying : setup.compile ? this.#compiled : this.#script
    const bench = await ready.take()
    const end = () => void bench.close()
    abort.addEventListener('abort', end)
    try {
      if (abort.aborted) throw new JudgeError('The job was cancelled')
      return await this.#judgeOn(bench, setup, job, progress)
    } finally {
      abort.removeEventListener('abort', end)
      // Nobody waits for the end of what has been judged.
      void bench.close().then(() => ready.fill())
    }
  }

  /** Makes what the first submissions need before they come. */
  warmUp() {
    for (const ready of [this.#compiled, this.#script, this.#staying]) ready.fill()
  }

  /** Ends what is under way as well. */
  async close() {
    await Promise.all([this.#compiled.close(), this.#script.close(), this.#staying.close()])
    await Promise.all([...this.#open].map((bench) => bench.close()))
  }

  #makeBench(compiles: boolean, withNode = false): Bench {
    const box = this.#boxes.open()
    const compiler = compiles ? box.openForCompiling(compileMemoryMb) : undefined
    const runner = box.openForRunning(withNode)
    const bench: Bench = {
      box,
      compiler,
      runner,
      get alive() {
        return box.alive
      },
      close: async () => {
        await box.close()
        this.#open.delete(bench)
      },
    }
    this.#open.add(bench)
    return bench
  }

  /** One in which the process that answers the cases runs already. */
  async #makeStaying(): Promise<Bench> {
    const bench = this.#makeBench(false, true)
    bench.box.limitMemory(startLimits.memoryKb / 1024)
    const command = languageSetups.javascript.run('', 0)
    const order = {
      kind: 'start',
      command,
      variables: environment,
      limits: startLimits,
      input: new Uint8Array(),
    } as const
    const report = await bench.runner.run(order)
    if (report.ending === 'answer') return bench
    await bench.close()
    throw new JudgeError(`${command[0]} ended with ${report.ending} ${report.value}: ${report.error}`)
  }

  async #judgeOn(bench: Bench, setup: LanguageSetup, job: JudgeJob, progress: JudgeProgress): Promise<JudgeOutcome> {
    const { box, compiler, runner } = bench
    const variables = setup.variables?.(job.limits.memoryMb)
    const told = JSON.stringify({ source: job.source, memoryMb: Math.max(8, job.limits.memoryMb) })
    if (setup.stays) box.write('job.json', told)
    else box.write(setup.file(job.source), job.source)
    const began = performance.now()
    progress.started?.()
    const limits = runLimits(job.limits, setup)
    box.limitMemory(limits.memoryKb / 1024)
    const message = compiler
      ? await compile(compiler, setup.compile?.(job.source) ?? [], variables)
      : await compile(runner, setup.check ? [setup.check] : [])
    if (message !== undefined) return { kind: 'compile_error', message }
    const compileMs = Math.round(performance.now() - began)
    return this.#judgeCases(runner, setup, job, progress, compileMs)
  }

  async #judgeCases(runner: Sandbox, setup: LanguageSetup, job: JudgeJob, progress: JudgeProgress, compileMs: number) {
    const { source, limits, cases } = job
    const order: Omit<Order, 'input'> = {
      kind: setup.stays ? 'case' : 'run',
      command: setup.run(source, limits.memoryMb),
      variables: { ...environment, ...setup.variables?.(limits.memoryMb) },
      limits: runLimits(limits, setup),
    }
    /** The next one is on its way while this one runs, so that the warden never waits for us. */
    const asked: Promise<Report>[] = []
    const ask = (next: JudgeCase | undefined) => {
      if (!next) return
      const report = runner.run({ ...order, input: Buffer.from(next.input) })
      // When an earlier one fails nobody asks for it any more.
      report.catch(() => {})
      asked.push(report)
    }
    ask(cases[0])
    const judged: JudgedCase[] = []
    for (const place of cases.keys()) {
      ask(cases[place + 1])
      const report = usualReport(await (asked.shift() ?? Promise.reject(new Error('Nothing was asked'))))
      const complaint = setup.stays && syntaxErrorIn(report)
      if (complaint) return { kind: 'compile_error', message: complaint } as const
      const result = judgedCase(job, place, report, setup.outOfMemory)
      progress.judged?.(result)
      judged.push(result)
    }
    return { kind: 'judged', compileMs, cases: judged } as const
  }
}
