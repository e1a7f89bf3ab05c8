import { expect, it } from 'vitest'
import { users } from '#drizzle/schema/members.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { header, studentRow, studentsBook, upload, xlsxOf } from './sheets.ts'

const emails = async (world: World) =>
  (await world.platform.db.read.select().from(users))
    .map(({ email }) => email)
    .filter((email) => email.includes('people'))

it('reports a duplicate within the sheet at the later row, and adds the first', async () => {
  const world = await createWorld()
  const { admin } = await world.college()
  const { body } = await upload(
    world,
    studentsBook(studentRow(1), studentRow(2, { email: 'STUDENT1@People.Example' }), studentRow(3, { idNumber: 'R1' })),
    { as: admin },
  )
  expect(body).toMatchObject({
    total: 3,
    successful: 1,
    failed: 2,
    errors: [
      { row: 3, field: 'email', message: 'This email is already in row 2 of this sheet' },
      { row: 4, field: 'idNumber', message: 'This Roll Number is already in row 2 of this sheet' },
    ],
    credentials: [{ email: 'student1@people.example' }],
  })
})

it('reports existing members of either role, together with other errors', async () => {
  const world = await createWorld()
  const college = await world.college()
  await world
    .call(college.admin)
    .members.create({ role: 'faculty', name: 'Meera', email: 'meera@x.example', idNumber: 'R1', branch: 'CSE' })
  const { body } = await upload(
    world,
    studentsBook(
      studentRow(1),
      studentRow(2, { email: 'MEERA@x.example', section: '' }),
      studentRow(3, { email: college.admin.email }),
    ),
    { as: college.admin },
  )
  expect(body.errors).toEqual([
    { row: 2, field: 'idNumber', message: 'This Roll Number is already in use in your college' },
    { row: 3, field: 'section', message: 'Section is required' },
    { row: 3, field: 'email', message: 'This email is already in use in your college' },
    { row: 4, field: 'email', message: 'This email is already in use in your college' },
  ])
  const again = [header.faculty, ['Somebody', 'R1', 'CSE', 'somebody@people.example']]
  expect((await upload(world, xlsxOf(again), { as: college.admin, role: 'faculty' })).body.errors).toEqual([
    { row: 2, field: 'idNumber', message: 'This ID is already in use in your college' },
  ])
})

it('refuses an email used elsewhere without naming its owner, but allows another college’s ID number', async () => {
  const world = await createWorld()
  const other = await world.college()
  const { admin } = await world.college()
  await world.student(other, { email: 'ravi@x.example', idNumber: 'R1', name: 'Ravi Secret' })
  const { body } = await upload(
    world,
    studentsBook(
      studentRow(1),
      studentRow(2, { email: 'Ravi@X.example' }),
      studentRow(3, { email: world.admin.email }),
    ),
    { as: admin },
  )
  expect(body).toMatchObject({ successful: 1, failed: 2 })
  expect(body.errors).toEqual([
    { row: 3, field: 'email', message: 'This email is already in use outside your college' },
    // The master admin's email is invalid here, because it has no dot after the @.
    { row: 4, field: 'email', message: 'Please enter a valid email' },
  ])
  expect(JSON.stringify(body)).not.toContain('Secret')
})

it('adds each person once across simultaneous uploads of a sheet, and reports the rest as taken', async () => {
  const world = await createWorld()
  const { admin } = await world.college()
  const other = await world.college()
  const bytes = studentsBook(...Array.from({ length: 450 }, (_, n) => studentRow(n)))
  const answers = await Promise.all([admin, admin, other.admin].map((as) => upload(world, bytes, { as })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const bodies = answers.map(({ body }) => body)
  expect(bodies.reduce((sum, { successful }) => sum + successful, 0)).toBe(450)
  for (const { total, successful, failed, credentials, errors } of bodies) {
    expect([total, credentials.length]).toEqual([successful + failed, successful])
    for (const { message } of errors) expect(message).toMatch(/already in use (in|outside) your college$/)
  }
  const stored = await emails(world)
  expect(stored).toHaveLength(450)
  expect(new Set(stored).size).toBe(450)
  const { email, temporaryPassword } = bodies.find(({ successful }) => successful > 0).credentials[0]
  expect((await world.call(null).auth.login({ email, password: temporaryPassword })).user.email).toBe(email)
})
