import { describe, expect, it } from 'vitest'
import { aStudent, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'

const day = 86_400_000

describe('the setup checklist', () => {
  it('is completed step by step for the platform', async () => {
    const world = await createWorld()
    const owner = world.call(world.admin)
    const done = async () =>
      (await owner.dashboards.firstSteps()).steps.filter((one) => one.done).map(({ step }) => step)
    expect(await done()).toEqual([])
    const college = await world.college()
    expect(await done()).toEqual(['create_college'])
    const { test } = await owner.tests.create(aTest(world.clock.now()))
    await owner.assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
    expect(await done()).toEqual(['create_college', 'create_test', 'offer_test'])
    await owner.notifications.create({
      title: 'News',
      message: 'Words',
      targetType: 'colleges',
      targetColleges: [college.id],
    })
    expect(await done()).toHaveLength(4)
  })

  it('has different steps for a college', async () => {
    const world = await createWorld()
    const [own, other] = [await world.college(), await world.college()]
    const done = async (college: typeof own) =>
      (await world.call(college.admin).dashboards.firstSteps()).steps.filter((one) => one.done).map(({ step }) => step)
    expect(await done(own)).toEqual([])
    const student = await world.student(own)
    await world.faculty(own)
    expect(await done(own)).toEqual(['add_students', 'add_faculty'])
    await world.assignedTest(own, [])
    expect(await done(own)).toEqual(['add_students', 'add_faculty', 'accept_test'])
    await world.assignedTest(own, [student])
    await world.call(own.admin).notifications.create({ title: 'News', message: 'Words', targetType: 'students' })
    expect(await done(own)).toHaveLength(5)
    expect(await done(other)).toEqual([])
  })
})

it('shows a college its changes in the last 30 days', async () => {
  const world = await createWorld()
  const college = await world.college()
  await world.student(college)
  world.clock.advance(31 * day)
  await world.faculty(college)
  const { user, temporaryPassword } = await world.call(college.admin).members.create(aStudent())
  await world.call(null).auth.login({ email: user.email, password: temporaryPassword })
  expect(await world.call(college.admin).dashboards.collegeChanges()).toEqual({
    ...{ newFaculty: 1, newStudents: 1, signedIn: 1, pendingFaculty: 1, pendingStudents: 1 },
  })
})
