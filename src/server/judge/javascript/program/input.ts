/** Standard input as a stream, as a file and line by line. Runs inside the isolate: see ../../main.ts. */
import { EventEmitter, setImmediate } from './events.ts'
import { Buffer } from './text.ts'

/** Functions that the host provides. */
export interface Host {
  text(): string
  bytes(): ArrayBuffer
  print(text: string): void
  printError(text: string): void
  exit(code: number): void
}

export class Input extends EventEmitter {
  readonly fd = 0
  readonly isTTY = false
  readonly #host: Host
  #encoding: string | undefined
  #begun = false
  #taken = false
  #ended = false
  #paused = false

  constructor(host: Host) {
    super()
    this.#host = host
  }

  text = () => this.#host.text()
  buffer = () => Buffer.withText(new Uint8Array(this.#host.bytes()), this.#host.text())

  setEncoding(encoding = 'utf8'): this {
    this.#encoding = encoding
    return this
  }
  #chunk = () => (this.#encoding ? this.text() : this.buffer())

  override on(name: string | symbol, call: (...values: never[]) => unknown): this {
    super.on(name, call as () => unknown)
    if (['data', 'end', 'readable', 'close'].includes(String(name))) this.#begin()
    return this
  }
  override once(name: string | symbol, call: (...values: never[]) => unknown): this {
    super.once(name, call as () => unknown)
    if (['data', 'end', 'readable', 'close'].includes(String(name))) this.#begin()
    return this
  }
  override addListener(name: string | symbol, call: (...values: never[]) => unknown): this {
    return this.on(name, call)
  }

  #begin() {
    if (this.#begun) return
    this.#begun = true
    setImmediate(() => this.#flow())
  }
  #flow() {
    if (this.#paused) return
    if (!this.#taken && this.listenerCount('readable') > 0) {
      this.emit('readable')
      // Emit the event again at the end of the input, like Node.
      if (this.#taken) this.emit('readable')
    }
    if (!this.#taken && this.listenerCount('data') > 0) {
      this.#taken = true
      if (this.text() !== '') this.emit('data', this.#chunk())
    }
    if (this.#ended) return
    this.#ended = true
    this.emit('end')
    this.emit('close')
  }

  read(): string | Buffer | null {
    if (this.#taken || this.text() === '') {
      this.#taken = true
      return null
    }
    this.#taken = true
    return this.#chunk()
  }
  resume(): this {
    this.#paused = false
    this.#begun = false
    this.#begin()
    return this
  }
  pause(): this {
    this.#paused = true
    return this
  }
  pipe<T>(target: T): T {
    const sink = target as { write(chunk: unknown): void; end?: () => void }
    this.on('data', (chunk: unknown) => sink.write(chunk))
    return target
  }
  ref = () => this
  unref = () => this
  destroy = () => this

  async *[Symbol.asyncIterator]() {
    this.#begun = true
    const chunk = this.read()
    if (chunk !== null) yield chunk
  }
}

const linesOf = (text: string) => {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

type Output = { write(text: string): unknown }

/** readline's interface, with callbacks and promises. */
export class Lines extends EventEmitter {
  #lines: string[] | undefined
  readonly #input: Input
  readonly #output: Output | undefined
  #closed = false
  #begun = false
  #prompt = '> '
  #asked: ((line: string) => void)[] = []

  constructor(input: Input, output?: Output) {
    super()
    this.#input = input
    this.#output = output
    this.#begin()
  }

  #begin() {
    if (this.#begun) return
    this.#begun = true
    setImmediate(() => this.#flow())
  }
  #take(): string | undefined {
    this.#lines ??= linesOf(this.#input.text()).reverse()
    return this.#lines.pop()
  }
  #flow() {
    this.#begun = false
    // Without listeners, keep lines for question() or the iterator.
    while (!this.#closed && (this.#asked.length > 0 || this.listenerCount('line') > 0)) {
      const line = this.#take()
      if (line === undefined) break
      const asked = this.#asked.shift()
      if (asked) {
        asked(line)
        // Let the answer's callbacks run before the next line.
        if (this.listenerCount('line') === 0) return this.#begin()
      } else this.emit('line', line)
    }
    this.#lines ??= linesOf(this.#input.text()).reverse()
    if (!this.#iterating && this.#lines.length === 0) this.close()
  }
  #iterating = false

  question(query: string, ...rest: unknown[]): void {
    this.#output?.write(query)
    this.#asked.push(rest.at(-1) as (line: string) => void)
    this.#begin()
  }
  close() {
    if (this.#closed) return
    this.#closed = true
    this.emit('close')
  }
  setPrompt(prompt: string) {
    this.#prompt = prompt
  }
  prompt() {
    this.#output?.write(this.#prompt)
  }
  write = () => {}
  pause = () => this
  resume = () => this

  async *[Symbol.asyncIterator]() {
    this.#iterating = true
    for (let line = this.#take(); line !== undefined && !this.#closed; line = this.#take()) yield line
    this.close()
  }
}

export class PromisedLines extends Lines {
  // biome-ignore lint/suspicious/noExplicitAny: the callback form has a different result
  override question(query: string): any {
    return new Promise((resolve) => super.question(query, resolve))
  }
}
