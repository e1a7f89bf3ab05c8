import type { Timers } from '#client/lib/device/device.ts'

/** `important` is news that the student must not miss. */
export type NoticeTone = 'warning' | 'news' | 'important'

/** How long each notice stays, in ms. */
export const noticeMs: Record<NoticeTone, number> = { warning: 6_000, news: 10_000, important: 20_000 }
const most = 3

export interface Told {
  id: number
  sentence: string
  tone: NoticeTone
}

/** The notices on screen. */
export class Notice {
  readonly #timers: Timers
  readonly #listeners = new Set<() => void>()
  #told: readonly Told[] = []
  #made = 0
  readonly #cancel = new Map<number, () => void>()

  constructor(timers: Timers) {
    this.#timers = timers
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Newest last. Returns the same list until it changes. */
  readonly told = (): readonly Told[] => this.#told

  /** Shows a notice. A sentence that is still on screen is replaced, not repeated. */
  show(sentence: string, tone: NoticeTone = 'warning'): void {
    const id = ++this.#made
    const others = this.#told.filter((other) => other.sentence !== sentence)
    this.#cancel.set(
      id,
      this.#timers.after(noticeMs[tone], () => this.dismiss(id)),
    )
    this.#set([...others, { id, sentence, tone }].slice(-most))
  }

  dismiss(id: number): void {
    this.#set(this.#told.filter((other) => other.id !== id))
  }

  #set(told: readonly Told[]): void {
    for (const { id } of this.#told) {
      if (told.some((other) => other.id === id)) continue
      this.#cancel.get(id)?.()
      this.#cancel.delete(id)
    }
    this.#told = told
    for (const listener of this.#listeners) listener()
  }
}
