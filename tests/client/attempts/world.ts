import { answers, type SaveReply, type SaveRequest, tabLine } from '#client/features/attempts/model/answer-kinds.ts'
import { answerAfter, isSingle, isTyped, typedDebounce } from '#client/features/attempts/model/answer-values.ts'
import { ServerClock } from '#client/features/attempts/model/clock.ts'
import type { Changes } from '#client/features/attempts/model/outbox.ts'
import type { Failure, Leaving, Outcome } from '#client/features/attempts/model/requests.ts'
import { SyncedStore } from '#client/features/attempts/model/synced-store.ts'
import type { Channel, Device, LocalStore } from '#client/lib/device/device.ts'
import { givenAnswer, mergeAnswers, type StoredAnswer } from '#shared/attempts/attempts.rules.ts'
import type { NextSectionAnswer, SavedAnswer, SavedCode } from '#shared/attempts/attempts.schema.ts'
import { type AttemptClock, deadlineOf, leavePart, openParts, positionAt } from '#shared/attempts/clock.rules.ts'
import { bodyOf } from '#shared/bank/question-parts.rules.ts'
import { type AnswerValue, isAnswered } from '#shared/bank/question-types.rules.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'

const noon = Date.UTC(2026, 0, 31, 12)
export const questionIds = ['q1', 'q2', 'q3'] as const
export const minute = 60_000

const fourOptions = { options: { A: 'a', B: 'b', C: 'c', D: 'd' }, optionImages: null }
/** A single choice question, or a question with the given fields. */
export const aQuestion = (id: string, fields: object = fourOptions) =>
  ({ id, questionText: id, questionImageUrl: null, marks: 1, ...fields }) as PaperQuestion

/** Lets promises settle without advancing time. */
export const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** Fake time: advancing it runs the timers that are due, in order. */
export class ManualTime {
  /** The true time, used by the server. */
  now = noon
  /** Error of the device's wall clock, in ms. */
  wallError = 0
  /** Time missing from the monotonic clock, such as sleep. */
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

  /** Advances time by `ms` and runs due timers. */
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

  /** The device sleeps: time passes, but no timer runs and the monotonic clock stops. */
  sleep(ms: number) {
    this.now += ms
    this.slept += ms
  }

  /** The tab is in the background with suspended timers: time passes, but nothing runs. */
  freeze(ms: number) {
    this.now += ms
  }
}

/** One browser's local storage. */
export class MemoryStorage implements LocalStore {
  readonly entries = new Map<string, string>()
  read = (key: string) => this.entries.get(key) ?? null
  /** If true, writes fail, as in some private modes. */
  refuses = false
  write = (key: string, value: string) => {
    if (!this.refuses) this.entries.set(key, value)
    return !this.refuses
  }
  remove = (key: string) => void this.entries.delete(key)
  keys = () => [...this.entries.keys()]
}

/** The channel between one browser's tabs. It copies messages, like a real channel. */
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

const times = (clock: AttemptClock, now: number) => ({
  serverTime: new Date(now).toISOString(),
  deadline: new Date(deadlineOf(clock)).toISOString(),
  clock: { ...clock, plan: [...clock.plan], partOpenedAt: new Date(clock.partOpenedAt).toISOString() },
})

/** A server that applies the real server's rules for answers and time. Tests make it fail or delay responses. */
export class FakeServer {
  readonly answers = new Map<string, SavedAnswer>()
  readonly saves: SaveRequest<SavedAnswer>[] = []
  readonly leavings: Leaving[] = []
  failure: Failure | null = null
  /** Questions whose answers it cannot accept, as if they were invalid. Rejects the whole save, like the real server. */
  rejects: ReadonlySet<string> = new Set()
  /** Fails requests to leave a section. Saves use `failure` only. */
  leaveFailure: Failure | null = null
  writer: string | null = null
  /** If true, other writers are rejected until the current one has been silent for 90 s. */
  oneDevice = false
  #heardAt = Number.NEGATIVE_INFINITY
  extraMinutes = 0
  clock: AttemptClock
  #held: (() => void)[] | null = null
  readonly #time: ManualTime
  readonly #partOf: ReadonlyMap<string, number>
  readonly #questionOf: (questionId: string) => PaperQuestion

