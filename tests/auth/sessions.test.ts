import { expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1'

async function signedInTwice() {
  const world = await createWorld()
  const { email } = world.admin
  const signIn = async (userAgent: string, rememberMe = false) => {
    const answer = await fetch(`${world.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ email, password: world.platform.config.masterAdmin.password, rememberMe }),
    })
    return ((await answer.json()) as { token: string }).token
  }
  const phone = await signIn(safari, true)
  world.clock.advance(10 * minute)
  const laptop = await signIn(firefox)
  const list = async (token: string) => (await world.rest('GET', '/auth/sessions', { token })).body.sessions
  const works = async (token: string) => (await world.rest('GET', '/auth/me', { token })).status === 200
  return { world, phone, laptop, list, works }
}

it('lists your sessions with device, address, start and last use', async () => {
  const { world, phone, laptop, list } = await signedInTwice()
  const now = world.clock.now()
  const iso = (at: number) => new Date(at).toISOString()
  expect(await list(laptop)).toMatchObject(
    [
      { device: 'Firefox on Linux', address: '127.0.0.1', createdAt: iso(now), remembered: false, current: true },
      {
        device: 'Safari on iPhone',
        createdAt: iso(now - 10 * minute),
        lastUsedAt: iso(now - 10 * minute),
        remembered: true,
        current: false,
      },
    ].toSorted((a, b) => Number(b.remembered) - Number(a.remembered)),
  )
  world.clock.advance(6 * minute)
  expect((await list(phone)).find(({ current }: { current: boolean }) => current).lastUsedAt).toBe(
    iso(now + 6 * minute),
  )
  const text = JSON.stringify(await list(phone))
  for (const token of [phone, laptop]) expect(text).not.toContain(token)
})

it('ends one of your sessions immediately, and no one else’s', async () => {
  const { world, phone, laptop, list, works } = await signedInTwice()
  const college = await world.college()
  const others = await world.tokenOf(college.admin)
  const [{ id: theirs }] = await list(others)
  const { id } = (await list(laptop)).find(({ current }: { current: boolean }) => !current)
  const end = (id: string) => world.rest('DELETE', `/auth/sessions/${id}`, { token: laptop })
  expect(await end(theirs)).toMatchObject({ status: 404, body: { message: 'Session not found' } })
  expect((await end(id)).status).toBe(200)
  expect((await end(id)).status, 'already ended').toBe(404)
  expect([await works(phone), await works(laptop), await works(others)]).toEqual([false, true, true])
})

it('ends all other sessions or every session, and logs both actions', async () => {
  const { world, phone, laptop, list, works } = await signedInTwice()
  const away = await world.rest('DELETE', '/auth/sessions', { token: laptop, body: { others: true } })
  expect(away.body.message).toBe('You have been signed out everywhere else')
  expect([await works(phone), await works(laptop)]).toEqual([false, true])
  expect(await list(laptop)).toHaveLength(1)
  expect((await world.rest('DELETE', '/auth/sessions', { token: laptop })).status).toBe(200)
  expect(await works(laptop)).toBe(false)
  const { entries } = await world.call(world.admin).audit.list({ action: 'account.sign_out_everywhere' })
  expect(entries.map(({ detail }) => detail)).toEqual([
    { sessions: 1, keptOne: false },
    { sessions: 1, keptOne: true },
  ])
})
