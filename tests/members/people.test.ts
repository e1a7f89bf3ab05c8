import { describe, expect, it } from 'vitest'
import { aFaculty, aStudent } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('a member', () => {
  it('can be edited, and signs in with the new email', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { user, temporaryPassword } = await world.call(college.admin).members.create(aStudent())
    const form = aStudent({ email: 'Moved@x.example', phoneNumber: '98765-43210' })
    const put = (body: object, id = user.id) => world.rest('PUT', `/college/users/${id}`, { as: college.admin, body })
    const { body } = await put(form)
    expect(body.user).toMatchObject({ ...form, email: 'moved@x.example', id: user.id })
    const signIn = async (email: string) =>
      (await world.rest('POST', '/auth/login', { body: { email, password: temporaryPassword } })).status
    expect(await signIn(user.email)).toBe(401)
    expect(await signIn('moved@x.example')).toBe(200)
    expect((await put(body.user)).body.user, 'the output of GET can be sent back').toMatchObject(
      form.name ? { name: form.name } : {},
    )
    const missing = await put({}, 'nobody')
    expect(missing).toMatchObject({ status: 404, body: { message: 'User not found' } })
  })

  it('can keep their email and ID number, but not take another person’s', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { members } = world.call(college.admin)
    const [one, two] = [await members.create(aStudent()), await members.create(aFaculty())]
    const put = (body: object) => world.rest('PUT', `/college/users/${one.user.id}`, { as: college.admin, body })
    const form = aStudent({ email: one.user.email, idNumber: one.user.idNumber })
    expect((await put(form)).status).toBe(200)
    const taken = await put({ ...form, email: two.user.email.toUpperCase(), idNumber: two.user.idNumber })
    expect(taken.status).toBe(409)
    expect(taken.body.errors).toEqual([
      { field: 'email', message: 'This email is already in use' },
      { field: 'idNumber', message: 'This Roll Number is already in use in your college' },
    ])
    expect((await members.get({ id: one.user.id })).user.email, 'nothing was changed').toBe(one.user.email)
  })

  it('is signed out when their role changes', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const token = await world.tokenOf(student)
    const { user } = await world.call(college.admin).members.get({ id: student.id })
    await world.call(college.admin).members.update({ ...user, role: 'faculty' })
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)
    const { entries } = await world.call(college.admin).audit.list({ action: 'member.change_role' })
    expect(entries).toMatchObject([{ subject: { id: student.id }, detail: { from: 'student', to: 'faculty' } }])
  })

  it('is deleted with their attempts, but keeps a running attempt when deactivated', async () => {
    const world = await createWorld()
    const college = await world.college()
    const [gone, kept] = [await world.student(college), await world.student(college)]
    const test = await world.assignedTest(college, [gone, kept])
    await world.call(gone).attempts.start({ id: test.id })
    await world.call(kept).attempts.start({ id: test.id })
    await world.call(college.admin).members.toggleStatus({ id: kept.id })
    expect(await world.rest('DELETE', `/college/users/${gone.id}`, { as: college.admin })).toMatchObject({
      status: 200,
      body: { message: 'User deleted successfully' },
    })
    const get = async (id: string) => (await world.rest('GET', `/college/users/${id}`, { as: college.admin })).status
    expect([await get(gone.id), await get(kept.id)]).toEqual([404, 200])
    const { studentIds } = await world.call(college.admin).assignments.assignedStudents({ id: test.assignmentId })
    expect(studentIds).toEqual([kept.id])
    await world.call(college.admin).members.toggleStatus({ id: kept.id })
    const resumed = await world.call(kept).attempts.start({ id: test.id })
    expect(resumed.startTime).toBe(new Date(world.clock.now()).toISOString())
    expect((await world.rest('DELETE', `/college/users/${gone.id}`, { as: college.admin })).status).toBe(404)
  })

  it('gets a new temporary password, which invalidates the old one and its sessions', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { user, temporaryPassword } = await world.call(college.admin).members.create(aStudent())
    const signIn = (password: string) => world.rest('POST', '/auth/login', { body: { email: user.email, password } })
    const { token } = (await signIn(temporaryPassword)).body
    const { body } = await world.rest('POST', `/college/users/${user.id}/temporary-password`, { as: college.admin })
    expect(body.user.id).toBe(user.id)
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)
    expect((await signIn(temporaryPassword)).status).toBe(401)
    expect((await signIn(body.temporaryPassword)).status).toBe(200)
  })
})

