import type { Db } from '#server/platform/db.ts'
import { revisionAt } from './answers.ts'
import { attemptsRepo, type Sitting } from './attempts.repo.ts'
import { type GivenMarks, givenIn, gradeAttempt } from './grading.ts'
import { type MarkRow, marksRepo } from './marks.repo.ts'
import type { Paper, QuestionRow } from './paper.ts'
import { resultsRepo } from './results.repo.ts'

export type { MarkRow, Sitting }

/** Returns an attempt with its answers, for marking. */
export const sittingToMark = (db: Db, attemptId: string) => attemptsRepo(db).sitting(attemptId)

export const studentToMark = (db: Db, { studentId }: Sitting) => attemptsRepo(db).studentOf(studentId)

/** The marks and second opinion for one answer; undefined if it is graded automatically. */
export const markOf = async (db: Db, attemptId: string, questionId: string): Promise<MarkRow | undefined> =>
  (await marksRepo(db).of(attemptId)).find((row) => row.questionId === questionId)

/** Returns a function that looks up the marks given by hand in one of these attempts. */
export async function givenMarksIn(db: Db, attemptIds: readonly string[]): Promise<(attemptId: string) => GivenMarks> {
  const rows = Map.groupBy(await marksRepo(db).ofAttempts(attemptIds), ({ attemptId }) => attemptId)
  return (attemptId) => givenIn(rows.get(attemptId) ?? [])
}

/** True if any answer to these questions has marks that name levels of a rubric. */
export const haveLevels = (db: Db, questionIds: readonly string[]): Promise<boolean> =>
  marksRepo(db).haveLevels(questionIds)

/** Removes the levels from second opinions on these questions. Their marks and comments remain. */
export const removeSecondLevels = (tx: Db, questionIds: readonly string[]): Promise<void> =>
  marksRepo(tx).removeSecondLevels(questionIds)

/**
 * Stores marks or a second opinion for an answer. Removing the marks of an automatically graded answer deletes its row.
 * @param place the question's position in the student's paper
 */
export async function storeMark(
  tx: Db,
  { id: attemptId, testId, collegeId, answers }: Sitting,
  { id: questionId, type }: QuestionRow,
  place: number,
  change: Partial<MarkRow>,
): Promise<void> {
  const repo = marksRepo(tx)
  if (change.marks === null && type !== 'essay') return repo.remove(attemptId, questionId)
  if (await markOf(tx, attemptId, questionId)) return repo.update(attemptId, questionId, change)
  await repo.insert({ attemptId, questionId, testId, collegeId, revision: revisionAt(answers, place), ...change })
}

/** Regrades a submitted attempt with the marks given by hand. @returns the updated attempt */
export async function regradeAttempt(tx: Db, sitting: Sitting, { grading }: Paper): Promise<Sitting> {
  const given = givenIn(await marksRepo(tx).of(sitting.id))
  const result = gradeAttempt(grading, sitting.answers, given, sitting.codingMarks ?? 0)
  await resultsRepo(tx).regrade(sitting.id, result)
  return { ...sitting, ...result }
}
