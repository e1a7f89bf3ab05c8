/** Turns marks into a result. Separate from grading, so that lists and charts do not load it. */

/** Percentage needed to pass a test that does not set its own. */
export const passMark = 40

/** The sums that are never below 0: none, each section's, or the test's. */
export const floors = ['none', 'section', 'test'] as const
export type Floor = (typeof floors)[number]

/** Decisions about a faulty question: marks for everyone, marks for everyone who answered it, or marks for no one. */
export const rulings = ['all', 'answered', 'dropped'] as const
export type Ruling = (typeof rulings)[number]

/**
 * True at or above the default pass mark.
 * @param percentage unrounded: 39.96 is displayed as 40.0% but fails
 */
export const isPass = (percentage: number) => percentage >= passMark

/** The pass mark of all these tests; null if they differ or there are none. */
export const sharedPassMark = (passMarks: readonly number[]): number | null =>
  new Set(passMarks).size === 1 ? (passMarks[0] ?? null) : null

/** True if an attempt passed. Attempts made before tests had pass marks have no `passed`. */
export const hasPassed = ({ passed, percentage }: { passed: boolean | null; percentage: number }) =>
  passed ?? isPass(percentage)

const grades = [
  [90, 'A+'],
  [80, 'A'],
  [70, 'B+'],
  [60, 'B'],
  [50, 'C'],
] as const

/** The letter grade: from A+ for 90% or more down to D for a pass below 50%, and F for a fail. */
export const gradeOf = (percentage: number, passed = isPass(percentage)): string =>
  passed ? (grades.find(([least]) => percentage >= least)?.[1] ?? 'D') : 'F'
