import type { CaseVerdict, Language } from '#shared/coding/languages/rules.ts'

export interface JudgeLimits {
  /** CPU time of one case in ms, before the language's allowance. */
  timeMs: number
  /** Memory of one case in MB, before the language's allowance. */
  memoryMb: number
}

export interface JudgeCase {
  input: string
  /** Expected output; without it any output is accepted. */
  expected?: string
  /** True to return output and error output. */
  keep?: boolean
}

export interface JudgeJob {
  /** Unique among the jobs under way. */
  id: string
  language: Language
  /** At most 65,536 bytes of UTF-8 without NUL. */
  source: string
  limits: JudgeLimits
  /** In order; one process each. */
  cases: JudgeCase[]
}

export interface JudgedCase {
  /** From 0. */
  place: number
  verdict: CaseVerdict
  /** CPU time, user and system together. */
  timeMs: number
  /** At its highest; 0 when it was over before anybody looked. */
  memoryKb: number
  /** Its first 64 kB; only when `keep`. */
  output?: string
  /** More was printed than is in `output`. */
  outputCut?: boolean
  /** The first 8 kB of stderr, or what ended it ("exit code 3", "segmentation fault"); only when `keep`. */
  error?: string
}

export type JudgeOutcome =
  | { kind: 'judged'; compileMs: number; cases: JudgedCase[] }
  | { kind: 'compile_error'; message: string }

/** Events of a job, in this order. */
export interface JudgeProgress {
  /** It is being compiled, or run where nothing is compiled. */
  started?: () => void
  judged?: (result: JudgedCase) => void
}

export interface LanguageStatus {
  language: Language
  available: boolean
  /** As its compiler or interpreter names itself, shortened: "3.11.2". */
  version?: string
  /** Why it is not available, in a sentence for an administrator. */
  reason?: string
}

/**
 * The judge as the server sees it: a separate process without a database. It starts everything it receives at once, so
 * callers send at most `concurrency` jobs at a time.
 */
/** The notice for administrators without control groups. */
export const onlyMeasured =
  'The time and memory of programs are only measured, so limits are not exact. Run the server as root or with Delegate=yes of systemd.'

/** How the sandbox stands, in words for an administrator. */
export interface SandboxState {
  works: boolean
  /** Why it does not work. */
  reason?: string
  /** How memory is limited. */
  memory?: 'control group' | 'measured'
}

export interface Judge {
  readonly concurrency: number
  /** Known once the self-test has run; asked again, it answers from memory. */
  languages(): Promise<LanguageStatus[]>
  /** Known when the languages are. */
  sandbox(): Promise<SandboxState>
  /**
   * Compiles and runs a program.
   *
   * @throws JudgeError when the judge itself failed (it died, the sandbox could not be set up, the language is off): that
   * says nothing about the program
   */
  judge(job: JudgeJob, progress?: JudgeProgress): Promise<JudgeOutcome>
  /** Ends a job that nobody waits for any more; its promise rejects with a JudgeError. */
  cancel(id: string): void
  /** Ends what is under way and the process. */
  close(): Promise<void>
}

export class JudgeError extends Error {}

/** The judge's process died: whatever was under way is not to blame, or only one of it. */
export class JudgeDied extends JudgeError {}
