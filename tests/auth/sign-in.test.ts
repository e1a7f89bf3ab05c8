import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { issueResets } from '#server/features/auth/resets.ts'
import { sendDueMail } from '#server/platform/mail/mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const minute = 60_000

/** @param address sent by a trusted proxy; @param cookie set by an earlier sign-in on the device */
const signIn = (world: World, email: string, password: string, { address = '192.0.2.1', cookie = '' } = {}) =>
  fetch(`${world.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify({ email, password }),
  })

const statusOf = async (...how: Parameters<typeof signIn>) => (await signIn(...how)).status
const waitOf = async (...how: Parameters<typeof signIn>) => Number((await signIn(...how)).headers.get('retry-after'))
const behindProxy = () => createWorld({ trustProxy: true })

/** Makes `times` failed sign-in attempts from one address. */
async function fail(world: World, email: string, times: number, address?: string) {
  for (let n = 0; n < times; n++) expect(await statusOf(world, email, 'wrong', { address })).toBe(401)
}

describe('failed sign-ins', () => {
  it('are limited to ten per account and address, and then delay even the correct password', async () => {
    const world = await behindProxy()
    await fail(world, 'admin@localhost', 10)
    for (const seconds of [60, 120, 240, 480]) {
      const refused = await signIn(world, 'ADMIN@localhost', 'first-password')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
      expect((await refused.json()).message).toMatch(
        /^Too many attempts\. Please try again in (a minute|\d minutes)\.$/,
      )
      world.clock.advance(seconds * 1_000)
      if (seconds < 480) await fail(world, 'admin@localhost', 1)
    }
    expect(await statusOf(world, 'admin@localhost', 'first-password')).toBe(200)
  })

  it('count when sent in parallel', async () => {
    const world = await behindProxy()
    const all = await Promise.all(Array.from({ length: 30 }, () => statusOf(world, 'admin@localhost', 'wrong')))
    expect(all.filter((status) => status === 401)).toHaveLength(10)
  })

  it('do not block the account from other addresses, or other accounts on the same address', async () => {
    const world = await behindProxy()
    const college = await world.college()
    await fail(world, 'admin@localhost', 10)
    expect(await statusOf(world, 'admin@localhost', 'first-password')).toBe(429)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { address: '192.0.2.2' })).toBe(200)
    expect(await statusOf(world, college.admin.email, 'wrong')).toBe(401)
  })

  it('are counted together if they come from one IPv6 network', async () => {
    const world = await behindProxy()
    for (let n = 0; n < 10; n++) await fail(world, 'admin@localhost', 1, `2001:db8:1:2::${n + 1}`)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { address: '2001:db8:1:2:9::9' })).toBe(429)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { address: '2001:db8:1:3::1' })).toBe(200)
  })

  it('do not include successful ones', async () => {
    const world = await behindProxy()
    await fail(world, 'admin@localhost', 9)
    for (let n = 0; n < 4; n++) expect(await statusOf(world, 'admin@localhost', 'first-password')).toBe(200)
    await fail(world, 'admin@localhost', 1)
    expect(await statusOf(world, 'admin@localhost', 'wrong')).toBe(429)
  })

  it('delay new devices, but never lock out a known one', async () => {
    const world = await behindProxy()
    const first = await signIn(world, 'admin@localhost', 'first-password')
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';')
    expect(first.headers.get('set-cookie')).toMatch(/; Path=\/api\/auth\/login; .*HttpOnly; SameSite=Strict$/)
    // A hundred failures from ten addresses, including the device's own.
    for (let n = 10; n < 100; n++)
      world.platform.signInLimits.takeSignIn('admin@localhost', `192.0.2.${Math.floor(n / 10) + 1}`)
    await fail(world, 'admin@localhost', 10)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { address: '198.51.100.1' })).toBe(429)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { cookie })).toBe(200)
    // A cookie covers only the accounts that signed in on its device, and a forged cookie covers none.
    const college = await world.college()
    await fail(world, college.admin.email, 10)
    expect(await statusOf(world, college.admin.email, 'wrong', { cookie })).toBe(429)
    const forged = cookie.replace(/\.[^.]+$/, `.${'A'.repeat(22)}`)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { cookie: forged })).toBe(429)
    // The device has its own limit of ten.
    for (let n = 0; n < 10; n++) expect(await statusOf(world, 'admin@localhost', 'wrong', { cookie })).toBe(401)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { cookie })).toBe(429)
  })

  it('cannot be bypassed with a device cookie, which is not a session', async () => {
    const world = await behindProxy()
    const [cookie = ''] = (
      (await signIn(world, 'admin@localhost', 'first-password')).headers.get('set-cookie') ?? ''
    ).split(';')
    expect((await fetch(`${world.url}/api/auth/me`, { headers: { cookie } })).status).toBe(401)
  })

  it('get the same responses for unknown emails, to hide who has an account', async () => {
    const world = await behindProxy()
    const answers = async (email: string) => {
      const responses = []
      for (let attempt = 0; attempt < 11; attempt++) {
        const answer = await signIn(world, email, 'wrong')
        responses.push([answer.status, await answer.json(), answer.headers.get('retry-after')])
      }
      return responses
    }
    expect(await answers('nobody@localhost')).toEqual(await answers('admin@localhost'))
  })

  it('are limited to 2,000 per address, whatever the account', async () => {
    const world = await behindProxy()
    for (let n = 0; n < 2_000; n++) world.platform.signInLimits.takeSignIn(`one${n}@x.example`, '192.0.2.1')
    expect(await waitOf(world, 'admin@localhost', 'first-password')).toBe(60)
    expect(await statusOf(world, 'admin@localhost', 'first-password', { address: '192.0.2.2' })).toBe(200)
  })

  it('return a Retry-After header over tRPC once limited', async () => {
    const world = await createWorld()
    const post = () =>
      fetch(`${world.url}/trpc/auth.login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'x@y.example', password: 'z' }),
      })
    for (let attempt = 0; attempt < 10; attempt++) expect((await post()).status).toBe(401)
    const refused = await post()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
  })
})

