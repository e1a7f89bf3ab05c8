import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import {
  type CollegeTestQuery,
  type CollegeTestStatus,
  type collegeTestList,
  collegeTestStatuses,
} from '#shared/assignments/assignments.schema.ts'
import { averageOf } from '#shared/reports/reports.rules.ts'
import { paginate } from '#shared/schema.ts'
import { summaryOf } from '#shared/tests/tests.rules.ts'
import { collegeTestsRepo } from './college.repo.ts'

const namesOf = (names: readonly string[]) =>
  [...new Set(names.filter((name) => name !== ''))].sort((one, other) => one.localeCompare(other))

/** A college's statistics for a test: assigned students, students who submitted, average of all attempts, groups. */
export async function figuresOf(app: Platform, scope: CollegeScope, testId: string) {
  const groups = await collegeTestsRepo(app.db.read).groups(scope, testId)
  const sum = (of: (group: (typeof groups)[number]) => number) => groups.reduce((total, group) => total + of(group), 0)
  const having = groups.filter(({ assigned }) => assigned > 0)
  return {
    assigned: sum(({ assigned }) => assigned),
    completed: sum(({ students }) => students),
    mean: averageOf({
      completed: sum(({ completed }) => completed),
      percentages: sum(({ percentages }) => percentages),
    }),
    batches: namesOf(having.map(({ batch }) => batch)),
    branches: namesOf(having.map(({ branch }) => branch)),
  }
}

const nobody: Awaited<ReturnType<typeof figuresOf>> = { assigned: 0, completed: 0, mean: 0, batches: [], branches: [] }

/** Returns a page of all tests with the college's status for each. The counts per status ignore the status filter. */
export async function findCollegeTests(app: Platform, scope: CollegeScope, query: CollegeTestQuery) {
  const now = app.clock.now()
  const repo = collegeTestsRepo(app.db.read)
  const rows = await repo.list(scope, query, now)
  const counts = Object.fromEntries(collegeTestStatuses.map((status) => [status, 0])) as Record<
    CollegeTestStatus,
    number
  >
  for (const { status, total } of await repo.countByStatus(scope, { ...query, isAssigned: undefined }, now))
    counts[status ?? 'not_assigned'] = total
  const tests: z.input<typeof collegeTestList>['tests'] = []
  for (const { test, assignment } of rows) {
    const { assigned, completed, batches, branches } = assignment ? await figuresOf(app, scope, test.id) : nobody
    tests.push({
      ...summaryOf(test),
      isAssigned: assignment !== null,
      assignmentStatus: assignment?.status ?? 'not_assigned',
      assignmentId: assignment?.id ?? null,
      assignedAt: assignment?.assignedAt ?? null,
      rejectionReason: assignment?.rejectionReason ?? null,
      testBatches: batches,
      testBranches: branches,
      attemptCount: completed,
      assignedStudentCount: assigned,
      resultRelease: test.rules.resultRelease,
      resultsReleasedAt: assignment?.resultsReleasedAt ?? null,
    })
  }
  const shown = collegeTestStatuses
    .filter((status) => query.status === undefined || status === query.status)
    .filter((status) => query.isAssigned === undefined || query.isAssigned === (status !== 'not_assigned'))
  const total = shown.reduce((sum, status) => sum + counts[status], 0)
  return { tests, counts, serverTime: now, pagination: paginate(query, total) }
}
