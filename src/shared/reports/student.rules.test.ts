import { describe, expect, it } from 'vitest'
import type { subjects } from '../tests/tests.schema.ts'
import { areasToImprove, matches, performanceOf, type SubmittedAttempt, sorted, summaryOf } from './student.rules.ts'

let made = 0
const anAttempt = (fields: Partial<SubmittedAttempt> = {}): SubmittedAttempt => ({
  id: `attempt ${++made}`,
  testId: `test ${made}`,
  testName: `Quiz ${made}`,
  companyName: null,
  difficulty: 'Easy',
  testType: 'Practice',
  subject: 'Verbal',
  marksObtained: 5,
  totalMarks: 10,
  correctAnswers: 5,
  incorrectAnswers: 3,
  unanswered: 2,
  percentage: 50,
  passMark: 40,
  pendingCode: 0,
  number: 1,
  counts: true,
  submittedAt: made * 1000,
  spentMs: 60_000,
  passed: null,
  pendingMarks: 0,
  ...fields,
})

it('rounds only the sum of times', () => {
  // Three times 0.2 s: each 0 minutes to two decimals, but 0.01 in total.
  expect(
    summaryOf([anAttempt({ spentMs: 200 }), anAttempt({ spentMs: 200 }), anAttempt({ spentMs: 200 })]).timeSpent,
  ).toBe(0.01)
})

it('passes at 40 percent', () => {
  expect(summaryOf([anAttempt({ percentage: 40 }), anAttempt({ percentage: 39.99 })])).toMatchObject({
    passed: 1,
    failed: 1,
  })
})

it('breaks ties newest first in both sort directions', () => {
  const [old, fresh] = [anAttempt({ testName: 'Same' }), anAttempt({ testName: 'same' })]
  expect(sorted([old, fresh], 'testName')).toEqual([fresh, old])
  expect(sorted([old, fresh], '-testName')).toEqual([fresh, old])
})

it('searches test and company names, ignoring case', () => {
  const attempt = anAttempt({ testName: 'Hiring round', companyName: 'ÉCOLE & Sons' })
  expect(['HIRING', ' round ', 'école', ''].map((search) => matches(attempt, { search }))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(matches(attempt, { search: 'quiz' })).toBe(false)
})

it('charts the last ten scores, oldest first, and picks the newest of equal extremes', () => {
  const attempts = Array.from({ length: 12 }, (_, n) => anAttempt({ percentage: n % 2 === 0 ? 80 : 20 }))
  const { scores, highest, lowest } = performanceOf([...attempts].reverse())
  expect(scores.map(({ id }) => id)).toEqual(attempts.slice(2).map(({ id }) => id))
  expect([highest?.id, lowest?.id]).toEqual([attempts[10]?.id, attempts[11]?.id])
})

it('names the three subjects with the lowest averages', () => {
  const { weakestSubjects } = performanceOf([
    anAttempt({ subject: 'Verbal', percentage: 90 }),
    anAttempt({ subject: 'Reasoning', percentage: 30 }),
    anAttempt({ subject: 'Technical', percentage: 10 }),
    anAttempt({ subject: 'Technical', percentage: 90 }),
    anAttempt({ subject: 'Arithmetic', percentage: 70 }),
  ])
  expect(weakestSubjects).toEqual([
    { subject: 'Reasoning', tests: 1, averagePercentage: 30 },
    { subject: 'Technical', tests: 2, averagePercentage: 50 },
    { subject: 'Arithmetic', tests: 1, averagePercentage: 70 },
  ])
})

it('counts a test once, by its latest attempt, but averages all attempts', () => {
  const attempts = [
    anAttempt({ testId: 'one', percentage: 90, counts: false }),
    anAttempt({ testId: 'one', number: 2, percentage: 30 }),
    anAttempt({ testId: 'two', percentage: 60, testType: 'Mock Test' }),
  ]
  expect(summaryOf(attempts)).toMatchObject({ total: 2, passed: 1, failed: 1, averagePercentage: 60 })
  expect(performanceOf(attempts)).toMatchObject({
    totalTests: 2,
    passRate: 50,
    subjects: [{ tests: 2, averagePercentage: 60 }],
    testTypes: [{ tests: 1 }, { tests: 1 }],
  })
})

describe('areasToImprove', () => {
  const averages = (figures: Partial<Record<(typeof subjects)[number], number>>) =>
    Object.entries(figures).map(([subject, averagePercentage]) => ({
      subject: subject as (typeof subjects)[number],
      tests: 1,
      averagePercentage,
    }))
  const names = (figures: Parameters<typeof averages>[0], own: number) =>
    areasToImprove(averages(figures), own).map(({ subject }) => subject)

  it('lists subjects below 60% and below the student’s average, weakest first', () => {
    expect(names({ Verbal: 91.2, Reasoning: 59.99, Technical: 20, Arithmetic: 60 }, 62)).toEqual([
      'Technical',
      'Reasoning',
    ])
  })
  it('is empty for a strong student, one subject, or similar subjects', () => {
    expect(names({ Verbal: 91, Reasoning: 70 }, 80.5)).toEqual([])
    expect(names({ Verbal: 20 }, 20)).toEqual([])
    expect(names({ Verbal: 30, Reasoning: 30 }, 30)).toEqual([])
  })
  it('lists at most three', () => {
    expect(names({ Verbal: 40, Reasoning: 30, Technical: 20, Arithmetic: 10, Communication: 95 }, 59)).toEqual([
      'Arithmetic',
      'Technical',
      'Reasoning',
    ])
  })
})
