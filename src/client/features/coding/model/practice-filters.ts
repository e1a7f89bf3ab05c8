import type { PracticeItem, PracticeStatus } from '#shared/coding/practice/schema.ts'
import { matchesSearch } from '#shared/coding/rules.ts'
import type { CodingDifficulty } from '#shared/coding/schema.ts'
import { shareOf } from '#shared/reports/rules.ts'

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
  attempted === 0 ? null : shareOf(solved, attempted)

/** A page of what was found. */
export function pageOf<Item>(items: readonly Item[], page: number, limit: number) {
  const totalPages = Math.max(1, Math.ceil(items.length / limit))
  const shown = Math.min(page, totalPages)
  return {
    rows: items.slice((shown - 1) * limit, shown * limit),
    pagination: { page: shown, limit, total: items.length, totalPages },
  }
}
