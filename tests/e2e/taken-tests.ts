import type { FlatFormInput, SectionedFormInput } from '#shared/tests/form.schema.ts'
import { aQuestion, aSection, aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { tokenOf } from './four-roles.ts'
import type { PreparedTest } from './prepared-test.ts'
import type { Product } from './product.ts'

interface Taken {
  testName: string
  testType?: FlatFormInput['testType'] | SectionedFormInput['testType']
  subject?: FlatFormInput['subject']
  companyName?: string
  passMark?: number
  /** Number of correct answers out of ten. */
  right: number
  wrong: number
  minutes?: number
}

/** Assigns ten-question tests to the student and takes them one by one, advancing the clock for each. */
export async function takeTests(product: Product, prepared: PreparedTest, all: readonly Taken[]): Promise<string[]> {
  const { api, advance } = product
  const [author, office] = [await tokenOf(product, prepared.admin), await tokenOf(product, prepared.collegeAdmin)]
  const { colleges } = (await api('GET', '/admin/colleges', author)).body
  const ids: string[] = []
  for (const { testType = 'Assignment', right, wrong, minutes = 12, companyName, ...fields } of all) {
    const questions = Array.from({ length: 10 }, () => aQuestion())
    const isFlat = testType === 'Assignment' || testType === 'Practice'
    const form = isFlat
      ? aTest(Date.now(), { ...fields, testType, questions, numberOfQuestions: 10 })
      : aSectionedTest(Date.now(), {
          ...fields,
          ...(companyName ? { companyName } : {}),
          testType,
          sections: [aSection({ sectionDuration: 60, questions, numberOfQuestions: 10 })],
        })
    const endDateTime = new Date(Date.now() + 300 * 86_400_000).toISOString()
    const { test } = (await api('POST', '/tests', author, { ...form, endDateTime })).body
    await api('POST', `/tests/${test.id}/assign-college`, author, { collegeIds: [colleges[0].id] })
    const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
    const { id } = assignments.find((one: { testId: { id: string } }) => one.testId.id === test.id)
    await api('PUT', `/tests/assignment/${id}/status`, office, { status: 'accepted' })
    await api('POST', `/tests/assignment/${id}/assign-students`, office, { branches: ['CSE'] })
    const started = (await api('POST', `/tests/${test.id}/start`, prepared.token)).body.test
    const paper = [
      ...started.questions,
      ...started.sections.flatMap((section: { questions: object[] }) => section.questions),
    ]
    await advance(minutes * 60_000)
    await api('POST', `/tests/${test.id}/submit`, prepared.token, {
      answers: paper.slice(0, right + wrong).map(({ _id }: { _id: string }, place) => ({
        questionId: _id,
        selectedAnswer: place < right ? 'B' : 'A',
      })),
    })
    ids.push(test.id)
  }
  return ids
}
