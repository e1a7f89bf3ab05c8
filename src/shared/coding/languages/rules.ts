/** The eight languages in which code is judged, in the order in which they are offered. */
export const languages = ['javascript', 'python', 'java', 'cpp', 'c', 'csharp', 'go', 'rust'] as const
export type Language = (typeof languages)[number]

export const languageNames: Record<Language, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  java: 'Java',
  cpp: 'C++',
  c: 'C',
  csharp: 'C#',
  go: 'Go',
  rust: 'Rust',
}

/** What one run of a program on one case comes to. */
export const caseVerdicts = [
  'accepted',
  'wrong_answer',
  'time_limit_exceeded',
  'memory_limit_exceeded',
  'output_limit_exceeded',
  'runtime_error',
] as const
export type CaseVerdict = (typeof caseVerdicts)[number]

/** What a submission comes to: the verdict of its first failing case, or what kept it from having any. */
export const verdicts = [...caseVerdicts, 'compile_error', 'internal_error'] as const
export type Verdict = (typeof verdicts)[number]

/** What people read instead of a verdict's code, on every screen and in every file. */
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

/** A verdict, or where a submission is before it has one. */
export const submissionStatuses = ['queued', 'judging', ...verdicts] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

export const statusWords: Record<SubmissionStatus, string> = {
  queued: 'In the queue',
  judging: 'Being judged',
  ...verdictWords,
}
