import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addAttempt, emptyFold, type ItemAnswer, mergeFolds } from './fold.rules.ts'
import { type AnalysedQuestion, analyse } from './items.rules.ts'
import { itemAnalysis } from './items.schema.ts'

const questions: AnalysedQuestion[] = [
  { id: 'q1', correctAnswer: 'A', options: 4, marks: 1 },
  { id: 'q2', correctAnswer: 'B', options: 4, marks: 1 },
  { id: 'q3', correctAnswer: 'C', options: 4, marks: 2 },
  { id: 'code', correctAnswer: null, options: null, marks: 2 },
]

function foldOf(attempts: readonly ItemAnswer[][], of: readonly AnalysedQuestion[] = questions) {
  const fold = emptyFold(of)
  for (const answers of attempts) addAttempt(fold, answers)
  return fold
}
const analysed = (attempts: readonly ItemAnswer[][], of: readonly AnalysedQuestion[] = questions) =>
  itemAnalysis.parse(analyse(foldOf(attempts, of), of))

/** The rows of a choice table: all, upper, lower for A, B, C, D and unanswered. */
const counts = (item: ReturnType<typeof analysed>['items'][number] | undefined) =>
  item?.choices?.map(({ all, upper, lower }) => [all, upper, lower])

describe('ten students and four questions, checked by hand', () => {
  const analysis = analysed([
    ['A', 'B', 'C', 2], //       6
    ['A', 'B', 'C', 1], //       5
    ['A', 'A', 'C', 1], //       4
    ['A', 'B', 'C', 0], //       4
    ['A', 'B', 'D', 1], //       3
    ['B', 'B', 'C', null], //    3
    ['A', 'C', 'D', 0.5], //     1.5
    ['A', null, 'A', null], //   1
    ['C', 'B', null, 0], //      1
    ['D', 'A', 'A', null], //    0
  ])
  const [q1, q2, q3, code] = analysis.items

  // Sum 28.5. The middle two are 3 and 3. Squares 36 + 25 + 16 + 16 + 9 + 9 + 2.25 + 1 + 1 + 0 = 115.25.
  // Variance 11.525 - 2.85² = 3.4025, its square root 1.8446.
  it('give the mean, median and standard deviation', () => {
    expect(analysis).toMatchObject({ attempts: 10, totalMarks: 6, mean: 2.85, median: 3, standardDeviation: 1.84 })
  })

  // The items' variances are 0.21, 0.24, 1 and 0.4225, together 1.8725.
  // Alpha 4/3 (1 - 1.8725 / 3.4025) = 0.5996; error 1.8446 √(1 - 0.5996) = 1.1673.
  it('give alpha and the standard error', () => {
    expect(analysis).toMatchObject({ alpha: 0.6, standardError: 1.17 })
  })

  // 27% of 10 is 2.7, rounded to 3. Upper: the 6, the 5 and half of each of the two 4s; lower: 0, 1 and 1.
  it('give groups of three', () => {
    expect(analysis.groupSize).toBe(3)
  })

  // 7 of 10 are correct. Upper 3 of 3, lower 1 of 3: 1 - 1/3. Variance 0.7 x 0.3 = 0.21. The seven have 24.5 marks:
  // covariance with the score 2.45 - 0.7 x 2.85 = 0.455, with the rest 0.455 - 0.21 = 0.245.
  // Variance of the rest 3.4025 + 0.21 - 2 x 0.455 = 2.7025. 0.245 / √(0.21 x 2.7025) = 0.3252.
  it('give the statistics of the first question', () => {
    expect(q1).toMatchObject({ correct: 7, incorrect: 3, unanswered: 0, correctPercentage: 70, facility: 70 })
    expect(q1).toMatchObject({ discrimination: 0.67, itemRest: 0.33 })
    expect(counts(q1)).toEqual([
      [7, 3, 1],
      [1, 0, 0],
      [1, 0, 1],
      [1, 0, 1],
      [0, 0, 0],
    ])
  })

  // 6 of 10, of 9 who answered. Upper 1 + 1 + half of a 4, so 2.5; lower 1: (2.5 - 1) / 3 = 0.5.
  // Covariance 2.2 - 0.6 x 2.85 = 0.49, with the rest 0.25; variance of the rest 3.4025 + 0.24 - 0.98 = 2.6625.
  // 0.25 / √(0.24 x 2.6625) = 0.3127.
  it('give the statistics of the second question', () => {
    expect(q2).toMatchObject({
      correct: 6,
      incorrect: 3,
      unanswered: 1,
      correctPercentage: expect.closeTo(66.67, 2),
      facility: 60,
    })
    expect(q2).toMatchObject({ discrimination: 0.5, itemRest: 0.31 })
    expect(counts(q2)).toEqual([
      [2, 0.5, 1],
      [6, 2.5, 1],
      [1, 0, 0],
      [0, 0, 0],
      [1, 0, 1],
    ])
  })

  // 5 of 10, of 9 who answered. Upper 3 of 3, lower 0. Mean 1, variance 20/10 - 1 = 1. Covariance 44/10 - 2.85 = 1.55,
  // with the rest 0.55; variance of the rest 3.4025 + 1 - 3.1 = 1.3025. 0.55 / √1.3025 = 0.4819.
  it('give the statistics of the third question', () => {
    expect(q3).toMatchObject({
      correct: 5,
      incorrect: 4,
      unanswered: 1,
      correctPercentage: expect.closeTo(55.56, 2),
      facility: 50,
    })
    expect(q3).toMatchObject({ discrimination: 1, itemRest: 0.48 })
    expect(counts(q3)).toEqual([
      [2, 0, 2],
      [0, 0, 0],
      [5, 3, 0],
      [2, 0, 0],
      [1, 0, 1],
    ])
  })

  // 5.5 of 20 marks; 7 answered, one of them with full marks. Upper 2 + 1 + half of 1 + half of 0 = 3.5 of 6, lower 0.
  // Variance 7.25/10 - 0.55² = 0.4225. Covariance 2.475 - 0.55 x 2.85 = 0.9075, with the rest 0.485.
  // Variance of the rest 3.4025 + 0.4225 - 1.815 = 2.01. 0.485 / √(0.4225 x 2.01) = 0.5263.
  it('give the statistics of the coding question', () => {
    expect(code).toMatchObject({
      correct: 1,
      incorrect: 6,
      unanswered: 3,
      correctPercentage: expect.closeTo(14.29, 2),
      facility: expect.closeTo(27.5, 2),
    })
    expect(code).toMatchObject({ discrimination: 0.58, itemRest: 0.53, choices: null })
  })

  it('give no hints, because there are too few attempts', () => {
    for (const item of analysis.items) expect(item.hints).toEqual(['Too few attempts to judge'])
  })
})

