/** The program's globals: console, process, require. Runs inside the isolate: see ../../main.ts. */
import { milliseconds } from './clock.ts'
import { structuredClone } from './clone.ts'
import { clearImmediate, clearTimer, EventEmitter, runNext, setImmediate, setInterval, setTimeout } from './events.ts'
import { type Host, Input, Lines, PromisedLines } from './input.ts'
import { format, inspect } from './inspect.ts'
import { paths } from './path.ts'
import { random } from './random.ts'
import { Buffer, StringDecoder, TextDecoder, TextEncoder } from './text.ts'

/** Size of output chunks. The first `perJob` writes are sent immediately, to show some output of endless programs. */
const pieceLength = 65_536
const perJob = 64

class Output extends EventEmitter {
  readonly fd: number
  readonly isTTY = false
  readonly writable = true
  readonly #print: (text: string) => void
  #parts: string[] = []
  #length = 0
  #written = 0

  constructor(fd: number, print: (text: string) => void) {
    super()
    this.#print = print
    this.fd = fd
  }
  write(chunk: unknown, ...rest: unknown[]): boolean {
    const text =
      typeof chunk === 'string' ? chunk : chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : undefined
    if (text === undefined)
      throw new TypeError(
        `The "chunk" argument must be of type string or an instance of Buffer. Received ${inspect(chunk)}`,
      )
    this.#parts.push(text)
    this.#length += text.length
    if (this.#length >= pieceLength || this.#written++ < perJob) this.flush()
    const done = rest.at(-1)
    if (typeof done === 'function') setImmediate(() => done())
    return true
  }
  flush() {
    if (this.#length === 0) return
    const text = this.#parts.join('')
    this.#parts = []
    this.#length = 0
    this.#print(text)
  }
  end(chunk?: unknown) {
    if (chunk !== undefined && typeof chunk !== 'function') this.write(chunk)
  }
}

type Encoding = string | { encoding?: string | null } | null | undefined
const encodingOf = (options: Encoding) => (typeof options === 'string' ? options : options?.encoding)
const inputNames = [0, '/dev/stdin', '/proc/self/fd/0', 'pipe:0']
const outputOf = (file: unknown, out: Output, err: Output) =>
  file === 1 || file === '/dev/stdout' ? out : file === 2 || file === '/dev/stderr' ? err : undefined

function missing(path: unknown): Error {
  const error = new Error(`ENOENT: no such file or directory, open '${path}'`)
  return Object.assign(error, { code: 'ENOENT', errno: -2, syscall: 'open', path })
}

function makeFs(input: Input, out: Output, err: Output) {
  let position = 0
  let whole: Buffer | undefined
  let read = false
  const readFileSync = (path: unknown, options?: Encoding) => {
    if (!inputNames.includes(path as string)) throw missing(path)
    // After the first read, a descriptor's position is at the end.
    const spent = path === 0 && read
    if (path === 0) read = true
    const encoding = encodingOf(options)
    if (spent) return encoding ? '' : Buffer.alloc(0)
    return encoding ? input.text() : input.buffer()
  }
  const writeFileSync = (path: unknown, data: unknown) => {
    const output = outputOf(path, out, err)
    if (!output) throw missing(path)
    output.write(typeof data === 'string' || data instanceof Uint8Array ? data : String(data))
  }
  const readSync = (file: unknown, into: Uint8Array, from: number | { offset?: number } = 0, length?: number) => {
    if (file !== 0) throw missing(file)
    whole ??= input.buffer()
    const at = typeof from === 'number' ? from : (from.offset ?? 0)
    const part = whole.subarray(position, position + Math.min(length ?? into.length - at, into.length - at))
    into.set(part, at)
    position += part.length
    return part.length
  }
  const promised = async (path: unknown, options?: Encoding) => readFileSync(path, options)
  return {
    readFileSync,
    writeFileSync,
    appendFileSync: writeFileSync,
    readSync,
    writeSync: (file: unknown, data: unknown) => {
      writeFileSync(file, data)
      return Buffer.byteLength(String(data))
    },
    openSync: (path: unknown) => {
      if (inputNames.includes(path as string)) return 0
      if (outputOf(path, out, err)) return path === '/dev/stdout' ? 1 : 2
      throw missing(path)
    },
    closeSync: () => {},
    existsSync: (path: unknown) => inputNames.includes(path as string),
    fstatSync: () => ({ size: input.buffer().length, isFile: () => true }),
    statSync: () => ({ size: input.buffer().length, isFile: () => true }),
    createReadStream: (path: unknown, options?: Encoding) => {
      if (!inputNames.includes(path as string)) throw missing(path)
      const encoding = encodingOf(options)
      return encoding ? input.setEncoding(encoding) : input
    },
    createWriteStream: (path: unknown) => outputOf(path, out, err) ?? missing(path),
    readFile: (path: unknown, ...rest: unknown[]) => {
      const done = rest.at(-1) as (error: unknown, data?: unknown) => void
      promised(path, rest.length > 1 ? (rest[0] as Encoding) : undefined).then((data) => done(null, data), done)
    },
    promises: { readFile: promised, writeFile: async (path: unknown, data: unknown) => writeFileSync(path, data) },
    constants: {},
  }
}

/** Thrown by process.exit() to skip the code after the call. */
class Exit extends Error {}

function makeProcess(host: Host, input: Input, out: Output, err: Output) {
  const began = milliseconds()
  const hrtime = (since?: [number, number]): [number, number] => {
    const ms = milliseconds() - began
    const [s, ns] = [Math.trunc(ms / 1000), (ms % 1000) * 1_000_000]
    return since ? [s - since[0] - (ns < since[1] ? 1 : 0), (ns - since[1] + 1_000_000_000) % 1_000_000_000] : [s, ns]
  }
  const process = Object.assign(new EventEmitter(), {
    argv: ['node', '/box/main.js'],
    env: {} as Record<string, string>,
    exitCode: undefined as number | undefined,
    stdin: input,
    stdout: out,
    stderr: err,
    platform: 'linux',
    version: 'v24.0.0',
    versions: { node: '24.0.0' },
    pid: 2,
    title: 'node',
    arch: 'x64',
    execArgv: [],
    cwd: () => '/box',
    uptime: () => (milliseconds() - began) / 1000,
    nextTick: (call: (...values: unknown[]) => void, ...values: unknown[]) => {
      void Promise.resolve().then(() => call(...values))
    },
    memoryUsage: Object.assign(() => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), {
      rss: () => 0,
    }),
    hrtime: Object.assign(hrtime, { bigint: () => BigInt(milliseconds() - began) * 1_000_000n }),
    emitWarning: () => {},
    exit: (code?: number) => {
      const last = code ?? process.exitCode ?? 0
      process.exitCode = last
      process.emit('exit', last)
      finish(last)
    },
  })
  const finish = (code: number) => {
    out.flush()
    err.flush()
    host.exit(Number(code) & 255)
    throw new Exit('exit')
  }
  return process
}

function makeConsole(out: Output, err: Output) {
  let indentation = ''
  const counts = new Map<string, number>()
  const starts = new Map<string, number>()
  const print =
    (output: Output) =>
    (...values: unknown[]) => {
      const text = values.length === 1 && typeof values[0] === 'string' ? values[0] : format(...values)
      output.write(`${indentation ? text.replace(/^/gm, indentation) : text}\n`)
    }
  const log = print(out)
  const error = print(err)
  return {
    log,
    info: log,
    debug: log,
    table: log,
    dirxml: log,
    dir: (value: unknown, options?: { depth?: number | null }) => log(inspect(value, options)),
    error,
    warn: error,
    trace: (...values: unknown[]) => error('Trace:', ...values),
    assert: (holds: unknown, ...values: unknown[]) => {
      if (!holds) error(...(values.length > 0 ? ['Assertion failed:', ...values] : ['Assertion failed']))
    },
    group: (...values: unknown[]) => {
      if (values.length > 0) log(...values)
      indentation += '  '
    },
    groupEnd: () => {
      indentation = indentation.slice(2)
    },
    count: (name = 'default') => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      log(`${name}: ${counts.get(name)}`)
    },
    time: (name = 'default') => void starts.set(name, milliseconds()),
    timeEnd: (name = 'default') => log(`${name}: ${milliseconds() - (starts.get(name) ?? milliseconds())}ms`),
    clear: () => {},
  }
}

