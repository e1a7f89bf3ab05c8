import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import { scrubRepo } from './scrub.repo.ts'

/** Requests, inside the erasing job, that deleted data be overwritten in the database file. */
export const wantScrubIn = (tx: Db) => scrubRepo(tx).want()

/**
 * Rewrites the database file so that no erased data remains in it. Blocks everything for some seconds per gigabyte, so
 * it never runs while anybody is taking a test.
 */
export async function scrub(app: Platform) {
  const repo = scrubRepo(app.db.read)
  if (!(await repo.isWanted()) || (await repo.examsRun())) return
  // Reset first: a concurrent erasure must request it again.
  await app.db.write((tx) => scrubRepo(tx).done())
  try {
    await app.db.rewrite()
  } catch (error) {
    await app.db.write((tx) => scrubRepo(tx).want())
    throw error
  }
}