/**
 * Computes the same statistics in a different way: from the attempts themselves, in marks, via means and deviations.
 */
function slowly(attempts: readonly ItemAnswer[][], of: readonly AnalysedQuestion[]) {
  const marks = attempts.map((answers) =>
    of.map(({ correctAnswer, marks: full }, place) => {
      const answer = answers[place] ?? null
      if (typeof answer === 'number') return answer
      return answer !== null && answer === correctAnswer ? full : 0
    }),
  )
  const cents = (values: readonly number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const covariance = (a: readonly number[], b: readonly number[]) =>
    mean(a.map((value, at) => (value - mean(a)) * ((b[at] ?? 0) - mean(b))))
  const varies = (values: readonly number[]) => values.some((value) => value !== values[0])
  const totals = marks.map(cents)
  const size = Math.max(1, Math.round(0.27 * attempts.length))
  /** The group's mean over all ways to break ties: the remaining places get the mean of the tied attempts. */
  const inGroup = (values: readonly number[], isAbove: (a: number, b: number) => boolean) => {
    const edge = [...totals].sort((a, b) => (isAbove(a, b) ? -1 : 1))[size - 1] ?? 0
    const surely = values.filter((_, at) => isAbove(totals[at] ?? 0, edge))
    const tied = values.filter((_, at) => totals[at] === edge)
    return (surely.reduce((sum, value) => sum + value, 0) + mean(tied) * (size - surely.length)) / size
  }
  const upper = (values: readonly number[]) => inGroup(values, (a, b) => a > b)
  const lower = (values: readonly number[]) => inGroup(values, (a, b) => a < b)
  const ofItem = of.map((question, place) => {
    const own = marks.map((row) => row[place] ?? 0)
    const rest = marks.map((row) => cents(row.filter((_, at) => at !== place)))
    const canVary = varies(own) && varies(rest)
    return {
      variance: covariance(own, own),
      facility: (mean(own) / question.marks) * 100,
      discrimination: varies(totals) ? (upper(own) - lower(own)) / question.marks : null,
      itemRest: canVary ? covariance(own, rest) / Math.sqrt(covariance(own, own) * covariance(rest, rest)) : null,
      choseB: attempts.map((answers) => (answers[place] === 'B' ? 1 : 0)),
    }
  })
  const deviation = Math.sqrt(covariance(totals, totals))
  const sum = ofItem.reduce((all, { variance }) => all + variance, 0)
  const k = of.length
  const alpha = k > 1 && varies(totals) ? (k / (k - 1)) * (1 - sum / covariance(totals, totals)) : null
  const sorted = [...totals].sort((a, b) => a - b)
  const median = mean([(sorted.length - 1) >> 1, sorted.length >> 1].map((at) => sorted[at] ?? 0))
  return { mean: mean(totals), median, deviation, alpha, ofItem, upper, lower, size }
}

const choice = fc.constantFrom('A', 'B', 'C', 'D', null)
const program = fc.option(fc.constantFrom(0, 0.29, 0.5, 0.67, 1, 1.43, 2))
const attempt = fc.tuple(choice, choice, choice, program)
const attemptsOf = (minLength: number) => fc.array(attempt, { minLength, maxLength: 60 })

/** Expects equality up to rounding to two decimals. */
function near(figure: number | null | undefined, exact: number | null) {
  if (figure === null || figure === undefined || exact === null) expect(figure).toBe(exact)
  else expect(Math.abs(figure - exact)).toBeLessThan(0.005_000_1)
}

describe('an analysis', () => {
  it('matches statistics computed from the individual attempts', () => {
    fc.assert(
      fc.property(attemptsOf(2), (attempts) => {
        const analysis = analysed(attempts)
        const slow = slowly(attempts, questions)
        near(analysis.mean, slow.mean)
        near(analysis.median, slow.median)
        near(analysis.standardDeviation, slow.deviation)
        near(analysis.alpha, slow.alpha)
        near(
          analysis.standardError,
          slow.alpha === null ? null : slow.deviation * Math.sqrt(1 - Math.max(0, slow.alpha)),
        )
        for (const [place, item] of analysis.items.entries()) {
          const exact = slow.ofItem[place]
          near(item.facility, exact?.facility ?? null)
          near(item.discrimination, exact?.discrimination ?? null)
          near(item.itemRest, exact?.itemRest ?? null)
          expect(item.correct + item.incorrect + item.unanswered).toBe(attempts.length)
          if (item.choices === null || analysis.groupSize === 0) continue
          near(item.choices[1]?.upper, slow.upper(exact?.choseB ?? []) * slow.size)
          near(item.choices[1]?.lower, slow.lower(exact?.choseB ?? []) * slow.size)
          const sums = (of: 'all' | 'upper' | 'lower') => item.choices?.reduce((sum, row) => sum + row[of], 0)
          expect(sums('all')).toBe(attempts.length)
          expect(sums('upper')).toBeCloseTo(analysis.groupSize, 1)
          expect(sums('lower')).toBeCloseTo(analysis.groupSize, 1)
        }
      }),
    )
  })

  it('is bit-identical in any order and grouping, and after it was stored', () => {
    fc.assert(
      fc.property(attemptsOf(0), attemptsOf(0), (a, b) => {
        const expected = JSON.stringify(analysed([...a, ...b]))
        expect(JSON.stringify(analysed([...b, ...a].toReversed()))).toBe(expected)
        const merged = mergeFolds(foldOf(b), foldOf(a))
        expect(JSON.stringify(itemAnalysis.parse(analyse(merged, questions)))).toBe(expected)
        expect(analyse(JSON.parse(JSON.stringify(merged)), questions)).toStrictEqual(analyse(merged, questions))
      }),
    )
  })

  it('has no statistics without attempts', () => {
    const nothing = { mean: null, median: null, standardDeviation: null, alpha: null, standardError: null }
    expect(analysed([])).toMatchObject({ attempts: 0, groupSize: 0, totalMarks: 6, ...nothing })
    expect(analysed([]).items[0]).toMatchObject({
      ...{ correct: 0, incorrect: 0, unanswered: 0, correctPercentage: 0 },
      ...{ facility: null, discrimination: null, itemRest: null, hints: ['Too few attempts to judge'] },
    })
    expect(analysed([], [])).toMatchObject({ ...nothing, totalMarks: 0, items: [] })
  })

  it('has no groups, alpha, discrimination or correlations for a single attempt', () => {
    const one = analysed([['A', 'C', 'C', 1]])
    expect(one).toMatchObject({ attempts: 1, groupSize: 0, mean: 4, median: 4, standardDeviation: 0, alpha: null })
    expect(one.items.map(({ facility }) => facility)).toEqual([100, 0, 100, 50])
    for (const item of one.items) expect(item).toMatchObject({ discrimination: null, itemRest: null })
  })

  it('has no groups, alpha or discrimination if all scores are equal, even if answers differ', () => {
    const equal = analysed([
      ['A', 'A', 'C', null],
      ['D', 'B', 'C', null],
      ['A', 'B', 'A', 1],
    ])
    expect(equal).toMatchObject({ groupSize: 0, standardDeviation: 0, alpha: null, standardError: null, median: 3 })
    expect(equal.items[0]).toMatchObject({ facility: expect.closeTo(66.67, 2), discrimination: null, itemRest: -1 })
    expect(equal.items[0]?.choices?.[0]).toEqual({ option: 'A', all: 2, upper: 0, lower: 0 })
  })

  it('has no correlation for a question that everyone or nobody got right, or for the only question', () => {
    const [all, none] = analysed([
      ['A', 'C', 'C', 1],
      ['A', null, 'D', 1],
      ['A', 'D', 'D', 0],
    ]).items
    expect(all).toMatchObject({ facility: 100, discrimination: 0, itemRest: null })
    expect(none).toMatchObject({ facility: 0, correctPercentage: 0, discrimination: 0, itemRest: null })
    const only = analysed([['A'], ['B'], ['A']], questions.slice(0, 1))
    expect(only).toMatchObject({ alpha: null, standardError: null })
    expect(only.items[0]).toMatchObject({ discrimination: 1, itemRest: null })
  })

  it('counts a question that nobody answered as unanswered, with a facility of 0', () => {
    const [, second] = analysed([
      ['A', null, 'C', 1],
      ['B', null, 'C', 1],
    ]).items
    expect(second).toMatchObject({ correct: 0, incorrect: 0, unanswered: 2, correctPercentage: 0, facility: 0 })
    expect(counts(second)?.at(-1)).toEqual([2, 1, 1])
  })

  it('has negative statistics if low scorers do better; a negative alpha does not raise the standard error', () => {
    // Scores 3, 3, 1, 1: the first question is correct where the third is wrong.
    const reversed = analysed([
      ['D', 'B', 'C', null],
      ['D', 'B', 'C', null],
      ['A', 'C', 'A', null],
      ['A', 'C', 'A', null],
    ])
    expect(reversed.items[0]).toMatchObject({ discrimination: -1, itemRest: -1 })
    const contrary = analysed([
      ['A', 'A', 'A', null],
      ['D', 'B', 'A', null],
      ['A', 'A', 'A', null],
      ['D', 'B', 'A', 0.01],
    ])
    expect(contrary.alpha).toBeLessThan(0)
    expect(contrary.standardError).toBe(contrary.standardDeviation)
  })

  it('has an alpha of exactly 1 and a standard error of 0 if all questions agree', () => {
    const [q1, q2] = questions
    if (!q1 || !q2) throw new Error('two questions')
    const alike = analysed(
      [...Array(7).fill(['A', 'B', 'A']), ...Array(6).fill(['B', 'A', 'B'])],
      [q1, q2, { ...q1, id: 'q3' }],
    )
    expect(alike).toMatchObject({ alpha: 1, standardError: 0 })
  })

  it('never returns negative zero', () => {
    const two = questions.slice(0, 2)
    const times = (count: number, answers: ItemAnswer[]) => Array<ItemAnswer[]>(count).fill(answers)
    // Exact independence would require one more student with both right, so the correlation is -0.001.
    const { items } = analysed(
      [...times(500, ['A', 'A']), ...times(500, ['B', 'B']), ...times(499, ['A', 'B']), ...times(500, ['B', 'A'])],
      two,
    )
    expect(items[0]?.itemRest).toBe(0)
  })

  it('rejects a fold made with another key', () => {
    const rekeyed = questions.map((question) => ({ ...question, correctAnswer: 'D' as const }))
    expect(() => analyse(foldOf([]), rekeyed)).toThrow(RangeError)
  })
})
