import { expect, it } from 'vitest'
import { removalQuestion, usageText } from '#client/features/coding/model/delete-question.ts'
import type { QuestionUsage } from '#shared/coding/coding.schema.ts'

const unused: QuestionUsage = {
  testCount: 0,
  tests: [],
  attempts: 0,
  practiceSubmissions: 0,
}
const test = (testName: string) => ({ id: testName, testName })

it('names the tests, and counts attempts and practice', () => {
  expect(usageText({ ...unused, testCount: 1, tests: [test('Drive')] })).toBe('It is used by 1 test (“Drive”).')
  expect(
    usageText({
      testCount: 5,
      tests: ['Drive', 'Mock 1', 'Mock 2', 'Mock 3'].map(test),
      attempts: 13,
      practiceSubmissions: 4,
    }),
  ).toBe('It is used by 5 tests (“Drive”, “Mock 1”, “Mock 2” and 2 more), 13 attempts and 4 practice submissions.')
  expect(usageText({ ...unused, testCount: 2, tests: [test('A'), test('B')] })).toBe(
    'It is used by 2 tests (“A” and “B”).',
  )
})

it('offers to archive used questions and delete unused ones', () => {
  const question = { title: 'Two sum', test_cases_count: 12 }
  expect(removalQuestion(question, unused)).toMatchObject({
    confirmLabel: 'Delete',
    consequences:
      'You lose its statement, 12 test cases and reference solutions. No test, attempt or practice uses it.',
  })
  expect(removalQuestion(question, { ...unused, practiceSubmissions: 1 })).toMatchObject({
    confirmLabel: 'Archive',
    message: '“Two sum” cannot be deleted. It is used by 1 practice submission.',
  })
})
