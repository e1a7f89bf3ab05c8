import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradeOf, isPass } from '../tests/scheme.rules.ts'
import { availabilityOf, givenAnswer, mergeAnswers, type StoredAnswer, timingOf } from './attempts.rules.ts'
import type { AnswerInput } from './attempts.schema.ts'
import { grade, type KeyedQuestion, resultsOf } from './results.rules.ts'

const letters = ['A', 'B', 'C', 'D'] as const
const letter = fc.constantFrom(...letters)

const question = (id: string, correctAnswer: (typeof letters)[number], marks = 1): KeyedQuestion & { id: string } => ({
  id,
  type: 'single',
  body: { options: { A: 'a', B: 'b', C: 'c', D: 'd' }, optionImages: null },
  key: { correctAnswer },
  marks,
  penalty: 0,
})

/** Single choice uses no patterns. */
const tools = { matches: () => false }

describe('grading', () => {
  it('gives full marks or 0, and counts unanswered questions as neither correct nor incorrect', () => {
    const paper = [question('q1', 'A', 2), question('q2', 'B', 3), question('q3', 'C', 5)]
    const chosen = new Map<string, (typeof letters)[number]>([
      ['q1', 'A'],
      ['q2', 'D'],
    ])
    const graded = resultsOf(grade(paper, ({ id }) => chosen.get(id) ?? null, tools))
    expect(graded).toMatchObject({
      marksObtained: 2,
      totalMarks: 10,
      percentage: 20,
      correctAnswers: 1,
      incorrectAnswers: 1,
      unanswered: 1,
    })
  })

  it('counts a dropped question as neither correct, incorrect nor unanswered', () => {
    const dropped = (id: string) => ({ ...question(id, 'A', 2), ruling: 'dropped' as const })
    const paper = [question('q1', 'A', 3), dropped('q2'), dropped('q3'), dropped('q4')]
    const chosen = new Map([
      ['q1', 'A'],
      ['q2', 'A'],
      ['q3', 'B'],
    ])
    expect(resultsOf(grade(paper, ({ id }) => chosen.get(id) ?? null, tools))).toMatchObject({
      marksObtained: 3,
      totalMarks: 3,
      correctAnswers: 1,
      incorrectAnswers: 0,
      unanswered: 0,
    })
  })

  it('counts every question once and keeps the percentage between 0 and 100', () => {
    const paper = fc.array(fc.record({ key: letter, marks: fc.integer({ min: 1, max: 10 }), given: fc.option(letter) }))
    fc.assert(
      fc.property(paper, (items) => {
        const questions = items.map((item, n) => question(`q${n}`, item.key, item.marks))
        const answers = new Map(items.map((item, n) => [`q${n}`, item.given]))
        const graded = resultsOf(grade(questions, ({ id }) => answers.get(id) ?? null, tools))
        expect(graded.correctAnswers + graded.incorrectAnswers + graded.unanswered).toBe(items.length)
        const right = items.filter((item) => item.given === item.key)
        expect(graded.marksObtained).toBe(right.reduce((sum, item) => sum + item.marks, 0))
        expect(graded.percentage).toBeGreaterThanOrEqual(0)
        expect(graded.percentage).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('computes the percentage from exact marks, not rounded ones', () => {
    // 5 marks - 3 × 1/3 = 4, which is half of 8.
    const paper = [question('q1', 'A', 4), ...['q2', 'q3', 'q4'].map((id) => question(id, 'A')), question('q5', 'A', 1)]
      .map((one) => ({ ...one, penalty: '1/3' }))
      .slice(0, 5)
    const results = resultsOf(grade(paper, ({ id }) => (id === 'q1' || id === 'q5' ? 'A' : 'B'), tools))
    expect(results).toMatchObject({ marksObtained: 4, totalMarks: 8, percentage: 50 })
  })

  it.each([
    [100, 'A+'],
    [90, 'A+'],
    [89.99, 'A'],
    [70, 'B+'],
    [60, 'B'],
    [50, 'C'],
    [40, 'D'],
    [39.99, 'F'],
    [0, 'F'],
  ])('%s percent gives %s', (percentage, name) => {
    expect(gradeOf(percentage)).toBe(name)
    expect(isPass(percentage)).toBe(name !== 'F')
  })
})

describe('mergeAnswers', () => {
  const answer = fc.record({
    questionId: fc.constantFrom('q1', 'q2', 'q3'),
    selectedAnswer: fc.option(letter),
    revision: fc.integer({ min: 0, max: 6 }),
  })
  const nothing = () => undefined
  const asMap = (answers: readonly StoredAnswer[]) => new Map(answers.map((saved) => [saved.questionId, saved]))

  it('gives the same result for any batching and order of arrival', () => {
    fc.assert(
      fc.property(fc.array(answer), fc.nat(), (incoming, cut) => {
        const at = incoming.length === 0 ? 0 : cut % incoming.length
        const inOne = asMap(mergeAnswers(nothing, incoming))
        const first = asMap(mergeAnswers(nothing, incoming.slice(0, at)))
        const second = mergeAnswers((id) => first.get(id), incoming.slice(at))
        const letters = (map: ReadonlyMap<string, StoredAnswer>) =>
          [...map.values()].map((saved) => [saved.questionId, saved.revision, saved.value]).sort()
        expect(letters(new Map([...first, ...asMap(second)]))).toEqual(letters(inOne))
      }),
    )
  })

  it('keeps the highest revision of each question, and the first of equal revisions', () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1 }), (incoming) => {
        for (const saved of mergeAnswers(nothing, incoming)) {
          const own = incoming.filter((item) => item.questionId === saved.questionId)
          const highest = Math.max(...own.map((item) => item.revision))
          expect(saved.revision).toBe(highest)
          expect(saved.value).toBe(own.find((item) => item.revision === highest)?.selectedAnswer)
        }
      }),
    )
  })

  it('treats an answer without a revision as the newest', () => {
    const saved = asMap([{ questionId: 'q1', value: 'A', timeSpent: 3, revision: 41 }])
    expect(mergeAnswers((id) => saved.get(id), [{ questionId: 'q1', selectedAnswer: 'B' }])).toEqual([
      { questionId: 'q1', value: 'B', timeSpent: 3, revision: 42 },
    ])
  })

  it.each<[AnswerInput, unknown]>([
    [{ questionId: 'q', selectedAnswer: 'A', answered: false }, null],
    [{ questionId: 'q', selectedAnswer: 'A', answered: true }, 'A'],
    [{ questionId: 'q', selectedAnswer: 'A' }, 'A'],
    [{ questionId: 'q', answered: true }, null],
    [{ questionId: 'q', selectedAnswer: null }, null],
    [{ questionId: 'q', answer: ['A', 'C'] }, ['A', 'C']],
    [{ questionId: 'q', answer: false }, false],
    [{ questionId: 'q', answer: '3,14', answered: false }, null],
    [{ questionId: 'q', answer: null, selectedAnswer: 'B' }, 'B'],
    [{ questionId: 'q', answer: '' }, null],
    [{ questionId: 'q', answer: [] }, null],
    [{ questionId: 'q', answer: {} }, null],
    [{ questionId: 'q', answer: 0 }, 0],
    [{ questionId: 'q', answer: [''] }, ['']],
  ])('reads %j as %s', (given, expected) => {
    expect(givenAnswer(given)).toEqual(expected)
  })
})

describe('the window', () => {
  const window = { startDateTime: 1_000, endDateTime: 2_000 }

  it.each([
    [999, 'Upcoming', 'Upcoming'],
    [1_000, 'Active', 'Available'],
    [2_000, 'Active', 'Available'],
    [2_001, 'Ended', 'Expired'],
  ])('at %s is %s, and the test is %s', (now, timing, availability) => {
    expect(timingOf(window, now)).toBe(timing)
    expect(availabilityOf(window, false, now)).toBe(availability)
    expect(availabilityOf(window, true, now)).toBe('Completed')
  })
})
