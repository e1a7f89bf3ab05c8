import { expect, test } from 'vitest'
import { signInFailure } from '#client/features/auth/model/sign-in.ts'
import { ApiError } from '#client/lib/errors.ts'

test.each([
  [new ApiError('UNAUTHENTICATED', 'Invalid email or password'), 'Incorrect password. Please try again.', false],
  [new ApiError('UNAUTHENTICATED', 'Password has expired'), 'Incorrect password. Please try again.', false],
  [new ApiError('NOT_FOUND', 'No such email'), 'Invalid email address.', false],
  [new ApiError('TOO_MANY_REQUESTS', 'Too many attempts.'), 'Too many attempts.', true],
  [new ApiError('NETWORK', ''), 'Network error occurred', true],
  [new ApiError('NOT_FOUND', ''), 'Login failed', true],
  [new Error('any'), 'Login failed', true],
])('%s is shown as “%s”', (error, text, warning) => {
  expect(signInFailure(error)).toEqual({ text, warning })
})
