/** A line of a text file. */
export interface Line {
  text: string
  number: number
  /** Position after the line break. */
  end: number
}

/** Reads lines from a position, because a file of a single line may have 100 MB. */
export class Lines {
  readonly #text: string
  #nextFeed = -1
  #nextReturn = -1
  at = 0
  number = 0

  constructor(text: string) {
    this.#text = text
  }

  #find(sign: string, known: number): number {
    if (known >= this.at) return known
    const found = this.#text.indexOf(sign, this.at)
    return found < 0 ? Number.POSITIVE_INFINITY : found
  }

  /** The next line; undefined after the last. */
  next(): Line | undefined {
    const text = this.#text
    if (this.at >= text.length) return undefined
    this.#nextFeed = this.#find('\n', this.#nextFeed)
    this.#nextReturn = this.#find('\r', this.#nextReturn)
    const stop = Math.min(this.#nextFeed, this.#nextReturn, text.length)
    const line = text.slice(this.at, stop)
    this.at = text.startsWith('\r\n', stop) ? stop + 2 : stop + 1
    this.number++
    return { text: line, number: this.number, end: this.at }
  }

  /** Continues after a line. */
  backTo({ end, number }: Line) {
    this.at = end
    this.number = number
    this.#nextFeed = -1
    this.#nextReturn = -1
  }
}
