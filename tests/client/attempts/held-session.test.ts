import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'

const person = (id: string) => ({ id, name: id, email: `${id}@a.example`, role: 'student' }) as CurrentUser
const asha = person('asha')

let entries: Map<string, string>
const load = () => import('#client/lib/session-store.ts')
/** Changes to the session by another tab of this browser. */
function elsewhere(session: { token: string; user: CurrentUser } | null) {
  entries.clear()
  if (session) {
    entries.set('token', session.token)
    entries.set('user', JSON.stringify(session.user))
  }
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
}

beforeEach(() => {
  vi.resetModules()
  entries = new Map()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it("survives expiry and another tab's sign-out while held", async () => {
  const { saveSession, readSession, clearSession, holdSession } = await load()
  saveSession({ token: 'one', user: asha })
  const release = holdSession()
  clearSession('expired')
  expect(readSession()?.token).toBe('one')
  elsewhere(null)
  expect(readSession()?.token).toBe('one')
  elsewhere({ token: 'two', user: person('somebody else') })
  expect(readSession()).toEqual({ token: 'one', user: asha })
  release()
  expect(readSession()?.user.id).toBe('somebody else')
})

it('is renewed here or by the same user in another tab', async () => {
  const { saveSession, readSession, holdSession } = await load()
  saveSession({ token: 'one', user: asha })
  const release = holdSession()
  elsewhere({ token: 'two', user: asha })
  expect(readSession()?.token).toBe('two')
  saveSession({ token: 'three', user: asha })
  release()
  expect(readSession()?.token).toBe('three')
})

it('ends on sign-out, or on release if it ended while held', async () => {
  const { saveSession, readSession, readSessionEnd, clearSession, holdSession } = await load()
  saveSession({ token: 'one', user: asha })
  const release = holdSession()
  clearSession('logout')
  expect(readSession()).toBeNull()
  release()

  saveSession({ token: 'two', user: asha })
  const again = holdSession()
  elsewhere(null)
  again()
  expect([readSession(), readSessionEnd()]).toEqual([null, 'expired'])
})
