import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'

const person = (id: string) => ({ id, name: id, email: `${id}@a.example`, role: 'student' }) as CurrentUser
const asha = person('asha')

let entries: Map<string, string>
const load = () => import('#client/lib/session-store.ts')
/** Changes the session as another tab in the browser would. */
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

it("keeps a held session through expiry and another tab's sign-out", async () => {
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

it('renews a held session when the same user signs in here or in another tab', async () => {
  const { saveSession, readSession, holdSession } = await load()
  saveSession({ token: 'one', user: asha })
  const release = holdSession()
  elsewhere({ token: 'two', user: asha })
  expect(readSession()?.token).toBe('two')
  saveSession({ token: 'three', user: asha })
  release()
  expect(readSession()?.token).toBe('three')
})

it('ends a held session on sign-out, or on release if it ended in the meantime', async () => {
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
