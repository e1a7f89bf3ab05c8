import { describe, expect, it } from 'vitest'
import { mails } from '#drizzle/schema/mail.ts'
import { issueResets } from '#server/features/auth/resets.ts'
import type { Actor } from '#server/platform/platform.ts'
import { createWorld } from '#tests/support/world.ts'

const ownPassword = 'first-password'

/** The master admin and a college admin, each with a session and a working token. */
async function offices() {
  const world = await createWorld()
  const college = await world.college()
  const tokenOf = async (owner: Actor) => {
    const session = await world.tokenOf(owner)
    const password = owner === world.admin ? ownPassword : await world.passwordOf(owner)
    const expiresAt = new Date(world.clock.now() + 86_400_000).toISOString()
    const body = { name: 'ERP', role: owner.role, access: 'full', expiresAt, password }
    const { token } = (await world.rest('POST', '/integrations/tokens', { token: session, body })).body
    const status = async () => (await world.rest('GET', '/auth/me', { token })).status
    expect(await status()).toBe(200)
    return { session, status }
  }
  return { world, college, own: await tokenOf(world.admin), theirs: await tokenOf(college.admin) }
}

describe('API tokens are revoked', () => {
  it('by their owner’s new password, but not by anyone else’s', async () => {
    const { world, own, theirs } = await offices()
    const body = { currentPassword: ownPassword, newPassword: 'a-new-secret' }
    expect((await world.rest('PUT', '/auth/change-password', { token: own.session, body })).status).toBe(200)
    expect([await own.status(), await theirs.status()]).toEqual([401, 200])
  })

  it('by a password reset with an emailed link', async () => {
    const { world, own } = await offices()
    await world.rest('POST', '/auth/forgot-password', { body: { email: world.admin.email } })
    await issueResets(world.platform)
    const letters = (await world.platform.db.read.select().from(mails)).map(({ text }) => text).join()
    const link = /reset-password#([\w-]+)/.exec(letters)?.[1]
    const body = { password: 'a-new-secret' }
    expect((await world.rest('POST', `/auth/reset-password/${link}`, { body })).status).toBe(200)
    expect(await own.status()).toBe(401)
  })

  it.each([true, false])('by signing out everywhere (others only: %s)', async (others) => {
    const { world, own, theirs } = await offices()
    expect((await world.rest('DELETE', '/auth/sessions', { token: own.session, body: { others } })).status).toBe(200)
    expect([await own.status(), await theirs.status()]).toEqual([401, 200])
  })

  it('by a new temporary password from the owner', async () => {
    const { world, college, theirs } = await offices()
    await world.call(world.admin).colleges.reissuePassword({ id: college.id })
    expect(await theirs.status()).toBe(401)
  })

  it('by deactivating the college, permanently', async () => {
    const { world, college, own, theirs } = await offices()
    await world.call(world.admin).colleges.toggleStatus({ id: college.id })
    await world.call(world.admin).colleges.toggleStatus({ id: college.id })
    expect([await own.status(), await theirs.status()]).toEqual([200, 401])
  })
})
