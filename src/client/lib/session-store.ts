import type { CurrentUser } from '#shared/auth/schema.ts'

/**
 * The signed-in person of this browser: in local storage under `token` and `user`, shared by all tabs, readable outside
 * React (for the transport and the router).
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

/** True if local storage holds the session. If it is blocked, the session lasts until the page is closed. */
let stored = true

function forgetStored() {
  try {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  } catch {
    // Nothing was kept, then.
  }
}

/** @returns whether this session is what storage holds now */
function store(session: StoredSession): boolean {
  try {
    // The token last: until it is there, what is stored is not taken for this session.
    localStorage.setItem('user', JSON.stringify(session.user))
    localStorage.setItem('token', session.token)
    return true
  } catch {
    if (readStorage()?.token === session.token) return true
    // The session before this one must not come back with the next load.
    forgetStored()
    return false
  }
}

function change(next: StoredSession | null) {
  current = next
  for (const listener of listeners) listener()
}

/** The current session, or null. The same object until it changes. */
export const readSession = () => current

/** How the last session ended, null while nothing has ended since the page was loaded. */
export const readSessionEnd = () => lastEnd

/** Keeps a session, or the newer user of the present one. */
export function saveSession(session: StoredSession) {
  lastEnd = null
  stored = store(session)
  change(session)
}

/** The beginning of the token whose sign-in was greeted last: enough to recognise it, too little to use it. */
const greetedKey = 'greeted'
const greetedLength = 8
let greeted: string | null = null

/** True if the sign-in has not been greeted yet; true once per sign-in across tabs and reloads. */
export function greetOnce(): boolean {
  const sign = current?.token.slice(0, greetedLength) ?? null
  try {
    greeted = localStorage.getItem(greetedKey)
    if (sign) localStorage.setItem(greetedKey, sign)
  } catch {
    // Without storage the session ends with this page, and so does the memory of its greeting.
  }
  const isNew = sign !== null && greeted !== sign
  greeted = sign
  return isNew
}

/** How many screens would rather renew the session in place than lose what they show. */
let holders = 0

/**
 * Keeps this tab's session while a test is taken: neither its expiry nor what another tab does takes the screen away. Who
 * holds it sees its calls fail, and signs in again in place.
 *
 * @returns the way to let go; from then on this tab is as signed in as the browser is
 */
export function holdSession() {
  holders++
  return () => {
    holders--
    if (holders > 0 || !stored) return
    const next = readStorage()
    if (next?.token === current?.token) return
    if (!next) lastEnd = 'expired'
    change(next)
  }
}

/** Deletes the session locally. For a sign-out the caller informs the server. */
export function clearSession(end: SessionEnd) {
  if (end === 'expired' && holders > 0) return
  lastEnd = end
  forgetStored()
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
  // The same person, signed in again in another tab, is welcome also while a test is taken.
  if (holders > 0 && next?.user.id !== current?.user.id) return
  // Another tab's storage says nothing of a session that is in memory alone.
  if (!next && !stored) return
  // The user is stored before the token: another person's under this token is a sign-in that is still being stored.
  const sameToken = next?.token === current?.token
  if (sameToken && (next?.user.id !== current?.user.id || JSON.stringify(next) === JSON.stringify(current))) return
  if (!next) lastEnd = 'logout'
  change(next)
})
