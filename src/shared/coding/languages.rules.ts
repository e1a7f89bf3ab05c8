interface LanguageFacts {
  name: string
  /** File name extensions; the first one is used for new files. */
  extensions: readonly string[]
  /** Names in problem packages, besides its own. */
  codes?: readonly string[]
}

/** The supported languages, in display order. Each also has an entry in judge/languages.ts. */
const facts = {
  javascript: { name: 'JavaScript', extensions: ['js'] },
  typescript: { name: 'TypeScript', extensions: ['ts'] },
  python: { name: 'Python', extensions: ['py', 'py3'], codes: ['python3'] },
  java: { name: 'Java', extensions: ['java'] },
  kotlin: { name: 'Kotlin', extensions: ['kt'] },
  cpp: { name: 'C++', extensions: ['cpp', 'cc', 'cxx', 'c++'], codes: ['c++'] },
  c: { name: 'C', extensions: ['c'] },
  csharp: { name: 'C#', extensions: ['cs'], codes: ['c#'] },
  go: { name: 'Go', extensions: ['go'] },
  rust: { name: 'Rust', extensions: ['rs'] },
  php: { name: 'PHP', extensions: ['php'] },
  ruby: { name: 'Ruby', extensions: ['rb'] },
  haskell: { name: 'Haskell', extensions: ['hs'] },
  sql: { name: 'SQL', extensions: ['sql'] },
} as const satisfies Record<string, LanguageFacts>
export type Language = keyof typeof facts

export const languageFacts: Record<Language, LanguageFacts> = facts
export const languages = Object.keys(facts) as [Language, ...Language[]]
export const languageNames = Object.fromEntries(
  languages.map((language) => [language, facts[language].name]),
) as Record<Language, string>

export type ProgramLanguage = Exclude<Language, 'sql'>
/** The languages of programs that read input and print output. SQL is not one. */
export const programLanguages = languages.filter((language) => language !== 'sql') as [
  ProgramLanguage,
  ...ProgramLanguage[],
]

const runVerdicts = [
  'accepted',
  'wrong_answer',
  'time_limit_exceeded',
  'memory_limit_exceeded',
  'output_limit_exceeded',
  'runtime_error',
] as const
/** Verdict of a program's run on one case. */
export type RunVerdict = (typeof runVerdicts)[number]

/** Verdict of one case. A skipped case was not run, because its group had already failed. */
export const caseVerdicts = [...runVerdicts, 'skipped'] as const
export type CaseVerdict = (typeof caseVerdicts)[number]

/** One case of a submission: its verdict, CPU time in ms, memory in kB, and its share of the points if partial. */
export type StoredCase = [verdict: CaseVerdict, timeMs: number, memoryKb: number, score?: number]

/** Verdict of a submission: the verdict of its first failing case, or the reason no case ran. */
export const verdicts = [...runVerdicts, 'compile_error', 'internal_error'] as const
export type Verdict = (typeof verdicts)[number]

/** Verdict of a reference solution, which can get part of the points. */
export const solutionVerdicts = [...verdicts, 'partially_accepted'] as const
export type SolutionVerdict = (typeof solutionVerdicts)[number]

/** The label of each verdict, on every screen and in every file. */
export const verdictWords: Record<Verdict, string> = {
  accepted: 'Accepted',
  wrong_answer: 'Wrong answer',
  time_limit_exceeded: 'Time limit exceeded',
  memory_limit_exceeded: 'Memory limit exceeded',
  output_limit_exceeded: 'Output limit exceeded',
  runtime_error: 'Runtime error',
  compile_error: 'Compile error',
  internal_error: 'Judge error',
}

/** The label of a reference solution's verdict. */
export const solutionWords: Record<SolutionVerdict, string> = {
  ...verdictWords,
  partially_accepted: 'Partially accepted',
}

/** The label of a case's verdict. */
export const caseWords: Record<CaseVerdict, string> = { ...verdictWords, skipped: 'Skipped' }

/** A verdict, or the stage a submission is at before it has one. */
export const submissionStatuses = ['queued', 'judging', ...verdicts] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

export const statusWords: Record<SubmissionStatus, string> = {
  queued: 'In the queue',
  judging: 'Being judged',
  ...verdictWords,
}
