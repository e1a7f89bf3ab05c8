import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

const minute = 60_000

/** An authenticator app, in step with the server's clock or offset by a few seconds. */
const authenticator =
  (world: World, secret: string) =>
  (beside = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() + beside * 1_000 })

async function withTwoStep() {
  const world = await createWorld()
  const password = world.platform.config.masterAdmin.password ?? ''
  const { email } = world.admin
  const token = await world.tokenOf(world.admin)
  const ask = (method: string, path: string, body?: object) => world.rest(method, path, { token, body })
  const { secret, uri } = (await ask('POST', '/auth/two-step', { password })).body
  const code = authenticator(world, secret)
  const signIn = (fields: object = {}) => world.rest('POST', '/auth/login', { body: { email, password, ...fields } })
  const turnOn = async () => (await ask('PUT', '/auth/two-step', { code: code() })).body.recoveryCodes as string[]
  return { world, ask, secret, uri, code, signIn, turnOn, token, password }
}

const isAsked = { status: 401, body: { errors: [{ field: 'code', message: expect.stringMatching(/authenticator/) }] } }
const isRefused = {
  status: 401,
  body: { errors: [{ field: 'code', message: expect.stringMatching(/wrong or has already been used/) }] },
}

it('requires the password and then a correct code to be turned on', async () => {
  const { world, ask, uri, secret, code, signIn } = await withTwoStep()
  expect(uri).toContain(`secret=${secret}`)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Academic%20System:admin/)
  expect((await ask('POST', '/auth/two-step', { password: 'wrong' })).body.errors).toEqual([
    { field: 'password', message: 'Password is incorrect' },
  ])
  expect((await signIn()).status, 'not confirmed yet').toBe(200)
  expect((await ask('PUT', '/auth/two-step', { code: '000000' })).status).toBe(400)
  expect((await ask('GET', '/auth/two-step')).body.isOn).toBe(false)
  const { body } = await ask('PUT', '/auth/two-step', { code: ` ${code().slice(0, 3)} ${code().slice(3)}` })
  expect(body.recoveryCodes).toHaveLength(10)
  expect(new Set(body.recoveryCodes).size).toBe(10)
  expect((await ask('GET', '/auth/two-step')).body).toEqual({
    isOn: true,
    since: new Date(world.clock.now()).toISOString(),
    recoveryCodesLeft: 10,
    isMissing: false,
  })
  expect((await ask('POST', '/auth/two-step', { password: 'any' })).status, 'already started').toBe(409)
  expect((await ask('GET', '/auth/me')).status, 'the open session stays valid').toBe(200)
})

it('asks for a code after the password, and accepts each code once, up to one time step early or late', async () => {
  const { world, code, signIn, turnOn } = await withTwoStep()
  await turnOn()
  expect(await signIn()).toMatchObject(isAsked)
  expect(await signIn({ password: 'wrong', code: code() }), 'reveals nothing').toMatchObject({
    status: 401,
    body: { message: 'Invalid email or password' },
  })
  expect(await signIn({ code: code() }), 'the code that turned it on').toMatchObject(isRefused)
  world.clock.advance(minute)
  const late = code(-30)
  const early = code(30)
  expect(await signIn({ code: code(-60) }), 'two steps late').toMatchObject(isRefused)
  expect((await signIn({ code: late })).body).toMatchObject({
    token: expect.any(String),
    user: { role: 'master_admin' },
  })
  expect(await signIn({ code: late }), 'reused code').toMatchObject(isRefused)
  expect((await signIn({ code: early })).status).toBe(200)
  expect(await signIn({ code: code() }), 'older than the last accepted code').toMatchObject(isRefused)
})

