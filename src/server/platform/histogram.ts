import { Histogram, type Registry } from 'prom-client'

interface Series {
  labels: Record<string, string>
  /** Counts by bucket, not cumulative; the `+Inf` bucket is last. */
  counts: number[]
  sum: number
}

/** Counts a value in a histogram. */
export type Observe = (value: number) => void

/** A prom-client histogram that counts in 30 ns instead of 1.3 µs. Every request and COMMIT is counted. */
export class QuickHistogram extends Histogram {
  readonly #name: string
  readonly #help: string
  readonly #buckets: readonly number[]
  readonly #series: Series[] = []

  constructor(name: string, help: string, buckets: readonly number[], registry: Registry, labelNames: string[] = []) {
    super({ name, help, buckets: [...buckets], labelNames, registers: [registry] })
    this.#name = name
    this.#help = help
    this.#buckets = buckets
  }

  /** @returns a function that counts under these labels; keep it, because each call adds a series */
  under(labels: Record<string, string> = {}): Observe {
    const series: Series = { labels, counts: new Array(this.#buckets.length + 1).fill(0), sum: 0 }
    this.#series.push(series)
    const buckets = this.#buckets
    return (value) => {
      let at = 0
      while (at < buckets.length && value > (buckets[at] as number)) at++
      series.counts[at] = (series.counts[at] as number) + 1
      series.sum += value
    }
  }

  // Output in prom-client's format.
  override async get() {
    const values = this.#series.flatMap(({ labels, counts, sum }) => {
      let count = 0
      const buckets = counts.map((own, at) => {
        count += own
        const le = this.#buckets[at] ?? '+Inf'
        return { labels: { ...labels, le }, value: count, metricName: `${this.#name}_bucket` }
      })
      return [
        ...buckets,
        { labels, value: sum, metricName: `${this.#name}_sum` },
        { labels, value: count, metricName: `${this.#name}_count` },
      ]
    })
    return {
      name: this.#name,
      help: this.#help,
      type: 'histogram' as never,
      values,
      aggregator: 'sum' as never,
    } as never
  }

  /** If present, prom-client calls this method instead of `get`. */
  getForPromString = () => this.get()
}
