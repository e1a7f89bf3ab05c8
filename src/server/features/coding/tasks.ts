import {
  JobReturned,
  JudgeDied,
  type JudgedCase,
  JudgeError,
  type JudgeJob,
  type JudgeOutcome,
  WorkerLost,
} from '#server/judge/types.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { JobProgress, TestResult } from '#shared/coding/submissions.schema.ts'

/** The judge and the progress callback for a running task. */
export interface TaskContext {
  /** Judges a program, if necessary after waiting for a machine that has its languages. @throws NoMachine */
  judge: (job: Omit<JudgeJob, 'id'>, judged?: (result: JudgedCase) => void) => Promise<JudgeOutcome>
  /** Reports a finished case to followers. */
  report: (result: TestResult) => void
}

export interface Task {
  id: string
  /** Each owner has at most one running task; queued tasks of all owners take turns. */
  owner: string
  kind: JobProgress['kind']
  /** True for a run or submission in a test. */
  isExam?: boolean
  /** Languages of its first program. If omitted, it starts on any machine. */
  languages?: readonly Language[]
  /** Total number of cases. */
  total: number
  /** Runs the task. Followers receive the result. */
  execute: (context: TaskContext) => Promise<Pick<JobProgress, 'run' | 'submission'>>
  /** Called when the judge itself failed too often. Resolves when the failure is stored. */
  failed?: () => Promise<unknown>
}

/** The kinds of jobs, most urgent first. Practice includes the trials and checks of authors. */
export const priorities = ['exam_submissions', 'exam_runs', 'practice'] as const
/** Submissions are stored, so they wait until a machine gets their language. Other jobs end with the reason. */
export const waitsForLanguage = ({ kind }: Task) => kind === 'submission'
export const priorityOf = ({ kind, isExam }: Task) => (!isExam ? 2 : kind === 'run' ? 1 : 0)

/** What has gone wrong with a job. */
export interface Setbacks {
  /** Judge failures on the job, and judge crashes while it was running, for any reason. */
  failures: number
  deaths: number
  /** Workers that were lost while they judged it. */
  losses: number
}

/** Maximum retries. Another job may have crashed the judge, but a job that crashes it every time must end. */
const maxRetries = { failures: 1, deaths: 5, losses: 2 }

/** Counts a failed attempt. @returns true if the job should be judged again */
export function mayRetry(job: Setbacks, error: unknown): boolean {
  if (error instanceof JobReturned) return true
  if (error instanceof WorkerLost) return ++job.losses <= maxRetries.losses
  if (error instanceof JudgeDied) return ++job.deaths <= maxRetries.deaths
  return error instanceof JudgeError && ++job.failures <= maxRetries.failures
}
