import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import { privacyRepo } from './privacy.repo.ts'

const wanted = 'scrub_wanted'

/** Requests, inside the erasing job, that deleted data be overwritten in the database file. */
export const requestScrubIn = (tx: Db) => storedValuesRepo(tx).set(wanted, newId())

/**
 * Rewrites the database file so that no erased data remains in it. Blocks everything for seconds per gigabyte, so it
 * never runs while anybody is taking a test.
 */
export async function scrub(app: Platform) {
  const { read } = app.db
  const request = await storedValuesRepo(read).get(wanted)
  if (!request || (await privacyRepo(read).isAnyAttemptRunning())) return
  if (!(await app.db.rewrite())) return
  await app.db.write(async (tx) => {
    // Another erasure may have followed.
    if ((await storedValuesRepo(tx).get(wanted)) === request) await storedValuesRepo(tx).delete(wanted)
  })
}
