import { createHash } from 'node:crypto'
import type { Box, Boxes } from './boxes.ts'
import { type Asked, askChecker, CheckerFailed, type Judgeable, readChecker } from './checker-protocols.ts'
import type { LanguageSetup } from './language-setup.ts'
import { plainSetupOf } from './languages.ts'
import type { Order, RunLimits } from './orders.ts'
import { otherSources } from './program.ts'
import type { Sandbox } from './sandbox.ts'
import {
  compile,
  compileMemoryMb,
  environment,
  mayCompileLater,
  type OutputVerdict,
  runLimits,
  translate,
} from './submission.ts'
import type { JudgeProgram } from './types.ts'

/** Compiled checkers kept for the next submission. */
const maxKept = 16
const limits = { timeMs: 10_000, memoryMb: 512 }

/** testlib.h gives partial points separate exit codes only with this macro. */
const withTestsys = (command: readonly string[]) => [command[0] ?? '', '-DTESTSYS', ...command.slice(1)]

/** A compiled checker or interactor, with sandboxes for as many cases as run at the same time. */
export class Checker {
  readonly #program: JudgeProgram
  readonly #setup: LanguageSetup
  readonly #box: Box
  readonly #limits: RunLimits
  readonly #idle: Sandbox[] = []
  /** Submissions that use it. */
  #users = 0
  #retired = false

  constructor(program: JudgeProgram, box: Box) {
    this.#program = program
    this.#setup = plainSetupOf(program.language)
    this.#box = box
    const calls = [...(this.#setup.calls?.run ?? []), 'files' as const]
    this.#limits = { ...runLimits(limits, this.#setup), calls }
  }

  /** @returns the compiler's errors, if any */
  async compile(): Promise<string | undefined> {
    const { code, files, protocol } = this.#program
    const { file, check, calls, variables } = this.#setup
    const own = file(code)
    for (const { name, content } of files) {
      if (name === own) return `The file ${name} has the name of the checker itself.`
      this.#box.write(name, content)
    }
    const translated = await translate(() => this.open(), this.#setup, code)
    if ('complaint' in translated) return translated.complaint
    this.#box.write(own, translated.source.replace(/^\uFEFF/, ''))
    this.#box.limitMemory(this.#limits.memoryKb / 1024)
    if (!this.#setup.compile)
      return compile(this.open(), check ? [check] : [], { calls: calls?.run, variables: variables?.(limits.memoryMb) })
    const commands = this.#setup.compile(code, otherSources(own, code, files))
    return compile(
      this.#box.openForCompiling(this.#setup, compileMemoryMb),
      protocol === 'testlib' && this.#program.language === 'cpp' ? commands.map(withTestsys) : commands,
      { calls: calls?.compile, variables: variables?.(limits.memoryMb) },
    )
  }

  /** Judges one case's output. @throws CheckerFailed */
  async judge(one: Judgeable): Promise<OutputVerdict> {
    const { protocol } = this.#program
    const sandbox = this.#idle.pop() ?? this.open()
    const report = await sandbox.run(this.orderOf(askChecker(protocol, one), one.arguments))
    if (sandbox.alive) this.#idle.push(sandbox)
    else await this.close(sandbox)
    return readChecker(protocol, report, one.fullScore)
  }

  /** An order to run it. @param own its arguments after those of the protocol */
  orderOf({ arguments: given, ...asked }: Asked, own: readonly string[] = this.#program.arguments ?? []): Order {
    return {
      kind: 'run',
      command: [...this.#setup.run(this.#program.code, limits.memoryMb), ...given, ...own],
      variables: { ...environment, ...this.#setup.variables?.(limits.memoryMb) },
      limits: this.#limits,
      ...asked,
    }
  }

  /** Opens a sandbox for it. @param link the folder of named pipes to the program that it talks to */
  open(link?: string): Sandbox {
    const feedback = this.#program.protocol === 'kattis' || link !== undefined
    return this.#box.openForRunning(this.#setup, { feedback, ...(link === undefined ? {} : { link }) })
  }

  close = (sandbox: Sandbox) => this.#box.closeOne(sandbox)

  enter() {
    this.#users++
  }

  leave() {
    this.#users--
    if (this.#retired && this.#users === 0) void this.#box.close()
  }

  /** Closes it once no submission uses it. */
  async retire() {
    this.#retired = true
    if (this.#users === 0) await this.#box.close()
  }
}

type Compiled = { checker: Checker } | { complaint: string }

/** Compiled checkers, the most recently used last. */
export class Checkers {
  readonly #boxes: Boxes
  readonly #kept = new Map<string, Promise<Compiled>>()

  constructor(boxes: Boxes) {
    this.#boxes = boxes
  }

  /**
   * Calls `work` with a compiled checker or interactor. It is compiled on first use.
   * @throws CheckerFailed if it does not compile
   */
  async use<T>(program: JudgeProgram, work: (checker: Checker) => Promise<T>): Promise<T> {
    const compiled = await this.#take(program)
    if ('complaint' in compiled) throw new CheckerFailed(`it does not compile:\n${compiled.complaint}`)
    const { checker } = compiled
    checker.enter()
    try {
      return await work(checker)
    } finally {
      checker.leave()
    }
  }

  async close() {
    const all = [...this.#kept.values()]
    this.#kept.clear()
    await Promise.allSettled(all.map(retire))
  }

  #take(program: JudgeProgram): Promise<Compiled> {
    const key = createHash('sha256').update(JSON.stringify(program)).digest('hex')
    const found = this.#kept.get(key) ?? this.#compile(program, key)
    this.#kept.delete(key)
    this.#kept.set(key, found)
    for (const [oldest, compiled] of this.#kept) {
      if (this.#kept.size <= maxKept) break
      this.#kept.delete(oldest)
      void retire(compiled)
    }
    return found
  }

  async #compile(program: JudgeProgram, key: string): Promise<Compiled> {
    const box = this.#boxes.open()
    try {
      const checker = new Checker(program, box)
      const complaint = await checker.compile()
      if (complaint === undefined) return { checker }
      if (mayCompileLater(complaint)) this.#kept.delete(key)
      await box.close()
      return { complaint }
    } catch (error) {
      // The sandbox failed, not the checker, so the next submission tries again.
      this.#kept.delete(key)
      await box.close()
      throw error
    }
  }
}

async function retire(compiled: Promise<Compiled>) {
  const one = await compiled.catch(() => undefined)
  if (one && 'checker' in one) await one.checker.retire()
}
