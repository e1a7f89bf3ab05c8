import { z } from 'zod'
import { exportQuery } from '../exports.ts'
import { count } from '../reports/reports.schema.ts'
import { idSchema, isoTime, percentage } from '../schema.ts'
import { subjects } from '../tests/tests.schema.ts'

export const activityTypes = ['college', 'test', 'assignment', 'decision', 'submission'] as const
export type ActivityType = (typeof activityTypes)[number]

const growth = percentage.describe('Percent; growth from zero is 100, or 0 when there is nothing new')

/** The original API's Dashboard stats. */
export const platformDashboard = z.object({
  overview: z.object({
    totalColleges: count,
    totalStudents: count,
    activeExams: count.describe('Tests whose window is open'),
    completedTests: count.describe('Submitted attempts'),
  }),
  platformGrowth: z
    .object({
      collegeGrowthPercentage: growth,
      newColleges: count,
      studentGrowthPercentage: growth,
      newStudents: count,
      facultyGrowthPercentage: growth,
      newFaculty: count,
      testCompletionGrowthPercentage: growth.describe('Change in submissions compared with the previous 30 days'),
      newCompletions: count,
    })
    .describe('The last 30 days'),
  pendingActions: z.object({
    collegeAssignments: count.describe("Offers pending a college's decision"),
    newCollegeCredentials: count.describe('Colleges whose admin has never signed in'),
    testsCompletedToday: count,
  }),
  recentActivity: z.array(
    z.object({
      type: z.enum(activityTypes),
      description: z.string(),
      details: z.string(),
      icon: z.string(),
      createdAt: isoTime,
      collegeId: idSchema.nullable().describe('The related college, if any'),
      testId: idSchema.nullable().describe('The related test, if any'),
    }),
  ),
})
export type PlatformDashboard = z.output<typeof platformDashboard>

/** The time zone in which days are counted. */
export const zoned = exportQuery.pick({ timeZone: true })

export const platformCharts = z.object({
  userGrowth: z.array(
    z.object({ date: z.string().describe("The week's last day"), students: count, faculty: count, colleges: count }),
  ),
  subjects: z.array(z.object({ subject: z.enum(subjects), tests: count })),
})
