import type { Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import { paginate } from '#shared/schema.ts'
import { summaryOf } from '#shared/tests/tests.rules.ts'
import { type ExamListQuery, type SubjectCounts, subjects, testTypes } from '#shared/tests/tests.schema.ts'
import { examsRepo } from './exams.repo.ts'
import { testsRepo } from './tests.repo.ts'
import { findTests } from './tests.ts'

/** Faculty see accepted tests; the college admin sees every offer. */
const answersFor = (role: 'college_admin' | 'faculty') =>
  role === 'faculty' ? (['accepted'] as const) : (['pending', 'accepted', 'rejected'] as const)

/** Number of tests by type and subject: all tests, the college's, or the student's own. */
export async function countKinds(app: Platform, reach: Reach) {
  const repo = examsRepo(app.db.read)
  const rows =
    reach.kind === 'platform'
      ? await repo.kinds()
      : reach.kind === 'student'
        ? await repo.kindsOfStudent(reach.scope)
        : await repo.kindsOfCollege(reach.scope, answersFor(reach.kind))
  const none = () => Object.fromEntries(subjects.map((subject) => [subject, 0]))
  const counts = Object.fromEntries(testTypes.map((type) => [type, none()])) as SubjectCounts
  for (const { testType, subject, total } of rows) counts[testType][subject] = total
  return { counts }
}

/** A page of the tests that the caller may see, newest first. */
export async function findExams(app: Platform, reach: Reach, query: ExamListQuery) {
  if (reach.kind === 'platform') return findTests(app, { ...query, sort: 'recent' })
  const repo = examsRepo(app.db.read)
  const [ids, total] =
    reach.kind === 'student'
      ? [await repo.idsOfStudent(reach.scope, query), await repo.countOfStudent(reach.scope, query)]
      : [
          await repo.idsOfCollege(reach.scope, answersFor(reach.kind), query),
          await repo.countOfCollege(reach.scope, answersFor(reach.kind), query),
        ]
  const rows = await testsRepo(app.db.read).listByIds(ids)
  return {
    tests: rows.map(({ test, sectionCount }) => ({ ...summaryOf(test), sectionCount })),
    serverTime: app.clock.now(),
    pagination: paginate(query, total),
  }
}
