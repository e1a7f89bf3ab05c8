import type { Db } from '#server/platform/db.ts'
import type { AuthorScope, Reach } from '#server/platform/scope.ts'
import { testNotFound, writtenByCollege } from './tests.errors.ts'
import { testsRepo } from './tests.repo.ts'

/** Permissions to read a test with its key, to change it and to delete it. For writing tests at all, see colleges/own-tests.ts. */

type Owned = { collegeId: string | null }

/** True for readers who see the key: the owner, and the college that wrote the test. */
export const seesKey = (reach: Reach, { collegeId }: Owned) =>
  reach.kind === 'platform' || (reach.kind === 'college_admin' && reach.scope.collegeId === collegeId)

/** True for the author: the owner of the owner's tests, a college admin of the college's own. */
export const isAuthor = (reach: Reach, { collegeId }: Owned) =>
  reach.kind === 'platform' ? collegeId === null : reach.kind === 'college_admin' && reach.scope.collegeId === collegeId

/**
 * Returns a test that the author may change: the owner its own tests, a college its own.
 * @throws NOT_FOUND; FORBIDDEN for the owner and a college's test
 */
export async function requireOwnTest(db: Db, author: AuthorScope, id: string) {
  const test = await requireDeletable(db, author, id)
  if (test.collegeId !== author.collegeId) throw writtenByCollege()
  return test
}

/** Returns a test that the author may delete: the owner any, a college its own. @throws NOT_FOUND */
export async function requireDeletable(db: Db, { collegeId }: AuthorScope, id: string) {
  const test = await testsRepo(db).find(id)
  if (!test || (collegeId !== null && test.collegeId !== collegeId)) throw testNotFound()
  return test
}
