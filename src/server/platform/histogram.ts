import { Histogram, type Registry } from 'prom-client'

interface Series {
  labels: Record<string, string>
  /** By bucket, the one without an end last; not added up. */
  counts: number[]
  sum: number
}

/** One line of a histogram: counts a value. */
export type Observe = (value: number) => void

/** A histogram of prom-client's that counts in 30 ns where its own takes 1.3 µs: every request and every COMMIT is counted. */
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

  /** @returns how to count under these labels; to be kept by the caller */
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

  /** prom-client asks for this one where there is one. */
  getForPromString = () => this.get()
}
