import { appRouter } from '#server/app-router.ts'
import { authRepo } from '#server/features/auth/auth.repo.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import type { FlatFormInput } from '#shared/tests/form.schema.ts'
import { aCollege, aStudent, aTest } from '#tests/factories/forms.ts'

/** A college with `size` students who are all assigned one accepted test, created through the use cases. */
export async function prepareClass(app: Services, size: number, fields: Partial<FlatFormInput> = {}) {
  const call = (actor: Actor) =>
    appRouter.createCaller({ app, actor, token: null, address: '127.0.0.1', requestId: 'prepare' })
  const actor = async (email: string): Promise<Actor> => {
    const found = await authRepo(app.db.read).findByEmail(email)
    if (!found) throw new Error(`There is no ${email}`)
    return { ...found.user, address: '127.0.0.1' }
  }
  const admin = call(await actor(app.config.masterAdmin.email))
  const { college } = await admin.colleges.create(aCollege())
  const office = call(await actor(college.email))
  const made = await Promise.all(Array.from({ length: size }, () => office.members.create(aStudent())))
  const { test } = await admin.tests.create(aTest(app.clock.now(), fields))
  await admin.assignments.assignColleges({ id: test.id, collegeIds: [college.id] })
  const [assignment] = (await office.assignments.listForCollege({})).assignments
  const id = assignment?.id ?? ''
  await office.assignments.decide({ id, status: 'accepted' })
  await office.assignments.assignStudents({ id, branches: ['CSE'] })
  return { testId: test.id, collegeId: college.id, students: made.map(({ user }) => user) }
}
