import { router } from '#server/trpc/init.ts'
import { anyone, masterAdmin, signedIn } from '#server/trpc/procedures.ts'
import {
  changePasswordForm,
  forgotForm,
  loginAnswer,
  loginForm,
  meAnswer,
  profileInput,
  resetForm,
} from '#shared/auth/schema.ts'
import { messageAnswer } from '#shared/schema.ts'
import { changePassword, updateProfile } from './profile/service.ts'
import { requestReset, resetPassword } from './resets/service.ts'
import { getCurrentUser, login } from './service.ts'
import { closeSession } from './sessions/service.ts'

export const authRouter = router({
  login: anyone
    .meta({ rest: { method: 'POST', path: '/auth/login' }, summary: 'Sign in' })
    .input(loginForm)
    .output(loginAnswer)
    .mutation(({ ctx, input }) => login(ctx.app, input, ctx.address)),
  logout: signedIn
    .meta({
      inPerson: true,
      rest: { method: 'POST', path: '/auth/logout' },
      summary: 'Sign out; the token is dead at once',
    })
    .output(messageAnswer)
    .mutation(async ({ ctx }) => {
      await closeSession(ctx.app, ctx.token ?? '')
      return { message: 'You have been signed out' }
    }),
  forgotPassword: anyone
    .meta({
      rest: { method: 'POST', path: '/auth/forgot-password' },
      summary: 'Mail a link to set a new password; answers alike for every email',
    })
    .input(forgotForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => requestReset(ctx.app, input.email)),
  resetPassword: anyone
    .meta({
      rest: { method: 'POST', path: '/auth/reset-password/{token}' },
      summary: 'Set a new password through a mailed link; ends all sessions',
    })
    .input(resetForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => resetPassword(ctx.app, input.token, input.password, ctx.address)),
  me: signedIn
    .meta({ rest: { method: 'GET', path: '/auth/me' }, summary: 'Who is signed in' })
    .output(meAnswer)
    .query(({ ctx }) => getCurrentUser(ctx.app, ctx.actor)),
  updateProfile: signedIn
    .meta({
      inPerson: true,
      rest: { method: 'PUT', path: '/auth/profile' },
      summary: 'Change the own profile; what the role may not change is ignored',
    })
    .input(profileInput)
    .output(meAnswer)
    .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input)),
  changePassword: signedIn
    .meta({
      inPerson: true,
      rest: { method: 'PUT', path: '/auth/change-password' },
      summary: 'Set a new password; ends the other sessions',
    })
    .input(changePasswordForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => changePassword(ctx.app, ctx.actor, ctx.token, input)),
  adminProfile: masterAdmin
    .meta({ rest: { method: 'GET', path: '/admin/profile' }, summary: "The master admin's own profile" })
    .output(meAnswer)
    .query(({ ctx }) => getCurrentUser(ctx.app, ctx.actor)),
  updateAdminProfile: masterAdmin
    .meta({
      inPerson: true,
      rest: { method: 'PUT', path: '/admin/profile' },
      summary: "Change the master admin's own profile",
    })
    .input(profileInput)
    .output(meAnswer)
    .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input)),
})
