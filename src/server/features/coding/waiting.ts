import type { Language } from '#shared/coding/languages.rules.ts'

interface Waiting {
  /** Sort key, unique to each job: priority first, then fair share, then arrival. */
  key: readonly [priority: number, turn: number, arrival: number]
  /** Languages that a machine needs for it. */
  languages: readonly Language[]
}

const compare = ({ key: a }: Waiting, { key: b }: Waiting) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

const laneOf = ({ languages }: Waiting) => [...new Set(languages)].sort().join(' ')

/** The number of jobs in a sorted list that come before this one; also its index. */
function countBefore(jobs: readonly Waiting[], job: Waiting): number {
  let low = 0
  let high = jobs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(jobs[middle] as Waiting, job) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Jobs that wait for a machine. Jobs with the same languages are in one sorted list, so finding the first job that some
 * machine can judge does not scan those that no machine can judge now.
 */
export class WaitingJobs<Job extends Waiting> {
  readonly #lanes = new Map<string, Job[]>()

  /** A job's languages must not change while it waits. */
  add(job: Job) {
    const name = laneOf(job)
    const jobs = this.#lanes.get(name) ?? []
    jobs.splice(countBefore(jobs, job), 0, job)
    this.#lanes.set(name, jobs)
  }

  delete(job: Job) {
    const name = laneOf(job)
    const jobs = this.#lanes.get(name) ?? []
    const index = countBefore(jobs, job)
    if (jobs[index] === job) jobs.splice(index, 1)
    if (jobs.length === 0) this.#lanes.delete(name)
  }

  /** The first job of each set of languages that satisfies the condition, in order. */
  heads(isReady: (job: Job) => boolean): Job[] {
    return [...this.#lanes.values()].flatMap((jobs) => jobs.find(isReady) ?? []).sort(compare)
  }

  /** The jobs of each set of languages, in order. */
  get lanes(): readonly (readonly Job[])[] {
    return [...this.#lanes.values()]
  }

  /** The number of jobs before this one. */
  countBefore(job: Job): number {
    return [...this.#lanes.values()].reduce((sum, jobs) => sum + countBefore(jobs, job), 0)
  }

  /** All jobs, in no particular order. */
  get all(): Job[] {
    return [...this.#lanes.values()].flat()
  }

  get size(): number {
    return [...this.#lanes.values()].reduce((sum, jobs) => sum + jobs.length, 0)
  }
}
