import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { colleges as collegesTable } from '#drizzle/schema/colleges.ts'
import { finishDeletions } from '#server/features/colleges/colleges.ts'
import { aCollege, aStudent } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Counts the rows in each table that contain any of the ids. */
async function rowsNaming(world: World, ids: string[]) {
  const { read } = world.platform.db
  const tables = read.all<{ name: string }>(sql`select name from sqlite_master where type = 'table'`)
  const found: Record<string, number> = {}
  for (const { name } of tables.filter((table) => !/^(sqlite_|__|audit_entries)/.test(table.name))) {
    const rows = read.all(sql`select * from ${sql.identifier(name)}`)
    const naming = rows.filter((row) => ids.some((id) => JSON.stringify(row).includes(id)))
    if (naming.length > 0) found[name] = naming.length
  }
  return found
}

describe('a college', () => {
  it('can be edited; its admin then signs in with the new email, and both addresses are notified', async () => {
    const world = await createWorld()
    const { college, credentials } = await world.call(world.admin).colleges.create(aCollege())
    const form = aCollege({ email: 'New.Office@x.example' })
    const put = (body: object, id = college.id) => world.rest('PUT', `/admin/colleges/${id}`, { as: world.admin, body })
    const { body } = await put(form)
    expect(body.college).toMatchObject({ ...form, email: 'new.office@x.example', id: college.id })
    const signIn = async (email: string) =>
      (await world.rest('POST', '/auth/login', { body: { email, password: credentials.temporaryPassword } })).status
    expect(await signIn(credentials.email)).toBe(401)
    expect(await signIn('new.office@x.example')).toBe(200)
    const letters = world.platform.db.read.all<{ recipient: string }>(
      sql`select recipient from mails where subject like '%email has changed' order by recipient`,
    )
    expect(letters.map(({ recipient }) => recipient)).toEqual(['new.office@x.example', credentials.email].toSorted())

    const other = await world.call(world.admin).colleges.create(aCollege({ code: 'TAKEN' }))
    expect((await put({ ...form, code: 'taken' })).body.errors).toEqual([
      { field: 'code', message: 'A college with this code already exists' },
    ])
    const both = await put({ ...form, code: 'Taken', email: other.college.email })
    expect(both.body.errors.map(({ field }: { field: string }) => field)).toEqual(['code', 'email'])
    expect((await put({ ...form, email: other.college.email })).body.errors).toMatchObject([{ field: 'email' }])
    expect((await put(form)).status, 'unchanged code and email are accepted').toBe(200)
    expect((await put({ name: '' })).body.errors).toEqual([
      { field: 'name', message: 'College name is required' },
      { field: 'code', message: 'College code is required' },
      { field: 'email', message: 'Email is required' },
      { field: 'address', message: 'Address is required' },
    ])
    expect(await put({}, 'nowhere')).toMatchObject({ status: 404, body: { message: 'College not found' } })
  })

  it('is deleted, with all its data except the audit log, only if its code is confirmed', async () => {
    const world = await createWorld()
    const [college, other] = [await world.college(), await world.college()]
    const [student, stranger] = [await world.student(college), await world.student(other)]
    const test = await world.assignedTest(college, [student])
    await world.call(student).attempts.start({ id: test.id })
    await world
      .call(student)
      .attempts.save({ id: test.id, answers: [{ questionId: test.questionIds[0] ?? '', selectedAnswer: 'A' }] })
    await world.rest('POST', '/auth/forgot-password', { body: { email: student.email } })
    const token = await world.tokenOf(student)
    const { college: before } = await world.call(world.admin).colleges.get({ id: college.id })
    const remove = (body: object) => world.rest('DELETE', `/admin/colleges/${college.id}`, { as: world.admin, body })
    expect((await remove({})).body.errors).toEqual([{ field: 'confirm', message: 'Please type the college code' }])
    expect(await remove({ confirm: `${before.code}x` })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'confirm', message: `Please type the college code ${before.code} to confirm` }] },
    })
    const marks = [college.id, college.admin.id, student.id, student.email, college.admin.email]
    expect(Object.keys(await rowsNaming(world, marks))).toContain('attempts')

    const { status, body } = await remove({ confirm: before.code })
    expect(status).toBe(200)
    expect(body.college).toMatchObject({ id: college.id, code: before.code })
    expect(await rowsNaming(world, marks)).toEqual({})
    expect(world.platform.db.read.all(sql`select * from answer_sheets`)).toEqual([])
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)
    expect((await world.rest('GET', `/admin/colleges/${college.id}`, { as: world.admin })).status).toBe(404)
    const { entries } = await world.call(world.admin).audit.list({ action: 'college.delete' })
    expect(entries).toMatchObject([
      {
        subject: { id: college.id, name: before.name },
        college: { id: college.id, name: before.name },
        detail: { code: before.code, totalStudents: 1, totalFaculty: 0 },
        actor: { email: 'admin@localhost' },
        address: '127.0.0.1',
      },
    ])
    expect((await world.rest('GET', '/auth/me', { as: stranger })).status, 'the other college is untouched').toBe(200)
    const again = await world.call(world.admin).colleges.create(aCollege({ code: before.code, email: before.email }))
    expect(again.college.code).toBe(before.code)
  })

  it('is hidden if its deletion was interrupted, and removed at the next start', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    await world.platform.db.write(async (tx) => {
      await tx.update(collegesTable).set({ deletedAt: world.clock.now(), isActive: false })
    })
    const list = async () => (await world.call(world.admin).colleges.list({})).pagination.total
    expect(await list()).toBe(0)
    expect((await world.rest('GET', '/auth/me', { as: student })).status).toBe(401)
    await finishDeletions(world.platform)
    expect(await rowsNaming(world, [college.id, student.id])).toEqual({})
  })

  it('gets a new temporary password for its admin, which invalidates the old one and its sessions', async () => {
    const world = await createWorld()
    const { college, credentials } = await world.call(world.admin).colleges.create(aCollege())
    const signIn = async (password: string) =>
      world.rest('POST', '/auth/login', { body: { email: credentials.email, password } })
    const { token } = (await signIn(credentials.temporaryPassword)).body
    const answer = await world.rest('POST', `/admin/colleges/${college.id}/temporary-password`, { as: world.admin })
    expect((await signIn(credentials.temporaryPassword)).status).toBe(401)
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)
    expect((await signIn(answer.body.credentials.temporaryPassword)).status).toBe(200)
  })

  it('shows statistics on batches, streams, tests and usage', async () => {
    const world = await createWorld()
    const college = await world.college()
    const students = await Promise.all([
      world.student(college, { batch: '2026', branch: 'CSE', section: 'A' }),
      world.student(college, { batch: '2026', branch: 'ECE', section: 'A' }),
      world.student(college, { batch: '2027', branch: 'CSE', section: 'B' }),
    ])
    await world.faculty(college)
    const [first, second, third] = students
    if (!first || !second || !third) throw new Error('Expected three students')
    await world.call(college.admin).members.toggleStatus({ id: third.id })
    const test = await world.assignedTest(college, [first, second])
    await world.assignedTest(college, [], { testName: 'Second quiz' })
    await world.call(first).attempts.start({ id: test.id })
    await world.call(first).attempts.submit({ id: test.id })
    const { body } = await world.rest('GET', `/admin/colleges/${college.id}/overview`, { as: world.admin })
    expect(body.college).toMatchObject({ totalStudents: 3, totalFaculty: 1 })
    expect(body.batches).toEqual([
      { name: '2026', students: 2, active: 2, signedIn: 0, faculty: 0, parts: 2, sections: 1 },
      { name: '2027', students: 1, active: 0, signedIn: 0, faculty: 0, parts: 1, sections: 1 },
    ])
    expect(body.streams).toEqual([
      { name: 'CSE', students: 2, active: 1, signedIn: 0, faculty: 1, parts: 2, sections: 2 },
      { name: 'ECE', students: 1, active: 1, signedIn: 0, faculty: 0, parts: 1, sections: 1 },
    ])
    expect(body.features).toMatchObject([
      { feature: 'tests', used: 2, of: 2 },
      { feature: 'attempts', used: 1 },
      { feature: 'practice', used: 0, lastUsed: null },
      { feature: 'bulkUpload', used: 0 },
      { feature: 'signIns', used: 1, of: 5 },
    ])
    const tests = await world.rest('GET', `/admin/colleges/${college.id}/tests?status=accepted&search=second`, {
      as: world.admin,
    })
    expect(tests.body).toMatchObject({
      assignments: [{ testName: 'Second quiz', assignedStudents: 0, submitted: 0, averagePercentage: null }],
      counts: { pending: 0, accepted: 1, rejected: 0 },
    })
    const all = await world.call(world.admin).colleges.tests({ id: college.id })
    expect(all.assignments.find(({ testId }) => testId === test.id)).toMatchObject({
      assignedStudents: 2,
      submitted: 1,
      averagePercentage: 0,
    })
  })
})

