/** Memory for messages, in bytes: at 1,300 saves a second, several minutes, while NATS flushes its files every two. */
const defaultLimit = 64 * 1024 * 1024

/** The last messages of the log that this node has written or applied, in case NATS loses them. */
export class Tail {
  readonly #limit: number
  readonly #messages = new Map<number, Uint8Array>()
  #first = 1
  #next = 1
  #bytes = 0

  /** @param limit bytes above which the oldest messages are forgotten */
  constructor(limit = defaultLimit) {
    this.#limit = limit
  }

  /** Keeps a copy of the message after the last one. After a gap, only this one is kept. */
  keep(sequence: number, message: Uint8Array): void {
    if (sequence !== this.#next) {
      this.#messages.clear()
      this.#bytes = 0
      this.#first = sequence
    }
    // A received message would keep the whole buffer of its socket alive.
    this.#messages.set(sequence, Uint8Array.from(message))
    this.#next = sequence + 1
    this.#bytes += message.length
    for (; this.#bytes > this.#limit; this.#first++) {
      this.#bytes -= this.#messages.get(this.#first)?.length ?? 0
      this.#messages.delete(this.#first)
    }
  }

  /** Returns a kept message. */
  at(sequence: number): Uint8Array | undefined {
    return this.#messages.get(sequence)
  }
}
