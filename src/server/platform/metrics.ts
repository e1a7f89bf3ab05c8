import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import { type Observe, QuickHistogram } from './histogram.ts'

type Labels = Record<string, string>

/** Current value of a gauge; a list if it has labels. */
export type Reading = number | undefined | { labels: Labels; value: number }[]

const seconds = (ms: number) => ms / 1_000

let loopDelay: ReturnType<typeof monitorEventLoopDelay> | undefined

/** One monitor per process, started on first use. */
function eventLoopDelay() {
  if (!loopDelay) {
    loopDelay = monitorEventLoopDelay({ resolution: 20 })
    loopDelay.enable()
  }
  return loopDelay
}

/**
 * The server's metrics. Each part of the server counts its events with a method. The composition root registers values
 * that are only read (sizes, queues) with `gauge`. Counting takes well under a microsecond per save.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = this.#counter('requests_total', 'Requests by route or procedure', ['route', 'method', 'status'])
  readonly #durations = this.#histogram(
    'request_duration_seconds',
    'Duration of requests',
    ['route', 'method'],
    [0.005, 0.02, 0.1, 0.5, 2, 10],
  )
  readonly #saves = this.#counter('saves_acknowledged_total', 'Acknowledged saves, each flushed to disk')
  readonly #answers = this.#counter('answers_acknowledged_total', 'Answers in acknowledged saves')
  readonly #writeJobs = this.#counter('write_jobs_total', 'Write jobs committed')
  readonly #failedJobs = this.#counter('write_jobs_failed_total', 'Write jobs refused because of disk or file errors')
  readonly #batches = this.#histogram('write_batch_jobs', 'Jobs per COMMIT', [], [1, 2, 4, 8, 16, 64, 512]).under()
  readonly #commits = this.#histogram(
    'write_commit_seconds',
    'Duration of write transactions, including COMMIT and flush',
    [],
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 2],
  ).under()
  readonly #mails = this.#counter('mail_tries_total', 'Attempts to send an email, by outcome', ['outcome'])
  readonly #verdicts = this.#counter('judge_verdicts_total', 'Judged programs by kind and verdict', ['kind', 'verdict'])
  readonly #judgings = this.#histogram(
    'judge_job_seconds',
    'Duration from the start of judging to the verdict',
    ['kind'],
    [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
  )
  readonly #judgeDeaths = this.#counter('judge_deaths_total', 'Unexpected exits of the judge process')
  readonly #lostLeases = this.#counter('judge_leases_lost_total', 'Jobs whose judge worker was lost')
  /** Cached by key, because prom-client's label lookup costs more than counting. */
  readonly #routes = new Map<string, { count: () => void; observe: Observe }>()
  readonly #timed = new Map<string, Observe>()

  #named(name: string, help: string, labelNames: string[] = []) {
    return { name: `examhall_${name}`, help, labelNames, registers: [this.#registry] }
  }

  #counter(name: string, help: string, labelNames?: string[]) {
    return new Counter(this.#named(name, help, labelNames))
  }

  #histogram(name: string, help: string, labelNames: string[], buckets: number[]) {
    return new QuickHistogram(`examhall_${name}`, help, buckets, this.#registry, labelNames)
  }

  /** @param route a route pattern or procedure name, from a bounded set @param ms undefined for streams */
  request(route: string, method: string, status: number, ms: number | undefined): void {
    const key = `${route} ${method} ${status}`
    let known = this.#routes.get(key)
    if (!known) {
      const counted = this.#requests.labels({ route, method, status: String(status) })
      known = { count: () => counted.inc(), observe: this.#timing(this.#durations, { route, method }) }
      this.#routes.set(key, known)
    }
    known.count()
    if (ms !== undefined) known.observe(seconds(ms))
  }

  #timing(histogram: QuickHistogram, labels: Labels): Observe {
    const key = Object.values(labels).join(' ')
    const known = this.#timed.get(key) ?? histogram.under(labels)
    this.#timed.set(key, known)
    return known
  }

  saved(answers: number): void {
    this.#saves.inc()
    this.#answers.inc(answers)
  }

  committed(jobs: number, ms: number): void {
    this.#writeJobs.inc(jobs)
    this.#batches(jobs)
    this.#commits(seconds(ms))
  }

  writesFailed(jobs: number): void {
    this.#failedJobs.inc(jobs)
  }

  mail(outcome: 'sent' | 'failed' | 'given_up'): void {
    this.#mails.inc({ outcome })
  }

  /** @param verdict `judged` for jobs without a verdict */
  judged(kind: string, verdict: string, ms: number): void {
    this.#verdicts.inc({ kind, verdict })
    this.#timing(this.#judgings, { kind })(seconds(ms))
  }

  judgeDied(): void {
    this.#judgeDeaths.inc()
  }

  leaseLost(): void {
    this.#lostLeases.inc()
  }

  /** Registers the metrics of a cluster's log. @returns a function that counts a message */
  cluster(): (bytes: number, ms: number) => void {
    const bytesIn = this.#counter('cluster_log_bytes_total', 'Bytes published to the log')
    const observe = this.#histogram(
      'cluster_publish_seconds',
      'Duration from publishing a message until a quorum has stored it',
      [],
      [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 2, 10],
    ).under()
    return (bytes, ms) => {
      bytesIn.inc(bytes)
      observe(seconds(ms))
    }
  }

  /** Registers a value that is read on demand. Reading must not compute anything. */
  gauge(name: string, help: string, read: () => Reading, labelNames: string[] = []): void {
    new Gauge({
      ...this.#named(name, help, labelNames),
      collect() {
        const reading = read()
        this.reset()
        if (typeof reading === 'number') this.set(reading)
        else if (reading === undefined) this.remove()
        else for (const { labels, value } of reading) this.set(labels, value)
      },
    })
  }

  /** Registers gauges for this process: event loop lag, memory, CPU time and uptime. */
  watchProcess(): void {
    const delay = eventLoopDelay()
    // Nanoseconds; NaN before the first measurement.
    const lag = (ns: number) => (Number.isFinite(ns) ? ns / 1e9 : 0)
    this.gauge('event_loop_lag_seconds', 'Event loop lag: 99th percentile since the last scrape', () => {
      const p99 = lag(delay.percentile(99))
      delay.reset()
      return p99
    })
    this.gauge('memory_resident_bytes', 'Resident memory of the server', () => process.memoryUsage.rss())
    this.gauge('memory_heap_bytes', 'Used JavaScript heap', () => process.memoryUsage().heapUsed)
    this.gauge('cpu_seconds', 'CPU time since the server started', () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    })
    this.gauge('uptime_seconds', 'Time since the server started', () => process.uptime())
  }

  get contentType() {
    return this.#registry.contentType
  }

  /** All metrics in Prometheus format. */
  text = (): Promise<string> => this.#registry.metrics()
}