describe('the platform', () => {
  it('returns its totals and recent sign-ins', async () => {
    const world = await createWorld()
    const college = await world.college()
    await world.faculty(college)
    const made = await world.call(college.admin).members.create(aStudent({ name: 'Zoya Khan' }))
    world.clock.advance(60_000)
    await world.call(null).auth.login({ email: made.user.email, password: made.temporaryPassword })
    const { body } = await world.rest('GET', '/admin/stats', { as: world.admin })
    expect(body).toMatchObject({ totalColleges: 1, totalFaculty: 1, totalStudents: 1 })
    expect(body.recentLogins).toHaveLength(4)
    expect(body.recentLogins[0]).toMatchObject({
      name: 'Zoya Khan',
      role: 'student',
      collegeName: expect.stringMatching(/^Sahyadri/),
      lastLogin: new Date(world.clock.now()).toISOString(),
    })
    expect(body.recentLogins.at(-1)).toMatchObject({ lastLogin: null })
  })

  it('finds colleges by name, code and email, and by status', async () => {
    const world = await createWorld()
    await world
      .call(world.admin)
      .colleges.create(aCollege({ name: 'Green Valley', code: 'GV1', email: 'a@gv.example' }))
    const blue = await world.call(world.admin).colleges.create(aCollege({ name: 'Blue_Hill', code: 'BH%' }))
    await world.call(world.admin).colleges.toggleStatus({ id: blue.college.id })
    const names = async (query: string) =>
      (await world.rest('GET', `/admin/colleges?${query}`, { as: world.admin })).body.colleges.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('search=green')).toEqual(['Green Valley'])
    expect(await names('search=gv.EXAMPLE')).toEqual(['Green Valley'])
    expect(await names('search=%25')).toEqual(['Blue_Hill'])
    expect(await names('search=_')).toEqual(['Blue_Hill'])
    expect(await names('status=inactive')).toEqual(['Blue_Hill'])
    expect(await names('status=active')).toEqual(['Green Valley'])
  })

  it('undoes a deactivation only while the college is still inactive', async () => {
    const world = await createWorld()
    const { id } = await world.college()
    const { colleges } = world.call(world.admin)
    const isActiveAfter = async (fields: object) =>
      (await world.rest('PUT', `/admin/colleges/${id}/toggle-status`, { as: world.admin, body: fields })).body.college
        .isActive
    expect(await isActiveAfter({})).toBe(false)
    expect(await isActiveAfter({ wasActive: false })).toBe(true)
    expect(await isActiveAfter({ wasActive: false })).toBe(true)
    const { entries } = await world.call(world.admin).audit.list({ action: 'college.activate' })
    expect(entries).toHaveLength(1)
    expect((await colleges.toggleStatus({ id })).college.isActive).toBe(false)
  })
})
