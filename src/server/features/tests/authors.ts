import type { Db } from '#server/platform/db.ts'
import type { AuthorScope, Reach } from '#server/platform/scope.ts'
import { testNotFound, writtenByCollege } from './tests.errors.ts'
import { testsRepo } from './tests.repo.ts'

/**
 * Permissions to read a test's key and to edit or delete a test. For the permission to write tests at all, see
 * colleges/own-tests.ts.
 */

type Owned = { collegeId: string | null }

/** True for those who see the key: the owner, and the college that wrote the test. */
export const seesKey = (reach: Reach, { collegeId }: Owned) =>
  reach.kind === 'platform' || (reach.kind === 'college_admin' && reach.scope.collegeId === collegeId)

/** True for the author: the owner for the owner's tests, a college admin for the college's own tests. */
export const isAuthor = (reach: Reach, { collegeId }: Owned) =>
  reach.kind === 'platform' ? collegeId === null : reach.kind === 'college_admin' && reach.scope.collegeId === collegeId

/**
 * Returns a test that the author wrote, for editing.
 * @throws NOT_FOUND; FORBIDDEN if the owner requests a college's test
 */
export async function requireOwnTest(db: Db, author: AuthorScope, id: string) {
  const test = await requireDeletable(db, author, id)
  if (test.collegeId !== author.collegeId) throw writtenByCollege()
  return test
}

/** Returns a test that the author may delete: any test for the owner, own tests for a college. @throws NOT_FOUND */
export async function requireDeletable(db: Db, { collegeId }: AuthorScope, id: string) {
  const test = await testsRepo(db).find(id)
  if (!test || (collegeId !== null && test.collegeId !== collegeId)) throw testNotFound()
  return test
}
