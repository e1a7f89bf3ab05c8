import type { FlatFormInput } from '#shared/tests/form.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { aQuestion, aStudent, aTest } from '#tests/factories/forms.ts'
import { type FourRoles, prepareRoles, tokenOf } from './four-roles.ts'
import type { Product } from './product.ts'

interface TakenClass {
  /** Number of students, excluding the one from `prepareRoles`, who never starts. */
  size: number
  /** Returns the branch and section for a student's position. All students are in batch 2027. */
  groupOf: (place: number) => { branch: string; section: string }
  /** Returns the answers for a student's position, null if unanswered. The right answer is B. */
  answersOf: (place: number) => (OptionLetter | null)[]
  test: Partial<FlatFormInput>
}

/** Prepares a college whose students each took a test in 12 minutes. Names show the position, as in `Student 007`. */
export async function prepareTakenClass(product: Product, { size, groupOf, answersOf, test: fields }: TakenClass) {
  const { api, advance } = product
  const roles: FourRoles = await prepareRoles(product)
  const [author, office] = await Promise.all([
    tokenOf(product, roles.masterAdmin),
    tokenOf(product, roles.collegeAdmin),
  ])
  const places = Array.from({ length: size }, (_, place) => place)
  const tokens = await Promise.all(
    places.map(async (place) => {
      const name = `Student ${String(place).padStart(3, '0')}`
      const form = { ...aStudent(groupOf(place)), name }
      const { user, temporaryPassword } = (await api('POST', '/college/users', office, form)).body
      return tokenOf(product, { email: user.email, password: temporaryPassword })
    }),
  )
  const questions = answersOf(0).map(() => aQuestion())
  const form = aTest(Date.now(), { questions, numberOfQuestions: questions.length, ...fields })
  const { test } = (await api('POST', '/tests', author, form)).body
  const { colleges } = (await api('GET', '/admin/colleges', author)).body
  await api('POST', `/tests/${test.id}/assign-college`, author, { collegeIds: [colleges[0].id] })
  const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
  const { id } = assignments.find((one: { testId: { id: string } }) => one.testId.id === test.id)
  await api('PUT', `/tests/assignment/${id}/status`, office, { status: 'accepted' })
  await api('POST', `/tests/assignment/${id}/assign-students`, office, { batches: ['2027'] })
  const ids: string[] = test.questions.map(({ id }: { id: string }) => id)
  await Promise.all(tokens.map((token) => api('POST', `/tests/${test.id}/start`, token)))
  await advance(12 * 60_000)
  await Promise.all(
    tokens.map((token, place) =>
      api('POST', `/tests/${test.id}/submit`, token, {
        answers: answersOf(place).flatMap((selectedAnswer, at) =>
          selectedAnswer ? [{ questionId: ids[at], selectedAnswer }] : [],
        ),
      }),
    ),
  )
  return { ...roles, testId: test.id as string }
}
