import { describe, expect, it } from 'vitest'
import {
  averageTitle,
  averageTrendTitle,
  growthTitle,
  mostTitle,
  passedTitle,
  peakTitle,
  scoreTrendTitle,
  seenTitle,
  topTitle,
  weakestSubjectTitle,
  wrongAnswersTitle,
} from '#client/ui/charts/chart-titles.ts'

const named = (figures: Record<string, number>) => Object.entries(figures).map(([name, value]) => ({ name, value }))
const scores = (...tests: [date: string, percentage: number][]) =>
  tests.map(([date, percentage]) => ({ completedAt: `${date}T12:00:00.000Z`, percentage }))

describe('scoreTrendTitle', () => {
  it('names the month when scores rose or fell', () => {
    expect(scoreTrendTitle(scores(['2026-02-10', 80], ['2026-03-02', 50], ['2026-03-20', 60]))).toBe(
      'Scores fell in March',
    )
    expect(scoreTrendTitle(scores(['2026-02-10', 50], ['2026-03-02', 70]))).toBe('Scores rose in March')
  })
  it('names no month when both sides are in the same month', () => {
    expect(scoreTrendTitle(scores(['2026-03-01', 50], ['2026-03-02', 70]))).toBe('Scores rose in the latest test')
    expect(scoreTrendTitle(scores(['2026-02-01', 90], ['2026-02-27', 50], ['2026-03-02', 40]))).toBe(
      'Scores fell in the latest 2 tests',
    )
  })
  it('says that scores are steady, and nothing about a single score', () => {
    expect(scoreTrendTitle(scores(['2026-02-10', 50], ['2026-03-02', 55]))).toBe('Scores are steady')
    expect(scoreTrendTitle(scores(['2026-02-10', 50]))).toBeUndefined()
  })
  it('does not call fluctuating scores steady', () => {
    const upAndDown = scores(['2026-02-10', 60], ['2026-02-12', 43], ['2026-02-14', 33], ['2026-02-20', 91])
    expect(scoreTrendTitle(upAndDown)).toBe('Scores vary, with no clear trend')
    const higherOnAverage = scores(
      ...(['2026-02-10', '2026-02-12', '2026-02-14', '2026-02-20', '2026-02-21', '2026-02-22'] as const).map(
        (day, at): [string, number] => [day, [60, 43, 33, 91, 17, 100][at] ?? 0],
      ),
    )
    expect(scoreTrendTitle(higherOnAverage)).toBe('Scores vary, with no clear trend')
  })
})

describe('averageTrendTitle', () => {
  const spans = (...figures: [startDate: string, averagePercentage: number | null, attempts?: number][]) =>
    figures.map(([startDate, averagePercentage, attempts = averagePercentage === null ? 0 : 10]) => ({
      ...{ startDate, averagePercentage, attempts },
    }))
  it('names the month, week or day of the change', () => {
    expect(averageTrendTitle('month', spans(['2026-02-01', 70], ['2026-03-01', 60]))).toBe(
      'Average score fell in March',
    )
    expect(averageTrendTitle('week', spans(['2026-02-23', 50], ['2026-03-02', 60]))).toMatch(
      /^Average score rose in the week of .*2/,
    )
    expect(averageTrendTitle('day', spans(['2026-03-01', 50], ['2026-03-03', 60]))).toMatch(/rose on .*3/)
  })
  it('compares the latest three with the previous three, weighted by attempts', () => {
    const before = spans(['2026-01-01', 60], ['2026-02-01', 60], ['2026-03-01', 60])
    const after = spans(['2026-04-01', 40], ['2026-05-01', 45], ['2026-06-01', 80, 1])
    expect(averageTrendTitle('month', [...before, ...after])).toBe('Average score fell since April')
  })
  it('ignores spans without attempts', () => {
    const gap = spans(['2026-01-01', 40], ['2026-02-01', null], ['2026-03-01', 60], ['2026-04-01', null])
    expect(averageTrendTitle('month', gap)).toBe('Average score rose in March')
  })
  it('says whether the average is steady or varies, and nothing about a single span', () => {
    expect(averageTrendTitle('month', spans(['2026-02-01', 60], ['2026-03-01', 64]))).toBe('Average score is steady')
    const upAndDown = spans(['2026-02-01', 60], ['2026-03-01', 40], ['2026-04-01', 80])
    expect(averageTrendTitle('month', upAndDown)).toBe('Average score varies, with no clear trend')
    expect(averageTrendTitle('month', spans(['2026-02-01', 60]))).toBeUndefined()
  })
})

