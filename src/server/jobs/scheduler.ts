import type { Job } from '../platform/job.ts'
import type { Services } from '../services.ts'

/** Delay of the first runs, in ms, because the first requests after a start are more urgent. */
const firstAfter = 500

/**
 * Runs each job soon and then repeatedly, never concurrently with itself. A failed run is logged, and the job is
 * retried after its usual interval.
 * @returns a function that stops all jobs and resolves once no run is in progress
 */
export function startJobs(app: Services, jobs: readonly Job<Services>[]): () => Promise<void> {
  let stopped = false
  const timers = new Map<Job<Services>, NodeJS.Timeout>()
  const underWay = new Map<Job<Services>, Promise<void>>()
  const turn = async (job: Job<Services>) => {
    let more = false
    try {
      more = (await job.run(app)) === true
    } catch (error) {
      app.log.error({ err: error, job: job.name })
      app.db.notice(error)
    }
    underWay.delete(job)
    if (!stopped) timers.set(job, setTimeout(begin, more ? 0 : job.every, job))
  }
  const begin = (job: Job<Services>) => {
    underWay.set(job, turn(job))
  }
  for (const job of jobs) timers.set(job, setTimeout(begin, firstAfter, job))
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(underWay.values())
  }
}
