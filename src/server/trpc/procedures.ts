import { DomainError, sentences } from '#shared/errors.ts'
import { type Role, roles } from '#shared/roles.ts'
import type { Actor } from '../platform/platform.ts'
import { mintCollegeScope, mintStudentScope, type Reach } from '../platform/scope.ts'
import { procedure } from './init.ts'

/**
 * One builder per role. A procedure says who may call it by the builder it starts from; what it reaches is the scope that
 * the builder puts into its context.
 */

const signedInAs = (allowed: readonly Role[]) =>
  procedure.meta({ roles: allowed }).use(async ({ ctx, next, getRawInput }) => {
    if (!ctx.actor) throw new DomainError('UNAUTHENTICATED', sentences.signInNeeded)
    if (!allowed.includes(ctx.actor.role)) throw new DomainError('FORBIDDEN', sentences.accessDenied)
    // Here, behind 401 and 403, a body that cannot be read is noticed also by calls that take no fields.
    await getRawInput()
    return next({ ctx: { ...ctx, actor: ctx.actor } })
  })

const inCollege = (allowed: readonly Exclude<Role, 'master_admin'>[]) =>
  signedInAs(allowed).use(({ ctx, next }) => {
    if (ctx.actor.collegeId === null) throw new DomainError('FORBIDDEN', sentences.accessDenied)
    return next({ ctx: { ...ctx, scope: mintCollegeScope(ctx.actor.collegeId) } })
  })

/** Needs no sign-in. */
export const anyone = procedure.meta({ roles: 'public' })
/** Any of the four roles. */
export const signedIn = signedInAs(roles)

function reachOf({ id, role, collegeId }: Actor): Reach {
  if (role === 'master_admin') return { kind: 'platform' }
  if (collegeId === null) throw new DomainError('FORBIDDEN', sentences.accessDenied)
  if (role === 'student') return { kind: 'student', scope: mintStudentScope(collegeId, id) }
  return { kind: role, scope: mintCollegeScope(collegeId) }
}
/** Any of the four roles, for what each of them sees a different part of. */
export const eachRole = signedIn.use(({ ctx, next }) => next({ ctx: { ...ctx, reach: reachOf(ctx.actor) } }))
export const masterAdmin = signedInAs(['master_admin'])
export const collegeAdmin = inCollege(['college_admin'])
export const faculty = inCollege(['faculty'])
/** College admin and faculty: who may look at a college's people and results. */
export const collegeStaff = inCollege(['college_admin', 'faculty'])
/** Everybody who belongs to a college. */
export const inOwnCollege = inCollege(['college_admin', 'faculty', 'student'])
/** The two roles that administer, each as far as it reaches. */
export const administrator = signedInAs(['master_admin', 'college_admin']).use(({ ctx, next }) =>
  next({ ctx: { ...ctx, reach: reachOf(ctx.actor) } }),
)
export const student = signedInAs(['student']).use(({ ctx, next }) => {
  if (ctx.actor.collegeId === null) throw new DomainError('FORBIDDEN', sentences.accessDenied)
  return next({ ctx: { ...ctx, scope: mintStudentScope(ctx.actor.collegeId, ctx.actor.id) } })
})
