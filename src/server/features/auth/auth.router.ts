import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { administrator, anyone, masterAdmin, signedIn, staff, student } from '#server/trpc/procedures.ts'
import {
  changePasswordForm,
  forgotForm,
  loginAnswer,
  loginForm,
  meAnswer,
  profileAnswer,
  profileInput,
  resetForm,
} from '#shared/auth/auth.schema.ts'
import { endSessionsForm, sessionList } from '#shared/auth/devices.schema.ts'
import { waitingSignIns } from '#shared/auth/limits.schema.ts'
import {
  ceremony,
  passkeyAdded,
  passkeyForm,
  passkeyList,
  passkeySignIn,
  stepUpForm,
} from '#shared/auth/passkeys.schema.ts'
import {
  codeForm,
  passwordForm,
  proofForm,
  recoveryCodes,
  secondStepSetting,
  twoStepBegun,
  twoStepState,
} from '#shared/auth/two-step.schema.ts'
import { ownGroupRequest } from '#shared/members/groups.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { getCurrentUser, login } from './auth.ts'
import { endSession, endSessions, findSessions } from './devices.ts'
import { getOwnRequest, withdrawRequest } from './groups.ts'
import { findWaiting, liftLimit } from './lockouts.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginStepUp,
  findPasskeys,
  removePasskey,
  signInWithPasskey,
  stepUpWithPasskey,
} from './passkeys.ts'
import { changePassword, updateProfile } from './profile.ts'
import { stepUp } from './proofs.ts'
import { requestReset, resetPassword } from './resets.ts'
import { getSecondStepSetting, putSecondStepSetting } from './second-step.ts'
import { beginTwoStep, confirmTwoStep, getTwoStep, renewRecoveryCodes, turnOffTwoStep } from './two-step.ts'

/** Not allowed with an API token. */
const inPerson = signedIn.meta({ inPerson: true })
const staffInPerson = staff.meta({ inPerson: true })
/** Also allowed before a required second step. */
const inPersonEarly = inPerson.meta({ beforeSecondStep: true })
const staffEarly = staffInPerson.meta({ beforeSecondStep: true })

