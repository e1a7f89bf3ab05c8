import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupPoints, type ScoredCase, scoreOf, verdictOf } from './coding.rules.ts'
import { codingQuestionForm } from './coding.schema.ts'
import type { CodingGroup } from './groups.schema.ts'

const passed = (group?: string, weight = 10): ScoredCase => ({ verdict: 'accepted', weight, group })
const failed = (group?: string, weight = 10): ScoredCase => ({ verdict: 'wrong_answer', weight, group })
const partly = (score: number, group?: string, weight = 10): ScoredCase => ({ ...failed(group, weight), score })
const skipped = (group: string): ScoredCase => ({ verdict: 'skipped', weight: 10, group })

describe('without groups, the score', () => {
  it.each<[string, ScoredCase[], number]>([
    ['is the passed share of the weight', [passed(undefined, 1), failed(undefined, 2)], 33.33333333333],
    ['counts partial shares', [partly(0.5), passed()], 75],
    ['is 0 without cases', [], 0],
  ])('%s', (_name, cases, score) => expect(scoreOf(cases)).toBeCloseTo(score, 8))
})

describe('with groups', () => {
  const group = (name: string, points: number, more: Partial<CodingGroup> = {}): CodingGroup => ({
    name,
    points,
    scoring: 'all',
    needs: [],
    ...more,
  })
  const [small, large] = [group('small', 30), group('large', 70, { needs: ['small'] })]

  it.each<[string, CodingGroup[], ScoredCase[], number[]]>([
    ['all counts if every case passes', [small], [passed('small'), passed('small')], [30]],
    ['all counts nothing after a failure', [small], [passed('small'), failed('small')], [0]],
    ['all counts nothing for a partial case', [small], [passed('small'), partly(0.5, 'small')], [0]],
    ['min counts the worst case', [group('a', 40, { scoring: 'min' })], [passed('a'), partly(0.25, 'a')], [10]],
    ['sum counts by weight', [group('a', 40, { scoring: 'sum' })], [passed('a', 3), failed('a', 1)], [30]],
    ['cases without a group count nothing', [small], [failed(), passed('small')], [30]],
    ['a group counts if what it needs passes', [small, large], [passed('small'), passed('large')], [30, 70]],
    ['a group counts nothing otherwise', [small, large], [failed('small'), passed('large')], [0, 0]],
    [
      'needs reach through other groups',
      [small, large, group('last', 5, { needs: ['large'] })],
      [failed('small'), passed('large'), passed('last')],
      [0, 0, 0],
    ],
    [
      'a needed group must pass fully',
      [group('a', 10, { scoring: 'min' }), group('b', 10, { needs: ['a'] })],
      [partly(0.9, 'a'), passed('b')],
      [9, 0],
    ],
    [
      'a needed group may have no points',
      [group('samples', 0), group('b', 10, { needs: ['samples'] })],
      [passed('samples'), passed('b')],
      [0, 10],
    ],
    ['skipped cases count nothing', [small], [failed('small'), skipped('small')], [0]],
  ])('%s', (_name, groups, cases, points) => expect(groupPoints(groups, cases)).toEqual(points))

  it('the score is a percentage of all points, and a better case never lowers it', () => {
    expect(scoreOf([passed('small'), failed('large')], [small, large])).toBe(30)
    const cases = fc.array(
      fc.record({
        group: fc.constantFrom('small', 'large', 'third'),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    const third = group('third', 25, { scoring: 'sum' })
    fc.assert(
      fc.property(cases, fc.nat(7), (shares, at) => {
        const scored = shares.map(({ group, share }) => (share === 1 ? passed(group) : partly(share, group)))
        const better = scored.map((one, place) => (place === at ? passed(one.group ?? undefined) : one))
        const [before, after] = [scored, better].map((all) => scoreOf(all, [small, large, third]))
        expect(before).toBeGreaterThanOrEqual(0)
        expect(after).toBeLessThanOrEqual(100)
        expect(after).toBeGreaterThanOrEqual(before ?? 0)
      }),
    )
  })
})

it('skipped cases are never the verdict', () => {
  expect(verdictOf([passed(), skipped('a'), failed()])).toBe('wrong_answer')
  expect(verdictOf([passed()])).toBe('accepted')
})

describe('a question cannot be saved', () => {
  const testCases = [{ input: '1', expected_output: '1', group: 'a' }]
  const question = { title: 'Sum', description: 'Add', testCases }
  const group = { name: 'a', points: 10 }
  it.each<[string, object, string]>([
    ['without its checker', { comparison: 'checker' }, 'Please write the checker first'],
    ['without its interactor', { comparison: 'interactive' }, 'Please write the interactor first'],
    ['with a group that no case has', { groups: [group, { name: 'b', points: 1 }] }, 'The group “b” has no test cases'],
    ['with two groups of the same name', { groups: [group, group] }, 'There is already a group “a”'],
    ['with a case in an unknown group', {}, 'There is no group “a”'],
    ['with an unknown need', { groups: [{ ...group, needs: ['z'] }] }, 'There is no group “z”'],
    ['with a group that needs itself', { groups: [{ ...group, needs: ['a'] }] }, 'The group “a” needs itself'],
    ['without any points', { groups: [{ ...group, points: 0 }] }, 'At least one group must have points'],
    [
      'with a negative tolerance',
      { comparison: 'numbers', tolerance: { absolute: -1 } },
      'A tolerance must be 0 or more',
    ],
  ])('%s', (_name, fields, message) => {
    const { error } = codingQuestionForm.safeParse({ ...question, ...fields })
    expect(error?.issues.map((issue) => issue.message)).toContain(message)
  })
})
