import { describe, expect, it } from 'vitest'
import { wrongCredentials } from '#server/features/auth/auth.errors.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

const signIn = (world: World, email: string, password: string) =>
  fetch(`${world.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': firefox },
    body: JSON.stringify({ email, password }),
  })

const entriesOf = async (world: World, as = world.admin) =>
  (await world.rest('GET', '/audit?subject=sign_in&limit=100', { as })).body.entries

describe('sign-ins in the audit log', () => {
  it('are recorded with address and device', async () => {
    const world = await createWorld()
    expect((await signIn(world, 'admin@localhost', 'first-password')).status).toBe(200)
    expect(await entriesOf(world)).toMatchObject([
      {
        action: 'sign_in.success',
        actor: { id: world.admin.id, email: 'admin@localhost' },
        address: '127.0.0.1',
        detail: { device: 'Firefox on Linux' },
      },
    ])
  })

  it('show failures to the account’s college, or only to the owner if the email is unknown', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    await signIn(world, student.email.toUpperCase(), 'wrong-password')
    await signIn(world, 'nobody@x.example', 'wrong-password')
    const failure = { action: 'sign_in.failure', actor: null, address: '127.0.0.1' }
    const known = { ...failure, subject: { type: 'sign_in', id: student.id, name: student.email } }
    const failures = async (as: typeof world.admin) =>
      (await entriesOf(world, as)).filter(({ action }: { action: string }) => action === 'sign_in.failure')
    expect(await failures(college.admin)).toMatchObject([known])
    expect(await failures(world.admin)).toMatchObject([
      { ...failure, subject: { type: 'sign_in', id: 'unknown', name: 'nobody@x.example' }, college: null },
      { ...known, detail: { reason: 'Invalid email or password', device: 'Firefox on Linux' } },
    ])
    expect(JSON.stringify(await failures(world.admin))).not.toContain('wrong-password')
  })

  it('include one entry when an account reaches its limit', async () => {
    const world = await createWorld()
    let status = 0
    for (let n = 0; n < 14; n++) status = (await signIn(world, 'admin@localhost', 'wrong-password')).status
    expect(status).toBe(429)
    const limits = (await entriesOf(world)).filter(({ action }: { action: string }) => action === 'sign_in.limit')
    expect(limits).toMatchObject([{ subject: { id: world.admin.id, name: 'admin@localhost' } }])
  })

  it('are counted in one entry after 300 failures in 15 minutes', async () => {
    const world = await createWorld()
    const refused = (n: number) =>
      world.platform.refusedSignIns.recorded({ email: `nobody${n}@x.example` }, { address: '192.0.2.1' }, async () => {
        throw wrongCredentials()
      })
    await Promise.allSettled(Array.from({ length: 330 }, (_, n) => refused(n)))
    await world.platform.refusedSignIns.recordCounted()
    const total = async () =>
      (await world.rest('GET', '/audit?subject=sign_in', { as: world.admin })).body.pagination.total
    expect(await total()).toBe(300)
    world.clock.advance(15 * 60_000)
    await world.platform.refusedSignIns.recordCounted()
    expect(await total()).toBe(301)
    expect((await entriesOf(world))[0]).toMatchObject({ action: 'sign_in.failure', detail: { count: 30 } })
  })

  it('can be excluded from the list', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { entries } = await world.call(college.admin).audit.list({ except: 'sign_in' })
    expect(entries.map(({ action }) => action)).toEqual(['college.create'])
  })
})
