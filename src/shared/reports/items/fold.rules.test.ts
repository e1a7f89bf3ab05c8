import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letters } from '../../bank/types/choice.rules.ts'
import { addAttempt, emptyFold, type FoldedItem, type ItemAnswer, isFoldOf, mergeFolds, rowsOf } from './fold.rules.ts'

const items: FoldedItem[] = [
  { correctAnswer: 'A', options: 4, marks: 1 },
  { correctAnswer: 'B', options: 4, marks: 2.5 },
  { correctAnswer: null, options: null, marks: 10 },
]

const foldOf = (attempts: readonly ItemAnswer[][], of: readonly FoldedItem[] = items) => {
  const fold = emptyFold(of)
  for (const answers of attempts) addAttempt(fold, answers)
  return fold
}

const choice = fc.constantFrom('A', 'B', 'C', 'D', null)
const program = fc.option(fc.constantFrom(0, 1.43, 2.86, 3.33, 6.67, 10))
const attempts = fc.array(fc.tuple(choice, choice, program), { maxLength: 30 })

describe('a fold', () => {
  it('stores four numbers per item and score, as documented', () => {
    const fold = foldOf([
      ['A', 'C', 3.33],
      ['A', 'D', 3.33],
      [null, null, null],
      ['C', 'B', 10],
    ])
    expect(fold).toEqual({
      key: 'AB-',
      marks: [100, 250, 1_000],
      rows: {
        0: [1, ...[0, 0, 0, 0], ...[0, 0, 0, 0], ...[0, 0, 0, 0]],
        433: [2, ...[2, 0, 0, 0], ...[0, 0, 1, 1], ...[2, 0, 666, 2 * 333 * 333]],
        1250: [1, ...[0, 0, 1, 0], ...[0, 1, 0, 0], ...[1, 1, 1_000, 1_000_000]],
      },
    })
  })

  it('serialises identically in any order and grouping, and can be parsed back', () => {
    fc.assert(
      fc.property(attempts, attempts, attempts, fc.func(fc.integer()), (a, b, c, order) => {
        const shuffled = [...a, ...b, ...c]
          .map((answers, at) => ({ answers, key: order(at) }))
          .sort((one, other) => one.key - other.key)
          .map(({ answers }) => answers)
        const text = JSON.stringify(foldOf(shuffled))
        const [x, y, z] = [foldOf(a), foldOf(b), foldOf(c)]
        expect(JSON.stringify(mergeFolds(mergeFolds(x, y), z))).toBe(text)
        expect(JSON.stringify(mergeFolds(z, mergeFolds(y, x)))).toBe(text)
        expect(JSON.stringify(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(foldOf(shuffled))
      }),
    )
  })

  it('shares no state with the folds it was merged from', () => {
    const one = foldOf([['A', 'B', 5]])
    const merged = mergeFolds(one, emptyFold(items))
    addAttempt(merged, ['A', 'B', 5])
    expect(one).toEqual(foldOf([['A', 'B', 5]]))
    expect(merged).toEqual(foldOf(Array(2).fill(['A', 'B', 5])))
  })

  it('matches only items with the same keys, options, marks and penalties', () => {
    const [first, ...others] = items
    expect(isFoldOf(emptyFold(items), items)).toBe(true)
    for (const changed of [
      [{ correctAnswer: 'B', options: 4, marks: 1 } as const, ...others],
      [{ correctAnswer: 'A', options: 4, marks: 2 } as const, ...others],
      [{ correctAnswer: 'A', options: 5, marks: 1 } as const, ...others],
      [{ correctAnswer: 'A', options: 4, marks: 1, penalty: 0.25 } as const, ...others],
      [{ correctAnswer: null, options: null, marks: 1, keyHash: 'x' } as const, ...others],
      others,
      first ? [...items, first] : [],
    ]) {
      expect(isFoldOf(emptyFold(items), changed)).toBe(false)
      expect(() => mergeFolds(emptyFold(items), emptyFold(changed))).toThrow(RangeError)
    }
  })

  it.each<[string, ItemAnswer[]]>([
    ['too few answers', ['A', 'B']],
    ['too many answers', ['A', 'B', 5, 5]],
    ['a letter for a program', ['A', 'B', 'C']],
    ['an option that the question does not have', ['E', 'B', 5]],
    ['marks for a choice', ['A', 1, 5]],
    ['marks below 0', ['A', 'B', -1]],
    ['more marks than the maximum', ['A', 'B', 10.01]],
    ['marks that are not a number', ['A', 'B', Number.NaN]],
  ])('rejects an attempt with %s', (_, answers) => {
    const fold = foldOf([['A', 'B', 5]])
    expect(() => addAttempt(fold, answers)).toThrow(RangeError)
    expect(fold).toEqual(foldOf([['A', 'B', 5]]))
  })
})

/** One question of each kind of row, with penalties. */
const mixed: FoldedItem[] = [
  { correctAnswer: 'B', options: 2, marks: 1, penalty: 0.33 },
  { correctAnswer: null, options: null, marks: 2, penalty: 1, keyHash: 'k' },
  { correctAnswer: 'J', options: 10, marks: 4, penalty: 1 },
]
const mixedAttempts = fc.array(
  fc.tuple(
    fc.constantFrom('A', 'B', null),
    fc.option(fc.constantFrom(-1, -0.005, 0, 0.67, 2)),
    fc.option(fc.constantFrom(...letters)),
  ),
  { maxLength: 30 },
)

describe('a fold of questions with 2, 10 or no options, and with penalties', () => {
  it('stores a number per option, and negative scores in order', () => {
    const fold = foldOf(
      [
        ['A', -1, 'A'],
        ['B', 2, 'J'],
        ['A', null, null],
        ['A', 0.5, null],
      ],
      mixed,
    )
    expect(fold).toEqual({
      key: 'B-J',
      marks: [100, 200, 400],
      sizes: [2, 4, 10],
      penalties: [33, 100, 100],
      keyHashes: [null, 'k', null],
      rows: {
        [-233]: [1, ...[1, 0], ...[1, 0, -100, 10_000], ...[1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
        [-33]: [1, ...[1, 0], ...[0, 0, 0, 0], ...Array(10).fill(0)],
        17: [1, ...[1, 0], ...[1, 0, 50, 2_500], ...Array(10).fill(0)],
        700: [1, ...[0, 1], ...[1, 1, 200, 40_000], ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
      },
    })
    expect(rowsOf(fold).map(([score]) => score)).toEqual([-233, -33, 17, 700])
  })

  it('serialises identically in any order and grouping', () => {
    fc.assert(
      fc.property(mixedAttempts, mixedAttempts, (a, b) => {
        const [x, y] = [foldOf(a, mixed), foldOf(b, mixed)]
        const text = JSON.stringify(foldOf([...a, ...b], mixed))
        expect(JSON.stringify(mergeFolds(x, y))).toBe(text)
        expect(JSON.stringify(mergeFolds(y, x))).toBe(text)
        expect(JSON.stringify(foldOf([...b, ...a].toReversed(), mixed))).toBe(text)
        expect(JSON.stringify(JSON.parse(text))).toBe(text)
      }),
    )
  })

  it.each<[string, ItemAnswer[]]>([
    ['an option beyond the last', ['C', null, null]],
    ['a larger penalty than the maximum', [null, -1.01, null]],
  ])('rejects an attempt with %s', (_, answers) => {
    const fold = emptyFold(mixed)
    expect(() => addAttempt(fold, answers)).toThrow(RangeError)
    expect(fold).toEqual(emptyFold(mixed))
  })
})

describe('a fold with thirds of marks and marks given by hand', () => {
  const thirds: FoldedItem[] = [
    { correctAnswer: 'B', options: 2, marks: 1, penalty: 1 / 3, parts: 3 },
    { correctAnswer: null, options: null, marks: 2, keyHash: 'k', parts: 3 },
  ]

  it('stores units of 1/300 of a mark, and appends the effect of marks given by hand', () => {
    const fold = foldOf(
      [
        ['A', 2 / 3],
        [{ option: 'A', marks: 1 }, 4 / 3],
        [{ option: 'B', marks: 1 }, 4 / 3],
      ],
      thirds,
    )
    expect(fold).toEqual({
      key: 'B-',
      marks: [300, 600],
      sizes: [2, 4],
      penalties: [100, 0],
      parts: [3, 3],
      keyHashes: [null, 'k'],
      rows: {
        33: [1, ...[1, 0], ...[1, 0, 200, 40_000]],
        233: [2, ...[1, 1], ...[2, 0, 800, 320_000], ...[1, 400, 300 ** 2 - 100 ** 2]],
      },
    })
  })

  it('puts attempts with the same exact sum in the same row', () => {
    const three = Array.from({ length: 3 }, () => ({ correctAnswer: null, options: null, marks: 1, parts: 3 }))
    const rows = foldOf([Array(3).fill(1 / 3), [1, null, null]], three).rows
    expect(Object.keys(rows)).toEqual(['100'])
  })

  it('uses the counted marks as the score if only the best answers count', () => {
    const best = items.map((item) => ({ ...item, isOptional: true }))
    const fold = emptyFold(best)
    addAttempt(fold, ['A', 'B', 10], 12.5)
    expect(rowsOf(fold).map(([score]) => score)).toEqual([1_250])
    expect(isFoldOf(fold, items)).toBe(false)
  })
})

describe('a fold stored before questions had types', () => {
  it('is still valid for single choice with four options and coding', () => {
    const stored = { key: 'AB-', marks: [100, 250, 1_000], rows: { 0: [1, ...Array(12).fill(0)] } }
    expect(isFoldOf(stored, items)).toBe(true)
    expect(mergeFolds(stored, foldOf([[null, null, null]])).rows).toEqual({ 0: [2, ...Array(12).fill(0)] })
    expect(JSON.stringify(foldOf([[null, null, null]]))).toBe(JSON.stringify(stored))
  })
})
