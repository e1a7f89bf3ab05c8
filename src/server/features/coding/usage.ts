import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import { usageRepo } from './usage.repo.ts'

/** Maximum tests listed by name. */
const namedTests = 20

/** Number of tests that use a question, excluding deleted ones. */
export const countTests = (db: Db, id: string): Promise<number> => usageRepo(db).countTests(id)

/** True if students may practise a question outside tests. */
export const isOfferedForPractice = (db: Db, id: string, now: number): Promise<boolean> =>
  usageRepo(db).isOffered(id, now)

/** True if a test that uses the question has not ended, or somebody in any college is still taking it. */
export const isInUnfinishedTest = (db: Db, id: string, now: number): Promise<boolean> =>
  usageRepo(db).isInUnfinishedTest(id, now)

export async function getUsage(app: Platform, id: string) {
  const repo = usageRepo(app.db.read)
  return {
    testCount: await repo.countTests(id),
    tests: await repo.tests(id, namedTests),
    attempts: await repo.countAttempts(id),
    practiceSubmissions: await repo.countPractice(id),
  }
}

/** True if a test, an attempt or a student's practice needs the question. */
export async function isUsed(tx: Db, id: string): Promise<boolean> {
  const repo = usageRepo(tx)
  return (await repo.countTests(id)) + (await repo.countAttempts(id)) + (await repo.countPractice(id)) > 0
}
