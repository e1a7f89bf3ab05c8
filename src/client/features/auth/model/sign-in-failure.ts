import { messageOf } from '#client/lib/errors.ts'

/** The message above the form after a failed sign-in. */
export interface SignInFailure {
  text: string
  /** With a warning mark: it is not about what was typed. */
  warning: boolean
}

/** The seed's words for a failed sign-in (seed 000, section 8). */
export function signInFailure(error: unknown): SignInFailure {
  const message = messageOf(error, 'Login failed')
  if (/password/i.test(message)) return { text: 'Incorrect password. Please try again.', warning: false }
  if (/email/i.test(message)) return { text: 'Invalid email address.', warning: false }
  return { text: message, warning: true }
}