it('accepts a code once when several sign-ins send it at the same time', async () => {
  const { world, code, signIn, turnOn } = await withTwoStep()
  await turnOn()
  world.clock.advance(minute)
  const answers = await Promise.all([signIn({ code: code() }), signIn({ code: code() }), signIn({ code: code() })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
})

it('accepts each recovery code once, in any notation, until new codes replace it', async () => {
  const { ask, signIn, turnOn, password } = await withTwoStep()
  const [first = '', second = ''] = await turnOn()
  expect((await signIn({ code: first.toLowerCase().replaceAll('-', ' ') })).status).toBe(200)
  expect(await signIn({ code: first })).toMatchObject(isRefused)
  expect((await ask('GET', '/auth/two-step')).body.recoveryCodesLeft).toBe(9)
  const renewed = await ask('POST', '/auth/two-step/recovery-codes', { password })
  expect(await signIn({ code: second })).toMatchObject(isRefused)
  expect((await signIn({ code: renewed.body.recoveryCodes[0] })).status).toBe(200)
})

it('limits guesses to ten in 15 minutes across sign-ins and the profile', async () => {
  const { world, ask, code, signIn, turnOn } = await withTwoStep()
  await turnOn()
  for (let n = 0; n < 5; n++) expect((await signIn({ code: '000000' })).status).toBe(401)
  for (let n = 0; n < 4; n++) expect((await ask('DELETE', '/auth/two-step', { code: '000000' })).status).toBe(400)
  world.clock.advance(minute)
  expect(await ask('DELETE', '/auth/two-step', { code: code() })).toMatchObject({ status: 429 })
  expect((await signIn({ code: code() })).headers.get('retry-after')).toBe(String(14 * 60))
  world.clock.advance(15 * minute)
  expect((await signIn({ code: code() })).status).toBe(200)
})

it('is turned off with a code or the password, and logged', async () => {
  const { world, ask, code, signIn, turnOn, password } = await withTwoStep()
  await turnOn()
  expect((await ask('DELETE', '/auth/two-step', {})).body.errors[0].field).toBe('password')
  world.clock.advance(minute)
  expect((await ask('DELETE', '/auth/two-step', { code: code() })).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  const { secret } = (await ask('POST', '/auth/two-step', { password })).body
  await ask('PUT', '/auth/two-step', { code: authenticator(world, secret)() })
  expect((await ask('DELETE', '/auth/two-step', { password })).status).toBe(200)
  const { entries } = await world.call(world.admin).audit.list({ search: world.admin.email })
  const actions = entries.map(({ action }) => action).filter((action) => /two_step/.test(action))
  expect(actions).toEqual(['off', 'on', 'off', 'on'].map((way) => `account.turn_${way}_two_step`))
})

it('lets the owner turn it off for a college admin who has lost phone and codes', async () => {
  const world = await createWorld()
  const { college, credentials } = await world.call(world.admin).colleges.create({
    name: 'Lake College',
    code: 'LAKE',
    email: 'office@lake.example',
    address: '1 Lake Road, Pune 411001',
  })
  const body = { email: credentials.email, password: credentials.temporaryPassword }
  const { token } = (await world.rest('POST', '/auth/login', { body })).body
  const setup = await world.rest('POST', '/auth/two-step', { token, body: { password: body.password } })
  await world.rest('PUT', '/auth/two-step', { token, body: { code: authenticator(world, setup.body.secret)() } })
  const shown = async () => (await world.call(world.admin).colleges.get({ id: college.id })).college.adminInfo?.twoStep
  expect(await shown()).toBe(true)
  expect((await world.rest('POST', '/auth/login', { body })).status).toBe(401)
  const reset = () => world.rest('DELETE', `/admin/colleges/${college.id}/two-step`, { as: world.admin })
  expect((await reset()).body.college.adminInfo.twoStep).toBe(false)
  expect((await reset()).status).toBe(409)
  expect((await world.rest('POST', '/auth/login', { body })).status).toBe(200)
  const { entries } = await world.call(world.admin).audit.list({ action: 'member.turn_off_two_step' })
  expect(entries).toMatchObject([{ subject: { name: 'Lake College Admin' }, college: { id: college.id } }])
})
