import type { Language } from '#shared/coding/languages.rules.ts'
import { isEdit } from '#shared/journals/journals.rules.ts'
import { Replay, type Step, stepsOf } from '#shared/journals/replay.rules.ts'
import type { Journal } from '../queries.ts'

/** An event marked on the time axis. `jump`: the program changed without an edit in the journal. */
export interface Mark {
  kind: 'paste' | 'run' | 'submit' | 'violation' | 'jump' | 'cut'
  /** ms UTC */
  at: number
  /** The pasted text. */
  text?: string
  /** The kind of the violation. */
  violation?: string
}

/** The program at one time. */
export interface Frame {
  code: string
  language: Language
  /** Position of the last edit. */
  position: number
}

/** A pause that playback skips, in ms. */
const longPauseMs = 2_000

/** A journal on a time axis, from its first to its last event, in ms UTC. */
export class Timeline {
  readonly steps: readonly Step[]
  readonly marks: readonly Mark[]
  readonly start: number
  readonly end: number
  #replay = new Replay()
  /** Number of steps that were replayed. */
  #done = 0

  constructor({ chunks, violations }: Pick<Journal, 'chunks' | 'violations'>) {
    this.steps = stepsOf(chunks)
    this.start = this.steps[0]?.at ?? 0
    this.end = this.steps.at(-1)?.at ?? 0
    const replay = new Replay()
    for (const step of this.steps) replay.apply(step)
    const marks = [
      ...replay.pastes.map(({ at, text }): Mark => ({ kind: 'paste', at, text })),
      ...replay.jumps.map((at): Mark => ({ kind: 'jump', at })),
      ...violations.map(({ kind, at }): Mark => ({ kind: 'violation', at: Date.parse(at), violation: kind })),
      ...this.steps.flatMap(({ kind, at }): Mark[] =>
        kind === 'run' || kind === 'submit' || kind === 'cut' ? [{ kind, at }] : [],
      ),
    ]
    this.marks = marks.sort((one, other) => one.at - other.at)
  }

  /** The program at a time. Going forward is cheap; going back replays the journal from its start. */
  frame(at: number): Frame {
    const count = this.#countUntil(at)
    if (count < this.#done) {
      this.#replay = new Replay()
      this.#done = 0
    }
    for (const step of this.steps.slice(this.#done, count)) this.#replay.apply(step)
    this.#done = count
    const last = this.steps.slice(0, count).findLast(({ kind }) => isEdit(kind))
    const [, , position = 0, , inserted = ''] = last?.event ?? []
    const { code, language } = this.#replay
    return { code, language: language ?? 'python', position: Math.min(code.length, position + inserted.length) }
  }

  /** The time of the event before or after a time. */
  beside(at: number, direction: -1 | 1): number {
    const found =
      direction === 1 ? this.steps.find((step) => step.at > at) : this.steps.findLast((step) => step.at < at)
    return found?.at ?? (direction === 1 ? this.end : this.start)
  }

  /** The time that playback reaches after `ms`. @param skips true to skip pauses */
  after(at: number, ms: number, skips: boolean): number {
    const next = this.beside(at, 1)
    const skipped = skips && next - at > longPauseMs ? next - longPauseMs / 4 : at
    return Math.min(this.end, skipped + ms)
  }

  /** The share of the axis before a time, from 0 to 1. */
  place(at: number): number {
    return this.end > this.start ? Math.min(1, Math.max(0, (at - this.start) / (this.end - this.start))) : 0
  }

  /** Number of steps until a time, by binary search. */
  #countUntil(at: number): number {
    let [low, high] = [0, this.steps.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.steps[middle]?.at ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
