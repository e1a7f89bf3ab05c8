import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeSave } from '#client/features/attempts/model/save-status.ts'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { makeWorld, offline } from './world.ts'

describe('the exam without local storage', () => {
  it('warns that answers are kept only while the page is open, and still saves them', async () => {
    const { browser, server, time, openTab } = makeWorld()
    browser.storage.refuses = true
    const store = openTab()
    server.failure = offline
    store.lostNetwork()
    expect(describeSave(store.status()).detail).toContain('only while this page stays open')
    store.answer('q1', 'A')
    await time.pass(0)
    expect(store.status()).toMatchObject({ state: 'offline', unsent: 1, kept: false })
    expect(describeSave(store.status()).detail).not.toContain('on this device')
    server.failure = null
    await store.flush()
    expect(server.letter('q1')).toBe('A')
  })

  it('warns when storage fills up later', async () => {
    const { browser, server, time, openTab } = makeWorld()
    const store = openTab()
    server.failure = offline
    store.answer('q1', 'A')
    await time.pass(0)
    expect(describeSave(store.status()).detail).toContain('kept on this device')
    browser.storage.refuses = true
    store.answer('q2', 'B')
    await time.pass(0)
    expect(store.status().kept).toBe(false)
  })
})

describe('the session without local storage', () => {
  const user: CurrentUser = { id: 'u', name: 'Asha', email: 'a@b.c', role: 'student' } as CurrentUser
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  const load = () => import('#client/lib/session-store.ts')

  beforeEach(() => {
    vi.resetModules()
    vi.stubGlobal('window', new EventTarget())
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('lasts as long as the page is open', async () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    const { saveSession, readSession, clearSession, watchSession } = await load()
    const seen: (string | undefined)[] = []
    watchSession(() => seen.push(readSession()?.token))
    saveSession({ token: 'one', user })
    expect(readSession()).toEqual({ token: 'one', user })
    window.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    expect(readSession()?.token).toBe('one')
    clearSession('logout')
    expect(seen).toEqual(['one', undefined])
  })

  it('does not restore the previous session', async () => {
    const entries = new Map([
      ['token', 'old'],
      ['user', JSON.stringify({ ...user, id: 'before' })],
    ])
    const getItem = (key: string) => entries.get(key) ?? null
    const removeItem = (key: string) => void entries.delete(key)
    vi.stubGlobal('localStorage', { getItem, setItem: refuse, removeItem })
    const { saveSession, readSession } = await load()
    // The startup check writes the session again. If the write is refused, the stored session must be kept.
    saveSession({ token: 'old', user })
    expect(getItem('token')).toBe('old')
    saveSession({ token: 'new', user })
    expect([readSession()?.token, entries.size]).toEqual(['new', 0])
  })
})
