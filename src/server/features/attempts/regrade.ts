import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hasPassed } from '#shared/tests/scheme.rules.ts'
import type { PassChange } from '#shared/tests/scheme.schema.ts'
import type { RegradePreview } from '#shared/tests/tests.schema.ts'
import { essaysToMark, givenIn, gradeAttempt } from './grading.ts'
import { marksRepo } from './marks.repo.ts'
import { ownGradings } from './own-paper.ts'
import { type Grading, type QuestionRow, readGrading } from './paper.ts'
import { resultsRepo } from './results.repo.ts'

/** Returns a function that looks up the marks by hand of one attempt at a test, given or awaited. */
async function marksOfTest(db: Db, testId: string) {
  const rows = Map.groupBy(await marksRepo(db).ofTest(testId), ({ attemptId }) => attemptId)
  return (attemptId: string) => rows.get(attemptId) ?? []
}

/**
 * Regrades every submitted attempt of a test, inside the job that changed its key or marking scheme. Essays leave the
 * marking queue when a ruling is made, and return to it when the ruling is withdrawn.
 */
export async function regradeTest(tx: Db, testId: string): Promise<void> {
  const grading = await readGrading(tx, testId)
  const ruled = grading.parts.flatMap(({ questions }) => questions.filter(({ ruling }) => ruling))
  await marksRepo(tx).removeWaitingOf(ruled.map(({ id }) => id))
  const own = ownGradings(grading)
  const marks = await marksOfTest(tx, testId)
  for (const { id, seed, collegeId, answers, codingMarks } of await resultsRepo(tx).submittedOfTest(testId)) {
    const rows = marks(id)
    for (const essay of essaysToMark(own(seed), answers))
      if (!rows.some(({ questionId }) => questionId === essay.questionId))
        await marksRepo(tx).insert({ attemptId: id, testId, collegeId, ...essay })
    await resultsRepo(tx).regrade(id, gradeAttempt(own(seed), answers, givenIn(rows), codingMarks ?? 0))
  }
}

/** Returns the grading with a different pass mark and cut-offs. */
function withPass(grading: Grading, { passMark, cutoffs = {} }: PassChange): Grading {
  return {
    ...grading,
    parts: grading.parts.map((part) => {
      const changed = part.sectionId === null ? undefined : cutoffs[part.sectionId]
      return changed === undefined ? part : { ...part, cutoff: changed }
    }),
    scheme: { ...grading.scheme, ...(passMark !== undefined && { passMark }) },
  }
}

/** Attempts graded per turn of the event loop (about 10 ms for tests of 100 questions). */
const attemptsPerTurn = 50

/** Maximum number of students listed as crossing the pass mark. */
const maxNamed = 200

/**
 * Previews the effect of a different key, pass mark or cut-offs on a test's submitted attempts.
 * @param key all questions of the test, with the key to try
 */
export async function previewRegrade(
  app: Platform,
  testId: string,
  key: readonly QuestionRow[],
  pass: PassChange,
): Promise<RegradePreview> {
  const rows = await resultsRepo(app.db.read).submittedOfTest(testId)
  const own = ownGradings(withPass(await readGrading(app.db.read, testId, key), pass))
  const marks = await marksOfTest(app.db.read, testId)
  const after: ReturnType<typeof gradeAttempt>[] = []
  for (const [place, { id, seed, answers, codingMarks }] of rows.entries()) {
    if (place % attemptsPerTurn === 0) await new Promise(setImmediate)
    after.push(gradeAttempt(own(seed), answers, givenIn(marks(id)), codingMarks ?? 0))
  }
  const crossing = rows.flatMap((row, place) => {
    const { percentage: before } = row
    const { percentage, passed } = after[place] ?? { percentage: null, passed: null }
    // Attempts that are not fully marked have neither passed nor failed.
    if (before === null || percentage === null) return []
    const isPassed = { before: hasPassed({ ...row, percentage: before }), after: passed === true }
    return isPassed.before === isPassed.after ? [] : [{ ...row, before, after: percentage, nowPasses: isPassed.after }]
  })
  const people = await resultsRepo(app.db.read).peopleOf(crossing.slice(0, maxNamed).map(({ id }) => id))
  return {
    attempts: rows.length,
    changed: rows.filter(
      (row, at) => row.marksObtained !== after[at]?.marksObtained || row.percentage !== after[at]?.percentage,
    ).length,
    beingMarked: after.filter(({ pendingMarks }) => pendingMarks > 0).length,
    nowPass: crossing.filter(({ nowPasses }) => nowPasses).length,
    nowFail: crossing.filter(({ nowPasses }) => !nowPasses).length,
    crossing: crossing.flatMap(({ id, before, after, nowPasses }) => {
      const person = people.find(({ attemptId }) => attemptId === id)
      const passes = pass.passMark === undefined && pass.cutoffs === undefined ? {} : { passes: nowPasses }
      return person ? [{ ...person, before, after, ...passes }] : []
    }),
  }
}
