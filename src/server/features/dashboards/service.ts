import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { collegeDashboard, collegeHome } from '#shared/dashboards/schema.ts'
import { findMembers, getMember, ownCollege } from '../members/service.ts'
import { dashboardsRepo } from './repo.ts'

/** The seed's "recent additions". */
const newest = 5
/** More colleagues than a screen shows are of no use. */
const mostColleagues = 200

/** The seed's College dashboard for a college admin; for faculty and students their college and who else is there. */
export async function getCollegeHome(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
): Promise<z.input<typeof collegeHome>> {
  return actor.role === 'college_admin' ? getCollegeDashboard(app, scope) : getColleagues(app, scope, actor)
}

/** The seed's College dashboard. */
export async function getCollegeDashboard(
  app: Platform,
  scope: CollegeScope,
): Promise<z.input<typeof collegeDashboard>> {
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

async function getColleagues(app: Platform, scope: CollegeScope, actor: Actor) {
  const [college, self] = await Promise.all([ownCollege(app, scope), getMember(app, scope, actor.id)])
  const repo = dashboardsRepo(app.db.read)
  const found = await repo.colleagues(scope, self, mostColleagues)
  return {
    college,
    colleagues: found.map(({ id, name, email, branch }) => ({
      id,
      name,
      role: self.role,
      branch: branch ?? '',
      // Students are not told how to write to each other.
      ...(self.role === 'faculty' && { email }),
    })),
    totalColleagues: await repo.countColleagues(scope, self),
  }
}