describe('a sign-in limit', () => {
  it('can be seen and lifted by staff who manage the person, and lifting it is logged', async () => {
    const world = await behindProxy()
    const college = await world.college()
    const other = await world.college()
    const student = await world.student(college)
    expect(await world.call(college.admin).auth.waitingSignIns()).toEqual({ people: [] })
    await fail(world, student.email, 10)
    const { people } = await world.call(college.admin).auth.waitingSignIns()
    expect(people).toMatchObject([{ id: student.id, name: student.name, role: 'student' }])
    expect(Date.parse(people[0]?.until ?? '') - world.clock.now()).toBe(minute)
    expect(await world.call(other.admin).auth.waitingSignIns()).toEqual({ people: [] })
    await expect(world.call(other.admin).auth.liftSignInLimit({ id: student.id })).rejects.toThrow('User not found')
    await expect(world.call(student).auth.liftSignInLimit({ id: student.id })).rejects.toThrow()

    await world.call(college.admin).auth.liftSignInLimit({ id: student.id })
    expect(await statusOf(world, student.email, 'wrong')).toBe(401)
    const { entries } = await world.call(college.admin).audit.list({ action: 'sign_in.lift_limit' })
    expect(entries).toMatchObject([{ actor: { id: college.admin.id }, subject: { id: student.id } }])
    await fail(world, college.admin.email, 10)
    expect((await world.call(world.admin).auth.waitingSignIns()).people).toMatchObject([{ id: college.admin.id }])
  })
})

describe('requests for reset links', () => {
  const ask = (world: World, email: string, address = '192.0.2.1') =>
    fetch(`${world.url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email }),
    })

  it('are limited to 100 per address in 15 minutes, and to ten per batch', async () => {
    const world = await behindProxy()
    for (let n = 0; n < 100; n++) expect((await ask(world, `nobody${n}@x.example`)).status).toBe(200)
    expect((await ask(world, 'admin@localhost')).status).toBe(429)
    expect((await ask(world, 'admin@localhost', '192.0.2.2')).status).toBe(200)
    const batch = (calls: number) =>
      fetch(`${world.url}/trpc/${Array(calls).fill('auth.forgotPassword').join(',')}?batch=1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.3' },
        body: JSON.stringify(
          Object.fromEntries(Array.from({ length: calls }, (_, n) => [n, { email: `n${n}@x.example` }])),
        ),
      })
    expect((await batch(10)).status).toBe(200)
    const large = await batch(11)
    expect([large.status, (await large.json()).error.message]).toEqual([400, 'A batch can contain at most 10 calls'])
    expect((await fetch(`${world.url}/trpc/${Array(380).fill('auth.me').join(',')}?batch=1`)).status).toBe(400)
  })

  it('do not delay others if they are for unknown emails', async () => {
    const world = await behindProxy()
    for (let n = 0; n < 90; n++) await ask(world, `nobody${n}@x.example`)
    await ask(world, 'admin@localhost')
    await issueResets(world.platform)
    await sendDueMail(world.platform)
    expect(readdirSync(join(world.platform.config.dataDir, 'outbox'))).toHaveLength(1)
  })
})

describe('deactivation', () => {
  const signIn = (world: World, email: string, password: string) =>
    world.rest('POST', '/auth/login', { body: { email, password } })
  const inactive = 'Your account is inactive. Please contact your administrator.'

  it('signs a user out immediately, and shows the reason only with the correct password', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { user, temporaryPassword } = await world.call(college.admin).members.create({
      role: 'faculty',
      name: 'Asha Rao',
      email: 'asha@x.example',
      idNumber: 'F1',
      branch: 'CSE',
    })
    const { body } = await signIn(world, user.email, temporaryPassword)
    expect((await world.rest('GET', '/auth/me', { token: body.token })).status).toBe(200)
    await world.call(college.admin).members.toggleStatus({ id: user.id })
    expect((await world.rest('GET', '/auth/me', { token: body.token })).status).toBe(401)
    expect(await signIn(world, user.email, temporaryPassword)).toMatchObject({
      status: 403,
      body: { message: inactive },
    })
    expect(await signIn(world, user.email, 'wrong')).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password' },
    })
    await world.call(college.admin).members.toggleStatus({ id: user.id })
    expect((await world.rest('GET', '/auth/me', { token: body.token })).status).toBe(401)
    expect((await signIn(world, user.email, temporaryPassword)).status).toBe(200)
  })

  it('disables all users of a college until it is reactivated', async () => {
    const world = await createWorld()
    const [college, other] = [await world.college(), await world.college()]
    const student = await world.student(college)
    const tokens = await Promise.all([college.admin, student, other.admin].map(world.tokenOf))
    const statuses = () =>
      Promise.all(tokens.map(async (token) => (await world.rest('GET', '/auth/me', { token })).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await world.call(world.admin).colleges.toggleStatus({ id: college.id })
    expect(await statuses()).toEqual([401, 401, 200])
    await world.call(world.admin).colleges.toggleStatus({ id: college.id })
    expect(await statuses(), 'old sessions stay ended').toEqual([401, 401, 200])
    expect((await world.rest('GET', '/auth/me', { as: student })).status).toBe(200)
  })
})
