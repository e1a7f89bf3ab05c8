/**
 * Runs JavaScript programs. It is itself in the sandbox, started by the warden before anybody submits, and gone after one
 * submission. Each case gets an isolate of its own; what breaks out of that is still in the sandbox, in a process that
 * knows nothing but this program and its input.
 */
import { readFileSync, readSync, writeSync } from 'node:fs'
import type ivm from 'isolated-vm'

/** Where the warden says how long the next input is, and where it hears how a case has ended. */
const channel = 3
const ends = { exit: 0, syntax: 2, memory: 3 } as const
/** Lines of a trace that are not the program's. */
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

type Bytes = Buffer<ArrayBuffer>

function answer({ kind, code = 0 }: Ending) {
  writeSync(channel, new Uint32Array([(ends[kind] << 8) | code]))
}

/** @returns the length of the next input; ends the process when the warden is gone */
function nextInput(): number {
  const length = new BigUint64Array(1)
  if (readSync(channel, length) !== length.byteLength) process.exit(0)
  return Number(length[0])
}

/** The warden has written it into the file that is this process's standard input. */
function readInput(length: number): Bytes {
  const bytes = Buffer.from(new ArrayBuffer(length))
  for (let at = 0; at < length; ) {
    const got = readSync(0, bytes, at, length - at, at)
    if (got === 0) throw new Error('The input ends early')
    at += got
  }
  return bytes
}

function writeAll(file: number, text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Where it happened and what, without what is not the program's. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${String(error)}`
  const text = (error.stack ?? String(error)).replace(notOurs, '')
  const line = /main\.js:(\d+)/.exec(text)?.[1]
  return line ? `main.js:${line}\n${text}` : text
}

/** An isolate with what a program finds around it. */
class Place {
  readonly isolate: ivm.Isolate
  readonly context: ivm.Context
  /** Set once the program has called process.exit(). */
  exited: number | undefined
  readonly #inner: ivm.Reference

  constructor(memoryMb: number, input: Bytes) {
    // Without control over its isolate nothing can be trusted any more; the warden sees that this process is gone.
    const onCatastrophicError = () => {
      writeAll(2, 'JavaScript heap out of memory\n')
      process.kill(process.pid, 'SIGKILL')
    }
    this.isolate = new Isolate({ memoryLimit: memoryMb, onCatastrophicError })
    this.context = this.isolate.createContextSync()
    const host = this.context.evalClosureSync(
      'return { text: $0, bytes: $1, write: $2, exit: $3 }',
      this.#hands(input).map((hand) => new Callback(hand, { sync: true })),
      { result: { reference: true } },
    ) as ivm.Reference
    const install = this.#compileAround().runSync(this.context, { reference: true }) as unknown as ivm.Reference
    this.#inner = install.applySync(undefined, [host.derefInto()], { result: { reference: true } }) as ivm.Reference
  }

  /** What the program's surroundings ask of this process: never more than texts and figures go in and out. */
  #hands(input: Bytes): ((...values: never[]) => unknown)[] {
    let text: string | undefined
    return [
      () => {
        text ??= input.toString()
        return text
      },
      () => new ExternalCopy(input.buffer).copyInto({ release: true }),
      (file: number, part: string) => writeAll(file, part),
      (code: number) => {
        this.exited = code
        this.isolate.dispose()
      },
    ]
  }

  #compileAround(): ivm.Script {
    const origin = { filename: 'around.js', cachedData: aroundCache, produceCachedData: !aroundCache }
    const script: ivm.Script & ivm.CachedDataResult = this.isolate.compileScriptSync(around, origin)
    aroundCache ??= script.cachedData
    return script
  }

  /** Calls what modules.ts returns. */
  async call(name: 'start' | 'step' | 'end' | 'flush', ...values: unknown[]): Promise<number> {
    const inside: ivm.Reference = this.#inner.getSync(name, { reference: true })
    return Number(await inside.apply(undefined, values))
  }
}

const head = '(function (exports, module, __filename, __dirname) { '

/** @returns what runs the program, or what is wrong with its syntax */
function compile(place: Place, source: string): (() => Promise<unknown>) | string {
  const clean = source.replace(/^#!.*/, '')
  try {
    const origin = { filename: 'main.js', columnOffset: -head.length }
    const script = place.isolate.compileScriptSync(`${head}${clean}\n})`, origin)
    return async () => {
      const program = script.runSync(place.context, { reference: true }) as unknown as ivm.Reference
      return place.call('start', program.derefInto())
    }
  } catch (error) {
    // As Node does: what is no script may be a module.
    const module = /\b(import|export|await)\b/.test(clean) && compileModule(place, clean)
    return module || inWords(error)
  }
}

const isName = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key)

function compileModule({ isolate, context }: Place, source: string): (() => Promise<unknown>) | undefined {
  /** A module of ours for each that is imported: what require() gives, under its names. */
  const resolve = (name: string) => {
    const found = `require(${JSON.stringify(name)})`
    const names: string[] = context.evalSync(`Object.keys(${found}).join()`).split(',').filter(isName)
    const exported = names.map((key) => `export const ${key} = found.${key}`)
    return isolate.compileModuleSync([`const found = ${found}`, 'export default found', ...exported].join('\n'))
  }
  try {
    const module = isolate.compileModuleSync(source, { filename: 'main.js' })
    return async () => {
      module.instantiateSync(context, resolve)
      return module.evaluate()
    }
  } catch {
    return undefined
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The program's main part, and then whatever waits: timers, listeners. */
async function run(place: Place, program: () => Promise<unknown>): Promise<Ending> {
  try {
    await program()
    for (let delay = await place.call('step'); delay >= 0; delay = await place.call('step'))
      if (delay > 0) await sleep(delay)
    return { kind: 'exit', code: await place.call('end') }
  } catch (error) {
    if (place.exited !== undefined) return { kind: 'exit', code: place.exited }
    if (place.isolate.isDisposed) return { kind: 'memory' }
    await place.call('flush')
    writeAll(2, `${inWords(error)}\n`)
    return { kind: 'exit', code: 1 }
  }
}

async function runCase(source: string, memoryMb: number, input: Bytes): Promise<Ending> {
  let place: Place | undefined
  try {
    place = new Place(memoryMb, input)
    const program = compile(place, source)
    if (typeof program !== 'string') return await run(place, program)
    writeAll(2, program)
    return { kind: 'syntax' }
  } catch (error) {
    // It may run out of memory before the program has begun.
    if (!place || place.isolate.isDisposed) return { kind: 'memory' }
    throw error
  } finally {
    if (place && !place.isolate.isDisposed) place.isolate.dispose()
  }
}

// Once for nothing: the first isolate takes longest.
await runCase('', 32, Buffer.from(new ArrayBuffer(0)))
answer({ kind: 'exit' })
let job: { source: string; memoryMb: number } | undefined
for (;;) {
  const length = nextInput()
  job ??= JSON.parse(readFileSync('/box/job.json', 'utf8')) as { source: string; memoryMb: number }
  answer(await runCase(job.source, job.memoryMb, readInput(length)))
}
