/** Listeners, timers and the event loop. Runs inside the isolate: see ../../main.ts. */
import { milliseconds } from './clock.ts'

// biome-ignore lint/suspicious/noExplicitAny: a program's listeners take any arguments
type Listener = (...values: any[]) => unknown

export class EventEmitter {
  #listeners = new Map<string | symbol, { call: Listener; once: boolean }[]>()

  on(name: string | symbol, call: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { call, once: false }])
    return this
  }
  once(name: string | symbol, call: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { call, once: true }])
    return this
  }
  off(name: string | symbol, call: Listener): this {
    const left = (this.#listeners.get(name) ?? []).filter((listener) => listener.call !== call)
    this.#listeners.set(name, left)
    return this
  }
  emit(name: string | symbol, ...values: unknown[]): boolean {
    const called = this.#listeners.get(name) ?? []
    for (const { call, once } of called) {
      if (once) this.off(name, call)
      call.apply(this, values)
    }
    return called.length > 0
  }
  listenerCount = (name: string | symbol) => this.#listeners.get(name)?.length ?? 0
  addListener(name: string | symbol, call: Listener): this {
    return this.on(name, call)
  }
  removeListener(name: string | symbol, call: Listener): this {
    return this.off(name, call)
  }
  removeAllListeners(name?: string | symbol): this {
    if (name === undefined) this.#listeners.clear()
    else this.#listeners.delete(name)
    return this
  }
  setMaxListeners(): this {
    return this
  }
}

interface Timer {
  due: number
  order: number
  every: number | undefined
  call: () => unknown
}

const timers = new Map<number, Timer>()
let made = 0

class Timeout {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
  ref = () => this
  unref = () => this
  hasRef = () => true;
  [Symbol.toPrimitive] = () => this.id
}

function addTimer(call: Listener, delay: unknown, values: unknown[], repeats: boolean): Timeout {
  if (typeof call !== 'function') throw new TypeError('The "callback" argument must be of type function.')
  const given = Number(delay)
  const after = given >= 1 && given <= 2_147_483_647 ? Math.trunc(given) : 1
  const order = ++made
  timers.set(order, {
    due: milliseconds() + after,
    order,
    every: repeats ? after : undefined,
    call: () => call(...values),
  })
  return new Timeout(order)
}

export const setTimeout = (call: Listener, delay?: number, ...values: unknown[]) => addTimer(call, delay, values, false)
export const setInterval = (call: Listener, delay?: number, ...values: unknown[]) => addTimer(call, delay, values, true)
export const clearTimer = (timer?: Timeout | number) => {
  timers.delete(timer instanceof Timeout ? timer.id : Number(timer))
}

const immediates = new Map<number, () => unknown>()
export function setImmediate(call: Listener, ...values: unknown[]): Timeout {
  const order = ++made
  immediates.set(order, () => call(...values))
  return new Timeout(order)
}
export const clearImmediate = (immediate?: Timeout) => {
  immediates.delete(immediate?.id ?? 0)
}

/**
 * Runs one pending callback, so that promises settle before the next.
 * @returns milliseconds until the next callback is due; -1 when nothing is pending
 */
export function runNext(): number {
  const now = milliseconds()
  let next: Timer | undefined
  for (const timer of timers.values())
    if (!next || timer.due < next.due || (timer.due === next.due && timer.order < next.order)) next = timer
  if (next && next.due <= now) {
    if (next.every === undefined) timers.delete(next.order)
    else next.due = now + next.every
    next.call()
  } else {
    const [first] = immediates
    if (!first) return next ? next.due - now : -1
    immediates.delete(first[0])
    first[1]()
  }
  return immediates.size > 0 || timers.size > 0 ? 0 : -1
}
