import type { Platform } from '#server/platform/platform.ts'
import type { ActivityType } from '#shared/dashboards/platform.schema.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { dateOf, dayMs, startOfDay } from '#shared/reports/days.rules.ts'
import { growthOf } from '#shared/reports/reports.rules.ts'
import { subjects } from '#shared/tests/tests.schema.ts'
import { countPlatform } from '../colleges/overview.ts'
import { countWaitingOffers } from '../reports/tests/tests.ts'
import { dashboardFile } from './platform.exports.ts'
import { platformRepo } from './platform.repo.ts'

const growthDays = 30
const maxActivity = 10
const weeks = 4

const plural = (total: number, thing: string) => `${total.toLocaleString('en')} ${thing}${total === 1 ? '' : 's'}`

/** Icon names in the client. */
const icons: Record<ActivityType, string> = {
  college: 'building',
  test: 'clipboard',
  assignment: 'send',
  decision: 'check',
  submission: 'file',
}

interface About {
  collegeId?: string
  testId?: string
  at: number
}

const activity = (type: ActivityType, description: string, details: string, { collegeId, testId, at }: About) => ({
  type,
  description,
  details,
  icon: icons[type],
  createdAt: at,
  collegeId: collegeId ?? null,
  testId: testId ?? null,
})

async function recentActivity(app: Platform) {
  const repo = platformRepo(app.db.read)
  const [colleges, tests, assignments, decisions, submissions] = await Promise.all([
    repo.newColleges(maxActivity),
    repo.newTests(maxActivity),
    repo.newAssignments(maxActivity),
    repo.newDecisions(maxActivity),
    repo.newSubmissions(maxActivity),
  ])
  return [
    ...colleges.map((row) => activity('college', 'College created', `${row.name} (${row.code})`, row)),
    ...tests.map((row) => activity('test', 'Test created', `${row.testName}, ${row.testType}, ${row.subject}`, row)),
    ...assignments.map((row) =>
      activity('assignment', 'Test assigned', `${row.testName}, to ${plural(row.colleges, 'college')}`, row),
    ),
    ...decisions.map(({ status, rejectionReason, ...row }) => {
      const reason = rejectionReason === null ? '' : `: “${rejectionReason}”`
      return {
        ...activity('decision', `Test ${status}`, `${row.testName}, by ${row.collegeName}${reason}`, row),
        ...(status === 'rejected' && { icon: 'cross' }),
      }
    }),
    ...submissions.map((row) =>
      activity('submission', 'Tests submitted', `${row.testName}, by ${plural(row.students, 'student')} so far`, row),
    ),
  ]
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, maxActivity)
}

/** The dashboard's overview, growth, pending actions and recent activity. @param timeZone determines the current day */
export async function getPlatformDashboard(app: Platform, timeZone: string) {
  const repo = platformRepo(app.db.read)
  const now = app.clock.now()
  const since = now - growthDays * dayMs
  const { colleges, students, faculty } = await countPlatform(app)
  const newColleges = await repo.countCollegesSince(since)
  const newStudents = await repo.countArrivals('student', since)
  const newFaculty = await repo.countArrivals('faculty', since)
  const later = now + dayMs
  const newCompletions = await repo.countSubmissionsBetween(since, later)
  const completionsBefore = await repo.countSubmissionsBetween(since - growthDays * dayMs, since)
  return {
    overview: {
      totalColleges: colleges,
      totalStudents: students,
      activeExams: await repo.countOpenTests(now),
      completedTests: await repo.countSubmissions(),
    },
    platformGrowth: {
      collegeGrowthPercentage: growthOf(colleges - newColleges, colleges),
      newColleges,
      studentGrowthPercentage: growthOf(students - newStudents, students),
      newStudents,
      facultyGrowthPercentage: growthOf(faculty - newFaculty, faculty),
      newFaculty,
      testCompletionGrowthPercentage: growthOf(completionsBefore, newCompletions),
      newCompletions,
    },
    pendingActions: {
      collegeAssignments: await countWaitingOffers(app),
      newCollegeCredentials: await repo.countUnusedCredentials(),
      testsCompletedToday: await repo.countSubmissionsBetween(startOfDay(now, timeZone), later),
    },
    recentActivity: await recentActivity(app),
  }
}

/** Overview, growth and recent activity as a file. @param timeZone for displayed times */
export const exportPlatformDashboard = async (app: Platform, timeZone: string, format: ExportFormat) =>
  dashboardFile(format, await getPlatformDashboard(app, timeZone), timeZone, app.clock.now())

/** Data for the dashboard's charts: users at the end of each of the last four weeks, and tests by subject. */
export async function getPlatformCharts(app: Platform, timeZone: string) {
  const repo = platformRepo(app.db.read)
  const now = app.clock.now()
  const counts = await repo.testsBySubject()
  const { colleges, students, faculty } = await countPlatform(app)
  const userGrowth = []
  for (let back = weeks - 1; back >= 0; back--) {
    // Weeks end at midnight in the viewer's time zone; the last one ends today.
    const end = startOfDay(now, timeZone, 1 - back * 7)
    userGrowth.push({
      date: dateOf(end - 1, timeZone),
      students: students - (await repo.countArrivals('student', end)),
      faculty: faculty - (await repo.countArrivals('faculty', end)),
      colleges: colleges - (await repo.countCollegesSince(end)),
    })
  }
  return {
    userGrowth,
    subjects: subjects.map((subject) => ({
      subject,
      tests: counts.find((row) => row.subject === subject)?.tests ?? 0,
    })),
  }
}
