import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { round2 } from '#shared/numbers.ts'
import { totalMarksOf } from '#shared/tests/tests.rules.ts'
import { acceptOwnTest } from '../assignments/assignments.ts'
import { recordAudit } from '../audit/audit.ts'
import { requireOwnTest } from './authors.ts'
import { testsRepo } from './tests.repo.ts'
import { getTest } from './tests.ts'

/** Truncates a name to 200 code units without splitting a surrogate pair. */
const shortened = (name: string) => name.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '')

/**
 * Copies a test without its attempts and assignments, and without what belongs to them: rulings and deadlines for
 * objections.
 * @throws NOT_FOUND; FORBIDDEN if the owner copies a college's test
 */
export async function duplicateTest(app: Platform, author: AuthorScope, actor: Actor, id: string) {
  const copyId = newId()
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const repo = testsRepo(tx)
    const test = await requireOwnTest(tx, author, id)
    const testName = shortened(`Copy of ${test.testName}`)
    const columns = { id: copyId, testName, createdBy: actor.id, createdAt: now, updatedAt: now, version: 1 }
    const stored = await repo.sectionsOf(id)
    const pools = await repo.poolsOf(id)
    const questions = (await repo.questionsOf(id)).map((question) => ({ ...question, ruling: null }))
    const coding = await repo.codingOf(id)
    const parts = (stored.length > 0 ? stored : [{ ...test, id: null }]).map((part) => ({
      ...part,
      questions: questions.filter(({ poolId, sectionId }) => poolId === null && sectionId === part.id),
      pools: pools.filter(({ sectionId }) => sectionId === part.id),
    }))
    const totalMarks = round2(totalMarksOf(parts) + coding.reduce((sum, { points }) => sum + points, 0))
    await repo.insert({ ...test, ...columns, totalMarks, keyReleasedAt: null, objectionsUntil: null })
    const copies = new Map(stored.map((section) => [section.id, newId()]))
    const poolCopies = new Map(pools.map((pool) => [pool.id, newId()]))
    const sectionOf = ({ sectionId }: { sectionId: string | null }) => copies.get(sectionId ?? '') ?? null
    await repo.putParts(copyId, {
      sections: stored.map((section) => ({ ...section, id: copies.get(section.id) ?? '', testId: copyId })),
      pools: pools.map((pool) => ({
        ...pool,
        id: poolCopies.get(pool.id) ?? '',
        testId: copyId,
        sectionId: sectionOf(pool),
      })),
      questions: questions.map((question) => ({
        ...question,
        id: newId(),
        testId: copyId,
        sectionId: sectionOf(question),
        poolId: poolCopies.get(question.poolId ?? '') ?? null,
      })),
    })
    await repo.putCoding(
      copyId,
      coding.map(({ questionId, points, timeLimit }) => ({ questionId, points, timeLimit })),
    )
    if (test.collegeId !== null) await acceptOwnTest(tx, now, { testId: copyId, collegeId: test.collegeId })
    const entry = { action: 'test.create', subject: { type: 'test', id: copyId, name: testName } } as const
    await recordAudit(tx, now, actor, { ...entry, detail: { copyOf: id } })
  })
  return getTest(app, { kind: 'platform' }, copyId)
}
