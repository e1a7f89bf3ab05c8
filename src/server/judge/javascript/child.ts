/**
 * Runs JavaScript programs. The warden starts this process inside the sandbox before a submission arrives, and it exits
 * after one submission. Each case gets a fresh isolate. Code that escapes the isolate is still in the sandbox, in a
 * process that contains only the program and its input.
 */
import { existsSync, fstatSync, readFileSync, readSync, writeSync } from 'node:fs'
import { SourceMap } from 'node:module'
import type ivm from 'isolated-vm'

const jobFile = '/box/job.json'
const ends = { exit: 0, syntax: 2, memory: 3 } as const
/** Stack frames outside the program. */
const notOurs = /\n\s+at \(<isolated-vm[^\n]*|\n\s+at [^\n]*(?:\/js\/|around\.js)[^\n]*/g

const loaded = { exports: {} as { ivm: typeof ivm } }
process.dlopen(loaded, '/js/isolated-vm.node')
const { Isolate, Callback, ExternalCopy } = loaded.exports.ivm
const around = readFileSync('/js/around.js', 'utf8')
let aroundCache: ivm.ExternalCopy<ArrayBuffer> | undefined

interface Ending {
  kind: keyof typeof ends
  code?: number
}

interface Job {
  source: string
  /** The name of the source in error messages. */
  file: string
  memoryMb: number
}

type Bytes = Buffer<ArrayBuffer>
const noBytes: Bytes = Buffer.from(new ArrayBuffer(0))

/**
 * Stops this process until the warden has the next case. The last case's ending is encoded in the process name, which
 * the warden reads from /proc, so no shared descriptor exists that a program could write to.
 */
function answer({ kind, code = 0 }: Ending) {
  process.title = String((ends[kind] << 8) | code)
  process.kill(process.pid, 'SIGSTOP')
}

/** Reads the input that the warden wrote to the standard input file while this process was stopped. */
function readInput(): Bytes {
  const length = fstatSync(0).size
  const bytes = Buffer.from(new ArrayBuffer(length))
  for (let at = 0; at < length; ) {
    const got = readSync(0, bytes, at, length - at, at)
    if (got === 0) throw new Error('The input ends early')
    at += got
  }
  return bytes
}

function writeAll(file: 1 | 2, text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Reads the source map that a translator added to a program. */
function mapIn(source: string): SourceMap | undefined {
  const [, encoded] = /\n\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)$/.exec(source) ?? []
  return encoded === undefined ? undefined : new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()))
}

/** Describes an error: location and message, without frames outside the program. */
function errorText(error: unknown, { file, source }: Pick<Job, 'file' | 'source'>): string {
  if (!(error instanceof Error)) return `Uncaught ${String(error)}`
  const map = mapIn(source)
  const original = (place: string, line: string, column: string) => {
    const found = map?.findOrigin(Number(line), Number(column))
    return found && 'lineNumber' in found ? `${file}:${found.lineNumber}:${found.columnNumber}` : place
  }
  const text = (error.stack ?? String(error)).replace(notOurs, '').replace(/main\.[jt]s:(\d+):(\d+)/g, original)
  const line = /main\.[jt]s:(\d+)/.exec(text)?.[1]
  return line ? `${file}:${line}\n${text}` : text
}

/** An isolate with the program's environment. */
class Place {
  readonly isolate: ivm.Isolate
  readonly context: ivm.Context
  /** Set when the case is over, to drop further output. */
  over = false
  /** Set once the program has called process.exit(). */
  exited: number | undefined
  /** Empty while the program is only being compiled. */
  input: Bytes = noBytes
  readonly #inner: ivm.Reference

  constructor(memoryMb: number) {
    // The isolate is out of control, so end the whole process. The warden notices.
    const onCatastrophicError = () => {
      writeAll(2, 'JavaScript heap out of memory\n')
      process.kill(process.pid, 'SIGKILL')
    }
    this.isolate = new Isolate({ memoryLimit: memoryMb, onCatastrophicError })
    this.context = this.isolate.createContextSync()
    const host = this.context.evalClosureSync(
      'return { text: $0, bytes: $1, print: $2, printError: $3, exit: $4 }',
      this.#hostFunctions().map((hostFunction) => new Callback(hostFunction, { sync: true })),
      { result: { reference: true } },
    ) as ivm.Reference
    const install = this.#compileAround().runSync(this.context, { reference: true }) as unknown as ivm.Reference
    this.#inner = install.applySync(undefined, [host.derefInto()], { result: { reference: true } }) as ivm.Reference
  }

