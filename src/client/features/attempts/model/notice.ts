import type { Timers } from './ports.ts'

/** How long a notice stays, in ms. */
export const noticeMs = 6_000

/** The one sentence the room has to say now. It lies under the header, where it hides neither timer nor Submit. */
export class Notice {
  readonly #timers: Timers
  readonly #listeners = new Set<() => void>()
  #sentence: string | null = null
  #cancel: (() => void) | null = null

  constructor(timers: Timers) {
    this.#timers = timers
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly sentence = () => this.#sentence

  show(sentence: string): void {
    this.#cancel?.()
    this.#cancel = this.#timers.after(noticeMs, () => this.dismiss())
    this.#set(sentence)
  }

  dismiss(): void {
    this.#cancel?.()
    this.#set(null)
  }

  #set(sentence: string | null): void {
    this.#sentence = sentence
    for (const listener of this.#listeners) listener()
  }
}
