import { describe, expect, it } from 'vitest'
import { aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const notFound = (message: string) => ({ code: 'NOT_FOUND', message })

describe("another college's data", () => {
  it('cannot be found by an admin: tests, assignments and students', async () => {
    const world = await createWorld()
    const [mine, other] = [await world.college(), await world.college()]
    const student = await world.student(mine)
    const test = await world.assignedTest(mine, [student])
    const stranger = world.call(other.admin)
    await expect(stranger.tests.get({ id: test.id })).rejects.toMatchObject(notFound('Test not found'))
    await expect(stranger.members.get({ id: student.id })).rejects.toMatchObject(notFound('User not found'))
    const { assignmentId: id } = test
    const missing = notFound('Assignment not found')
    await expect(stranger.assignments.decide({ id, status: 'accepted' })).rejects.toMatchObject(missing)
    await expect(stranger.assignments.assignStudents({ id, branches: ['CSE'] })).rejects.toMatchObject(missing)
    await expect(stranger.assignments.assignedStudents({ id })).rejects.toMatchObject(missing)
    expect((await stranger.assignments.listForCollege({})).assignments).toEqual([])
    expect((await stranger.members.list({})).pagination.total).toBe(0)
    expect((await stranger.members.students({})).students).toEqual([])
    expect((await stranger.members.batches()).batches).toEqual([])
  })

  it('cannot be reached through a crafted form', async () => {
    const world = await createWorld()
    const [mine, other] = [await world.college(), await world.college()]
    const theirs = await world.student(other)
    const own = await world.student(mine)
    const test = await world.assignedTest(mine, [])
    const admin = world.call(mine.admin).assignments
    await expect(
      admin.assignStudents({ id: test.assignmentId, specificStudents: [own.id, theirs.id] }),
    ).rejects.toMatchObject(notFound('Student not found'))
    expect((await admin.assignedStudents({ id: test.assignmentId })).studentIds).toEqual([])
    await expect(world.call(theirs).attempts.start({ id: test.id })).rejects.toMatchObject(notFound('Test not found'))
  })

  it('returns 404, not 400, for an invalid body over REST', async () => {
    const world = await createWorld()
    const [mine, other] = [await world.college(), await world.college()]
    const test = await world.assignedTest(mine, [])
    const answer = await world.rest('PUT', `/tests/assignment/${test.assignmentId}/status`, {
      as: other.admin,
      body: { status: 'nonsense' },
    })
    expect(answer).toMatchObject({ status: 404, body: { message: 'Assignment not found' } })
  })
})

describe('a test as a college sees it', () => {
  it('is complete except for the key, and visible to faculty once accepted', async () => {
    const world = await createWorld()
    const college = await world.college()
    const faculty = await world.faculty(college)
    const test = await world.assignedTest(college, [])
    const { test: shown } = await world.call(college.admin).tests.get({ id: test.id })
    expect(shown.questions).toHaveLength(3)
    expect(JSON.stringify(shown)).not.toMatch(/correctAnswer|explanation/)
    expect((await world.call(faculty).tests.get({ id: test.id })).test.id).toBe(test.id)
    expect((await world.rest('GET', '/faculty/tests/assigned', { as: faculty })).body.tests).toMatchObject([
      { totalStudents: 0, completed: 0, avgScore: '0.00', testId: { id: test.id } },
    ])
  })

  it('is hidden from faculty before the college accepts it', async () => {
    const world = await createWorld()
    const college = await world.college()
    const faculty = await world.faculty(college)
    const offered = await world.assignedTest(college, [])
    const { test } = await world.call(world.admin).tests.create(aTest(world.clock.now()))
    await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
    await expect(world.call(faculty).tests.get({ id: test.id })).rejects.toMatchObject(notFound('Test not found'))
    expect((await world.call(college.admin).tests.get({ id: test.id })).test.id).toBe(test.id)
    expect((await world.call(faculty).assignments.listForFaculty({})).tests.map((item) => item.testId.id)).toEqual([
      offered.id,
    ])
  })
})
