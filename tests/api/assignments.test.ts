import { describe, expect, it } from 'vitest'
import { colleges } from '#drizzle/schema/colleges.ts'
import { aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

describe('offering a test to colleges', () => {
  it('counts who is new and who has it already', async () => {
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

  it('refuses none, an unknown and an inactive college, and then assigns nobody', async () => {
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
  it('is done once: accepted or rejected, then a 409', async () => {
    const world = await createWorld()
    const college = await world.college()
    const test = await world.assignedTest(college, [])
    const decided = await world.rest('PUT', `/tests/assignment/${test.assignmentId}/status`, {
      as: college.admin,
      body: { status: 'rejected' },
    })
    expect(decided).toMatchObject({ status: 409, body: { message: 'This assignment has already been accepted' } })
  })

  it('comes before giving it to students', async () => {
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

describe('giving a test to students', () => {
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

  it('narrows by branch, batch and section together and adds the hand-picked', async () => {
    const { id, admin, people, assigned } = await aClass()
    const picked = people.get('ECEB') ?? ''
    const first = await admin.assignStudents({ id, branches: ['CSE'], sections: ['A'], specificStudents: [picked] })
    expect(first).toEqual({ assigned: 2, alreadyAssigned: 0, totalAssigned: 2 })
    expect(await assigned()).toEqual(new Set([people.get('CSEA'), picked]))
    const second = await admin.assignStudents({ id, sections: ['A', 'B'], batches: ['2027'] })
    expect(second).toEqual({ assigned: 2, alreadyAssigned: 2, totalAssigned: 4 })
  })

  it('counts only the hand-picked when no group is named', async () => {
    const { id, admin, people } = await aClass()
    const one = people.get('CSEB') ?? ''
    expect(await admin.assignStudents({ id, specificStudents: [one, one] })).toMatchObject({ assigned: 1 })
  })

  it('refuses when nobody is meant', async () => {
    const { id, admin } = await aClass()
    const sentence = 'Please select at least one student'
    await expect(admin.assignStudents({ id })).rejects.toThrow(sentence)
    await expect(admin.assignStudents({ id, branches: ['Civil'] })).rejects.toThrow(sentence)
  })
})
