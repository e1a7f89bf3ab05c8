import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import { scrubRepo } from './repo.ts'

/** Notes, inside the job that erases, that what it deletes is still to be overwritten in the file. */
export const wantScrubIn = (tx: Db) => scrubRepo(tx).want()

/**
 * Writes the database's file anew, so that nothing erased is left in it. Everything waits meanwhile, some seconds for each
 * gigabyte: not while anybody takes a test.
 */
export async function scrub(app: Platform) {
  const repo = scrubRepo(app.db.read)
  if (!(await repo.isWanted()) || (await repo.examsRun())) return
  // Forgotten first: whoever erases meanwhile wants it again.
  await app.db.write((tx) => scrubRepo(tx).done())
  try {
    await app.db.rewrite()
  } catch (error) {
    await app.db.write((tx) => scrubRepo(tx).want())
    throw error
  }
}
