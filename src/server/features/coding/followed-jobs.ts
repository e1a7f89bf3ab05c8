import type { JobProgress } from '#shared/coding/submissions.schema.ts'
import { jobNotFound } from './coding.errors.ts'

interface Followed {
  task: { owner: string }
  progress: JobProgress
}

/** Finished jobs kept for late followers, limited by count and size of results. */
const remembered = { jobs: 2_000, characters: 32 * 1024 * 1024 }
const beatsOfSilence = 5

export const isOver = ({ state }: JobProgress) => state === 'done' || state === 'failed'

/** The progress of jobs, for those who wait for them. */
export class FollowedJobs<Job extends Followed> {
  readonly #jobs = new Map<string, Job>()
  readonly #wakes = new WeakMap<Job, Set<() => void>>()
  readonly #done: { id: string; characters: number }[] = []
  #doneCharacters = 0
  readonly #placeOf: (job: Job) => number

  /** @param placeOf returns the place of a queued job, from 1 */
  constructor(placeOf: (job: Job) => number) {
    this.#placeOf = placeOf
  }

  add(job: Job) {
    this.#jobs.set(job.progress.jobId, job)
  }

  /** True if a job is queued or running. */
  has(id: string): boolean {
    const job = this.#jobs.get(id)
    return job !== undefined && !isOver(job.progress)
  }

  /** @throws NOT_FOUND for an unknown job, or another person's job */
  require(owner: string, id: string): Job {
    const job = this.#jobs.get(id)
    if (job?.task.owner !== owner) throw jobNotFound()
    return job
  }

  change(job: Job, fields: Partial<JobProgress>) {
    Object.assign(job.progress, fields)
    for (const wake of [...(this.#wakes.get(job) ?? [])]) wake()
  }

  /** Keeps a finished job for late followers, and forgets the oldest ones. */
  end({ progress }: Job) {
    const characters = JSON.stringify(progress).length
    this.#done.push({ id: progress.jobId, characters })
    this.#doneCharacters += characters
    while (this.#done.length > remembered.jobs || this.#doneCharacters > remembered.characters) this.#forgetOldest()
  }

  #forgetOldest() {
    const oldest = this.#done.shift()
    if (!oldest) return
    this.#doneCharacters -= oldest.characters
    // Skip jobs that are being retried.
    if (!this.has(oldest.id)) this.#jobs.delete(oldest.id)
  }

  #seen(job: Job): JobProgress {
    const { progress } = job
    const place = progress.state === 'queued' ? this.#placeOf(job) : 0
    return { ...progress, place, testResults: [...progress.testResults] }
  }

  /** Resolves when a job has ended. @throws NOT_FOUND for an unknown job, or another person's job */
  async finished(owner: string, id: string): Promise<JobProgress> {
    const job = this.require(owner, id)
    while (!isOver(job.progress)) await this.#changed(job)
    return this.#seen(job)
  }

  /**
   * Streams a job's state changes until the job ends or the signal aborts.
   * @throws NOT_FOUND for an unknown job, or another person's job
   */
  async *follow(owner: string, id: string, signal: AbortSignal): AsyncGenerator<JobProgress> {
    const job = this.require(owner, id)
    let last = ''
    let beat = 0
    while (!signal.aborted) {
      const seen = this.#seen(job)
      const text = JSON.stringify(seen)
      // Sends unchanged states occasionally as a heartbeat, so clients do not assume a dead connection.
      if (text !== last || ++beat % beatsOfSilence === 0) yield seen
      last = text
      if (isOver(seen)) return
      // The job may have changed during the yield.
      if (seen.state === job.progress.state && seen.testResults.length === job.progress.testResults.length)
        await this.#changed(job, signal)
    }
  }

  /** Settles on a change, after a second (the queue position may have changed), or on abort. */
  #changed(job: Job, signal?: AbortSignal): Promise<void> {
    const wakes = this.#wakes.get(job) ?? new Set()
    this.#wakes.set(job, wakes)
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        wakes.delete(wake)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, 1_000)
      wakes.add(wake)
      signal?.addEventListener('abort', wake)
    })
  }
}
