import { statusWords } from '#shared/coding/languages.rules.ts'
import type { SubmitCodeAnswer } from '#shared/coding/submissions.schema.ts'
import { scoreText } from './words.ts'

/** Messages of the coding pages, as specified. */
export const codingSentences = {
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

/** Message of a failed run. */
export const runFailed = (message: string) => `Error: ${message}`

/** The result of a submission. */
export function submissionSentence({ status, score, testCasesPassed, totalTestCases }: SubmitCodeAnswer): string {
  const passed = `${testCasesPassed}/${totalTestCases} test cases`
  return status === 'accepted'
    ? `Success! You passed ${passed}. Score: ${scoreText(score)}`
    : `Submission completed. Status: ${statusWords[status]}. Passed ${passed}.`
}
