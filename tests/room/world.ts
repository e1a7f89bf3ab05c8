import { AnswerStore, type SaveReply } from '#client/features/attempts/model/answer-store.ts'
import type { Parcel } from '#client/features/attempts/model/outbox.ts'
import type { Channel, Failure, LocalStore, Outcome, Ports } from '#client/features/attempts/model/ports.ts'
import { ServerClock } from '#client/features/attempts/model/server-clock.ts'
import { mergeAnswers } from '#shared/attempts/rules.ts'
import type { SavedAnswer } from '#shared/attempts/schema.ts'

const noon = Date.UTC(2026, 0, 31, 12)
export const questionIds = ['q1', 'q2', 'q3'] as const

/** Lets promises settle; no time passes. */
export const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** Time that only a test moves: timers run in their order as it passes. */
export class ManualTime {
  /** The true time, which is also the server's. */
  now = noon
  /** How far the device's wall clock is off, in ms. */
  wallError = 0
  /** Device time that mono did not count, as in a sleep. */
  slept = 0
  #waiting: { at: number; run: () => void }[] = []

  readonly clock = { wall: () => this.now + this.wallError, mono: () => this.now - noon - this.slept }

  readonly timers = {
    after: (ms: number, run: () => void) => {
      const entry = { at: this.now + ms, run }
      this.#waiting.push(entry)
      return () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry)
      }
    },
  }

  /** Lets `ms` pass, with all that falls due. */
  async pass(ms: number) {
    const end = this.now + ms
    await settle()
    for (;;) {
      const next = this.#waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#waiting = this.#waiting.filter((other) => other !== next)
      this.now = Math.max(this.now, next.at)
      next.run()
      await settle()
    }
    this.now = end
  }

  /** The device sleeps: time passes, nothing runs and mono stands still. */
  sleep(ms: number) {
    this.now += ms
    this.slept += ms
  }
}

/** Local storage of one browser. */
export class MemoryStorage implements LocalStore {
  readonly entries = new Map<string, string>()
  read = (key: string) => this.entries.get(key) ?? null
  /** Whether it refuses to keep anything, as in some private modes. */
  refuses = false
  write = (key: string, value: string) => {
    if (!this.refuses) this.entries.set(key, value)
    return !this.refuses
  }
  remove = (key: string) => void this.entries.delete(key)
  keys = () => [...this.entries.keys()]
}

/** The channel of one browser's tabs; a message is a copy, as over a real one. */
export class Tabs {
  readonly #ears = new Set<(message: unknown) => void>()
  open(): Channel {
    const own = new Set<(message: unknown) => void>()
    return {
      post: (message) => {
        for (const ear of this.#ears) if (!own.has(ear)) ear(structuredClone(message))
      },
      listen: (hear) => {
        own.add(hear)
        this.#ears.add(hear)
        return () => {
          own.delete(hear)
          this.#ears.delete(hear)
        }
      },
    }
  }
}

/** A server that keeps answers by the product's own rule, and fails or dawdles as told. */
export class FakeServer {
  readonly answers = new Map<string, SavedAnswer>()
  readonly parcels: Parcel[] = []
  failure: Failure | null = null
  #held: (() => void)[] | null = null
  readonly #time: ManualTime
  readonly deadline: number

  constructor(time: ManualTime, minutes = 60) {
    this.#time = time
    this.deadline = time.now + minutes * 60_000
  }

  /** Requests wait until the answer is called. */
  hold() {
    const held: (() => void)[] = []
    this.#held = held
    return () => {
      this.#held = null
      for (const release of held) release()
    }
  }

  times() {
    return { serverTime: new Date(this.#time.now).toISOString(), deadline: new Date(this.deadline).toISOString() }
  }

  readonly save = async (parcel: Parcel): Promise<Outcome<SaveReply>> => {
    this.parcels.push(structuredClone(parcel))
    const held = this.#held
    if (held) await new Promise<void>((resolve) => held.push(resolve))
    if (this.failure) return { ok: false, failure: this.failure }
    const before = new Map(this.answers)
    const changed = mergeAnswers(this.answers, parcel.answers)
    for (const answer of changed) this.answers.set(answer.questionId, answer)
    const taken = new Set(changed.map(({ questionId }) => questionId))
    const newer = parcel.answers.flatMap(({ questionId }) =>
      taken.has(questionId) ? [] : (before.get(questionId) ?? []),
    )
    return { ok: true, value: { ...this.times(), newer } }
  }

  letter = (questionId: string) => this.answers.get(questionId)?.selectedAnswer ?? null
}

/** One student's sitting: a server, a browser with its storage and tabs, and time. */
export function makeWorld({
  minutes = 60,
  wallError = 0,
  replaced = () => {},
}: {
  minutes?: number
  wallError?: number
  /** Told of answers that another device's replaced. */
  replaced?: (questionIds: string[]) => void
} = {}) {
  const time = new ManualTime()
  time.wallError = wallError
  const server = new FakeServer(time, minutes)
  const browser = { storage: new MemoryStorage(), tabs: new Tabs() }
  const portsOf = ({ storage, tabs } = browser): Ports => ({
    clock: time.clock,
    timers: time.timers,
    storage,
    channel: tabs.open(),
    random: () => 0.5,
  })

  /** Opens the exam in a tab, as after a start call. Another `device` brings its own storage. */
  const openTab = (device = browser) => {
    const clock = new ServerClock(time.clock)
    clock.observe(server.times(), clock.depart())
    const store = new AnswerStore({
      attemptId: 'attempt',
      owner: { testId: 'test', studentId: 'student' },
      questionIds,
      saved: [...server.answers.values()],
      clock,
      ports: portsOf(device),
      save: server.save,
      secondsOn: () => 7,
      replaced,
    })
    store.start()
    return store
  }

  return {
    time,
    server,
    browser,
    portsOf,
    openTab,
    otherDevice: () => ({ storage: new MemoryStorage(), tabs: new Tabs() }),
  }
}

export const offline: Failure = { kind: 'offline', message: 'Network error occurred' }