describe('the list of people', () => {
  it('sorts by every column both ways, consistently across pages', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { members } = world.call(college.admin)
    for (const [name, batch] of [
      ['bela', '2027'],
      ['Aruna', '2028'],
      ['Chand', '2026'],
      ['aruna', '2026'],
    ] as const)
      await members.create(aStudent({ name, batch }))
    const names = async (query: string) =>
      (await world.rest('GET', `/college/users?${query}`, { as: college.admin })).body.users.map(
        (user: { name: string }) => user.name,
      )
    expect(await names('sort=name')).toEqual(['Aruna', 'aruna', 'bela', 'Chand'])
    expect(await names('sort=-name')).toEqual(['Chand', 'bela', 'aruna', 'Aruna'])
    expect(await names('sort=batch')).toEqual(['Chand', 'aruna', 'bela', 'Aruna'])
    expect(await names('')).toEqual(['aruna', 'Chand', 'Aruna', 'bela'])
    expect([...(await names('sort=batch&limit=3')), ...(await names('sort=batch&limit=3&page=2'))]).toEqual(
      await names('sort=batch'),
    )
    for (const sort of ['email', 'idNumber', 'branch', 'section', 'lastLogin', '-createdAt'])
      expect(await names(`sort=${sort}`)).toHaveLength(4)
    expect((await world.rest('GET', '/college/users?sort=passwordHash', { as: college.admin })).status).toBe(400)
  })

  it('filters by group, status, sign-in and search together', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { members } = world.call(college.admin)
    const asha = await members.create(aStudent({ name: 'Asha 100%', branch: 'ECE' }))
    const ravi = await members.create(aStudent({ name: 'Ravi', branch: 'ECE', idNumber: 'EC_7' }))
    await members.create(aFaculty({ branch: 'ECE' }))
    await members.toggleStatus({ id: ravi.user.id })
    await world.call(null).auth.login({ email: asha.user.email, password: asha.temporaryPassword })
    const ids = async (query: string) =>
      (await world.rest('GET', `/college/users?${query}`, { as: college.admin })).body.users.map(
        (user: { id: string }) => user.id,
      )
    expect(await ids('role=student&branch=ECE')).toEqual([ravi.user.id, asha.user.id])
    expect(await ids('role=student&status=inactive')).toEqual([ravi.user.id])
    expect(await ids('role=student&login=once')).toEqual([asha.user.id])
    expect(await ids('role=student&login=never')).toEqual([ravi.user.id])
    expect(await ids(`search=${encodeURIComponent('100%')}`)).toEqual([asha.user.id])
    expect(await ids('search=c_7')).toEqual([ravi.user.id])
    expect(await ids(`search=${asha.user.email.toUpperCase()}`)).toEqual([asha.user.id])
    expect(await ids('branch=ECE&status=active&login=never&role=student')).toEqual([])
  })
})

describe('the hierarchy', () => {
  it('has the same batches, branches, sections and counts whether loaded whole or level by level', async () => {
    const world = await createWorld()
    const college = await world.college()
    const stranger = await world.college()
    await world.student(stranger, { batch: '1999' })
    await world.faculty(college)
    for (const [batch, branch, section, name] of [
      ['2027', 'ECE', 'B', 'Bela'],
      ['2027', 'ECE', 'B', 'Aruna'],
      ['2027', 'CSE', 'A', 'Chand'],
      ['2026', 'CSE', 'A', 'Dev'],
      ['2026', 'CSE', '__proto__', 'Eshan'],
    ] as const)
      await world.student(college, { batch, branch, section, name })
    const get = async (path: string) =>
      (await world.rest('GET', `/college/hierarchy${path}`, { as: college.admin })).body
    const whole = await get('')
    expect(whole.summary).toEqual({ totalStudents: 5, totalBatches: 2, totalBranches: 2, totalSections: 3 })
    expect(Object.keys(whole.hierarchy)).toEqual(['2026', '2027'])
    expect(whole.hierarchy['2027'].ECE.B.map(({ name }: { name: string }) => name)).toEqual(['Aruna', 'Bela'])
    expect((await get('/summary')).summary).toEqual(whole.summary)
    expect((await get('/level')).groups).toEqual([
      { name: '2026', students: 2, children: 1 },
      { name: '2027', students: 3, children: 2 },
    ])
    expect((await get('/level?batch=2027')).groups).toEqual([
      { name: 'CSE', students: 1, children: 1 },
      { name: 'ECE', students: 2, children: 1 },
    ])
    expect((await get('/level?batch=2026&branch=CSE')).groups).toEqual([
      { name: 'A', students: 1, children: 0 },
      { name: '__proto__', students: 1, children: 0 },
    ])
    const { body } = await world.rest('GET', '/college/students/filtered?batch=2027&branch=ECE&section=B', {
      as: college.admin,
    })
    expect(body.students.map(({ name }: { name: string }) => name)).toEqual(['Aruna', 'Bela'])
  })

  it('is empty for a college without students', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { body } = await world.rest('GET', '/college/hierarchy', { as: college.admin })
    expect(body).toEqual({
      hierarchy: {},
      summary: { totalStudents: 0, totalBatches: 0, totalBranches: 0, totalSections: 0 },
    })
  })
})

describe('the college dashboard', () => {
  it('shows admins totals, sign-ins and the five newest people', async () => {
    const world = await createWorld()
    const college = await world.college()
    const made = await world.call(college.admin).members.create(aStudent())
    await world.call(null).auth.login({ email: made.user.email, password: made.temporaryPassword })
    for (let more = 0; more < 5; more++) await world.faculty(college)
    const { body } = await world.rest('GET', '/college/dashboard', { as: college.admin })
    expect(body).toMatchObject({
      totalFaculty: 5,
      totalStudents: 1,
      loginStats: { hasLoggedIn: 1, neverLoggedIn: 5 },
    })
    expect(body.recentUsers.map(({ role }: { role: string }) => role)).toEqual(Array(5).fill('faculty'))
  })

  it('shows faculty and students their college and colleagues, not themselves', async () => {
    const world = await createWorld()
    const college = await world.college()
    const [one, two] = [await world.student(college), await world.student(college)]
    const stranger = await world.college()
    await world.student(stranger)
    await world.faculty(college)
    const { body } = await world.rest('GET', '/college/dashboard', { as: one })
    expect(body.college).toMatchObject({ id: college.id, code: expect.any(String) })
    expect(body.colleagues).toEqual([{ id: two.id, _id: two.id, name: two.name, role: 'student', branch: 'CSE' }])
  })
})