  /** Host functions for the isolate. They accept only strings and an exit code. */
  #hostFunctions(): ((...values: never[]) => unknown)[] {
    let text: string | undefined
    return [
      () => {
        text ??= this.input.toString()
        return text
      },
      () => new ExternalCopy(this.input.buffer).copyInto({ release: true }),
      this.#printer(1),
      this.#printer(2),
      (code: unknown) => {
        this.exited = Number(code) & 255
        this.isolate.dispose()
      },
    ]
  }

  /** Writes only strings to one fixed descriptor, even if the program changes the calling functions. */
  #printer = (file: 1 | 2) => (part: unknown) => {
    if (typeof part === 'string' && !this.over) writeAll(file, part)
  }

  #compileAround(): ivm.Script {
    const origin = { filename: 'around.js', cachedData: aroundCache, produceCachedData: !aroundCache }
    const script: ivm.Script & ivm.CachedDataResult = this.isolate.compileScriptSync(around, origin)
    aroundCache ??= script.cachedData
    return script
  }

  /** Calls a function returned by modules.ts. */
  async call(name: 'start' | 'step' | 'end' | 'flush', ...values: unknown[]): Promise<number> {
    const inside: ivm.Reference = this.#inner.getSync(name, { reference: true })
    return Number(await inside.apply(undefined, values))
  }
}

const head = '(function (exports, module, __filename, __dirname) { '

/** @returns a function that runs the program, or the syntax error */
function compile(place: Place, job: Job): (() => Promise<unknown>) | string {
  const clean = job.source.replace(/^#!.*/, '')
  try {
    const origin = { filename: job.file, columnOffset: -head.length }
    const script = place.isolate.compileScriptSync(`${head}${clean}\n})`, origin)
    return async () => {
      const program = script.runSync(place.context, { reference: true }) as unknown as ivm.Reference
      return place.call('start', program.derefInto())
    }
  } catch (error) {
    // Like Node, retry a program as a module if it does not compile as a script.
    const module = /\b(import|export|await)\b/.test(clean) && compileModule(place, clean, job.file)
    return module || errorText(error, job)
  }
}

const isName = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key)

function compileModule(
  { isolate, context }: Place,
  source: string,
  filename: string,
): (() => Promise<unknown>) | undefined {
  /** Resolves imports to synthetic modules that export what require() returns. */
  const resolve = (name: string) => {
    const found = `require(${JSON.stringify(name)})`
    const names: string[] = context.evalSync(`Object.keys(${found}).join()`).split(',').filter(isName)
    const exported = names.map((key) => `export const ${key} = found.${key}`)
    return isolate.compileModuleSync([`const found = ${found}`, 'export default found', ...exported].join('\n'))
  }
  try {
    const module = isolate.compileModuleSync(source, { filename })
    return async () => {
      module.instantiateSync(context, resolve)
      return module.evaluate()
    }
  } catch {
    return undefined
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs the program's main part, then pending timers and listeners. */
async function run({ place, job }: Stage, program: () => Promise<unknown>): Promise<Ending> {
  try {
    await program()
    for (let delay = await place.call('step'); delay >= 0; delay = await place.call('step'))
      if (delay > 0) await sleep(delay)
    return { kind: 'exit', code: await place.call('end') }
  } catch (error) {
    if (place.exited !== undefined) return { kind: 'exit', code: place.exited }
    if (place.isolate.isDisposed) return { kind: 'memory' }
    await place.call('flush')
    writeAll(2, `${errorText(error, job)}\n`)
    return { kind: 'exit', code: 1 }
  }
}

/** A place with the compiled program or its syntax error; undefined if the memory limit is too small. */
interface Stage {
  job: Job
  place: Place
  program: ReturnType<typeof compile>
}

function makeStage(job: Job): Stage | undefined {
  let place: Place | undefined
  try {
    place = new Place(job.memoryMb)
    return { job, place, program: compile(place, job) }
  } catch (error) {
    if (!place || place.isolate.isDisposed) return undefined
    throw error
  }
}

async function runCase(stage: Stage | undefined, input: Bytes): Promise<Ending> {
  if (!stage) return { kind: 'memory' }
  const { place, program } = stage
  try {
    place.input = input
    if (typeof program !== 'string') return await run(stage, program)
    writeAll(2, program)
    return { kind: 'exit', code: 1 }
  } catch (error) {
    // The isolate may run out of memory before the program has started.
    if (place.isolate.isDisposed) return { kind: 'memory' }
    throw error
  } finally {
    place.over = true
    if (!place.isolate.isDisposed) place.isolate.dispose()
  }
}

/** Reports a syntax error before any input. Programs too large to compile fail when their cases run. */
function check(stage: Stage | undefined): Ending {
  if (typeof stage?.program !== 'string') return { kind: 'exit' }
  writeAll(2, stage.program)
  return { kind: 'syntax' }
}

// Warm up, because the first isolate takes longest.
await runCase(makeStage({ source: '', file: '', memoryMb: 32 }), noBytes)
// Wait for a submission. A process restarted after a crash already has its job.
if (!existsSync(jobFile)) answer({ kind: 'exit' })
const job: Job = JSON.parse(readFileSync(jobFile, 'utf8'))
// The first case runs in the isolate of the syntax check.
let stage = makeStage(job)
answer(check(stage))
for (;;) {
  answer(await runCase(stage, readInput()))
  stage = makeStage(job)
}
