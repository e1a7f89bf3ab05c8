import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import { privacyRepo } from './privacy.repo.ts'

const wanted = 'scrub_wanted'

/** Requests, inside the erasing job, that deleted data be overwritten in the database file. */
export const requestScrubIn = (tx: Db) => storedValuesRepo(tx).set(wanted, '1')

/**
 * Rewrites the database file so that no erased data remains in it. Blocks everything for seconds per gigabyte, so it
 * never runs while anybody is taking a test.
 */
export async function scrub(app: Platform) {
  const { read } = app.db
  if (!(await storedValuesRepo(read).get(wanted)) || (await privacyRepo(read).isAnyAttemptRunning())) return
  // Reset first, so a concurrent erasure's request is kept.
  await app.db.write((tx) => storedValuesRepo(tx).delete(wanted))
  try {
    await app.db.rewrite()
  } catch (error) {
    await app.db.write((tx) => storedValuesRepo(tx).set(wanted, '1'))
    throw error
  }
}
