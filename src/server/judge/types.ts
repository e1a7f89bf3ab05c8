import type { CheckerForm, CheckerProtocol, SourceFile } from '#shared/coding/comparison.schema.ts'
import type { CaseVerdict, Language } from '#shared/coding/languages.rules.ts'

export interface JudgeLimits {
  /** CPU time of one case in ms, before the language's allowance. */
  timeMs: number
  /** Memory of one case in MB, before the language's allowance. */
  memoryMb: number
}

/** A program that judges cases. A `validator` sees only their inputs, on standard input; exit code 42 accepts one. */
export type JudgeProtocol = CheckerProtocol | 'validator'
export type JudgeProgram = Omit<CheckerForm, 'protocol'> & { protocol: JudgeProtocol }

/** How output is compared with the expected output. */
export type Comparison =
  | { kind: 'lines' }
  | { kind: 'unordered' }
  | { kind: 'tokens'; ignoreCase?: boolean }
  /** Numbers may differ by either tolerance; other words must be equal. */
  | { kind: 'numbers'; ignoreCase?: boolean; absolute?: number; relative?: number }
  | { kind: 'checker'; checker: JudgeProgram }
  /** The program talks to the interactor, which judges it. */
  | { kind: 'interactive'; interactor: CheckerForm }

/** A group of cases that is scored together. */
export interface JudgeGroup {
  /** With `all`, the rest of the group is skipped after a failed case; with `min`, after a case without any score. */
  scoring: 'sum' | 'min' | 'all'
  /** Indexes of the groups that must be passed. The group is skipped after a failed case of one of them. */
  needs: readonly number[]
}

export interface JudgeCase {
  input: string
  /** Expected output; without it, any output is accepted. */
  expected?: string
  /** Index of its group. */
  group?: number
  /** Arguments for the checker, instead of its own. */
  arguments?: readonly string[]
  /** The checker's score for all points; 1 if absent. 0 if the case has no points, so that the score does not matter. */
  fullScore?: number
  /** True to return output and error output. */
  keep?: boolean
}

/** Files that the question's author adds to submitted code. */
export interface Driver {
  /** The main program, which calls the submitted code; if omitted, the submitted code is the main program. */
  code?: string
  /** Other files, for either of them. */
  files: readonly SourceFile[]
}

export interface JudgeJob {
  /** Unique among running jobs. */
  id: string
  language: Language
  /** At most 65,536 bytes of UTF-8 without NUL. */
  source: string
  driver?: Driver
  limits: JudgeLimits
  /** Line by line if omitted. */
  comparison?: Comparison
  groups?: readonly JudgeGroup[]
  /** Results are reported in this order. */
  cases: JudgeCase[]
}

export interface JudgedCase {
  /** The case's zero-based index. */
  place: number
  verdict: CaseVerdict
  /** The share of the case's points that a checker gave, if it is neither 0 nor 1. */
  score?: number
  /** CPU time, user and system together. */
  timeMs: number
  /** Peak memory; 0 if the program ended before the first sample. */
  memoryKb: number
  /** The first 64 kB; only with `keep`. */
  output?: string
  /** True if `output` is truncated. */
  outputCut?: boolean
  /** The first 8 kB of stderr, or the program's ending ("segmentation fault"); only with `keep`. */
  error?: string
  /** The checker's message; only with `keep`. */
  remark?: string
}

export type JudgeOutcome =
  | { kind: 'judged'; compileMs: number; cases: JudgedCase[] }
  | { kind: 'compile_error'; message: string }
  /** The question's own checker does not compile or crashed. The message is for the question's author. */
  | { kind: 'checker_failed'; message: string }

/** Callbacks for a job's progress, in this order. */
export interface JudgeProgress {
  /** Compiling has started, or running if nothing needs compiling. */
  started?: () => void
  judged?: (result: JudgedCase) => void
}

export interface LanguageStatus {
  language: Language
  available: boolean
  /** Short version of its compiler or interpreter: "3.11.2". */
  version?: string
  /** The compiler or interpreter: "g++". */
  compiler?: string
  /** Its flags that matter to a program, or its rules. */
  flags?: string
  /** Why it is unavailable, as a message for administrators. */
  reason?: string
  /** True if it is unavailable only because it is optional and not installed. */
  optional?: true
}

/** Shown to administrators if control groups are not available. */
export const onlyMeasured =
  'The time and memory limits of programs are approximate. To make them exact, run the server as root or set Delegate=yes in its systemd unit.'

/** State of the sandbox, for administrators. */
export interface SandboxState {
  works: boolean
  /** Why it does not work. */
  reason?: string
  /** The method of limiting memory. */
  memory?: 'control group' | 'measured'
}

/**
 * The judge as seen by the server: a separate process without a database. It starts all jobs immediately, so callers
 * send at most `concurrency` jobs at a time.
 */
export interface Judge {
  readonly concurrency: number
  /** Resolves once the self-test has run; cached afterwards. */
  languages(): Promise<LanguageStatus[]>
  /** Resolves together with `languages`. */
  sandbox(): Promise<SandboxState>
  /**
   * Compiles and runs a program.
   * @throws JudgeError for failures that are not the program's fault: the judge crashed, the sandbox could not start,
   * or the language is disabled
   */
  judge(job: JudgeJob, progress?: JudgeProgress): Promise<JudgeOutcome>
  /** Cancels a job; its promise rejects with a JudgeError. */
  cancel(id: string): void
  /** Cancels all jobs and ends the process. */
  close(): Promise<void>
}

export class JudgeError extends Error {}

/** The judge process crashed. At most one of the running jobs caused the crash. */
export class JudgeDied extends JudgeError {}
/** A worker was lost while it judged the job, which may be the reason. */
export class WorkerLost extends JudgeError {}

/** No machine has the languages that the job needs. The message is a sentence for its author. */
export class NoMachine extends Error {}

/** A worker returned the job, and another one can judge it. */
export class JobReturned extends JudgeError {}
