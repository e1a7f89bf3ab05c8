import type { JudgedCase, JudgeJob, JudgeOutcome, LanguageStatus, SandboxState } from './types.ts'

/** The first message to the judge process. */
export interface Settings {
  concurrency: number
  /** Folder for prepared files. */
  folder: string
  /** Results of a previous process on the same machine, to skip the self-test. */
  known?: Findings
}

/** From the server to the judge process. */
export type ToJudge =
  | { kind: 'settings'; settings: Settings }
  | { kind: 'job'; job: JudgeJob }
  | { kind: 'cancel'; id: string }
  | { kind: 'close' }

/** From the judge process to the server. */
export type FromJudge =
  /** The self-test has finished. */
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