describe('titles about averages', () => {
  it('name the weakest subject', () => {
    expect(weakestSubjectTitle(named({ Verbal: 70, Reasoning: 40, Technical: 90 }))).toBe(
      'Reasoning is the weakest subject',
    )
  })
  it('name no subject if all are close, two are tied, or there is only one', () => {
    expect(weakestSubjectTitle(named({ Verbal: 70, Reasoning: 72 }))).toBe('All subjects are close together')
    expect(weakestSubjectTitle(named({ Verbal: 40.01, Reasoning: 40.04, Technical: 90 }))).toBeUndefined()
    expect(weakestSubjectTitle(named({ Verbal: 40 }))).toBeUndefined()
    expect(weakestSubjectTitle([])).toBeUndefined()
  })
  it('name the requested extreme', () => {
    const sections = named({ 'Section A': 70, 'Section B': 40 })
    expect(averageTitle(sections, 'lowest')).toBe('Section B has the lowest average')
    expect(averageTitle(sections, 'highest')).toBe('Section A has the highest average')
    expect(averageTitle(named({ 'Section A': 70 }), 'lowest')).toBeUndefined()
  })
})

describe('titles about counts', () => {
  it.each([
    [3, 1, '3 of 4 students passed'],
    [4, 0, 'All 4 students passed'],
    [0, 4, 'None of the 4 students passed'],
    [1, 0, 'The only student passed'],
    [0, 1, 'The only student failed'],
    [0, 0, undefined],
  ])('describe %d passed and %d failed as: %s', (passed, failed, title) =>
    expect(passedTitle(passed, failed, 'student')).toBe(title),
  )
  it('name the subject with the most wrong answers', () => {
    const subject = (name: string, correct: number, incorrect: number) => ({ subject: name, correct, incorrect })
    expect(wrongAnswersTitle([subject('Verbal', 5, 1), subject('Reasoning', 9, 4)])).toBe(
      'Reasoning has the most wrong answers',
    )
    expect(wrongAnswersTitle([subject('Verbal', 5, 2), subject('Reasoning', 9, 2)])).toBeUndefined()
    expect(wrongAnswersTitle([subject('Verbal', 5, 0)])).toBe('Every answer is correct')
    expect(wrongAnswersTitle([])).toBeUndefined()
  })
  it('name a majority', () => {
    expect(mostTitle(named({ Practice: 3, Assessment: 1 }), 'tests')).toBe('Most tests are Practice')
    expect(mostTitle(named({ Practice: 3 }), 'tests')).toBe('All tests are Practice')
    expect(mostTitle(named({ Practice: 2, Assessment: 2 }), 'tests')).toBeUndefined()
    expect(mostTitle([], 'tests')).toBeUndefined()
  })
  it('name the largest group, if there is one', () => {
    expect(topTitle(named({ Technical: 3, Verbal: 2 }), 'tests')).toBe('Technical has the most tests')
    expect(topTitle(named({ Technical: 3, Verbal: 3 }), 'tests')).toBeUndefined()
    expect(peakTitle(named({ '11 Mar': 3, '12 Mar': 20 }), 'Seen', 'on')).toBe('Seen most on 12 Mar')
    expect(peakTitle(named({ '12 Mar': 20 }), 'Seen', 'on')).toBeUndefined()
  })
  it('describe the growth of a count', () => {
    expect(growthTitle([120, 150, 1_180], 'Users')).toBe('Users grew from 120 to 1,180')
    expect(growthTitle([180, 150], 'Users')).toBe('Users fell from 180 to 150')
    expect(growthTitle([180, 180], 'Users')).toBe('Users stayed at 180')
    expect(growthTitle([180], 'Users')).toBeUndefined()
  })
  it('state the percentage of recipients who saw a message', () => {
    expect(seenTitle(6, 11)).toBe('Seen by 54.5% of recipients')
    expect(seenTitle(0, 0)).toBeUndefined()
  })
})
