/** A pool of single-use items that take a while to create; a few are created ahead. */
export class Ready<T extends { close(): Promise<void>; readonly alive: boolean }> {
  readonly #make: () => Promise<T>
  readonly #ahead: number
  #waiting: Promise<T>[] = []
  #closed = false

  constructor(ahead: number, make: () => Promise<T>) {
    this.#ahead = ahead
    this.#make = make
  }

  /** Creates items ahead of the first use. */
  fill() {
    while (!this.#closed && this.#waiting.length < this.#ahead) {
      const made = this.#make()
      // `take` handles failures.
      made.catch(() => {})
      this.#waiting.push(made)
    }
  }

  /** The oldest live item, or a new one. */
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
