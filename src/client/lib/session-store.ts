import type { CurrentUser } from '#shared/auth/schema.ts'

/**
 * Who is signed in on this browser: kept in local storage under `token` and `user`, shared by every tab, readable outside
 * React (the transport and the router need it).
 */
export interface StoredSession {
  token: string
  user: CurrentUser
}

/** Why nobody is signed in any more; after a log-out the next person should not land on the last one's page. */
export type SessionEnd = 'logout' | 'expired'

const listeners = new Set<() => void>()
let current = readStorage()
let lastEnd: SessionEnd | null = null

function readStorage(): StoredSession | null {
  try {
    const token = localStorage.getItem('token')
    const user = localStorage.getItem('user')
    return token && user ? { token, user: JSON.parse(user) as CurrentUser } : null
  } catch {
    return null
  }
}

function change(next: StoredSession | null) {
  current = next
  for (const listener of listeners) listener()
}

/** The session as it stands, or null. The same object until it changes. */
export const readSession = () => current

/** How the last session ended, null while nothing has ended since the page was loaded. */
export const readSessionEnd = () => lastEnd

/** Keeps a session, or the newer user of the present one. */
export function saveSession(session: StoredSession) {
  lastEnd = null
  localStorage.setItem('token', session.token)
  localStorage.setItem('user', JSON.stringify(session.user))
  change(session)
}

/** Forgets the session. The server is told by whoever calls this for a log-out. */
export function clearSession(end: SessionEnd) {
  lastEnd = end
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  change(null)
}

/** Calls back after each change, also one made in another tab. @returns the way to stop */
export function watchSession(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== 'token' && event.key !== 'user') return
  const next = readStorage()
  if (next?.token === current?.token) return
  if (!next) lastEnd = 'logout'
  change(next)
})
