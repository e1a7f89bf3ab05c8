import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { localStore } from './device/browser.ts'

/**
 * This browser's session, stored in local storage under `token` and `user`, shared by all tabs, and readable outside
 * React (by the transport and the router).
 */
export interface StoredSession {
  token: string
  user: CurrentUser
}

/** The reason a session ended. After a logout, the next user should not land on the previous user's page. */
export type SessionEnd = 'logout' | 'expired'

const listeners = new Set<() => void>()
let current = readStorage()
let lastEnd: SessionEnd | null = null

function readStorage(): StoredSession | null {
  try {
    const [token, user] = [localStore.read('token'), localStore.read('user')]
    return token && user ? { token, user: JSON.parse(user) as CurrentUser } : null
  } catch {
    return null
  }
}

/** True if local storage contains the session. If storage is blocked, the session lasts until the page is closed. */
let stored = true

function forgetStored() {
  localStore.remove('token')
  localStore.remove('user')
}

/** @returns true if storage now contains this session */
function store(session: StoredSession): boolean {
  // Store the token last: other tabs ignore the new user until the token changes too.
  if (localStore.write('user', JSON.stringify(session.user)) && localStore.write('token', session.token)) return true
  if (readStorage()?.token === session.token) return true
  // The next load must not restore the previous session.
  forgetStored()
  return false
}

function change(next: StoredSession | null) {
  current = next
  for (const listener of listeners) listener()
}

/** The current session, or null. Returns the same object until it changes. */
export const readSession = () => current

/** The reason the last session ended; null if none has ended since the page was loaded. */
export const readSessionEnd = () => lastEnd

/** Stores a session, or updates the user of the current one. */
export function saveSession(session: StoredSession) {
  lastEnd = null
  stored = store(session)
  change(session)
}

/** Stores a prefix of the last greeted sign-in's token: long enough to recognise it, too short to use it. */
const greetedKey = 'greeted'
const greetedLength = 8
let greeted: string | null = null

/** True once per sign-in, across tabs and reloads. */
export function greetOnce(): boolean {
  const sign = current?.token.slice(0, greetedLength) ?? null
  try {
    greeted = localStorage.getItem(greetedKey)
    if (sign) localStorage.setItem(greetedKey, sign)
  } catch {
    // Without storage, the session and this record both end with the page.
  }
  const isNew = sign !== null && greeted !== sign
  greeted = sign
  return isNew
}

/** Number of screens that renew the session in place to keep their state. */
let holders = 0

/**
 * Keeps this tab's session during a test, so neither expiry nor another tab can close the screen. The screen's calls
 * fail instead, and the user signs in again in place.
 *
 * @returns a function that releases it; from then on this tab follows the browser's session
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

/** Deletes the session locally. When signing out, the caller also informs the server. */
export function clearSession(end: SessionEnd) {
  if (end === 'expired' && holders > 0) return
  lastEnd = end
  forgetStored()
  change(null)
}

/** Calls `listener` after each change, including changes from other tabs. @returns a function that unsubscribes */
export function watchSession(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== 'token' && event.key !== 'user') return
  const next = readStorage()
  // During a test, only accept a new sign-in by the same user in another tab.
  if (holders > 0 && next?.user.id !== current?.user.id) return
  // Another tab cannot end a session that exists only in memory.
  if (!next && !stored) return
  // The user is stored before the token. A different user under the same token means a sign-in is still being stored.
  const sameToken = next?.token === current?.token
  if (sameToken && (next?.user.id !== current?.user.id || JSON.stringify(next) === JSON.stringify(current))) return
  if (!next) lastEnd = 'logout'
  change(next)
})
