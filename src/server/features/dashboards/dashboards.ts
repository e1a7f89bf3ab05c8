import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope, Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import {
  type collegeChanges,
  collegeSteps,
  type FirstStep,
  type firstSteps,
  platformSteps,
} from '#shared/dashboards/dashboards.schema.ts'
import { healthReasons } from '#shared/dashboards/health.rules.ts'
import type { serverHealth } from '#shared/dashboards/health.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { dayMs } from '#shared/reports/days.rules.ts'
import { findMembers, getMember, ownCollege } from '../members/members.ts'
import { dashboardsRepo } from './dashboards.repo.ts'

/** Number of newest members shown. */
const newest = 5
/** Maximum colleagues returned, more than a screen can show. */
const maxColleagues = 200

/** The college dashboard for a college admin; for faculty and students, their college and colleagues. */
export async function getCollegeHome(app: Platform, scope: CollegeScope, actor: Actor) {
  return actor.role === 'college_admin' ? getCollegeDashboard(app, scope) : getColleagues(app, scope, actor)
}

export async function getCollegeDashboard(app: Platform, scope: CollegeScope) {
  const [counts, { users }] = await Promise.all([
    dashboardsRepo(app.db.read).countsOf(scope),
    findMembers(app, scope, { page: 1, limit: newest, sort: '-createdAt' }),
  ])
  const none = { total: 0, signedIn: 0 }
  const faculty = counts.find(({ role }) => role === 'faculty') ?? none
  const students = counts.find(({ role }) => role === 'student') ?? none
  const hasLoggedIn = faculty.signedIn + students.signedIn
  return {
    totalFaculty: faculty.total,
    totalStudents: students.total,
    loginStats: { hasLoggedIn, neverLoggedIn: faculty.total + students.total - hasLoggedIn },
    recentUsers: users,
  }
}

/** First steps of a college, or of the platform for its owner, with their completion status. */
export async function getFirstSteps(app: Platform, reach: Reach): Promise<z.input<typeof firstSteps>> {
  const repo = dashboardsRepo(app.db.read)
  const done: Partial<Record<FirstStep, 0 | 1>> =
    (reach.kind === 'platform' ? await repo.stepsOfPlatform() : await repo.stepsOfCollege(reach.scope)) ?? {}
  const steps = reach.kind === 'platform' ? platformSteps : collegeSteps
  return { steps: steps.map((step) => ({ step, done: done[step] === 1 })) }
}

const changeDays = 30

/** Changes in a college over the last 30 days, and accounts that never signed in. */
export async function getCollegeChanges(app: Platform, scope: CollegeScope): Promise<z.input<typeof collegeChanges>> {
  const rows = await dashboardsRepo(app.db.read).changesSince(scope, app.clock.now() - changeDays * dayMs)
  const of = (role: MemberRole) => rows.find((row) => row.role === role)
  return {
    newFaculty: of('faculty')?.added ?? 0,
    newStudents: of('student')?.added ?? 0,
    signedIn: (of('faculty')?.signedIn ?? 0) + (of('student')?.signedIn ?? 0),
    pendingFaculty: of('faculty')?.pending ?? 0,
    pendingStudents: of('student')?.pending ?? 0,
  }
}

async function getColleagues(app: Platform, scope: CollegeScope, actor: Actor) {
  const [college, self] = await Promise.all([ownCollege(app, scope), getMember(app, scope, actor.id)])
  const repo = dashboardsRepo(app.db.read)
  const found = await repo.colleagues(scope, self, maxColleagues)
  return {
    college,
    colleagues: found.map(({ id, name, email, branch }) => ({
      id,
      name,
      role: self.role,
      branch: branch ?? '',
      // Students do not see each other's emails.
      ...(self.role === 'faculty' && { email }),
    })),
    totalColleagues: await repo.countColleagues(scope, self),
  }
}

/** Server health, for the owner. */
export async function getServerHealth(app: Services): Promise<z.input<typeof serverHealth>> {
  const figures = await app.serverFigures.read()
  return {
    status: app.health.stopped.length > 0 ? 'degraded' : app.health.reasons.length > 0 ? 'warning' : 'ok',
    reasons: app.health.reasons.map(({ reason, since }) => ({ reason, text: healthReasons[reason].text, since })),
    databaseBytes: figures.databaseBytes + figures.walBytes,
    diskFreeBytes: figures.diskFreeBytes,
    mailsWaiting: figures.mailsWaiting,
    attemptsRunning: figures.running,
  }
}
