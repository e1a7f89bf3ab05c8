import type { Actor, Platform } from '#server/platform/platform.ts'
import type { AuthorScope, Reach } from '#server/platform/scope.ts'
import { averageOf, completionRateOf } from '#shared/reports/reports.rules.ts'
import { paginate } from '#shared/schema.ts'
import {
  authorQuestionOf,
  paperQuestionOf,
  summaryOf,
  withShownBestOf,
  withShownScheme,
} from '#shared/tests/tests.rules.ts'
import {
  difficulties,
  subjects,
  type TestListQuery,
  type TestType,
  testTimings,
  testTypes,
} from '#shared/tests/tests.schema.ts'
import { countAssignedByType, requireStudentTest } from '../assignments/assignments.ts'
import type { PoolRow, QuestionRow } from '../attempts/paper.ts'
import { recordAudit } from '../audit/audit.ts'
import { requireDeletable, seesKey } from './authors.ts'
import { testNotFound } from './tests.errors.ts'
import { testsRepo } from './tests.repo.ts'

/** Returns a test for its author, a college it is offered to, or its students. @throws NOT_FOUND for anybody else */
export async function requireTest(app: Platform, reach: Reach, id: string) {
  const test = await testsRepo(app.db.read).find(id)
  if (!test) throw testNotFound()
  if (reach.kind === 'student') await requireStudentTest(app, reach.scope, id)
  else if (reach.kind !== 'platform') {
    const statuses: ('pending' | 'accepted' | 'rejected')[] =
      reach.kind === 'faculty' ? ['accepted'] : ['pending', 'accepted', 'rejected']
    if (!(await testsRepo(app.db.read).isAssignedTo(reach.scope, id, statuses))) throw testNotFound()
  }
  return test
}

/**
 * Returns a test. Only the owner and the college that wrote it get the key. Students get no questions, because they
 * receive them at the start.
 * @throws NOT_FOUND, also for a test outside the viewer's reach
 */
export async function getTest(app: Platform, reach: Reach, id: string) {
  const test = await requireTest(app, reach, id)
  const repo = testsRepo(app.db.read)
  const isKeyShown = seesKey(reach, test)
  const questions = reach.kind === 'student' ? [] : await repo.questionsOf(id)
  const show = (question: QuestionRow) =>
    isKeyShown ? authorQuestionOf(question) : paperQuestionOf(question, question.penalty ?? test.penalty)
  const stored = await repo.sectionsOf(id)
  const fixed = questions.filter(({ poolId }) => poolId === null)
  const pools = isKeyShown ? await repo.poolsOf(id) : []
  const poolsIn = (section: string | null) => shownPools(pools, questions, section)
  const sections = stored.map((section) => ({
    ...withShownBestOf(section),
    ...poolsIn(section.id),
    questions: fixed.filter((question) => question.sectionId === section.id).map(show),
  }))
  return {
    test: {
      ...summaryOf(withShownScheme(test, stored)),
      collegeName: reach.kind === 'platform' && test.collegeId ? await repo.collegeName(test.collegeId) : undefined,
      sections,
      ...(sections.length === 0 && poolsIn(null)),
      questions: sections.length > 0 ? [] : fixed.map(show),
      codingQuestions: reach.kind === 'student' ? [] : await repo.codingOf(id),
      objectionsUntil: test.objectionsUntil ?? undefined,
      version: isKeyShown ? test.version : undefined,
      keyReleasedAt: isKeyShown ? test.keyReleasedAt : undefined,
      attemptCount: isKeyShown ? await repo.attemptCount(id) : undefined,
    },
  }
}

/** The pools of a section or of a flat test, if there are any. */
function shownPools(pools: readonly PoolRow[], questions: readonly QuestionRow[], section: string | null) {
  const own = pools.filter(({ sectionId }) => sectionId === section)
  if (own.length === 0) return {}
  return {
    pools: own.map(({ id, pick, from, marks }) => ({
      ...{ pick, from, marks },
      candidates: questions.filter(({ poolId }) => poolId === id).length,
    })),
  }
}

/** Includes types without tests as 0. */
function everyType(rows: readonly { testType: TestType; total: number }[]): Record<TestType, number> {
  const none = Object.fromEntries(testTypes.map((type) => [type, 0])) as Record<TestType, number>
  return { ...none, ...Object.fromEntries(rows.map(({ testType, total }) => [testType, total])) }
}

/** Number of tests by type, for the sidebar: visible ones for admins, accepted for faculty, assigned for students. */
export async function countTypes(app: Platform, reach: Reach) {
  const repo = testsRepo(app.db.read)
  const rows =
    reach.kind === 'platform'
      ? await repo.countByType()
      : reach.kind === 'college_admin'
        ? await repo.countByTypeFor(reach.scope)
        : await countAssignedByType(app, reach)
  return { counts: everyType(rows) }
}

type Kind = Awaited<ReturnType<ReturnType<typeof testsRepo>['countKinds']>>[number]
const facets = ['testType', 'subject', 'difficulty', 'timing'] as const

/** Number of tests per value of a facet, after applying all other filters. */
function tally<Facet extends (typeof facets)[number]>(
  facet: Facet,
  values: readonly Kind[Facet][],
  kinds: readonly Kind[],
  query: TestListQuery,
): Record<Kind[Facet], number> {
  const others = facets.filter((other) => other !== facet)
  const found = kinds.filter((kind) =>
    others.every((other) => query[other] === undefined || kind[other] === query[other]),
  )
  return Object.fromEntries(
    values.map((value) => [value, sumOf(found.filter((kind) => kind[facet] === value).map(({ total }) => total))]),
  ) as Record<Kind[Facet], number>
}

const sumOf = (totals: readonly number[]) => totals.reduce((sum, total) => sum + total, 0)

/** A page of tests, with counts by type, subject, difficulty and timing. Each count applies the other filters. */
export async function findTests(app: Platform, query: TestListQuery) {
  const now = app.clock.now()
  const repo = testsRepo(app.db.read)
  const rows = await repo.listByIds(await repo.listIds(query, now))
  const kinds = await repo.countKinds(query.search, now)
  const counts = tally('testType', testTypes, kinds, query)
  const total = query.testType ? counts[query.testType] : sumOf(Object.values(counts))
  return {
    tests: rows.map(
      ({ test, collegeName, sectionCount, assignmentCount, assigned, students, completed, percentages }) => ({
        ...summaryOf(test),
        collegeName: collegeName ?? undefined,
        sectionCount,
        assignmentCount,
        attemptCount: completed,
        completionRate: completionRateOf(students, assigned),
        averageScore: averageOf({ completed, percentages }),
      }),
    ),
    counts,
    subjects: tally('subject', subjects, kinds, query),
    difficulties: tally('difficulty', difficulties, kinds, query),
    timings: tally('timing', testTimings, kinds, query),
    serverTime: now,
    pagination: paginate(query, total),
  }
}

/** Removes a test from every list. Students who started may finish, and results remain. @throws NOT_FOUND */
export async function deleteTest(app: Platform, author: AuthorScope, actor: Actor, id: string) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const test = await requireDeletable(tx, author, id)
    await testsRepo(tx).update(id, { deletedAt: now })
    const subject = { type: 'test', id, name: test.testName } as const
    await recordAudit(tx, now, actor, { action: 'test.delete', subject, collegeId: test.collegeId })
  })
  return { message: 'Test deleted successfully' }
}
