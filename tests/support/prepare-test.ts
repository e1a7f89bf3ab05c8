import { aCollege, aQuestion, aStudent, aTest } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { api } from './process.ts'

export const signIn = async (url: string, email: string, password: string): Promise<string> =>
  (await api(url, 'POST', '/auth/login', undefined, { email, password })).body.token

/**
 * Creates everything that a student needs to start a test on a running server.
 * @param asked the questions, or their number
 */
export async function prepareTest(
  url: string,
  asked: number | QuestionInput[],
  testType: 'Assignment' | 'Practice' = 'Assignment',
) {
  const admin = await signIn(url, 'admin@localhost', 'first-password')
  const { college, credentials } = (await api(url, 'POST', '/admin/colleges', admin, aCollege())).body
  const questions = typeof asked === 'number' ? Array.from({ length: asked }, () => aQuestion()) : asked
  const { test } = (await api(url, 'POST', '/tests', admin, aTest(Date.now(), { questions, testType }))).body
  await api(url, 'POST', `/tests/${test.id}/assign-college`, admin, { collegeIds: [college.id] })
  const collegeAdmin = await signIn(url, credentials.email, credentials.temporaryPassword)
  const { assignments } = (await api(url, 'GET', '/tests/college/assigned', collegeAdmin)).body
  const path = `/tests/assignment/${assignments[0].id}`
  await api(url, 'PUT', `${path}/status`, collegeAdmin, { status: 'accepted' })
  const { user, temporaryPassword } = (await api(url, 'POST', '/college/users', collegeAdmin, aStudent())).body
  await api(url, 'POST', `${path}/assign-students`, collegeAdmin, { specificStudents: [user.id] })
  return { id: test.id as string, student: await signIn(url, user.email, temporaryPassword), admin }
}
