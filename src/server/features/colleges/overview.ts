import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { adminStats, collegeOverview, collegeTestsQuery } from '#shared/colleges/colleges.schema.ts'
import { averageOf } from '#shared/reports/reports.rules.ts'
import { paginate } from '#shared/schema.ts'
import { getCollege } from './colleges.ts'
import { overviewRepo } from './overview.repo.ts'

/** A college with its batches, streams (branches) and usage. @throws NOT_FOUND */
export async function getCollegeOverview(app: Platform, id: string): Promise<z.input<typeof collegeOverview>> {
  const repo = overviewRepo(app.db.read)
  const [college, batches, streams, tests, attempts, practice, bulkUpload, signIns] = await Promise.all([
    getCollege(app, id),
    repo.batches(id),
    repo.streams(id),
    repo.testsUse(id),
    repo.attemptsUse(id),
    repo.practiceUse(id),
    repo.bulkUploadUse(id),
    repo.signInUse(id),
  ])
  return {
    college,
    batches,
    streams,
    features: [
      { feature: 'tests', ...tests },
      { feature: 'attempts', ...attempts },
      { feature: 'practice', ...practice },
      { feature: 'bulkUpload', ...bulkUpload },
      { feature: 'signIns', ...signIns },
    ],
  }
}

/** A page of the tests offered to a college, newest offer first, with counts per status. @throws NOT_FOUND */
export async function findCollegeTests(app: Platform, id: string, query: z.output<typeof collegeTestsQuery>) {
  await getCollege(app, id)
  const repo = overviewRepo(app.db.read)
  const [assignments, totals] = await Promise.all([
    repo.tests(id, query, query),
    repo.countTests(id, { search: query.search }),
  ])
  const counts = { pending: 0, accepted: 0, rejected: 0 }
  for (const { status, total } of totals) counts[status] = total
  const total = query.status ? counts[query.status] : counts.pending + counts.accepted + counts.rejected
  return {
    assignments: assignments.map((row) => ({
      ...row,
      submitted: row.students,
      averagePercentage: row.completed === 0 ? null : averageOf(row),
    })),
    counts,
    pagination: paginate(query, total),
  }
}

/** Counts of colleges, faculty and students. */
export async function countPlatform(app: Platform) {
  const repo = overviewRepo(app.db.read)
  const [colleges, faculty, students] = await Promise.all([
    repo.countColleges(),
    repo.countFaculty(),
    repo.countStudents(),
  ])
  return { colleges, faculty, students }
}

/** Maximum recent sign-ins returned. */
const recent = 10

/** The platform's totals and most recent sign-ins. */
export async function getAdminStats(app: Platform): Promise<z.input<typeof adminStats>> {
  const { colleges, faculty, students } = await countPlatform(app)
  const recentLogins = await overviewRepo(app.db.read).recentLogins(recent)
  return { totalColleges: colleges, totalFaculty: faculty, totalStudents: students, recentLogins }
}
