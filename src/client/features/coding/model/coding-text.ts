import type { CodingDifficulty } from '#shared/coding/coding.schema.ts'
import { type CaseVerdict, caseVerdicts, caseWords, statusWords } from '#shared/coding/languages.rules.ts'
import type { SubmitCodeAnswer, TestResult } from '#shared/coding/submissions.schema.ts'
import { round2 } from '#shared/numbers.ts'

/** A case's verdict. For a hidden case that failed, `error` contains the verdict. */
export function verdictOfCase({ passed, verdict, error }: TestResult): CaseVerdict {
  if (verdict) return verdict
  return passed ? 'accepted' : (caseVerdicts.find((one) => one === error) ?? 'wrong_answer')
}

/** True if a checker awarded partial points. */
export const isPartial = ({ score }: TestResult): boolean => score !== undefined && score > 0 && score < 1

const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** 0.5 → `50%`. */
export const shareText = (share: number): string => shares.format(share)

/** A case's result in words. */
export function caseText(result: TestResult): string {
  if (isPartial(result)) return `Partly correct: ${shareText(result.score ?? 0)}`
  const verdict = verdictOfCase(result)
  return verdict === 'skipped' ? skippedText : caseWords[verdict]
}

export const skippedText = 'Skipped: its group had already failed'

export const difficultyLabels: Record<CodingDifficulty, string> = { easy: 'Easy', medium: 'Medium', hard: 'Hard' }

/** 7 → `7 ms`, 1240 → `1.24 s`. @param ms rounded; a time above zero is never shown as zero */
export function timeText(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`
  return ms > 0 && ms < 1 ? '< 1 ms' : `${Math.round(ms)} ms`
}

/** 8,400 → `8.2 MB`. */
export const memoryText = (kb: number): string => (kb < 1_024 ? `${kb} kB` : `${(kb / 1_024).toFixed(1)} MB`)

/** A limit as set by its author: 2000 → `2 s`, 1500 → `1.5 s`, 300 → `300 ms`. */
export const limitText = (ms: number): string => (ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`)

/** Messages on the coding pages, as specified. */
export const codingMessages = {
  writeFirst: 'Please write some code first',
  confirmSubmit: 'Are you sure you want to submit your solution? This will run all test cases.',
  submitFailed: 'Error submitting code',
  fetchFailed: 'Error fetching question. Please try again.',
  listFailed: 'Failed to fetch coding questions',
  detailsFailed: 'Failed to load question details',
  createFailed: 'Failed to create question',
  updateFailed: 'Failed to update question',
  deleteFailed: 'Failed to delete question',
  noPractice: 'No practice questions available yet.',
  noMatch: 'No questions match your filters.',
} as const

export const runFailed = (message: string) => `Error: ${message}`

export function submissionMessage({ status, score, testCasesPassed, totalTestCases }: SubmitCodeAnswer): string {
  const passed = `${testCasesPassed}/${totalTestCases} test cases`
  return status === 'accepted'
    ? `Success! You passed ${passed}. Score: ${round2(score)}`
    : `Submission completed. Status: ${statusWords[status]}. Passed ${passed}.`
}

/** Output limit in bytes of UTF-8. The judge never splits a character, so truncated output may be 3 bytes shorter. */
const outputLimit = 65_536
const minTruncated = outputLimit - 3

/** Responses for custom input do not report truncation. Assume it if the output reaches the limit. */
export const truncationNote = (output: string): string | undefined =>
  output.length * 3 >= minTruncated && new TextEncoder().encode(output).length >= minTruncated
    ? 'Only the first 64 kB of output is shown.'
    : undefined
