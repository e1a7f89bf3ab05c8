import { describe, expect, it } from 'vitest'
import { takeSignIn } from '#server/features/auth/limits/service.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const minute = 60_000

const signIn = (world: World, email: string, password: string) =>
  world.rest('POST', '/auth/login', { body: { email, password } })

describe('sign-in attempts', () => {
  it('are ten per account in 15 minutes; then even the right password is refused, with Retry-After', async () => {
    const world = await createWorld()
    world.clock.advance(15 * minute)
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await signIn(world, 'admin@localhost', 'wrong')).status).toBe(401)
    const refused = await signIn(world, 'ADMIN@localhost', 'first-password')
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again in 15 minutes.' },
    })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBe(900)
    world.clock.advance(seconds * 1_000)
    expect((await signIn(world, 'admin@localhost', 'first-password')).status).toBe(200)
  })

  it('are counted alike for an email nobody has: the answers tell nothing', async () => {
    const world = await createWorld()
    world.clock.advance(15 * minute)
    const answers = async (email: string) => {
      const told = []
      for (let attempt = 0; attempt < 11; attempt++) {
        const { status, body, headers } = await signIn(world, email, 'wrong')
        told.push([status, body, headers.get('retry-after')])
      }
      return told
    }
    expect(await answers('nobody@localhost')).toEqual(await answers('admin@localhost'))
  })

  it('of one account do not lock out another; of one address only after 2,000', async () => {
    const world = await createWorld()
    for (let attempt = 0; attempt < 1_999; attempt++) takeSignIn(world.platform, `one${attempt}@x.example`, '127.0.0.1')
    expect((await signIn(world, 'admin@localhost', 'first-password')).status).toBe(200)
    expect((await signIn(world, 'someone@x.example', 'wrong')).status).toBe(429)
    expect(() => takeSignIn(world.platform, 'someone@x.example', '10.0.0.9')).not.toThrow()
  })

  it('refuse over tRPC with the same header', async () => {
    const world = await createWorld()
    world.clock.advance(15 * minute)
    const post = () =>
      fetch(`${world.url}/trpc/auth.login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'x@y.example', password: 'z' }),
      })
    for (let attempt = 0; attempt < 10; attempt++) expect((await post()).status).toBe(401)
    const refused = await post()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('900')
  })
})

describe('a deactivated', () => {
  const inactive = 'Your account is inactive. Please contact your administrator.'

  it('person is signed out at once, and told so only with the right password', async () => {
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

  it('college takes all its people with it, and brings them back', async () => {
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
    expect(await statuses(), 'the old sessions stay dead').toEqual([401, 401, 200])
    expect((await world.rest('GET', '/auth/me', { as: student })).status).toBe(200)
  })
})
