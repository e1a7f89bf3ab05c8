import { describe, expect, it } from 'vitest'
import { aFaculty, aStudent } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const minute = 60_000

describe('updating the profile', () => {
  it('changes a master admin’s name, phone and company, but not role or email', async () => {
    const world = await createWorld()
    const body = {
      name: ' Kavita Rao ',
      phoneNumber: '+91 98200 12345',
      companyName: 'Lotus Placements',
      companyAddress: '4 Hill Road, Pune',
      email: 'other@x.example',
      role: 'student',
      isActive: false,
      branch: 'CSE',
    }
    const { body: answer } = await world.rest('PUT', '/admin/profile', { as: world.admin, body })
    expect(answer.user).toMatchObject({
      name: 'Kavita Rao',
      phoneNumber: '+91 98200 12345',
      companyName: 'Lotus Placements',
      companyAddress: '4 Hill Road, Pune',
      email: 'admin@localhost',
      role: 'master_admin',
      isActive: true,
      branch: null,
    })
    expect((await world.rest('GET', '/admin/profile', { as: world.admin })).body).toEqual(answer)
  })

  it('lets a college admin change the college’s address, but not its code', async () => {
    const world = await createWorld()
    const college = await world.college()
    const put = (body: object) => world.rest('PUT', '/auth/profile', { as: college.admin, body })
    const { user } = (await put({ address: '12 New Campus Road, Nashik', code: 'HACK', companyName: 'x' })).body
    expect(user.collegeId).toMatchObject({ address: '12 New Campus Road, Nashik' })
    expect(user.collegeId.code).not.toBe('HACK')
    expect(user.companyName).toBeNull()
    expect((await put({ address: 'short' })).body.errors).toEqual([
      { field: 'address', message: 'Please enter a complete address' },
    ])
    const { college: seen } = await world.call(world.admin).colleges.get({ id: college.id })
    expect(seen.address).toBe('12 New Campus Road, Nashik')
  })

  it('requires a student’s branch, batch and section, and does not change the roll number', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { user } = await world.call(college.admin).members.create(aStudent({ idNumber: 'R-77' }))
    const student = { ...user, collegeId: college.id, address: '127.0.0.1' }
    const put = (body: object) => world.rest('PUT', '/auth/profile', { as: student, body })
    expect((await put({ branch: 'ECE', batch: '2028', section: 'C', idNumber: 'R-1' })).body.user).toMatchObject({
      branch: 'ECE',
      batch: '2028',
      section: 'C',
      idNumber: 'R-77',
    })
    expect((await put({ name: '', branch: ' ', batch: null, section: '', phoneNumber: '12' })).body.errors).toEqual([
      { field: 'name', message: 'Name is required' },
      { field: 'phoneNumber', message: 'Please enter a valid phone number' },
      { field: 'branch', message: 'Branch is required' },
      { field: 'batch', message: 'Batch is required' },
      { field: 'section', message: 'Section is required' },
    ])
    expect((await put({ companyName: 5, address: [] })).status, 'other roles’ fields are ignored').toBe(200)
    expect((await put({ branch: ' ', batch: null, section: '' })).body.errors).toEqual([
      { field: 'branch', message: 'Branch is required' },
      { field: 'batch', message: 'Batch is required' },
      { field: 'section', message: 'Section is required' },
    ])
  })

  it('keeps a faculty member’s omitted fields, clears batch and section, and accepts the output of GET', async () => {
    const world = await createWorld()
    const college = await world.college()
    const made = await world.call(college.admin).members.create(aFaculty({ batch: '2027', section: 'B' }))
    const teacher = { ...made.user, collegeId: college.id, address: '127.0.0.1' }
    const put = async (body: object) => (await world.rest('PUT', '/auth/profile', { as: teacher, body })).body.user
    expect(await put({ phoneNumber: '020 2555 0100' })).toMatchObject({ batch: '2027', section: 'B', branch: 'CSE' })
    expect(await put({ batch: '', section: null })).toMatchObject({ batch: null, section: null })
    const { user } = (await world.rest('GET', '/auth/me', { as: teacher })).body
    expect(await put(user)).toEqual(user)
  })
})

describe('changing the password', () => {
  const change = { currentPassword: 'first-password', newPassword: 'a-second-one' }

  it('keeps this session, ends the others, and invalidates the old password', async () => {
    const world = await createWorld()
    const [here, elsewhere] = [await world.tokenOf(world.admin), await world.tokenOf(world.admin)]
    const answer = await world.rest('PUT', '/auth/change-password', { token: here, body: change })
    expect(answer).toMatchObject({ status: 200, body: { message: 'Password changed successfully!' } })
    expect((await world.rest('GET', '/auth/me', { token: here })).status).toBe(200)
    expect((await world.rest('GET', '/auth/me', { token: elsewhere })).status).toBe(401)
    const signIn = async (password: string) =>
      (await world.rest('POST', '/auth/login', { body: { email: 'admin@localhost', password } })).status
    expect(await signIn('first-password')).toBe(401)
    expect(await signIn('a-second-one')).toBe(200)
  })

  it('returns 400, not 401, if the current one is wrong, and 429 after ten guesses in 15 minutes', async () => {
    const world = await createWorld()
    const token = await world.tokenOf(world.admin)
    const put = (body: object) => world.rest('PUT', '/auth/change-password', { token, body })
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await put({ ...change, currentPassword: 'guess' })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'currentPassword', message: 'Current password is incorrect' }] },
      })
    expect((await put(change)).status).toBe(429)
    world.clock.advance(15 * minute)
    expect((await put(change)).status).toBe(200)
  })

  it('requires at least 6 characters and both fields', async () => {
    const world = await createWorld()
    const put = async (body: object) =>
      (await world.rest('PUT', '/auth/change-password', { as: world.admin, body })).body.errors
    expect(await put({})).toEqual([
      { field: 'currentPassword', message: 'Current password is required' },
      { field: 'newPassword', message: 'New password is required' },
    ])
    expect(await put({ ...change, newPassword: 'short' })).toEqual([
      { field: 'newPassword', message: 'New password must be at least 6 characters' },
    ])
  })
})
