import { describe, expect, it } from 'vitest'
import { users } from '#drizzle/schema/members.ts'
import { aCollege, aFaculty, aStudent } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('colleges', () => {
  it('get an admin who signs in with the college’s email and a temporary password', async () => {
    const world = await createWorld()
    const made = await world.rest('POST', '/admin/colleges', {
      as: world.admin,
      body: aCollege({ email: 'Office@X.Example' }),
    })
    expect(made.status).toBe(201)
    const { email, temporaryPassword } = made.body.credentials
    expect(email).toBe('office@x.example')
    const { user } = await world.call(null).auth.login({ email, password: temporaryPassword })
    expect(user).toMatchObject({ role: 'college_admin', collegeName: made.body.college.name })
    expect((await world.call(world.admin).colleges.get({ id: made.body.college.id })).college.adminInfo).toMatchObject({
      hasLoggedIn: true,
    })
  })

  it('are refused with 409 if the code is taken in any case, or the email anywhere', async () => {
    const world = await createWorld()
    await world.call(world.admin).colleges.create(aCollege({ code: 'abc', email: 'one@x.example' }))
    const create = (body: object) => world.rest('POST', '/admin/colleges', { as: world.admin, body })
    await create(aCollege({ code: 'École' }))
    expect((await create(aCollege({ code: 'éCOLE' }))).status).toBe(409)
    expect(await create(aCollege({ code: 'ABC' }))).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'code' }] },
    })
    expect(await create(aCollege({ email: 'ONE@x.example' }))).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'email' }] },
    })
    expect((await world.call(world.admin).colleges.list({})).pagination.total).toBe(2)
  })
})

describe('members', () => {
  it('sign in with a temporary password, whose fast hash is then replaced by a slow one', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { user, temporaryPassword } = await world.call(college.admin).members.create(aStudent())
    expect(user).toMatchObject({ hasLoggedIn: false, lastLogin: null })
    const hash = async () =>
      (await world.platform.db.read.select().from(users)).find((row) => row.id === user.id)?.passwordHash
    expect(await hash()).toMatch(/^hmac\$/)
    const login = () => world.call(null).auth.login({ email: user.email, password: temporaryPassword })
    await login()
    expect(await hash()).toMatch(/^argon2id\$/)
    expect((await login()).user.hasLoggedIn).toBe(true)
    await expect(
      world.call(null).auth.login({ email: user.email, password: `${temporaryPassword}x` }),
    ).rejects.toThrow()
  })

  it.each<[Record<string, unknown>, string, string]>([
    [{ name: '' }, 'name', 'Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email'],
    [{ idNumber: '' }, 'idNumber', 'Roll Number is required'],
    [{ role: 'faculty', idNumber: '' }, 'idNumber', 'ID is required'],
    [{ branch: '' }, 'branch', 'Branch is required'],
    [{ batch: undefined }, 'batch', 'Batch is required'],
    [{ section: '' }, 'section', 'Section is required'],
    [{ phoneNumber: '12345' }, 'phoneNumber', 'Please enter a valid phone number'],
    [{ role: 'college_admin' }, 'role', 'Role must be student or faculty'],
  ])('get an error for %j at %s: %s', async (fields, field, message) => {
    const world = await createWorld()
    const college = await world.college()
    const body = { ...aStudent(), ...fields }
    const answer = await world.rest('POST', '/college/users', { as: college.admin, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual({ field, message })
  })

  it('get an error for every missing field at once', async () => {
    const world = await createWorld()
    const college = await world.college()
    const invalidFields = async (body: object) =>
      (await world.rest('POST', '/college/users', { as: college.admin, body })).body.errors.map(
        (error: { field: string }) => error.field,
      )
    expect(await invalidFields({})).toEqual(['role', 'name', 'email', 'branch', 'idNumber'])
    expect(await invalidFields({ role: 'student' })).toEqual([
      'name',
      'email',
      'branch',
      'idNumber',
      'batch',
      'section',
    ])
  })

  it.each<[Record<string, unknown>, { field: string; message: string }[]]>([
    [{ name: 'x'.repeat(300) }, [{ field: 'name', message: 'Name must be at most 200 characters' }]],
    [{ idNumber: null }, [{ field: 'idNumber', message: 'Roll Number is required' }]],
    [{ branch: [] }, [{ field: 'branch', message: 'Branch is required' }]],
    [{ phoneNumber: 9876543210 }, [{ field: 'phoneNumber', message: 'Please enter a valid phone number' }]],
  ])('get exactly one error for %j', async (fields, errors) => {
    const world = await createWorld()
    const college = await world.college()
    const answer = await world.rest('POST', '/college/users', { as: college.admin, body: { ...aStudent(), ...fields } })
    expect(answer.body.errors).toEqual(errors)
  })

  it('include their college', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { body } = await world.rest('POST', '/college/users', { as: college.admin, body: aStudent() })
    expect(body.user).toMatchObject({
      collegeName: expect.stringMatching(/^Sahyadri/),
      collegeId: { id: college.id, _id: college.id, code: expect.any(String), address: expect.any(String) },
    })
  })

  it('may be faculty without batch and section, and have a phone number with a plus', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { user } = await world.call(college.admin).members.create(aFaculty({ phoneNumber: '+91 (20) 2555-0100' }))
    expect(user).toMatchObject({ batch: null, section: null, phoneNumber: '+91 (20) 2555-0100' })
  })

  it('need a unique email, and an ID number that is unique in their college', async () => {
    const world = await createWorld()
    const [college, other] = [await world.college(), await world.college()]
    const { user } = await world.call(college.admin).members.create(aStudent({ idNumber: 'R1' }))
    const create = (admin: typeof college.admin, fields: Parameters<typeof aStudent>[0]) =>
      world.rest('POST', '/college/users', { as: admin, body: aStudent(fields) })
    const taken = await create(other.admin, { email: user.email.toUpperCase() })
    expect(taken).toMatchObject({ status: 409, body: { errors: [{ field: 'email' }] } })
    expect(JSON.stringify(taken.body)).not.toContain(user.name)
    expect(await create(college.admin, { idNumber: 'R1' })).toMatchObject({
      status: 409,
      body: { errors: [{ field: 'idNumber', message: 'This Roll Number is already in use in your college' }] },
    })
    const both = await create(college.admin, { idNumber: 'R1', email: user.email })
    expect(both.body.errors.map((error: { field: string }) => error.field)).toEqual(['email', 'idNumber'])
    expect((await create(other.admin, { idNumber: 'R1' })).status).toBe(201)
  })
})
