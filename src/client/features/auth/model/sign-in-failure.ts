import { messageOf } from '#client/lib/errors.ts'

/** The message above the form after a failed sign-in. */
export interface SignInFailure {
  text: string
  /** Shows a warning icon, because the failure is not about the input. */
  warning: boolean
}

/** Maps a failed sign-in to the specified message. */
export function signInFailure(error: unknown): SignInFailure {
  const message = messageOf(error, 'Login failed')
  if (/password/i.test(message)) return { text: 'Incorrect password. Please try again.', warning: false }
  if (/email/i.test(message)) return { text: 'Invalid email address.', warning: false }
  return { text: message, warning: true }
}
