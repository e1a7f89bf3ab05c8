import type { Db } from '#server/platform/db.ts'
import { matches } from '#server/platform/patterns.ts'
import { type AttemptResult, attemptResult, type GradedPart, grade } from '#shared/attempts/results.rules.ts'
import { revisionAt, valueAt } from './answers.ts'
import type { SheetAnswers, Sitting } from './attempts.repo.ts'
import { type MarkRow, marksRepo } from './marks.repo.ts'
import type { Grading, Paper } from './paper.ts'

/** Marks given by hand, by question. */
export type GivenMarks = ReadonlyMap<string, number>

export const givenIn = (rows: readonly Pick<MarkRow, 'questionId' | 'marks'>[]): GivenMarks =>
  new Map(rows.flatMap(({ questionId, marks }) => (marks === null ? [] : [[questionId, marks] as const])))

/** Grades each part of an attempt. */
export function gradeParts({ parts }: Grading, sheet: SheetAnswers, given: GivenMarks): GradedPart[] {
  let first = 0
  return parts.map(({ questions, bestOf, total, cutoff }) => {
    const start = first
    first += questions.length
    const marksGiven = given.size > 0 ? ({ id }: { id: string }) => given.get(id) : undefined
    const graded = grade(
      questions,
      (_, place) => valueAt(sheet, start + place),
      { matches },
      { marksGiven, bestOf, total },
    )
    return { ...graded, cutoff }
  })
}

/** Grades an attempt. */
export const gradeAttempt = (
  grading: Grading,
  sheet: SheetAnswers,
  given: GivenMarks,
  codingMarks: number,
): AttemptResult =>
  attemptResult(gradeParts(grading, sheet, given), { marks: codingMarks, points: grading.points }, grading.scheme)

/**
 * Queues a submitted attempt's answers for marking by hand. Marks given before a reopening are kept if the answer has
 * not changed.
 * @returns the kept marks
 */
export async function queueForMarking(tx: Db, sitting: Sitting, { questions, placeOf }: Paper): Promise<GivenMarks> {
  const { id: attemptId, testId, collegeId, answers } = sitting
  const repo = marksRepo(tx)
  const rows = await repo.of(attemptId)
  const isSame = ({ questionId, revision }: MarkRow) =>
    revisionAt(answers, placeOf.get(questionId)?.place ?? -1) === revision
  const kept = rows.filter(isSame)
  for (const { questionId } of rows.filter((row) => !isSame(row))) await repo.remove(attemptId, questionId)
  for (const { id: questionId } of questions.filter(({ type }) => type === 'essay')) {
    const place = placeOf.get(questionId)?.place ?? -1
    if (valueAt(answers, place) !== null && !kept.some((row) => row.questionId === questionId))
      await repo.insert({ attemptId, questionId, testId, collegeId, revision: revisionAt(answers, place) })
  }
  return givenIn(kept)
}
