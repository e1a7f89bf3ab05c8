import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letters } from '../../bank/types/choice.rules.ts'
import { addAttempt, emptyFold, type ItemAnswer, mergeFolds } from './fold.rules.ts'
import { type AnalysedQuestion, analyse } from './items.rules.ts'
import { itemAnalysis } from './items.schema.ts'

const questions = [
  { id: 'two', correctAnswer: 'B', options: 2, marks: 1, penalty: 0.25 },
  { id: 'ten', correctAnswer: 'J', options: 10, marks: 4, penalty: 1 },
  { id: 'number', correctAnswer: null, options: null, marks: 2, penalty: 2, keyHash: 'k' },
] as const satisfies AnalysedQuestion[]

function foldOf(attempts: readonly ItemAnswer[][]) {
  const fold = emptyFold(questions)
  for (const answers of attempts) addAttempt(fold, answers)
  return fold
}
const analysed = (attempts: readonly ItemAnswer[][]) => itemAnalysis.parse(analyse(foldOf(attempts), questions))

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const covariance = (a: readonly number[], b: readonly number[]) =>
  mean(a.map((value, at) => value * (b[at] ?? 0))) - mean(a) * mean(b)

/** The marks for each answer in an attempt at the questions above. */
const marksOf = ([two, ten, number]: readonly ItemAnswer[]) => [
  two === null ? 0 : two === 'B' ? 1 : -0.25,
  ten === null ? 0 : ten === 'J' ? 4 : -1,
  Number(number ?? 0),
]

/** The mean of a group's values, where ties at its boundary share the remaining places. */
function meanIn(ranked: readonly { score: number; value: number }[], size: number) {
  const edge = ranked[size - 1]?.score
  const surely = ranked.slice(
    0,
    ranked.findIndex(({ score }) => score === edge),
  )
  const tied = ranked.filter(({ score }) => score === edge).map(({ value }) => value)
  return (surely.reduce((sum, { value }) => sum + value, 0) + mean(tied) * (size - surely.length)) / size
}

const attempts = fc.array(
  fc.tuple(
    fc.constantFrom('A', 'B', null),
    fc.option(fc.constantFrom(...letters)),
    fc.option(fc.constantFrom(-2, 0, 0.67, 1.5, 2)),
  ),
  { minLength: 2, maxLength: 50 },
)

/** Expects equality up to rounding to two decimals. */
const near = (figure: number | null | undefined, exact: number) =>
  expect(Math.abs((figure ?? Number.NaN) - exact)).toBeLessThan(0.005_000_1)

describe('an analysis with penalties', () => {
  it('matches statistics computed from the individual attempts', () => {
    fc.assert(
      fc.property(attempts, (given) => {
        const analysis = analysed(given)
        const marks = given.map(marksOf)
        const scores = marks.map((row) => Math.round(row.reduce((sum, value) => sum + value, 0) * 100) / 100)
        near(analysis.mean, mean(scores))
        near(analysis.standardDeviation, Math.sqrt(Math.max(0, covariance(scores, scores))))
        const varies = new Set(scores).size > 1
        const size = Math.max(1, Math.round(0.27 * given.length))
        for (const [place, item] of analysis.items.entries()) {
          const own = marks.map((row) => row[place] ?? 0)
          const worth = questions[place]?.marks ?? 0
          near(item.facility, (mean(own) / worth) * 100)
          const ranked = own
            .map((value, at) => ({ value, score: scores[at] ?? 0 }))
            .sort((one, other) => one.score - other.score)
          if (varies) near(item.discrimination, (meanIn(ranked.toReversed(), size) - meanIn(ranked, size)) / worth)
          else expect(item.discrimination).toBeNull()
          const rest = scores.map((score, at) => score - (own[at] ?? 0))
          const [ofOwn, ofRest] = [covariance(own, own), covariance(rest, rest)]
          if (ofOwn > 1e-9 && ofRest > 1e-9) near(item.itemRest, covariance(own, rest) / Math.sqrt(ofOwn * ofRest))
          else expect(item.itemRest).toBeNull()
        }
      }),
    )
  })

  it('counts each of 2 or 10 options, and none for other types', () => {
    const [two, ten, number] = analysed([
      ['A', 'J', 2],
      ['B', 'E', -2],
      [null, 'E', null],
    ]).items
    expect(two?.choices?.map(({ option, all }) => [option, all])).toEqual([
      ['A', 1],
      ['B', 1],
      [null, 1],
    ])
    expect(ten?.choices?.map(({ option }) => option)).toEqual([...letters, null])
    expect(ten?.choices?.filter(({ all }) => all > 0).map(({ option, all }) => [option, all])).toEqual([
      ['E', 2],
      ['J', 1],
    ])
    expect(number).toMatchObject({ choices: null, correct: 1, incorrect: 1, unanswered: 1 })
  })

  // Scores -3.25, -1.25 and 4.75: the middle one is -1.25, and the top and bottom groups have one attempt each.
  it('sorts negative scores in ascending order', () => {
    const analysis = analysed([
      ['B', 'J', -0.25],
      ['A', 'A', null],
      ['A', 'A', -2],
    ])
    expect(analysis).toMatchObject({ attempts: 3, groupSize: 1, median: -1.25, mean: 0.08 })
    expect(analysis.items.map(({ discrimination }) => discrimination)).toEqual([1.25, 1.25, 0.88])
    expect(analysis.items[2]).toMatchObject({ facility: -37.5, correct: 0, incorrect: 2, unanswered: 1 })
  })

  it('is the same for merged folds', () => {
    fc.assert(
      fc.property(attempts, attempts, (a, b) => {
        const merged = mergeFolds(foldOf(b), foldOf(a))
        expect(analyse(merged, questions)).toStrictEqual(analysed([...a, ...b]))
      }),
    )
  })
})
