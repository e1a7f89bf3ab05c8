/** Something that takes a while to make and is used up by one: a few are made before anybody asks. */
export class Ready<T extends { close(): Promise<void>; readonly alive: boolean }> {
  readonly #make: () => Promise<T>
  readonly #ahead: number
  #waiting: Promise<T>[] = []
  #closed = false

  constructor(ahead: number, make: () => Promise<T>) {
    this.#ahead = ahead
    this.#make = make
  }

  /** Makes what is to be there before the first is asked for. */
  fill() {
    while (!this.#closed && this.#waiting.length < this.#ahead) {
      const made = this.#make()
      // Notifies the one that takes it.
      made.catch(() => {})
      this.#waiting.push(made)
    }
  }

  /** The oldest that still lives, or a new one. */
  async take(): Promise<T> {
    for (let made = this.#waiting.shift(); made; made = this.#waiting.shift()) {
      const one = await made.catch(() => undefined)
      if (one?.alive) return one
      await one?.close()
    }
    return this.#make()
  }

  async close() {
    this.#closed = true
    const made = await Promise.allSettled(this.#waiting)
    await Promise.all(made.map((result) => (result.status === 'fulfilled' ? result.value.close() : undefined)))
  }
}
