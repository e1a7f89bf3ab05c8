import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { apiTokens } from '#drizzle/schema/integrations.ts'
import { users } from '#drizzle/schema/members.ts'
import type { ApiAccess } from '#shared/integrations/integrations.schema.ts'
import type { Role } from '#shared/roles.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const day = 86_400_000

async function office() {
  const world = await createWorld()
  const college = await world.college()
  const password = await world.passwordOf(college.admin)
  const make = async (fields: { role?: Role; access?: ApiAccess; days?: number } = {}) => {
    const { role = 'college_admin', access = 'full', days = 30 } = fields
    const expiresAt = new Date(world.clock.now() + days * day).toISOString()
    const form = { name: 'Marks export to the ERP', role, access, expiresAt, password }
    return world.call(college.admin).integrations.tokens.create(form)
  }
  return { world, college, make }
}

const who = async (world: World, token: string) => (await world.rest('GET', '/auth/me', { token })).status

describe('an API token', () => {
  it('acts as its owner over REST and tRPC, and shows its last use', async () => {
    const { world, college, make } = await office()
    const { token, apiToken } = await make()
    expect(token).toMatch(/^exh_[\w-]{43}$/)
    expect(apiToken).toMatchObject({ hint: token.slice(0, 8), lastUsedAt: null })
    const { body } = await world.rest('GET', '/auth/me', { token })
    expect(body.user.email).toBe(college.admin.email)
    const typed = await fetch(`${world.url}/trpc/members.list?input={}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(typed.status).toBe(200)
    const used = async () => (await world.call(college.admin).integrations.tokens.list()).tokens[0]?.lastUsedAt
    const first = await used()
    expect(first).toBe(new Date(world.clock.now()).toISOString())
    // Nothing is written within the same minute.
    world.clock.advance(59_000)
    await who(world, token)
    expect(await used()).toBe(first)
    world.clock.advance(1_000)
    await who(world, token)
    expect(await used()).toBe(new Date(world.clock.now()).toISOString())
  })

  it('is stored as a hash, and appears in no list or log', async () => {
    const { world, college, make } = await office()
    const { token } = await make()
    const rows = await world.platform.db.read.select().from(apiTokens)
    expect(JSON.stringify(rows)).not.toContain(token.slice(8))
    const shown = [
      await world.call(college.admin).integrations.tokens.list(),
      await world.call(college.admin).audit.list({ subject: 'api_token' }),
    ]
    expect(JSON.stringify(shown)).toContain('Marks export to the ERP')
    expect(JSON.stringify(shown)).not.toContain(token.slice(8))
    expect(rows).toHaveLength(1)
    for (const { tokenHash } of rows) expect(JSON.stringify(shown)).not.toContain(tokenHash)
  })

  it('stops working when it is deleted or expires, or when its college is deactivated', async () => {
    const { world, college, make } = await office()
    const deleted = await make()
    expect(await who(world, deleted.token)).toBe(200)
    await world.call(college.admin).integrations.tokens.delete({ id: deleted.apiToken.id })
    expect(await who(world, deleted.token)).toBe(401)

    const short = await make({ days: 7 })
    world.clock.advance(7 * day - 1)
    expect(await who(world, short.token)).toBe(200)
    world.clock.advance(1)
    expect(await who(world, short.token)).toBe(401)

    const { token } = await make()
    const asFaculty = (await make({ role: 'faculty' })).token
    expect([await who(world, token), await who(world, asFaculty)]).toEqual([200, 200])
    const { colleges } = world.call(world.admin)
    await colleges.toggleStatus({ id: college.id })
    expect([await who(world, token), await who(world, asFaculty)]).toEqual([401, 401])
    await colleges.toggleStatus({ id: college.id })
    expect([await who(world, token), await who(world, asFaculty)]).toEqual([401, 401])
  })

  it('does not work while its owner has another role or is inactive', async () => {
    const { world, college, make } = await office()
    const { token } = await make()
    const asFaculty = (await make({ role: 'faculty' })).token
    const setOwner = (fields: Partial<typeof users.$inferInsert>) =>
      world.platform.db.write(async (tx) => {
        await tx.update(users).set(fields).where(eq(users.id, college.admin.id))
      })
    await setOwner({ role: 'faculty' })
    expect([await who(world, token), await who(world, asFaculty)]).toEqual([401, 401])
    await setOwner({ role: 'college_admin', isActive: false })
    expect(await who(world, token)).toBe(401)
    await setOwner({ isActive: true })
    expect(await who(world, token)).toBe(200)
  })

  it('is limited to its role and access, and cannot manage tokens', async () => {
    const { world, make } = await office()
    const faculty = (await make({ role: 'faculty' })).token
    expect((await world.rest('GET', '/faculty/tests/assigned', { token: faculty })).status).toBe(200)
    expect((await world.rest('GET', '/college/users', { token: faculty })).status).toBe(403)
    const reading = (await make({ access: 'read' })).token
    expect((await world.rest('GET', '/college/users', { token: reading })).status).toBe(200)
    const { status, body } = await world.rest('POST', '/college/users', { token: reading, body: {} })
    expect([status, body.message]).toEqual([403, 'This API token is read-only.'])
    const kept = await world.rest('GET', '/integrations/tokens', { token: (await make()).token })
    expect([kept.status, kept.body.message]).toEqual([403, 'An API token cannot do this. Please sign in.'])
  })

  it('cannot be created for another role, for over a year, or after the fiftieth', async () => {
    const { world, college, make } = await office()
    await expect(make({ role: 'master_admin' })).rejects.toThrow('Validation failed')
    await expect(make({ days: 366 })).rejects.toThrow('Validation failed')
    await expect(make({ days: -1 })).rejects.toThrow('Validation failed')
    for (let made = 0; made < 50; made++) await make({ days: 365 })
    await expect(make()).rejects.toThrow('You already have 50 tokens')
    // Another owner's token is not found.
    const [first] = (await world.call(college.admin).integrations.tokens.list()).tokens
    const other = await world.college()
    await expect(world.call(other.admin).integrations.tokens.delete({ id: first?.id ?? '' })).rejects.toThrow(
      'not found',
    )
  })

  it('is limited to 600 calls a minute, unlike a session', async () => {
    const { world, college, make } = await office()
    const { token } = await make()
    const first = await world.rest('GET', '/auth/me', { token })
    const rate = (headers: Headers) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
    expect(rate(first.headers)).toEqual(['600', '599', '60'])
    // Each call in a batch counts.
    const names = Array.from({ length: 99 }, () => 'auth.me').join(',')
    for (let sent = 0; sent < 6; sent++)
      await fetch(`${world.url}/trpc/${names}?batch=1&input={}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await world.rest('GET', '/auth/me', { token })).headers.get('ratelimit-remaining')).toBe('4')
    for (let sent = 0; sent < 4; sent++) expect(await who(world, token)).toBe(200)
    world.clock.advance(20_000)
    const over = await world.rest('GET', '/auth/me', { token })
    expect([over.status, over.headers.get('retry-after'), over.body.message]).toEqual([
      429,
      '40',
      'This API token has used its 600 calls per minute. Please wait 40 seconds.',
    ])
    expect((await make()).token).toMatch(/^exh_/)
    const session = await world.tokenOf(college.admin)
    const asSession = await world.rest('GET', '/auth/me', { token: session })
    expect([asSession.status, asSession.headers.get('ratelimit-limit')]).toEqual([200, null])
    world.clock.advance(40_000)
    expect(await who(world, token)).toBe(200)
  })
})
