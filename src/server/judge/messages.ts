import type { JudgedCase, JudgeJob, JudgeOutcome, LanguageStatus, SandboxState } from './types.ts'

/** What the judge's process is told first. */
export interface Settings {
  concurrency: number
  /** Where what is prepared lies or goes. */
  folder: string
  /** What a process before this one found out on the same machine: it need not be tested again. */
  known?: Findings
}

/** From the server to the judge's process. */
export type ToJudge =
  | { kind: 'settings'; settings: Settings }
  | { kind: 'job'; job: JudgeJob }
  | { kind: 'cancel'; id: string }
  | { kind: 'close' }

/** From the judge's process to the server. */
export type FromJudge =
  /** The self-test has run. */
  | { kind: 'ready'; findings: Findings }
  | { kind: 'started'; id: string }
  | { kind: 'judged'; id: string; result: JudgedCase }
  | { kind: 'done'; id: string; outcome: JudgeOutcome }
  /** The judge itself failed. */
  | { kind: 'failed'; id: string; message: string }

export interface Findings {
  languages: LanguageStatus[]
  sandbox: SandboxState
}
