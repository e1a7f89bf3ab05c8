import { DomainError, sentences } from '#shared/errors.ts'
import { type Role, roles } from '#shared/roles.ts'
import { byCollege, byStudent } from '#shared/schema.ts'
import type { Actor, Platform } from '../platform/platform.ts'
import {
  type CollegeScope,
  mintAuthorScope,
  mintCollegeScope,
  mintStudentScope,
  type Reach,
} from '../platform/scope.ts'
import { requireProof } from '../platform/step-up.ts'
import { baseProcedure, type Meta, translated } from './init.ts'

/**
 * One builder per set of roles. A procedure's builder determines who may call it and puts the scope into its context.
 * Each builder is a single middleware, because tRPC copies the whole call for every middleware.
 */

const refused = () => new DomainError('FORBIDDEN', sentences.accessDenied)

/** Enforces the restrictions on API tokens, regardless of role. @throws FORBIDDEN */
function checkToken({ apiToken }: Actor, type: string, meta: Meta | undefined) {
  if (!apiToken) return
  if (meta?.inPerson) throw new DomainError('FORBIDDEN', sentences.notByToken)
  if (apiToken.access === 'read' && type === 'mutation') throw new DomainError('FORBIDDEN', sentences.tokenReadsOnly)
}

/** @param extent adds to the context; throws when the person has no such scope */
const signedInAs = <Extent extends object>(
  allowed: readonly Role[],
  extent: (actor: Actor, app: Platform) => Extent | Promise<Extent>,
) =>
  baseProcedure.meta({ roles: allowed }).use(({ ctx, next, getRawInput, type, meta }) =>
    translated(async () => {
      const { actor } = ctx
      if (!actor) throw new DomainError('UNAUTHENTICATED', sentences.signInNeeded)
      if (!allowed.includes(actor.role)) throw refused()
      checkToken(actor, type, meta)
      if (actor.secondStep === 'missing' && !meta?.beforeSecondStep)
        throw new DomainError('SECOND_STEP_NEEDED', sentences.secondStepNeeded)
      const extended = await extent(actor, ctx.app)
      if (meta?.stepUp) requireProof(ctx.app, actor)
      // Read the body now, so that an unreadable one is reported after 401 and 403, even for calls without input.
      await getRawInput()
      return next({ ctx: { actor, ...extended } })
    }),
  )

function collegeOf({ collegeId }: Actor): string {
  if (collegeId === null) throw refused()
  return collegeId
}

const inCollege = (allowed: readonly Exclude<Role, 'master_admin'>[]) =>
  signedInAs(allowed, (actor) => ({ scope: mintCollegeScope(collegeOf(actor)) }))

function reachOf(actor: Actor): Reach {
  const { id, role } = actor
  if (role === 'master_admin') return { kind: 'platform' }
  if (role === 'student') return { kind: 'student', scope: mintStudentScope(collegeOf(actor), id) }
  return { kind: role, scope: mintCollegeScope(collegeOf(actor)) }
}

export const anyone = baseProcedure.meta({ roles: 'public' }).use(({ next }) => translated(next))
/** Any of the four roles. */
export const signedIn = signedInAs(roles, () => ({}))
/** Any of the four roles, for calls whose result depends on the role. */
export const eachRole = signedInAs(roles, (actor) => ({ reach: reachOf(actor) }))
export const masterAdmin = signedInAs(['master_admin'], () => ({}))
/**
 * The owner viewing one college: `ctx.scope` is the college's scope.
 * @param require throws NOT_FOUND for a college that does not exist
 */
export const ownerOfCollege = (require: (app: Platform, collegeId: string) => Promise<unknown>) =>
  masterAdmin.input(byCollege).use(async ({ ctx, input, next }) => {
    await require(ctx.app, input.collegeId)
    return next({ ctx: { scope: mintCollegeScope(input.collegeId) } })
  })
/**
 * The owner, and admins of colleges that may write tests. `ctx.author` limits them to their own tests and questions.
 * @param require throws FORBIDDEN for a college that may not
 */
export const author = (require: (app: Platform, collegeId: string) => Promise<void>) =>
  signedInAs(['master_admin', 'college_admin'], async (actor, app) => {
    if (actor.role === 'master_admin') return { author: mintAuthorScope(null) }
    const collegeId = collegeOf(actor)
    await require(app, collegeId)
    return { author: mintAuthorScope(collegeId) }
  })
export const collegeAdmin = inCollege(['college_admin'])
export const faculty = inCollege(['faculty'])
/** College admin and faculty, who may view a college's people and results. */
export const collegeStaff = inCollege(['college_admin', 'faculty'])
/**
 * College staff viewing one of their students: `ctx.student` is that student's scope.
 * @param require throws NOT_FOUND for anybody who is not a student of the college
 */
export const staffOfStudent = (require: (app: Platform, scope: CollegeScope, studentId: string) => Promise<unknown>) =>
  collegeStaff.input(byStudent).use(async ({ ctx, input, next }) => {
    await require(ctx.app, ctx.scope, input.studentId)
    return next({ ctx: { student: mintStudentScope(ctx.scope.collegeId, input.studentId) } })
  })
/** Everybody in a college. */
export const inOwnCollege = inCollege(['college_admin', 'faculty', 'student'])
/** Master admin and college admin, each within their reach. */
export const administrator = signedInAs(['master_admin', 'college_admin'], (actor) => ({ reach: reachOf(actor) }))
/** Everybody but students, each within their reach. */
export const staff = signedInAs(['master_admin', 'college_admin', 'faculty'], (actor) => ({ reach: reachOf(actor) }))
export const student = signedInAs(['student'], (actor) => ({ scope: mintStudentScope(collegeOf(actor), actor.id) }))
