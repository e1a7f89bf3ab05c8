import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import type { Actor } from '#server/platform/platform.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const origin = 'https://exams.example.edu'
const needed = 'Staff must use a second sign-in step. Set one up in your profile, or sign in with the one you have.'
const barred = [403, { error: needed, message: needed }]

const callWith = (world: World, token: string) => (method: string, path: string, body?: object) =>
  world.rest(method, path, { token, body })
type Call = ReturnType<typeof callWith>

const passwords = new WeakMap<Actor, string>()
/** Cached, because `world.passwordOf` sets a new password. */
async function passwordOf(world: World, actor: Actor) {
  const password = passwords.get(actor) ?? (await world.passwordOf(actor))
  passwords.set(actor, password)
  return password
}

/** A session from a sign-in with only the password. */
async function byPassword(world: World, actor: Actor): Promise<Call> {
  const body = { email: actor.email, password: await passwordOf(world, actor) }
  return callWith(world, (await world.rest('POST', '/auth/login', { body })).body.token)
}

async function addPasskey(ask: Call) {
  const device = createAuthenticator(origin)
  const { options } = (await ask('POST', '/auth/passkeys/options')).body
  const { body } = await ask('POST', '/auth/passkeys', { name: 'Phone', response: device.create(options) })
  return { device, id: body.passkey.id as string }
}

async function turnOnTwoStep(world: World, actor: Actor, ask: Call) {
  const { secret } = (await ask('POST', '/auth/two-step', { password: await passwordOf(world, actor) })).body
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() })
  expect((await ask('PUT', '/auth/two-step', { code: code() })).status).toBe(200)
  return code
}

/** The owner has a passkey and requires a second step for all staff. */
async function strict() {
  const world = await createWorld({ publicUrl: origin })
  const college = await world.college()
  const faculty = await world.faculty(college)
  const student = await world.student(college)
  const owner = await byPassword(world, world.admin)
  expect(await owner('PUT', '/admin/second-step', { required: true })).toMatchObject({
    status: 409,
    body: { message: 'Turn on two-step sign-in or add a passkey for yourself first' },
  })
  const { id: passkey } = await addPasskey(owner)
  expect((await owner('PUT', '/admin/second-step', { required: true })).body).toEqual({ required: true })
  return { world, college, faculty, student, owner, passkey }
}

const answerOf = async (asked: ReturnType<Call>) => {
  const { status, body } = await asked
  return [status, body]
}

it('blocks staff without a second step from everything except setting one up', async () => {
  const { world, college, faculty, student, owner } = await strict()
  for (const one of [college.admin, faculty]) {
    const ask = await byPassword(world, one)
    expect((await ask('GET', '/auth/me')).status).toBe(200)
    expect(await answerOf(ask('GET', one === faculty ? '/faculty/tests/assigned' : '/college/users'))).toEqual(barred)
    const form = { currentPassword: 'any', newPassword: 'another-good-one' }
    expect(await answerOf(ask('PUT', '/auth/change-password', form))).toEqual(barred)
    expect((await ask('GET', '/auth/two-step')).body).toMatchObject({ isOn: false, isMissing: true })
  }
  expect((await owner('GET', '/admin/colleges')).status).toBe(200)
  expect((await (await byPassword(world, student))('GET', '/tests/student/assigned')).status).toBe(200)
  expect((await owner('PUT', '/admin/second-step', { required: false })).status).toBe(200)
  expect((await (await byPassword(world, faculty))('GET', '/faculty/tests/assigned')).status).toBe(200)
  const { entries } = (await owner('GET', '/audit?action=platform.second_step')).body
  expect(entries.map(({ detail }: { detail: object }) => detail)).toEqual([{ required: false }, { required: true }])
})

it('lets staff continue in the session where they set up a second step, but not remove their last one', async () => {
  const { world, college, faculty } = await strict()
  const admin = await byPassword(world, college.admin)
  const { id } = await addPasskey(admin)
  expect((await admin('GET', '/college/users')).status).toBe(200)
  const last = 'Staff must use a second sign-in step. Set up another one first.'
  expect(await answerOf(admin('DELETE', `/auth/passkeys/${id}`))).toEqual([409, { error: last, message: last }])
  await turnOnTwoStep(world, college.admin, admin)
  expect((await admin('DELETE', `/auth/passkeys/${id}`)).status).toBe(200)
  const password = await passwordOf(world, college.admin)
  expect(await answerOf(admin('DELETE', '/auth/two-step', { password }))).toEqual([409, { error: last, message: last }])

  const teacher = await byPassword(world, faculty)
  await turnOnTwoStep(world, faculty, teacher)
  expect((await teacher('GET', '/faculty/tests/assigned')).status).toBe(200)
})

