import { conflict, DomainError, invalid, refused } from '#shared/errors.ts'

export const wrongCredentials = () => new DomainError('UNAUTHENTICATED', 'Invalid email or password')
export const accountInactive = () =>
  new DomainError('FORBIDDEN', 'Your account is inactive. Please contact your administrator.')
export const emailTaken = () => conflict('This email is already in use')
export const resetLinkExpired = () => refused('Reset link is invalid or has expired')
export const wrongCurrentPassword = () =>
  invalid([{ field: 'currentPassword', message: 'Current password is incorrect' }])

export const wrongPassword = () => invalid([{ field: 'password', message: 'Password is incorrect' }])

const wrongCodeSentence = 'This code is wrong or has already been used'
export const wrongCode = () => invalid([{ field: 'code', message: wrongCodeSentence }])

export const unreadableAuthenticator = () =>
  invalid([
    {
      field: 'code',
      message:
        'Codes from your app cannot be checked on this server. Use a recovery code, or ask your administrator to turn off two-step sign-in.',
    },
  ])

export const passkeysUnavailable = () =>
  conflict('Passkeys require a host name. Set PUBLIC_URL to a URL such as https://exams.example.edu')
export const refusedPasskey = () => refused('This passkey was not accepted. Please try again.')
export const refusedPasskeySignIn = () =>
  new DomainError('UNAUTHENTICATED', 'This passkey was not accepted. Please sign in with your password.')

/** For a missing or wrong second step. Has the same code as the error for a wrong password, but names the field. */
const noCode = (message: string) => new DomainError('UNAUTHENTICATED', message, [{ field: 'code', message }])
export const codeNeeded = () => noCode('Please enter the code from your authenticator app')
export const wrongSignInCode = () => noCode(wrongCodeSentence)

/** @param wait time until the next attempt, in ms */
export function tooManyAttempts(wait: number) {
  const seconds = Math.ceil(wait / 1_000)
  const minutes = Math.ceil(seconds / 60)
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new DomainError('TOO_MANY_REQUESTS', `Too many attempts. Please try again in ${when}.`, undefined, seconds)
}
