import { describe, expect, it } from 'vitest'
import { colleges } from '#drizzle/schema/colleges.ts'
import { aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('offering a test to colleges', () => {
  it('counts newly assigned and already assigned students', async () => {
    const world = await createWorld()
    const [one, two] = [await world.college(), await world.college()]
    const author = world.call(world.admin)
    const { test } = await author.tests.create(aTest(world.clock.now()))
    const assign = (collegeIds: string[]) => author.assignments.assignColleges({ id: test.id, collegeIds })
    expect(await assign([one.id])).toEqual({ assigned: 1, alreadyAssigned: 0 })
    expect(await assign([one.id, two.id, two.id])).toEqual({ assigned: 1, alreadyAssigned: 1 })
    const listed = await author.assignments.assignedColleges({ id: test.id })
    expect(listed.colleges.map((college) => college.status)).toEqual(['pending', 'pending'])
  })

  it('refuses an empty list, an unknown college and an inactive college, and assigns none', async () => {
    const world = await createWorld()
    const college = await world.college()
    const inactive = await world.college()
    await world.platform.db.write(async (tx) => {
      tx.update(colleges).set({ isActive: false }).run()
    })
    const author = world.call(world.admin)
    const { test } = await author.tests.create(aTest(world.clock.now()))
    const assign = (collegeIds: string[]) =>
      world.rest('POST', `/tests/${test.id}/assign-college`, { as: world.admin, body: { collegeIds } })
    expect((await assign([])).body.errors[0].message).toBe('Please select at least one college')
    expect((await assign([college.id, 'unknown'])).body.message).toBe('College not found')
    expect((await assign([inactive.id])).status).toBe(409)
    expect((await author.assignments.assignedColleges({ id: test.id })).colleges).toEqual([])
  })
})

describe('deciding on a test', () => {
  it('is final: a second decision returns 409', async () => {
    const world = await createWorld()
    const college = await world.college()
    const test = await world.assignedTest(college, [])
    const decided = await world.rest('PUT', `/tests/assignment/${test.assignmentId}/status`, {
      as: college.admin,
      body: { status: 'rejected' },
    })
    expect(decided).toMatchObject({ status: 409, body: { message: 'This assignment has already been accepted' } })
  })

  it('allows assigning students only once it is accepted', async () => {
    const world = await createWorld()
    const college = await world.college()
    await world.student(college)
    const author = world.call(world.admin)
    const { test } = await author.tests.create(aTest(world.clock.now()))
    await author.assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
    const admin = world.call(college.admin).assignments
    const { assignments } = await admin.listForCollege({})
    const id = assignments[0]?.id ?? ''
    await expect(admin.assignStudents({ id, branches: ['CSE'] })).rejects.toMatchObject({ code: 'CONFLICT' })
    await admin.decide({ id, status: 'rejected' })
    await expect(admin.assignStudents({ id, branches: ['CSE'] })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('rejecting a test', () => {
  const offered = async (startsInHours: number) => {
    const world = await createWorld()
    const college = await world.college()
    const starts = world.clock.now() + startsInHours * 3_600_000
    const { test } = await world
      .call(world.admin)
      .tests.create(aTest(starts, { startDateTime: new Date(starts).toISOString() }))
    await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
    const { assignments } = await world.call(college.admin).assignments.listForCollege({})
    const id = assignments[0]?.id ?? ''
    const decide = (body: object) => world.rest('PUT', `/tests/assignment/${id}/status`, { as: college.admin, body })
    const undo = () => world.rest('DELETE', `/tests/assignment/${id}/rejection`, { as: college.admin })
    return { world, college, test, decide, undo }
  }

  it('shows the owner the reason', async () => {
    const { world, college, test, decide } = await offered(24)
    expect((await decide({ status: 'rejected', reason: 'x'.repeat(501) })).status).toBe(400)
    expect((await decide({ status: 'rejected', reason: '  Clashes with our term exams ' })).status).toBe(200)
    const owner = world.call(world.admin)
    const reason = { status: 'rejected', rejectionReason: 'Clashes with our term exams' }
    expect((await owner.assignments.assignedColleges({ id: test.id })).colleges).toMatchObject([reason])
    expect((await owner.colleges.tests({ id: college.id })).assignments).toMatchObject([reason])
    const { recentActivity } = await owner.dashboards.platform({})
    expect(recentActivity.find(({ type }) => type === 'decision')?.details).toContain('Clashes with our term exams')
    const { tests } = await world.call(college.admin).assignments.collegeTests({})
    expect(tests[0]?.rejectionReason).toBe('Clashes with our term exams')
  })

  it('requires no reason, and accepting stores none', async () => {
    const rejecting = await offered(24)
    expect((await rejecting.decide({ status: 'rejected' })).status).toBe(200)
    const accepting = await offered(24)
    expect((await accepting.decide({ status: 'accepted', reason: 'Never mind' })).status).toBe(200)
    for (const { world, test } of [rejecting, accepting]) {
      const { colleges } = await world.call(world.admin).assignments.assignedColleges({ id: test.id })
      expect(colleges).toMatchObject([{ rejectionReason: null }])
    }
  })

  it('can be undone until the test begins, so the college can decide again', async () => {
    const { world, test, decide, undo } = await offered(24)
    expect(await undo()).toMatchObject({ status: 409, body: { message: 'Only a rejected test can be reconsidered' } })
    await decide({ status: 'rejected', reason: 'Too many tests' })
    expect(await undo()).toMatchObject({ status: 200, body: { assignment: { status: 'pending' } } })
    const { colleges } = await world.call(world.admin).assignments.assignedColleges({ id: test.id })
    expect(colleges).toMatchObject([{ status: 'pending', rejectionReason: null }])
    expect((await decide({ status: 'accepted' })).status).toBe(200)
    const { entries } = await world.call(world.admin).audit.list({ subject: 'assignment' })
    expect(entries.map(({ action }) => action)).toEqual([
      ...['assignment.accepted', 'assignment.undo_rejection', 'assignment.rejected', 'assignment.create'],
    ])
    expect(entries[2]?.detail).toEqual({ reason: 'Too many tests' })
  })

  it('is final once the test has begun', async () => {
    const { world, decide, undo } = await offered(1)
    await decide({ status: 'rejected' })
    world.clock.advance(3_600_000)
    expect(await undo()).toMatchObject({
      status: 409,
      body: { message: 'The test has already started, so its rejection is final' },
    })
  })
})

describe('assigning a test to students', () => {
  const aClass = async () => {
    const world = await createWorld()
    const college = await world.college()
    const people = new Map<string, string>()
    for (const branch of ['CSE', 'ECE'])
      for (const section of ['A', 'B'])
        people.set(branch + section, (await world.student(college, { branch, section })).id)
    const { assignmentId: id } = await world.assignedTest(college, [])
    const admin = world.call(college.admin).assignments
    return { id, admin, people, assigned: async () => new Set((await admin.assignedStudents({ id })).studentIds) }
  }

  it('combines branch, batch and section with AND and adds hand-picked students', async () => {
    const { id, admin, people, assigned } = await aClass()
    const picked = people.get('ECEB') ?? ''
    const first = await admin.assignStudents({ id, branches: ['CSE'], sections: ['A'], specificStudents: [picked] })
    expect(first).toEqual({ assigned: 2, alreadyAssigned: 0, totalAssigned: 2 })
    expect(await assigned()).toEqual(new Set([people.get('CSEA'), picked]))
    const second = await admin.assignStudents({ id, sections: ['A', 'B'], batches: ['2027'] })
    expect(second).toEqual({ assigned: 2, alreadyAssigned: 2, totalAssigned: 4 })
  })

  it('assigns only the hand-picked students, without duplicates, when no group is given', async () => {
    const { id, admin, people } = await aClass()
    const one = people.get('CSEB') ?? ''
    expect(await admin.assignStudents({ id, specificStudents: [one, one] })).toMatchObject({ assigned: 1 })
  })

  it('previews the counts that assigning returns', async () => {
    const { id, admin, people } = await aClass()
    await admin.assignStudents({ id, sections: ['A'] })
    const forms = [
      { branches: ['CSE'] },
      { branches: ['CSE', 'ECE'], sections: ['B'], specificStudents: [people.get('ECEA') ?? ''] },
      { specificStudents: [people.get('CSEA') ?? '', people.get('ECEB') ?? ''] },
      { batches: ['2027'] },
    ]
    for (const form of forms) {
      const counted = await admin.previewStudents({ id, ...form })
      const { totalAssigned: _, ...done } = await admin.assignStudents({ id, ...form })
      expect(counted).toEqual(done)
    }
    expect(await admin.previewStudents({ id })).toEqual({ assigned: 0, alreadyAssigned: 0 })
  })

  it('lists the groups with their sizes', async () => {
    const { id, admin } = await aClass()
    await admin.assignStudents({ id, branches: ['CSE'], sections: ['B'] })
    const { groups } = await admin.groups({ id })
    expect(groups).toHaveLength(4)
    expect(groups).toContainEqual({ batch: '2027', branch: 'CSE', section: 'B', students: 1, assigned: 1 })
    expect(groups).toContainEqual({ batch: '2027', branch: 'ECE', section: 'A', students: 1, assigned: 0 })
  })

  it('filters candidates by search text and assignment status', async () => {
    const { id, admin, people } = await aClass()
    const [one = '', two = ''] = [people.get('CSEA'), people.get('CSEB')]
    await admin.assignStudents({ id, specificStudents: [one, two] })
    const all = await admin.candidates({ id })
    expect(all.pagination.total).toBe(4)
    expect(all.students.map(({ status }) => status).sort()).toEqual([
      ...['not_assigned', 'not_assigned', 'not_started', 'not_started'],
    ])
    const having = await admin.candidates({ id, assigned: true, limit: 1, page: 2 })
    expect(having).toMatchObject({ students: [{ status: 'not_started' }], pagination: { total: 2, totalPages: 2 } })
    const found = await admin.candidates({
      id,
      search: all.students.find((student) => student.id === one)?.email ?? '',
    })
    expect(found.students.map((student) => student.id)).toEqual([one])
    expect((await admin.candidates({ id, assigned: false, search: '%' })).students).toEqual([])
  })

  it('removes only students who have not started, and logs the removal', async () => {
    const world = await createWorld()
    const college = await world.college()
    const [idle, busy] = [await world.student(college), await world.student(college)]
    const { id: testId, assignmentId: id } = await world.assignedTest(college, [idle, busy])
    await world.call(busy).attempts.start({ id: testId })
    const admin = world.call(college.admin)
    const take = (studentId: string) =>
      world.rest('DELETE', `/tests/assignment/${id}/students/${studentId}`, { as: college.admin })
    expect(await take(busy.id)).toMatchObject({
      status: 409,
      body: { message: 'This student has already started the test' },
    })
    expect((await take(idle.id)).status).toBe(200)
    expect(await take(idle.id)).toMatchObject({ status: 404, body: { message: 'Student not found' } })
    expect((await world.call(idle).assignments.listForStudent({})).assignments).toEqual([])
    const { entries } = await admin.audit.list({ action: 'assignment.unassign_student' })
    expect(entries).toMatchObject([{ detail: { student: idle.name } }])
  })

  it('refuses an empty selection', async () => {
    const { id, admin } = await aClass()
    const sentence = 'Please select at least one student'
    await expect(admin.assignStudents({ id })).rejects.toThrow(sentence)
    await expect(admin.assignStudents({ id, branches: ['Civil'] })).rejects.toThrow(sentence)
  })
})

describe('the list of all tests for a college', () => {
  const aCatalogue = async () => {
    const world = await createWorld()
    const [college, other] = [await world.college(), await world.college()]
    const author = world.call(world.admin)
    const make = async (testName: string, fields = {}) =>
      (await author.tests.create(aTest(world.clock.now(), { testName, ...fields }))).test.id
    const ids = {
      accepted: await make('Accepted one'),
      rejected: await make('Rejected one', { testType: 'Practice' }),
      pending: await make('Pending one', { subject: 'Verbal' }),
      elsewhere: await make('Offered elsewhere'),
      none: await make('Offered to nobody'),
    }
    const offer = (id: string, collegeIds: string[]) => author.assignments.assignColleges({ id, collegeIds })
    for (const id of [ids.accepted, ids.rejected, ids.pending]) {
      await offer(id, [college.id])
      world.clock.advance(1_000)
    }
    await offer(ids.elsewhere, [other.id])
    await offer(ids.accepted, [other.id])
    const admin = world.call(college.admin).assignments
    const { assignments } = await admin.listForCollege({})
    const assignmentOf = (testId: string) => assignments.find((item) => item.testId.id === testId)?.id ?? ''
    await admin.decide({ id: assignmentOf(ids.accepted), status: 'accepted' })
    await admin.decide({ id: assignmentOf(ids.rejected), status: 'rejected' })
    return { world, college, other, ids, admin, assignmentId: assignmentOf(ids.accepted) }
  }

  it('shows whether each test is offered, and the college’s decision', async () => {
    const { admin, ids } = await aCatalogue()
    const { tests, counts, pagination } = await admin.collegeTests({})
    expect(tests.map((test) => [test.id, test.isAssigned, test.assignmentStatus])).toEqual([
      [ids.pending, true, 'pending'],
      [ids.rejected, true, 'rejected'],
      [ids.accepted, true, 'accepted'],
      [ids.none, false, 'not_assigned'],
      [ids.elsewhere, false, 'not_assigned'],
    ])
    expect(counts).toEqual({ pending: 1, accepted: 1, rejected: 1, not_assigned: 2 })
    expect(pagination.total).toBe(5)
    expect(tests[3]).toMatchObject({ assignmentId: null, assignedAt: null, assignedStudentCount: 0, attemptCount: 0 })
  })

  it('filters, sorts and pages on the server', async () => {
    const { admin, ids, world } = await aCatalogue()
    const idsOf = async (query: Parameters<typeof admin.collegeTests>[0]) =>
      (await admin.collegeTests(query)).tests.map((test) => test.id)
    expect(await idsOf({ isAssigned: true })).toEqual([ids.pending, ids.rejected, ids.accepted])
    expect(await idsOf({ status: 'not_assigned', sort: 'name' })).toEqual([ids.elsewhere, ids.none])
    expect(await idsOf({ testType: 'Practice' })).toEqual([ids.rejected])
    expect(await idsOf({ subject: 'Verbal' })).toEqual([ids.pending])
    expect(await idsOf({ search: 'OFFERED', sort: '-name' })).toEqual([ids.none, ids.elsewhere])
    expect(await idsOf({ sort: 'assigned', limit: 2, page: 2 })).toHaveLength(2)
    expect(await idsOf({ timing: 'Upcoming' })).toEqual([])
    world.clock.advance(2 * 86_400_000)
    expect(await idsOf({ timing: 'Ended', isAssigned: true })).toHaveLength(3)
    expect(await admin.collegeTests({ status: 'pending' })).toMatchObject({
      counts: { accepted: 1, rejected: 1, not_assigned: 2 },
      pagination: { total: 1 },
    })
    expect(await admin.collegeTests({ isAssigned: true })).toMatchObject({
      counts: { not_assigned: 2 },
      pagination: { total: 3 },
    })
  })

  it('counts only the college’s students', async () => {
    const { world, college, other, ids, admin, assignmentId } = await aCatalogue()
    const [one, two] = [
      await world.student(college, { branch: 'ECE' }),
      await world.student(college, { branch: 'CSE', batch: '2026' }),
    ]
    await admin.assignStudents({ id: assignmentId, specificStudents: [one.id, two.id] })
    await world.call(one).attempts.start({ id: ids.accepted })
    await world.call(one).attempts.submit({ id: ids.accepted })
    const stranger = world.call(other.admin).assignments
    const theirs = (await stranger.listForCollege({})).assignments.find((item) => item.testId.id === ids.accepted)
    await stranger.decide({ id: theirs?.id ?? '', status: 'accepted' })
    const own = (await admin.collegeTests({ status: 'accepted' })).tests
    expect(own).toMatchObject([
      { assignedStudentCount: 2, attemptCount: 1, testBatches: ['2026', '2027'], testBranches: ['CSE', 'ECE'] },
    ])
    expect((await stranger.collegeTests({ status: 'accepted' })).tests).toMatchObject([
      { assignedStudentCount: 0, attemptCount: 0, testBatches: [], testBranches: [] },
    ])
  })

  it('returns id and _id over REST, and omits deleted tests', async () => {
    const { world, college, ids } = await aCatalogue()
    await world.call(world.admin).tests.delete({ id: ids.pending })
    const { body } = await world.rest('GET', '/tests/college/all-tests?isAssigned=true&limit=1', { as: college.admin })
    expect(body.tests).toMatchObject([{ _id: ids.rejected, id: ids.rejected, assignmentStatus: 'rejected' }])
    expect(body.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2 })
  })
})
