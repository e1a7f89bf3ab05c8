import { describe, expect, it } from 'vitest'
import { filterMyTests } from '#client/features/assignments/model/my-test-filters.ts'
import { groupMyTests, placeMyTests } from '#client/features/assignments/model/my-test-order.ts'
import type { MyTest } from '#client/features/assignments/queries.ts'

const now = Date.parse('2026-11-23T10:00:00.000Z')
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()

function assignment(
  testName: string,
  opens: number,
  closes: number,
  fields: Partial<MyTest> & Partial<MyTest['testId']> = {},
) {
  const { testType = 'Practice', subject = 'Technical', companyName = null, ...rest } = fields
  const testId = {
    id: testName,
    testName,
    testDescription: '',
    testType,
    subject,
    companyName,
    startDateTime: hours(opens),
    endDateTime: hours(closes),
  } as MyTest['testId']
  return {
    id: testName,
    hasAttempted: false,
    inProgress: false,
    deadline: null,
    attempt: null,
    ...rest,
    testId,
  } as MyTest
}

const placed = placeMyTests(
  [
    assignment('Closed quiz', -9, -1),
    assignment('Hiring round', 50, 60, { testType: 'Specific Company Test', companyName: 'Meridian Systems' }),
    assignment('Word problems', -1, 5, { testType: 'Assignment', subject: 'Arithmetic' }),
    assignment('Running quiz', -9, -1, { inProgress: true }),
    assignment('Grammar drill', -9, 9, { hasAttempted: true, subject: 'Verbal' }),
    assignment('Word order', -1, 2, { testType: 'Assignment', subject: 'Verbal' }),
  ],
  now,
)
const namesOf = (tests: readonly { assignment: MyTest }[]) => tests.map(({ assignment: { testId } }) => testId.testName)

describe('the filters of My Tests', () => {
  it.each([
    ['all tests', {}, ['Closed quiz', 'Hiring round', 'Word problems', 'Running quiz', 'Grammar drill', 'Word order']],
    ['tests in progress', { status: 'in-progress' }, ['Running quiz']],
    ['available tests', { status: 'available' }, ['Word problems', 'Word order']],
    ['upcoming tests', { status: 'upcoming' }, ['Hiring round']],
    ['completed tests', { status: 'completed' }, ['Grammar drill']],
    ['expired tests', { status: 'expired' }, ['Closed quiz']],
    ['words in any order and case', { search: ' QUIZ  closed ' }, ['Closed quiz']],
    ['a company name', { search: 'meridian' }, ['Hiring round']],
    ['a type', { type: 'Assignment' }, ['Word problems', 'Word order']],
    [
      'several filters together',
      { type: 'Assignment', subject: 'Verbal', status: 'available', search: 'word' },
      ['Word order'],
    ],
    ['no test', { search: 'nothing like it' }, []],
  ])('match %s', (_what, filters, names) => {
    expect(namesOf(filterMyTests(placed, filters).shown)).toEqual(names)
  })

  it('count each status and type with the other filters applied', () => {
    const { statuses, types, ofAnyStatus, ofAnyType } = filterMyTests(placed, {
      subject: 'Verbal',
      status: 'available',
    })
    expect(Object.fromEntries(statuses)).toEqual({ completed: 1, available: 1 })
    expect(ofAnyStatus).toBe(2)
    expect(Object.fromEntries(types)).toEqual({ Assignment: 1 })
    expect(ofAnyType).toBe(1)
  })
})

it('lists tests in progress first, then the ones that close soonest', () => {
  expect(groupMyTests(placed).map(({ title, tests }) => [title, namesOf(tests)])).toEqual([
    ['To take now', ['Running quiz', 'Word order', 'Word problems']],
    ['Upcoming', ['Hiring round']],
    ['Finished', ['Grammar drill', 'Closed quiz']],
  ])
})
