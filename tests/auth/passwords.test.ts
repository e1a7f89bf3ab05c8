import { describe, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

const hour = 3_600_000
const day = 24 * hour

/** Creates a user, and returns a function that changes their password. */
async function choosing(world: World, role: 'student' | 'faculty') {
  const college = await world.college()
  const email = `asha.rao@${role}.example`
  const { user, temporaryPassword } = await world.call(college.admin).members.create({
    ...{ role, name: 'Asha Rao', email, idNumber: 'X1', branch: 'CSE' },
    ...(role === 'student' && { batch: '2027', section: 'A' }),
  })
  const token = await world.platform.sessions.open(user.id, false)
  return async (newPassword: string) => {
    const body = { currentPassword: temporaryPassword, newPassword }
    const { status, body: answer } = await world.rest('PUT', '/auth/change-password', { token, body })
    return status === 200 ? 'accepted' : answer.errors?.[0]
  }
}

const common = {
  field: 'newPassword',
  message: 'Many people use this password, so it is easy to guess. Please choose another one',
}

describe('a new password', () => {
  it('must not be among the 1,000 most common ones, or 10,000 for staff', async () => {
    const world = await createWorld()
    const student = await choosing(world, 'student')
    const faculty = await choosing(world, 'faculty')
    for (const password of ['123456', 'password', 'QWERTY', 'iloveyou'])
      expect([password, await student(password), await faculty(password)]).toEqual([password, common, common])
    // Among the 10,000 most common, but not the top 1,000.
    expect(await faculty('mercury1')).toEqual(common)
    expect(await student('mercury1')).toBe('accepted')
  })

  it('must not be the user’s email or its local part', async () => {
    const student = await choosing(await createWorld(), 'student')
    const own = { field: 'newPassword', message: 'Your email address is easy to guess. Please choose another password' }
    expect(await student('Asha.Rao')).toEqual(own)
    expect(await student('asha.rao@student.example')).toEqual(own)
    expect(await student('asha.rao2')).toBe('accepted')
  })

  it('must have at least PASSWORD_MIN characters', async () => {
    const world = await createWorld({ passwordMin: 10 })
    expect(await world.call(null).auth.passwordRule()).toEqual({ minLength: 10 })
    const faculty = await choosing(world, 'faculty')
    expect(await faculty('mango-tea')).toEqual({
      field: 'newPassword',
      message: 'New password must be at least 10 characters',
    })
    expect(await faculty('mango-tea2')).toBe('accepted')
  })
})

it('ends a session 90 days after sign-in, even if it is in use', async () => {
  const world = await createWorld()
  const token = await world.platform.sessions.open(world.admin.id, true)
  const status = async () => (await world.rest('GET', '/auth/me', { token })).status
  for (let days = 0; days < 80; days += 20) {
    world.clock.advance(20 * day)
    expect(await status()).toBe(200)
  }
  world.clock.advance(10 * day - hour)
  expect(await status()).toBe(200)
  world.clock.advance(hour)
  expect(await status()).toBe(401)
})
