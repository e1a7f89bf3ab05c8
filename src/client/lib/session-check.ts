import { create } from 'zustand'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { sentences } from '#shared/errors.ts'
import { ApiError, codeOf, messageOf } from './errors.ts'
import { whileLoading } from './loading.ts'
import { readSession, saveSession, watchSession } from './session-store.ts'
import { expireSession, trpcClient } from './trpc.tsx'

export type SessionCheck = { state: 'checking' } | { state: 'done' } | { state: 'failed'; message: string }

/** Timeout of the check, in ms, after which the server is considered unreachable. */
const maxCheckMs = 30_000

export const useSessionCheck = create<SessionCheck>(() => ({ state: readSession() ? 'checking' : 'done' }))
const change = (next: SessionCheck) => useSessionCheck.setState(next, true)

// After signing out, a failed check no longer matters.
watchSession(() => {
  if (useSessionCheck.getState().state === 'failed' && !readSession()) change({ state: 'done' })
})

function failAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new ApiError('NETWORK', sentences.networkError)), ms)
  })
}

/**
 * Asks the server who is signed in, once at startup and again after a failure. Clears a session that the server
 * rejects, but keeps it if the server cannot be reached.
 *
 * @returns the user of a valid stored session, otherwise null
 */
export async function checkSession(): Promise<CurrentUser | null> {
  const stored = readSession()
  if (!stored) return null
  change({ state: 'checking' })
  try {
    const answer = Promise.race([trpcClient.auth.me.query(), failAfter(maxCheckMs)])
    // Until the first screen is rendered, the page has its own loading indicator.
    const { user } = await (document.querySelector('.boot') ? answer : whileLoading(answer, 'Loading...'))
    // Another tab may have signed in or out in the meantime.
    const isSame = readSession()?.token === stored.token
    if (isSame) saveSession({ token: stored.token, user })
    change({ state: 'done' })
    return isSame ? user : null
  } catch (error) {
    const code = codeOf(error)
    if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') {
      expireSession()
      change({ state: 'done' })
    } else change({ state: 'failed', message: messageOf(error) })
    return null
  }
}
