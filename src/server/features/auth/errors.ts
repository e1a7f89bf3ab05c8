import { conflict, DomainError, invalid, refused } from '#shared/errors.ts'

export const wrongCredentials = () => new DomainError('UNAUTHENTICATED', 'Invalid email or password')
export const accountInactive = () =>
  new DomainError('FORBIDDEN', 'Your account is inactive. Please contact your administrator.')
export const emailTaken = () => conflict('This email is already in use')
export const resetLinkDead = () => refused('Reset link is invalid or has expired')
export const wrongCurrentPassword = () =>
  invalid([{ field: 'currentPassword', message: 'Current password is incorrect' }])

/** @param wait in ms */
export function tooManyAttempts(wait: number) {
  const seconds = Math.ceil(wait / 1_000)
  const minutes = Math.ceil(seconds / 60)
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new DomainError('TOO_MANY_REQUESTS', `Too many attempts. Please try again in ${when}.`, undefined, seconds)
}
