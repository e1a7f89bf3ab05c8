import { describe, expect, it } from 'vitest'
import { type OptionLetter, optionLetters } from '../../tests/tests.schema.ts'
import { type HintedItem, hintsOf } from './hints.rules.ts'

/** Counts per option: everyone, upper group, lower group. */
type Counts = Partial<Record<OptionLetter, [number, number, number]>>

const choicesOf = (counts: Counts) =>
  optionLetters.map((option) => {
    const [all, upper, lower] = counts[option] ?? [0, 0, 0]
    return { option, all, upper, lower }
  })

/** A good question with 100 attempts whose key is A; groups of 27. */
const good: HintedItem = {
  attempts: 100,
  answered: 100,
  facility: 0.6,
  discrimination: 0.4,
  itemRest: 0.35,
  correctAnswer: 'A',
  choices: choicesOf({ A: [60, 22, 11], B: [20, 2, 8], C: [15, 2, 6], D: [5, 1, 2] }),
}
const hints = (changed: Partial<HintedItem> & { counts?: Counts }) => {
  const { counts, ...figures } = changed
  return hintsOf({ ...good, ...(counts && { choices: choicesOf(counts) }), ...figures })
}

describe('hintsOf', () => {
  it('gives no hints for a good question, whether multiple choice or coding', () => {
    expect(hintsOf(good)).toEqual([])
    expect(hints({ correctAnswer: null, choices: null })).toEqual([])
  })

  it('requires at least 30 attempts', () => {
    expect(hints({ attempts: 29, answered: 29, facility: 1 })).toEqual(['Too few attempts to judge'])
    expect(hints({ attempts: 30, answered: 30, facility: 1 })).toEqual(['Too easy'])
  })

  it('reports questions that are too easy or too hard', () => {
    expect(hints({ facility: 0.9 })).toEqual(['Too easy'])
    expect(hints({ facility: 0.899 })).toEqual([])
    expect(hints({ facility: 0.199 })).toEqual(['Too hard'])
    expect(hints({ facility: 0.2 })).toEqual([])
  })

  it('suspects the key when top scorers prefer another option, and omits hints that follow from it', () => {
    const counts: Counts = { A: [15, 2, 6], B: [60, 22, 11], C: [20, 2, 8], D: [5, 1, 2] }
    const figures = { facility: 0.15, discrimination: -0.15, itemRest: -0.3 }
    expect(hints({ counts, ...figures })).toEqual(['The key may be wrong: more top scorers chose B'])
  })

  it('suspects the key when everyone chose another option', () => {
    const counts: Counts = { B: [100, 27, 27] }
    expect(hints({ counts, facility: 0, discrimination: 0, itemRest: null })).toEqual([
      'The key may be wrong: more top scorers chose B',
      'Nobody chose options C or D',
    ])
  })

  it('names the option most chosen by top scorers if two beat the key', () => {
    const counts: Counts = { A: [4, 0, 2], C: [40, 10, 5], D: [56, 17, 20], B: [0, 0, 0] }
    const [first] = hints({ counts })
    // D attracted even more low scorers.
    expect(first).toBe('The key may be wrong: more top scorers chose C')
    expect(hints({ counts: { ...counts, D: [56, 17, 10] } })[0]).toBe('The key may be wrong: more top scorers chose D')
  })

  it('does not suspect the key because of chance results or distractors', () => {
    // 10 - 4 is less than twice the square root of 14; 12 - 4 is twice the square root of 16.
    const best = (upper: number): Counts => ({ A: [30, 4, 8], B: [30, upper, 7], C: [20, 5, 6], D: [20, 3, 6] })
    expect(hints({ counts: best(10) })).toEqual([])
    expect(hints({ counts: best(12) })).toEqual(['The key may be wrong: more top scorers chose B'])
    const trap: Counts = { A: [12, 4, 2], B: [80, 21, 23], C: [4, 1, 1], D: [4, 1, 1] }
    expect(hints({ counts: trap, facility: 0.12 })).toEqual(['Too hard'])
    const leftOut: Counts = { A: [20, 0, 10], B: [30, 0, 0], C: [20, 0, 5], D: [20, 0, 5] }
    expect(hints({ counts: leftOut })).toEqual([])
  })

  it('reports poor discrimination when both statistics are low and the difficulty is moderate', () => {
    const low = { discrimination: 0.19, itemRest: 0.19 }
    expect(hints(low)).toEqual(['Low discrimination'])
    expect(hints({ ...low, itemRest: 0.2 })).toEqual([])
    expect(hints({ ...low, discrimination: 0.2 })).toEqual([])
    expect(hints({ ...low, facility: 0.95 })).toEqual(['Too easy'])
    expect(hints({ discrimination: null, itemRest: null })).toEqual([])
  })

  it('reports that low scorers do better only if chance does not explain it', () => {
    // The limit is twice 1/√100.
    expect(hints({ discrimination: -0.2, itemRest: -0.201 })).toEqual(['Low scorers do better than high scorers'])
    expect(hints({ discrimination: -0.2, itemRest: -0.2 })).toEqual(['Low discrimination'])
    expect(hints({ discrimination: -0.2, itemRest: -0.3, facility: 0.1 })).toEqual([
      'Low scorers do better than high scorers',
      'Too hard',
    ])
  })

  it('reports questions often left unanswered', () => {
    expect(hints({ answered: 50 })).toEqual([])
    expect(hints({ answered: 49, facility: 0.1 })).toEqual(['Too hard', 'More than half did not answer it'])
    expect(hints({ answered: 0, facility: 0, counts: {} })).toEqual(['Nobody answered it'])
  })

  it('names options nobody chose, unless the question is easy', () => {
    const counts: Counts = { A: [60, 22, 11], B: [40, 5, 16] }
    expect(hints({ counts: { ...counts, C: [1, 0, 1] } })).toEqual(['Nobody chose option D'])
    expect(hints({ counts })).toEqual(['Nobody chose options C or D'])
    expect(hints({ counts: { A: counts.A } })).toEqual(['Nobody chose options B, C or D'])
    expect(hints({ counts, facility: 0.95 })).toEqual(['Too easy'])
  })
})
