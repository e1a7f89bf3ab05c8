import { matchesSearch } from '#shared/coding/coding.rules.ts'
import type { CodingDifficulty } from '#shared/coding/coding.schema.ts'
import type { PracticeItem, PracticeStatus } from '#shared/coding/practice.schema.ts'
import { percentOf } from '#shared/numbers.ts'

export const practiceLabels: Record<PracticeStatus, string> = {
  solved: 'Solved',
  attempted: 'Attempted',
  not_attempted: 'Not attempted',
}

interface PracticeFilters {
  search?: string | undefined
  difficulty?: CodingDifficulty | undefined
  status?: PracticeStatus | undefined
}

/** Questions that match all filters. Solved ones do not count as "attempted". */
export const filterPractice = (
  questions: readonly PracticeItem[],
  { search = '', difficulty, status }: PracticeFilters,
): PracticeItem[] =>
  questions.filter(
    (question) =>
      (difficulty === undefined || question.difficulty === difficulty) &&
      (status === undefined || question.status === status) &&
      matchesSearch(question, search),
  )

/** Percentage of attempted questions that were solved; null if none were attempted. */
export const successRate = ({ solved, attempted }: { solved: number; attempted: number }): number | null =>
  attempted === 0 ? null : percentOf(solved, attempted)