function assertThat(holds: unknown, message?: string | Error) {
  if (holds) return
  if (message instanceof Error) throw message
  throw Object.assign(new Error(message ?? 'The expression evaluated to a falsy value'), { code: 'ERR_ASSERTION' })
}

/** Adds the globals to the isolate. @returns the functions called by the host */
export function install(host: Host) {
  const input = new Input(host)
  const [out, err] = [new Output(1, host.print), new Output(2, host.printError)]
  const process = makeProcess(host, input, out, err)
  const console = makeConsole(out, err)
  const createInterface = (settings: { output?: Output } | Input, output?: Output) =>
    new Lines(input, settings instanceof Input ? output : settings.output)
  const began = milliseconds()
  const performance = { now: () => milliseconds() - began, timeOrigin: began, mark: () => {}, measure: () => {} }
  const fs = makeFs(input, out, err)
  const timers = {
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
    clearImmediate,
  }
  const wait = <T>(delay?: number, value?: T) => new Promise((resolve) => setTimeout(resolve, delay, value))
  const util = {
    inspect,
    format,
    promisify:
      (call: (...values: unknown[]) => void) =>
      (...values: unknown[]) =>
        new Promise((resolve, reject) =>
          call(...values, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value))),
        ),
    isDeepStrictEqual: (a: unknown, b: unknown) => inspect(a, { depth: null }) === inspect(b, { depth: null }),
    inherits: (own: { prototype: object }, from: { prototype: object }) =>
      Object.setPrototypeOf(own.prototype, from.prototype),
    TextDecoder,
    TextEncoder,
  }
  const assert = Object.assign(assertThat, {
    ok: assertThat,
    equal: (
      a: unknown,
      b: unknown,
      message?: string, // biome-ignore lint/suspicious/noDoubleEquals: assert.equal compares loosely
    ) => assertThat(a == b, message),
    strictEqual: (a: unknown, b: unknown, message?: string) => assertThat(Object.is(a, b), message),
    deepStrictEqual: (a: unknown, b: unknown, message?: string) => assertThat(util.isDeepStrictEqual(a, b), message),
  })
  const modules: Record<string, unknown> = {
    fs,
    'fs/promises': fs.promises,
    readline: { createInterface, Interface: Lines, promises: {} },
    'readline/promises': {
      createInterface: (settings: { output?: Output }) => new PromisedLines(input, settings.output),
    },
    events: Object.assign(EventEmitter, { EventEmitter }),
    path: Object.assign(paths, { posix: paths }),
    'path/posix': paths,
    crypto: random,
    string_decoder: { StringDecoder },
    os: { EOL: '\n', cpus: () => [{}], platform: () => 'linux' },
    util,
    assert,
    buffer: { Buffer },
    process,
    console,
    timers,
    'timers/promises': { setTimeout: wait, setImmediate: (value: unknown) => wait(0, value) },
    perf_hooks: { performance },
  }
  const module = { id: '.', filename: '/box/main.js', loaded: false, exports: {} }
  const find = (name: string) => {
    const found = modules[name.replace(/^node:/, '')]
    if (found) return found
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' })
  }
  const require = Object.assign(find, { main: module })
  const queueMicrotask = (call: () => void) => void Promise.resolve().then(call)
  const text = { Buffer, TextDecoder, TextEncoder }
  const names = {
    console,
    process,
    require,
    performance,
    queueMicrotask,
    structuredClone,
    crypto: random,
    ...text,
    ...timers,
  }
  for (const [name, value] of Object.entries({ ...names, global: globalThis }))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
  const step = () => {
    const delay = runNext()
    if (delay < 0) process.emit('beforeExit', process.exitCode ?? 0)
    return delay < 0 ? runNext() : delay
  }
  const flush = () => {
    out.flush()
    err.flush()
  }
  const end = () => {
    process.emit('exit', process.exitCode ?? 0)
    flush()
    return Number(process.exitCode ?? 0) & 255
  }
  /** Calls the program from this script, so that stack traces end with the program's own frames. */
  const start = (program: (...values: unknown[]) => unknown) => {
    program.call(module.exports, module.exports, module, module.filename, '/box')
  }
  return { start, step, end, flush }
}
