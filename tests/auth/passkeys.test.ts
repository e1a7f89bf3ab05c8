import { describe, expect, it } from 'vitest'
import { mails } from '#drizzle/schema/mail.ts'
import type { Actor } from '#server/platform/platform.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const origin = 'https://exams.example.edu'
const minute = 60_000

/** A session, with functions to add a passkey and sign in with it. */
async function holder(world: World, owner: Actor, at = origin) {
  const token = await world.tokenOf(owner)
  const authenticator = createAuthenticator(at)
  const ask = (method: string, path: string, body?: object) => world.rest(method, path, { token, body })
  const add = async (name = 'Phone') => {
    const { body } = await ask('POST', '/auth/passkeys/options')
    return ask('POST', '/auth/passkeys', { name, response: authenticator.create(body.options) })
  }
  const getOptions = async () => (await world.rest('POST', '/auth/passkeys/sign-in/options', { body: {} })).body.options
  const signIn = (response: object) => world.rest('POST', '/auth/passkeys/sign-in', { body: { response } })
  return { token, authenticator, ask, add, getOptions, signIn }
}

async function withPasskey() {
  const world = await createWorld({ publicUrl: origin })
  const one = await holder(world, world.admin)
  expect(await one.add()).toMatchObject({ status: 201, body: { passkey: { name: 'Phone', lastUsedAt: null } } })
  return { world, ...one }
}

const refused = { status: 401, body: { message: 'This passkey was not accepted. Please sign in with your password.' } }

describe('a passkey', () => {
  it('signs in without password or code, for any role, and records its last use', async () => {
    const { world, ask, authenticator, getOptions, signIn } = await withPasskey()
    const { body } = await signIn(authenticator.get(await getOptions()))
    expect(body.user.email).toBe(world.admin.email)
    expect((await world.rest('GET', '/auth/me', { token: body.token })).status).toBe(200)
    const { passkeys } = (await ask('GET', '/auth/passkeys')).body
    expect(passkeys).toMatchObject([{ id: authenticator.id, lastUsedAt: new Date(world.clock.now()).toISOString() }])

    const student = await holder(world, await world.student(await world.college()))
    expect((await student.add('My phone')).status).toBe(201)
    expect((await student.signIn(student.authenticator.get(await student.getOptions()))).status).toBe(200)
  })

  it('is refused if replayed, expired, unverified, copied, or for another challenge, origin or key', async () => {
    const { world, authenticator, getOptions, signIn, ask } = await withPasskey()
    const good = authenticator.get(await getOptions())
    expect((await signIn(good)).status).toBe(200)
    expect(await signIn(good), 'replayed').toMatchObject(refused)
    expect(await signIn(authenticator.get({ challenge: 'made-up' }))).toMatchObject(refused)
    const { options } = (await ask('POST', '/auth/step-up/options')).body
    expect(await signIn(authenticator.get(options)), 'a challenge for another purpose').toMatchObject(refused)
    expect(
      await signIn(authenticator.get(await getOptions(), { from: 'https://exams.example.edu.evil.example' })),
    ).toMatchObject(refused)
    expect(await signIn(authenticator.get(await getOptions(), { verified: false }))).toMatchObject(refused)
    const late = await getOptions()
    world.clock.advance(5 * minute)
    expect(await signIn(authenticator.get(late))).toMatchObject(refused)
    const forged = createAuthenticator(origin).get(await getOptions())
    expect(await signIn(forged), 'unknown passkey').toMatchObject(refused)
    expect(await signIn({ ...forged, id: authenticator.id, rawId: authenticator.id }), 'another key').toMatchObject(
      refused,
    )
    authenticator.rewind()
    expect(await signIn(authenticator.get(await getOptions())), 'a copied authenticator').toMatchObject(refused)
    const entries = (await world.rest('GET', '/audit?action=sign_in.failure', { as: world.admin })).body.entries
    expect(entries.length).toBeGreaterThan(5)
  })

  it('cannot be added twice, from another site, with a stolen challenge, or without a recent sign-in', async () => {
    const { world, ask, add, authenticator } = await withPasskey()
    expect((await add()).status).toBe(400)
    const elsewhere = await holder(world, world.admin, 'https://evil.example')
    expect((await elsewhere.add()).status).toBe(400)
    const other = await holder(world, (await world.college()).admin)
    const { options } = (await ask('POST', '/auth/passkeys/options')).body
    const stolen = other.authenticator.create(options)
    expect(
      (await other.ask('POST', '/auth/passkeys', { name: 'Mine', response: stolen })).status,
      'their challenge',
    ).toBe(400)
    world.clock.advance(11 * minute)
    expect((await ask('POST', '/auth/passkeys/options')).status).toBe(403)
    expect((await ask('DELETE', `/auth/passkeys/${authenticator.id}`)).status).toBe(403)
  })

  it('triggers an email to its owner, is logged, and cannot sign in once removed', async () => {
    const { world, ask, authenticator, getOptions, signIn } = await withPasskey()
    const other = await holder(world, (await world.college()).admin)
    expect((await other.ask('DELETE', `/auth/passkeys/${authenticator.id}`)).status, 'another person’s passkey').toBe(
      404,
    )
    expect((await ask('DELETE', `/auth/passkeys/${authenticator.id}`)).status).toBe(200)
    expect(await signIn(authenticator.get(await getOptions()))).toMatchObject(refused)
    const { entries } = (await ask('GET', '/audit')).body
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['account.add_passkey', 'account.remove_passkey']))
    const letters = await world.platform.db.read.select().from(mails)
    expect(letters.filter(({ recipient }) => recipient === world.admin.email)).toMatchObject([
      { subject: 'A passkey was added to your account', text: expect.stringContaining('“Phone”') },
    ])
  })

  it('cannot sign in an inactive user', async () => {
    const world = await createWorld({ publicUrl: origin })
    const college = await world.college()
    const { add, authenticator, getOptions, signIn } = await holder(world, college.admin)
    await add()
    await world.call(world.admin).colleges.toggleStatus({ id: college.id })
    expect((await signIn(authenticator.get(await getOptions()))).status).toBe(403)
  })

  it('completes a step-up only for the session that requested it', async () => {
    const { world, ask, authenticator } = await withPasskey()
    world.clock.advance(11 * minute)
    const { options } = (await ask('POST', '/auth/step-up/options')).body
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
    const response = authenticator.get(options)
    const other = await holder(world, (await world.college()).admin)
    await other.add()
    expect((await other.ask('POST', '/auth/step-up', { passkey: response })).status).toBe(400)
    const again = (await ask('POST', '/auth/step-up/options')).body.options
    expect((await ask('POST', '/auth/step-up', { passkey: authenticator.get(again) })).status).toBe(200)
    expect((await ask('POST', '/auth/passkeys/options')).status).toBe(200)
  })

  it('needs a host name, and each person can have at most twenty', async () => {
    const world = await createWorld({ publicUrl: 'https://192.0.2.7' })
    const { getOptions, ask } = await holder(world, world.admin)
    expect(await getOptions()).toBeUndefined()
    expect((await ask('POST', '/auth/passkeys/options')).body.message).toContain('Set PUBLIC_URL')
    const named = await createWorld({ publicUrl: origin })
    for (let made = 0; made < 20; made++) await (await holder(named, named.admin)).add()
    expect((await (await holder(named, named.admin)).ask('POST', '/auth/passkeys/options')).status).toBe(409)
  })
})
