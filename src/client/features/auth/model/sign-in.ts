import { messageOf } from '#client/lib/errors.ts'
import { DomainError } from '#shared/errors.ts'

/** The message above the form after a failed sign-in. */
export interface SignInFailure {
  text: string
  /** True to show a warning icon, for failures not caused by the input. */
  warning: boolean
}

/** Maps a failed sign-in to the specified message. */
export function signInFailure(error: unknown): SignInFailure {
  const message = messageOf(error, 'Login failed')
  if (/password/i.test(message)) return { text: 'Incorrect password. Please try again.', warning: false }
  if (/email/i.test(message)) return { text: 'Invalid email address.', warning: false }
  return { text: message, warning: true }
}

/** True if passkeys work here: over HTTPS or on localhost, and with a host name rather than an IP address. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

// Loaded when a passkey is used, to keep the first page small.
const library = () => import('@simplewebauthn/browser')

/** Replaces passkey error messages, which differ between browsers. */
async function withOwnMessages<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    const { name } = error as Error
    if (name === 'InvalidStateError')
      throw new DomainError('CONFLICT', 'This device already has a passkey for your account.')
    throw new DomainError('CONFLICT', 'No passkey was used. Please try again, or use your password.')
  }
}

/** Creates a passkey in the browser. @param options from the server */
export async function createPasskey(options: object) {
  const { startRegistration } = await library()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, type, response } = await withOwnMessages(startRegistration({ optionsJSON: options as Options }))
  return { id, rawId, type, response }
}

/** Signs with a passkey in the browser. @param options from the server */
export async function signWithPasskey(options: object) {
  const { startAuthentication } = await library()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, type, response } = await withOwnMessages(startAuthentication({ optionsJSON: options as Options }))
  return { id, rawId, type, response }
}
