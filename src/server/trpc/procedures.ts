import { DomainError, sentences } from '#shared/errors.ts'
import { type Role, roles } from '#shared/roles.ts'
import { mintCollegeScope, mintStudentScope } from '../platform/scope.ts'
import { procedure } from './init.ts'

/**
 * One builder per role. A procedure says who may call it by the builder it starts from; what it reaches is the scope that
 * the builder puts into its context.
 */

const signedInAs = (allowed: readonly Role[]) =>
  procedure.meta({ roles: allowed }).use(({ ctx, next }) => {
    if (!ctx.actor) throw new DomainError('UNAUTHENTICATED', sentences.signInNeeded)
    if (!allowed.includes(ctx.actor.role)) throw new DomainError('FORBIDDEN', sentences.accessDenied)
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
export const masterAdmin = signedInAs(['master_admin'])
export const collegeAdmin = inCollege(['college_admin'])
export const faculty = inCollege(['faculty'])
/** College admin and faculty: who may look at a college's people and results. */
export const collegeStaff = inCollege(['college_admin', 'faculty'])
export const student = signedInAs(['student']).use(({ ctx, next }) => {
  if (ctx.actor.collegeId === null) throw new DomainError('FORBIDDEN', sentences.accessDenied)
  return next({ ctx: { ...ctx, scope: mintStudentScope(ctx.actor.collegeId, ctx.actor.id) } })
})