  constructor(
    time: ManualTime,
    plan: readonly number[],
    partOf: ReadonlyMap<string, number>,
    questionOf: (questionId: string) => PaperQuestion,
  ) {
    this.#time = time
    this.#partOf = partOf
    this.#questionOf = questionOf
    this.clock = { plan: plan.map((minutes) => minutes * minute), currentPart: 0, partOpenedAt: time.now }
  }

  /** Delays requests until the returned function is called. */
  hold() {
    const held: (() => void)[] = []
    this.#held = held
    return () => {
      this.#held = null
      for (const release of held) release()
    }
  }

  times() {
    return times(this.clock, this.#time.now)
  }

  /** Adds time to the open part. */
  giveTime(minutes: number) {
    const { part } = positionAt(this.clock, this.#time.now)
    this.extraMinutes += minutes
    this.clock = {
      ...this.clock,
      plan: this.clock.plan.map((ms, place) => (place === part ? ms + minutes * minute : ms)),
    }
  }

  readonly save = async (request: SaveRequest<SavedAnswer>): Promise<Outcome<SaveReply>> => {
    this.saves.push(structuredClone(request))
    await this.#wait()
    const failure = this.failure ?? this.#turnsAway(request.writer) ?? this.#rejection(request)
    if (failure) return { ok: false, failure }
    if (request.takeOver || this.writer === null) this.writer = request.writer
    const before = new Map(this.answers)
    const { ignored, newer } = this.#merge(request)
    const elsewhere = request.takeOver
      ? [...before.values()].filter(({ questionId }) => !request.answers.some((sent) => sent.questionId === questionId))
      : []
    const value = {
      ...this.times(),
      ignored,
      newer: [...newer, ...elsewhere],
      isWriter: request.writer === this.writer,
    }
    return { ok: true, value: { ...value, extraMinutes: this.extraMinutes } }
  }

  #rejection({ answers }: SaveRequest<SavedAnswer>): Failure | null {
    const at = answers.findIndex(({ questionId }) => this.rejects.has(questionId))
    return at < 0 ? null : { kind: 'refused', message: 'Must be a number', rejected: [at] }
  }

  /** Code by question. The server stores it separately from other answers. */
  readonly codes = new Map<string, SavedCode>()
  readonly codeSaves: SaveRequest<SavedCode>[] = []
  codeFailure: Failure | null = null

  readonly saveCode = async (request: SaveRequest<SavedCode>): Promise<Outcome<SaveReply>> => {
    this.codeSaves.push(structuredClone(request))
    await this.#wait()
    const failure = this.failure ?? this.codeFailure ?? this.#turnsAway(request.writer)
    if (failure) return { ok: false, failure }
    const isOpen = openParts(this.clock, this.#time.now).includes(this.clock.plan.length - 1)
    const ignored: string[] = []
    const newer: SavedCode[] = []
    for (const code of request.answers) {
      const before = this.codes.get(code.questionId)
      if (!isOpen) ignored.push(code.questionId)
      else if (before && before.revision >= code.revision) newer.push(before)
      else this.codes.set(code.questionId, code)
    }
    const isWriter = this.writer === null || request.writer === this.writer
    return { ok: true, value: { ...this.times(), ignored, newer, isWriter, extraMinutes: this.extraMinutes } }
  }

  readonly nextSection = async (leaving: Leaving & { writer: string }): Promise<Outcome<NextSectionAnswer>> => {
    this.leavings.push(structuredClone(leaving))
    await this.#wait()
    const failure = this.failure ?? this.leaveFailure ?? this.#turnsAway(leaving.writer)
    if (failure) return { ok: false, failure }
    const { part } = positionAt(this.clock, this.#time.now)
    if (leaving.from > part) return { ok: false, failure: { kind: 'closed', message: 'Not reached' } }
    const { ignored } = this.#merge(leaving)
    if (leaving.from === part) this.clock = leavePart(this.clock, this.#time.now)
    const now = positionAt(this.clock, this.#time.now)
    const sectionDeadline = new Date(now.partDeadline).toISOString()
    return { ok: true, value: { ...this.times(), currentSection: now.part, sectionDeadline, ignored } }
  }

  /** Records activity by this writer. */
  hear(writer: string) {
    this.writer = writer
    this.#heardAt = this.#time.now
  }

  #turnsAway(writer: string): Failure | null {
    if (!this.oneDevice) return null
    const isOther = this.writer !== null && this.writer !== writer
    if (isOther && this.#time.now - this.#heardAt < 90_000)
      return { kind: 'elsewhere', message: 'This test is open on another device' }
    this.hear(writer)
    return null
  }

  async #wait() {
    const held = this.#held
    if (held) await new Promise<void>((resolve) => held.push(resolve))
  }

  #merge({ answers }: Changes<SavedAnswer>) {
    const open = openParts(this.clock, this.#time.now)
    const isOpen = ({ questionId }: SavedAnswer) => open.includes(this.#partOf.get(questionId) ?? 0)
    const before = new Map(this.answers)
    const taken = answers.filter(isOpen)
    const stored = new Map([...before].map(([id, saved]) => [id, { ...saved, value: givenAnswer(saved) }]))
    const changed = mergeAnswers((id) => stored.get(id), taken)
    for (const answer of changed) this.answers.set(answer.questionId, this.#sentAnswer(answer))
    const changedIds = new Set(changed.map(({ questionId }) => questionId))
    return {
      ignored: answers.filter((answer) => !isOpen(answer)).map(({ questionId }) => questionId),
      newer: taken.flatMap(({ questionId }) => (changedIds.has(questionId) ? [] : (before.get(questionId) ?? []))),
    }
  }

  /** Like the server, stores empty answers as null. */
  #sentAnswer({ questionId, value, timeSpent, revision }: StoredAnswer): SavedAnswer {
    const question = this.#questionOf(questionId)
    const field = isSingle(question) ? 'selectedAnswer' : 'answer'
    const given = isAnswered(bodyOf(question), value) ? value : null
    return { questionId, [field]: given, timeSpent, revision } as SavedAnswer
  }

  letter = (questionId: string) => this.answers.get(questionId)?.selectedAnswer ?? null

  /** All received events, by kind. */
  kinds = () => this.saves.flatMap(({ violations }) => violations.map(({ kind }) => kind))
}

interface WorldOptions {
  /** Questions that are not single choice. */
  questions?: readonly PaperQuestion[]
  minutes?: number
  /** Minutes of each section. Overrides `minutes`. */
  plan?: readonly number[]
  partOf?: ReadonlyMap<string, number>
  wallError?: number
  /** Called with the questions whose answers another device replaced. */
  replaced?: (questionIds: string[]) => void
  /** Called with the questions whose answers the server ignored. */
  ignored?: (questionIds: string[]) => void
}

/** One student's attempt: a server, a browser with storage and tabs, and controllable time. */
export function makeWorld(options: WorldOptions = {}) {
  const { minutes = 60, plan = [minutes], partOf = new Map(), wallError = 0, questions = [] } = options
  const questionOf = (id: string) => questions.find((question) => question.id === id) ?? aQuestion(id)
  const time = new ManualTime()
  time.wallError = wallError
  const server = new FakeServer(time, plan, partOf, questionOf)
  const browser = { storage: new MemoryStorage(), tabs: new Tabs() }
  const portsOf = ({ storage, tabs } = browser): Device => ({
    clock: time.clock,
    timers: time.timers,
    storage,
    channel: tabs.open(),
    random: () => 0.5,
  })

  /** Opens the answer store in a tab, as after a start call. Each `device` has separate storage. */
  const openTab = (device = browser) => {
    const clock = new ServerClock(time.clock)
    clock.observe(server.times(), clock.depart())
    const ports = portsOf(device)
    const store = new SyncedStore(answers, {
      attemptId: 'attempt',
      owner: { testId: 'test', studentId: 'student' },
      questionIds: new Set(questionIds),
      saved: [...server.answers.values()],
      clock,
      ports,
      line: tabLine(ports.channel),
      isEarly: () => false,
    })
    store.connect({
      sender: () => ({ writer: 'tab', takeOver: false }),
      send: server.save,
      changed() {},
      emit(event) {
        if (event.kind === 'replaced') options.replaced?.(event.questionIds)
        else if (event.kind === 'ignored') options.ignored?.(event.questionIds)
      },
    })
    store.start()
    return Object.assign(store, {
      answer(questionId: string, value: AnswerValue | null) {
        const question = questionOf(questionId)
        const next = answerAfter(store.items().get(questionId), { question, value, seconds: 7 }, clock.now())
        if (next) store.put(next, isTyped(question) ? typedDebounce : null)
      },
      selected: (questionId: string) => store.items().get(questionId)?.selectedAnswer ?? null,
    })
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
