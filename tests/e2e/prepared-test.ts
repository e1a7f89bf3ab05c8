import type { FlatFormInput, SectionedFormInput } from '#shared/tests/form.schema.ts'
import { aCollege, aStudent, aTest } from '#tests/factories/forms.ts'
import type { Product } from './product.ts'

export interface PreparedTest {
  testId: string
  email: string
  password: string
  /** The student's token, to check what the server has stored. */
  token: string
  collegeAdmin: { email: string; password: string }
  admin: { email: string; password: string }
}

/**
 * Creates a student with one test to take, over REST as an integration would.
 *
 * @param fields overrides for a three-question test, or a whole test with sections
 */
export async function prepareTest(
  { api }: Product,
  fields: Partial<FlatFormInput> | SectionedFormInput = {},
): Promise<PreparedTest> {
  const signIn = async (email: string, password: string): Promise<string> =>
    (await api('POST', '/auth/login', undefined, { email, password })).body.token
  const admin = { email: 'admin@localhost', password: 'first-password' }
  const author = await signIn(admin.email, admin.password)
  const { college, credentials } = (await api('POST', '/admin/colleges', author, aCollege())).body
  const form = 'sections' in fields ? fields : aTest(Date.now(), fields)
  const { test } = (await api('POST', '/tests', author, form)).body
  await api('POST', `/tests/${test.id}/assign-college`, author, { collegeIds: [college.id] })
  const collegeAdmin = { email: credentials.email, password: credentials.temporaryPassword }
  const office = await signIn(collegeAdmin.email, collegeAdmin.password)
  const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
  await api('PUT', `/tests/assignment/${assignments[0].id}/status`, office, { status: 'accepted' })
  const { user, temporaryPassword } = (await api('POST', '/college/users', office, aStudent())).body
  await api('POST', `/tests/assignment/${assignments[0].id}/assign-students`, office, { specificStudents: [user.id] })
  const token = await signIn(user.email, temporaryPassword)
  return { testId: test.id, email: user.email, password: temporaryPassword, token, collegeAdmin, admin }
}
