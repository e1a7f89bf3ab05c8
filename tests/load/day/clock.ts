/** Thrown by all waits once the day is over. */
export class DayOver extends Error {}

/** The simulated day: hours since its start at two in the afternoon, on an accelerated clock. */
export class Day {
  readonly hours: number
  readonly #speed: number
  readonly #startsAt: number
  readonly #startedAt = performance.now()

  /** @param startsAt the server's time when this object is created, ms UTC */
  constructor(hours: number, speed: number, startsAt: number) {
    this.hours = hours
    this.#speed = speed
    this.#startsAt = startsAt
  }

  /** Hours since the day started. */
  get hour() {
    return ((performance.now() - this.#startedAt) * this.#speed) / 3_600_000
  }

  /** The server's time, ms UTC. */
  now = () => this.#startsAt + this.hour * 3_600_000

  get over() {
    return this.hour >= this.hours
  }

  /** True from ten in the evening to six in the morning, when there is little traffic. */
  get night() {
    return this.hour >= 8 && this.hour < 16
  }

  /** Waits until the given hour of the day. @throws DayOver if the day ends first */
  async until(hour: number): Promise<void> {
    const end = Math.min(hour, this.hours)
    while (this.hour < end)
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(1, Math.ceil(((end - this.hour) * 3_600_000) / this.#speed))),
      )
    if (this.over) throw new DayOver('The day is over')
  }

  /** Waits for a number of simulated minutes. */
  wait = (minutes: number) => this.until(this.hour + minutes / 60)
}