export const authRouter = router({
  login: anyone
    .meta({ rest: 'POST /auth/login', summary: 'Sign in' })
    .input(loginForm)
    .output(loginAnswer)
    .mutation(({ ctx, input }) => login(ctx.app, input, ctx)),
  logout: inPersonEarly
    .meta({ rest: 'POST /auth/logout', summary: 'Sign out; the token expires immediately' })
    .output(messageAnswer)
    .mutation(async ({ ctx }) => {
      await ctx.app.sessions.close(ctx.token ?? '')
      return { message: 'You have been signed out' }
    }),
  forgotPassword: anyone
    .meta({
      rest: 'POST /auth/forgot-password',
      summary: 'Email a password reset link; the response is the same for every address',
    })
    .input(forgotForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => requestReset(ctx.app, input.email, ctx.address)),
  passwordRule: anyone
    .output(z.object({ minLength: z.number().int() }))
    .query(({ ctx }) => ({ minLength: ctx.app.config.passwordMin })),
  resetPassword: anyone
    .meta({
      rest: 'POST /auth/reset-password/{token}',
      summary: 'Reset the password with an emailed link; ends all sessions and revokes API tokens',
    })
    .input(resetForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => resetPassword(ctx.app, input.token, input.password, ctx.address)),
  me: signedIn
    .meta({ beforeSecondStep: true, rest: 'GET /auth/me', summary: 'Get the signed-in user' })
    .output(meAnswer)
    .query(({ ctx }) => getCurrentUser(ctx.app, ctx.actor)),
  updateProfile: inPerson
    .meta({ rest: 'PUT /auth/profile', summary: 'Update your profile; fields your role may not change are ignored' })
    .input(profileInput)
    .output(profileAnswer)
    .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input)),
  groupRequest: student
    .meta({ inPerson: true })
    .output(ownGroupRequest)
    .query(({ ctx }) => getOwnRequest(ctx.app, ctx.actor)),
  withdrawGroupRequest: student
    .meta({ inPerson: true })
    .output(messageAnswer)
    .mutation(({ ctx }) => withdrawRequest(ctx.app, ctx.actor)),
  changePassword: inPerson
    .meta({
      rest: 'PUT /auth/change-password',
      summary: 'Change your password; ends your other sessions and revokes API tokens',
    })
    .input(changePasswordForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => changePassword(ctx.app, ctx.actor, ctx.token, input)),
  stepUp: inPersonEarly
    .meta({
      rest: 'POST /auth/step-up',
      summary: 'Confirm your password, for calls that return 403 `Please enter your password to do this.`',
    })
    .input(stepUpForm)
    .output(messageAnswer)
    .mutation(({ ctx: { app, actor, token }, input: { password, passkey } }) =>
      passkey ? stepUpWithPasskey(app, actor, token, passkey) : stepUp(app, actor, token, password ?? ''),
    ),
  beginStepUp: inPersonEarly
    .meta({ rest: 'POST /auth/step-up/options', summary: 'Get the options for a step-up with a passkey' })
    .output(ceremony)
    .mutation(({ ctx }) => beginStepUp(ctx.app, ctx.actor)),
  passkeys: inPersonEarly
    .meta({ rest: 'GET /auth/passkeys', summary: 'List your passkeys, newest first' })
    .output(passkeyList)
    .query(({ ctx }) => findPasskeys(ctx.app, ctx.actor)),
  beginPasskey: inPersonEarly
    .meta({
      stepUp: true,
      rest: 'POST /auth/passkeys/options',
      summary: 'Get the options for creating a passkey in the browser',
    })
    .output(ceremony)
    .mutation(({ ctx }) => beginPasskey(ctx.app, ctx.actor)),
  addPasskey: inPersonEarly
    .meta({ rest: 'POST /auth/passkeys', status: 201, summary: 'Add a passkey created by the browser' })
    .input(passkeyForm)
    .output(passkeyAdded)
    .mutation(({ ctx, input }) => addPasskey(ctx.app, ctx.actor, ctx.token, input)),
  removePasskey: inPerson
    .meta({ stepUp: true, rest: 'DELETE /auth/passkeys/{id}', summary: 'Remove a passkey' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => removePasskey(ctx.app, ctx.actor, input.id)),
  beginPasskeySignIn: anyone
    .meta({ rest: 'POST /auth/passkeys/sign-in/options', summary: 'Get the options for signing in with a passkey' })
    .output(ceremony)
    .mutation(({ ctx }) => beginPasskeySignIn(ctx.app, ctx.address)),
  signInWithPasskey: anyone
    .meta({ rest: 'POST /auth/passkeys/sign-in', summary: 'Sign in with a passkey' })
    .input(passkeySignIn)
    .output(loginAnswer)
    .mutation(({ ctx, input }) => signInWithPasskey(ctx.app, input, ctx)),
  sessions: inPerson
    .meta({ rest: 'GET /auth/sessions', summary: 'List your sessions' })
    .output(sessionList)
    .query(({ ctx }) => findSessions(ctx.app, ctx.actor, ctx.token)),
  endSession: inPerson
    .meta({ rest: 'DELETE /auth/sessions/{id}', summary: 'End one of your sessions' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => endSession(ctx.app, ctx.actor, input.id)),
  endSessions: inPerson
    .meta({
      rest: 'DELETE /auth/sessions',
      summary: 'Sign out everywhere and revoke API tokens; with `others`, keep this session',
    })
    .input(endSessionsForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => endSessions(ctx.app, ctx.actor, ctx.token, input.others)),
  secondStep: masterAdmin
    .meta({ inPerson: true, rest: 'GET /admin/second-step', summary: 'Check whether staff must use a second step' })
    .output(secondStepSetting)
    .query(({ ctx }) => getSecondStepSetting(ctx.app)),
  putSecondStep: masterAdmin
    .meta({
      inPerson: true,
      stepUp: true,
      rest: 'PUT /admin/second-step',
      summary: 'Set whether staff must use a second step',
    })
    .input(secondStepSetting)
    .output(secondStepSetting)
    .mutation(({ ctx, input }) => putSecondStepSetting(ctx.app, ctx.actor, input.required)),
  waitingSignIns: administrator
    .meta({ inPerson: true })
    .output(waitingSignIns)
    .query(({ ctx }) => findWaiting(ctx.app, ctx.actor)),
  liftSignInLimit: administrator
    .meta({ inPerson: true })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => liftLimit(ctx.app, ctx.actor, input.id)),
  twoStep: staffEarly
    .meta({ rest: 'GET /auth/two-step', summary: 'Check whether two-step sign-in is on' })
    .output(twoStepState)
    .query(({ ctx }) => getTwoStep(ctx.app, ctx.actor)),
  beginTwoStep: staffEarly
    .meta({
      rest: 'POST /auth/two-step',
      summary: 'Create an authenticator secret; it takes effect when confirmed with a code',
    })
    .input(passwordForm)
    .output(twoStepBegun)
    .mutation(({ ctx, input }) => beginTwoStep(ctx.app, ctx.actor, input.password)),
  confirmTwoStep: staffEarly
    .meta({
      rest: 'PUT /auth/two-step',
      summary: 'Turn on two-step sign-in with a first code; the recovery codes are shown once',
    })
    .input(codeForm)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmTwoStep(ctx.app, ctx.actor, ctx.token, input.code)),
  turnOffTwoStep: staffInPerson
    .meta({ rest: 'DELETE /auth/two-step', summary: 'Turn off two-step sign-in, with your password or a code' })
    .input(proofForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => turnOffTwoStep(ctx.app, ctx.actor, input)),
  renewRecoveryCodes: staffInPerson
    .meta({
      rest: 'POST /auth/two-step/recovery-codes',
      summary: 'Replace the recovery codes, with your password or a code; the new ones are shown once',
    })
    .input(proofForm)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.app, ctx.actor, input)),
  adminProfile: masterAdmin
    .meta({ rest: 'GET /admin/profile', summary: "Get the master admin's profile" })
    .output(meAnswer)
    .query(({ ctx }) => getCurrentUser(ctx.app, ctx.actor)),
  updateAdminProfile: masterAdmin
    .meta({ inPerson: true, rest: 'PUT /admin/profile', summary: "Update the master admin's profile" })
    .input(profileInput)
    .output(meAnswer)
    .mutation(({ ctx, input }) => updateProfile(ctx.app, ctx.actor, input)),
})