it('blocks a session opened with only the password once the account has a passkey', async () => {
  const { world, college } = await strict()
  // Starts to set up second steps before the account's owner adds a passkey, and tries to finish afterwards.
  const thief = await byPassword(world, college.admin)
  const password = await passwordOf(world, college.admin)
  const { secret } = (await thief('POST', '/auth/two-step', { password })).body
  const creation = (await thief('POST', '/auth/passkeys/options')).body.options
  const admin = await byPassword(world, college.admin)
  const { device } = await addPasskey(admin)

  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() })
  const response = createAuthenticator(origin).create(creation)
  for (const [method, path, body] of [
    ['GET', '/college/users'],
    ['POST', '/auth/two-step', { password }],
    ['PUT', '/auth/two-step', { code }],
    ['POST', '/auth/passkeys/options'],
    ['POST', '/auth/passkeys', { name: 'Mine', response }],
    ['DELETE', '/auth/sessions'],
  ] as const) {
    expect((await thief('POST', '/auth/step-up', { password })).status).toBe(200)
    expect(await answerOf(thief(method, path, body)), path).toEqual(barred)
  }
  expect((await admin('GET', '/college/users')).status).toBe(200)

  // The same session works once the passkey is used in it.
  const { options } = (await thief('POST', '/auth/step-up/options')).body
  expect((await thief('POST', '/auth/step-up', { passkey: device.get(options) })).status).toBe(200)
  expect((await thief('GET', '/college/users')).status).toBe(200)
})

it('accepts a sign-in with a code or a passkey', async () => {
  const { world, college, faculty } = await strict()
  const code = await turnOnTwoStep(world, faculty, await byPassword(world, faculty))
  world.clock.advance(60_000)
  const body = { email: faculty.email, password: await passwordOf(world, faculty), code: code() }
  const teacher = callWith(world, (await world.rest('POST', '/auth/login', { body })).body.token)
  expect((await teacher('GET', '/faculty/tests/assigned')).status).toBe(200)

  const { device } = await addPasskey(await byPassword(world, college.admin))
  const { options } = (await world.rest('POST', '/auth/passkeys/sign-in/options')).body
  const signedIn = await world.rest('POST', '/auth/passkeys/sign-in', { body: { response: device.get(options) } })
  expect((await callWith(world, signedIn.body.token)('GET', '/college/users')).status).toBe(200)
})

it('removes second steps when a temporary password is issued, because the phone may be lost too', async () => {
  const { world, college, faculty } = await strict()
  const admin = await byPassword(world, college.admin)
  await addPasskey(admin)
  const teacher = await byPassword(world, faculty)
  await turnOnTwoStep(world, faculty, teacher)
  await addPasskey(teacher)
  const { body } = await admin('POST', `/college/users/${faculty.id}/temporary-password`)
  const sent = { email: faculty.email, password: body.temporaryPassword }
  const again = callWith(world, (await world.rest('POST', '/auth/login', { body: sent })).body.token)
  expect((await again('GET', '/auth/two-step')).body).toMatchObject({ isOn: false, isMissing: true })
  expect((await again('GET', '/auth/passkeys')).body.passkeys).toEqual([])
  await addPasskey(again)
  expect((await again('GET', '/faculty/tests/assigned')).status).toBe(200)
})

it('lets the owner remove a college administrator’s second step', async () => {
  const { world, college, owner } = await strict()
  await addPasskey(await byPassword(world, college.admin))
  const { colleges } = (await owner('GET', '/admin/colleges')).body
  expect(colleges[0].adminInfo.twoStep).toBe(true)
  expect((await owner('DELETE', `/admin/colleges/${college.id}/two-step`)).status).toBe(200)
  const again = await byPassword(world, college.admin)
  expect((await again('GET', '/auth/passkeys')).body.passkeys).toEqual([])
})

it('does not require a second step from API tokens', async () => {
  const { world, owner } = await strict()
  const expiresAt = new Date(world.clock.now() + 86_400_000).toISOString()
  const form = {
    name: 'ERP',
    role: 'master_admin',
    access: 'full',
    expiresAt,
    password: await passwordOf(world, world.admin),
  }
  const { token } = (await owner('POST', '/integrations/tokens', form)).body
  expect((await world.rest('GET', '/admin/colleges', { token })).status).toBe(200)
})
