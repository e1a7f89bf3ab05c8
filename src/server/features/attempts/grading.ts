import { isDeepStrictEqual } from 'node:util'
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

/** The answered essays that need marks by hand. A ruling decides the marks of all students. */
export const essaysToMark = ({ parts }: Grading, sheet: SheetAnswers) =>
  parts
    .flatMap(({ questions }) => questions)
    .flatMap(({ id: questionId, type, ruling }, place) =>
      type === 'essay' && !ruling && valueAt(sheet, place) !== null
        ? [{ questionId, revision: revisionAt(sheet, place) }]
        : [],
    )

/** Takes a reopened attempt out of the marking queue, and remembers its marked answers. */
export async function suspendMarking(tx: Db, { id, answers }: Sitting, { placeOf }: Paper): Promise<void> {
  const repo = marksRepo(tx)
  await repo.removeWaiting(id)
  for (const { questionId } of await repo.of(id))
    await repo.update(id, questionId, { reopenedAnswer: valueAt(answers, placeOf.get(questionId)?.place ?? -1) })
}

/**
 * Queues a submitted attempt's answers for marking by hand. Marks given before a reopening are kept if the answer has
 * not changed.
 * @returns the kept marks
 */
export async function queueForMarking(tx: Db, sitting: Sitting, { grading, placeOf }: Paper): Promise<GivenMarks> {
  const { id: attemptId, testId, collegeId, answers } = sitting
  const repo = marksRepo(tx)
  const kept: MarkRow[] = []
  for (const row of await repo.of(attemptId)) {
    const { questionId, reopenedAnswer } = row
    const place = placeOf.get(questionId)?.place ?? -1
    const revision = revisionAt(answers, place)
    const value = valueAt(answers, place)
    if (revision === row.revision || (value !== null && isDeepStrictEqual(value, reopenedAnswer))) {
      await repo.update(attemptId, questionId, { revision, reopenedAnswer: null })
      kept.push(row)
    } else await repo.remove(attemptId, questionId)
  }
  for (const essay of essaysToMark(grading, answers))
    if (!kept.some(({ questionId }) => questionId === essay.questionId))
      await repo.insert({ attemptId, testId, collegeId, ...essay })
  return givenIn(kept)
}
