import type { PracticeItem, PracticeStatus } from '#shared/coding/practice/schema.ts'
import { matchesSearch } from '#shared/coding/rules.ts'
import type { CodingDifficulty } from '#shared/coding/schema.ts'
import { percentOf } from '#shared/numbers.ts'

export interface PracticeFilters {
  search?: string | undefined
  difficulty?: CodingDifficulty | undefined
  status?: PracticeStatus | undefined
}

/** The questions that all filters let through; solved ones have been attempted and are not "attempted". */
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

/** How many of the questions one has attempted were solved, in percent; null before the first. */
export const successRate = ({ solved, attempted }: { solved: number; attempted: number }): number | null =>
  attempted === 0 ? null : percentOf(solved, attempted)
