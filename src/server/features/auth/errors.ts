import { DomainError, refused } from '#shared/errors.ts'

export const wrongCredentials = () => new DomainError('UNAUTHENTICATED', 'Invalid email or password')
export const accountInactive = () =>
  new DomainError('FORBIDDEN', 'Your account is inactive. Please contact your administrator.')
export const resetLinkDead = () => refused('Reset link is invalid or has expired')
