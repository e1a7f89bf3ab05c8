import { setTimeout as sleep } from 'node:timers/promises'
import { Times, Wire } from '../exam/connection.ts'
import type { Hall } from '../exam/hall.ts'
import type { Acknowledged } from '../exam/recount.ts'

const letters = ['A', 'B', 'C', 'D'] as const

/** Students who save one answer after the other, wherever `leader` says, and remember what was acknowledged. */
export class Students {
  readonly acknowledged = new Map<string, Acknowledged>()
  readonly times = new Times()
  saves = 0
  refused = 0
  broken = 0
  isOver = false
  readonly #hall: Hall
  readonly #leader: () => string | undefined
  readonly #every: number
  #waiting: { since: number; resolve: (ms: number) => void } | undefined
  #lastAt = 0
  #longest = 0

  /** @param leader URL of the leading server @param every mean interval between a student's saves, in ms */
  constructor(hall: Hall, leader: () => string | undefined, every: number) {
    this.#hall = hall
    this.#leader = leader
    this.#every = every
  }

  /** Lets everybody take the test until `isOver`. */
  async sit(): Promise<void> {
    await Promise.all(this.#hall.students.map(({ id, token }) => this.#sit(id, token)))
  }

  /** Settles when a save is acknowledged that began after this call. @returns ms until then */
  nextSave(): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = { since: performance.now(), resolve }
    })
  }

  /** Measures the longest time without an acknowledged save from now on. @returns a function that returns it, in ms */
  measurePause(): () => number {
    this.#lastAt = performance.now()
    this.#longest = 0
    return () => Math.max(this.#longest, performance.now() - this.#lastAt)
  }

  #count(ms: number) {
    this.saves++
    this.times.add(ms)
    const now = performance.now()
    this.#longest = Math.max(this.#longest, now - this.#lastAt)
    this.#lastAt = now
    if (!this.#waiting || now - ms <= this.#waiting.since) return
    this.#waiting.resolve(now - this.#waiting.since)
    this.#waiting = undefined
  }

  async #sit(id: string, token: string) {
    let wire = new Wire(token)
    const own: Acknowledged = new Map()
    this.acknowledged.set(id, own)
    const input = { id: this.#hall.testId, writer: `load-${id}` }
    const questions = this.#hall.sections.flat()
    let [revision, turn, isStarted] = [Date.now(), 0, false]
    await sleep(Math.random() * this.#every)
    while (!this.isOver) {
      const url = this.#leader()
      if (url === undefined) {
        await sleep(100)
        continue
      }
      const questionId = questions[turn % questions.length]?.id ?? ''
      const selectedAnswer = letters[Math.floor(Math.random() * 4)] ?? 'A'
      const answers = [{ questionId, selectedAnswer, timeSpent: turn, revision: ++revision }]
      const send = isStarted
        ? wire.call(url, 'attempts.save', { ...input, answers })
        : wire.call(url, 'attempts.start', input)
      // Like a browser, give up after 15 s.
      const reply = await Promise.race([send, sleep(15_000, undefined, { ref: false })]).catch(() => undefined)
      // Without an acknowledgement, either value is right until the next acknowledged answer to this question.
      if (isStarted && reply?.status !== 200) own.delete(questionId)
      if (reply?.status === 200) {
        if (isStarted) {
          own.set(questionId, selectedAnswer)
          this.#count(reply.ms)
          turn++
        }
        isStarted = true
        await sleep(this.#every * (0.5 + Math.random()))
      } else if (reply) {
        this.refused++
        await sleep(200 + Math.random() * 300)
      } else {
        this.broken++
        wire.close()
        wire = new Wire(token)
        await sleep(100 + Math.random() * 300)
      }
    }
    wire.close()
  }
}
