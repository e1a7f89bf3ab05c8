import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { groupsQuery, PeopleQuery, TargetsForm } from '#shared/notifications/notifications.schema.ts'
import { paginate } from '#shared/schema.ts'
import { collegeNotFound, noRecipients, notToColleges, userNotFound } from './notifications.errors.ts'
import { type SenderCollege, targetsRepo } from './targets.repo.ts'

/** A sender's college; null for the platform's owner, who can reach all. */
export const collegeOf = (reach: Reach): SenderCollege => (reach.kind === 'platform' ? null : reach.scope.collegeId)

/**
 * Checks a form's targets; returns 404 before 400.
 * @throws NOT_FOUND for an unknown college or person, or one the sender cannot reach; VALIDATION when a college admin
 * targets colleges
 */
async function requireReach(db: Db, own: SenderCollege, { targetType, targetColleges, targetUsers }: TargetsForm) {
  const repo = targetsRepo(db)
  if ((await repo.missingColleges(own, targetColleges)).length > 0) throw collegeNotFound()
  if ((await repo.missingUsers(own, targetUsers)).length > 0) throw userNotFound()
  if (own !== null && targetType === 'colleges') throw notToColleges()
}

/** Number of people a form currently selects. @throws the errors of `requireReach` */
export async function countMatching(db: Db, own: SenderCollege, form: TargetsForm): Promise<number> {
  await requireReach(db, own, form)
  return targetsRepo(db).count(own, form)
}

/** Same as `countMatching`, but also throws VALIDATION when nobody is selected. */
export async function requireRecipients(db: Db, own: SenderCollege, form: TargetsForm): Promise<number> {
  const total = await countMatching(db, own, form)
  if (total === 0) throw noRecipients()
  return total
}

/** Number of people a form would currently reach. @throws the errors of `requireReach` */
export const previewAudience = async (app: Platform, reach: Reach, form: TargetsForm) => ({
  totalRecipients: await countMatching(app.db.read, collegeOf(reach), form),
})

const everybody = { targetColleges: [], targetUsers: [], filters: { branches: [], batches: [], sections: [] } }

/** Branches, batches and sections of the people a sender can reach. */
export async function findGroups(app: Platform, reach: Reach, query: z.output<typeof groupsQuery>) {
  await requireReach(app.db.read, collegeOf(reach), { ...everybody, ...query })
  const names = targetsRepo(app.db.read).groupNames
  const ask = (group: 'branch' | 'batch' | 'section') => names(collegeOf(reach), { ...everybody, ...query }, group)
  const [branches, batches, sections] = await Promise.all([ask('branch'), ask('batch'), ask('section')])
  return { branches, batches, sections }
}

/** A page of the people a sender can reach, by name. */
export async function findPeople(app: Platform, reach: Reach, { search, page, limit, ...query }: PeopleQuery) {
  const repo = targetsRepo(app.db.read)
  const own = collegeOf(reach)
  const form = { ...everybody, ...query }
  await requireReach(app.db.read, own, form)
  const [rows, total] = await Promise.all([
    repo.people(own, form, search, { page, limit }),
    repo.countPeople(own, form, search),
  ])
  return { users: rows, pagination: paginate({ page, limit }, total) }
}
