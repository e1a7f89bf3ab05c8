import type { Actor } from '#server/platform/platform.ts'
import type { Role } from '#shared/roles.ts'
import { aCollege, aFaculty, aSectionedTest, aStudent } from '#tests/factories/forms.ts'
import type { World } from '#tests/support/world.ts'

/** A college with one person of each role, a test it has accepted and assigned, and one pending its decision. */
export interface Campus {
  id: string
  code: string
  admin: Actor
  faculty: Actor
  student: Actor
  /** The test offered only to this college. */
  testId: string
  questionId: string
  accepted: string
  pending: string
}

/** A marker in every name, email and group of the other college, to reveal leaks. */
export const otherCollegeText = /zzother/i

/** Creates a college whose names, emails and groups contain `mark`. */
async function campus(world: World, mark: string): Promise<Campus> {
  const { college, credentials } = await world
    .call(world.admin)
    .colleges.create(aCollege({ name: `${mark} College`, code: mark, email: `office@${mark}.example` }))
  const { user } = await world
    .call(null)
    .auth.login({ email: credentials.email, password: credentials.temporaryPassword })
  const admin = actorOf(user, college.id)
  const groups = { branch: `${mark} Branch`, batch: `${mark} Batch`, section: `${mark} Section` }
  const members = world.call(admin).members
  const person = (name: string) => ({ name: `${mark} ${name}`, email: `${name}@${mark}.example`, ...groups })
  const teacher = await members.create(aFaculty({ ...person('faculty'), idNumber: `${mark}-F1` }))
  const pupil = await members.create(aStudent({ ...person('student'), idNumber: `${mark}-S1` }))
  const student = actorOf(pupil.user, college.id)

  const tests = world.call(world.admin).tests
  const assignments = world.call(world.admin).assignments
  const offer = async (testName: string, startDateTime = world.clock.now()) => {
    const form = { testName: `${mark} ${testName}`, startDateTime: new Date(startDateTime).toISOString() }
    const { test } = await tests.create(aSectionedTest(world.clock.now(), form))
    await assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
    const offered = (await world.call(admin).assignments.listForCollege({})).assignments
    return { test, assignmentId: offered.find(({ testId }) => testId.id === test.id)?.id ?? '' }
  }
  const taken = await offer('quiz')
  await world.call(admin).assignments.decide({ id: taken.assignmentId, status: 'accepted' })
  await world.call(admin).assignments.assignStudents({ id: taken.assignmentId, specificStudents: [student.id] })
  const waiting = await offer('mock', world.clock.now() + 3_600_000)
  return {
    id: college.id,
    code: college.code,
    admin,
    faculty: actorOf(teacher.user, college.id),
    student,
    testId: taken.test.id,
    questionId: taken.test.sections[0]?.questions[0]?.id ?? '',
    accepted: taken.assignmentId,
    pending: waiting.assignmentId,
  }
}

const actorOf = (user: Pick<Actor, 'id' | 'role' | 'name' | 'email'>, collegeId: string): Actor => ({
  id: user.id,
  role: user.role,
  name: user.name,
  email: user.email,
  collegeId,
  address: '127.0.0.1',
})

/** Two colleges that must not see each other. @param round distinguishes repeated pairs in one world */
export async function twoColleges(world: World, round = 0) {
  const own = await campus(world, `Own${round || ''}`)
  const other = await campus(world, `ZZother${round || ''}`)
  const people: Record<Role, Actor> = {
    master_admin: world.admin,
    college_admin: own.admin,
    faculty: own.faculty,
    student: own.student,
  }
  return { own, other, people }
}
