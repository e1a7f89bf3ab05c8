import { DomainError } from '#shared/errors.ts'

export const wrongCredentials = () => new DomainError('UNAUTHENTICATED', 'Invalid email or password')
export const accountInactive = () =>
  new DomainError('FORBIDDEN', 'Your account is inactive. Please contact your administrator.')
