import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letters } from '../bank/types/choice.rules.ts'
import {
  type Candidate,
  drawFrom,
  gapOrder,
  gapOrderCount,
  optionOrder,
  orderCount,
  orderNumber,
  type Random,
  randomOf,
  seeds,
  shuffled,
  shuffledGroups,
  sortedByDifficulty,
} from './draw.rules.ts'

const draws = 100_000

const draw = (candidates: readonly Candidate[], pick: number, random: Random) =>
  drawFrom(sortedByDifficulty(candidates), pick, random)

/** Pearson's chi-squared statistic for equal expected counts. */
function chiSquared(counts: readonly number[]) {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** The value that a fair draw exceeds once in 10,000 runs (Wilson and Hilferty's approximation). */
function limitOf(counts: readonly unknown[]) {
  const freedom = counts.length - 1
  const part = 2 / (9 * freedom)
  return freedom * (1 - part + 3.719 * Math.sqrt(part)) ** 3
}

const candidates = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `q${place}`, facility: ((place * 7) % count) / count }))

describe('random numbers', () => {
  it('are equal for the same seed and purpose, and differ otherwise', () => {
    const firstOf = (seed: number, purpose: string) => randomOf(seed, purpose)()
    expect(firstOf(7, 'pool a')).toBe(firstOf(7, 'pool a'))
    const all = Array.from({ length: 1_000 }, (_, seed) => [firstOf(seed, 'pool a'), firstOf(seed, 'pool b')]).flat()
    expect(new Set(all).size).toBe(2_000)
  })

  it('are uniform over consecutive seeds', () => {
    const counts = new Array<number>(20).fill(0)
    for (let seed = 0; seed < draws; seed++) {
      const bin = Math.floor(randomOf(seed, 'any')() * counts.length)
      counts[bin] = (counts[bin] ?? 0) + 1
    }
    expect(chiSquared(counts)).toBeLessThan(limitOf(counts))
  })
})

describe('a shuffle', () => {
  it('produces every order equally often', () => {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < draws; seed++) {
      const order = shuffled(['a', 'b', 'c', 'd'], randomOf(seed, 'order')).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    expect(chiSquared([...counts.values()])).toBeLessThan(limitOf([...counts.values()]))
  })

  it('keeps questions with the same passage or picture together and in order', () => {
    const passages = ['x', null, 'y', 'y', 'y', null, null, null]
    const pictures = ['/1.png', null, '/2.png', '/3.png', null, '/4.png', '/5.png', '/5.png']
    const items = passages.map((passage, id) => ({ id, passage, questionImageUrl: pictures[id] ?? null }))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: seeds - 1 }), (seed) => {
        const order = shuffledGroups(items, randomOf(seed, 'section 0')).map(({ id }) => id)
        expect([...order].sort()).toEqual(items.map(({ id }) => id))
        expect(order.join()).toContain('2,3,4')
        expect(order.join()).toContain('6,7')
      }),
    )
  })
})

describe('a draw from a pool', () => {
  it.each([
    [10, 3],
    [7, 2],
    [12, 4],
    [25, 24],
  ])('of %i questions picks each equally often when %i are drawn', (count, pick) => {
    const counts = new Map(candidates(count).map(({ id }) => [id, 0]))
    for (let seed = 0; seed < draws; seed++)
      for (const { id } of draw(candidates(count), pick, randomOf(seed, 'pool p')))
        counts.set(id, (counts.get(id) ?? 0) + 1)
    const values = [...counts.values()]
    // A draw without replacement varies less than independent draws, so the usual limit is generous.
    expect(chiSquared(values)).toBeLessThan(limitOf(values))
  })

  it('picks the requested number of distinct questions, and the same ones for the same seed', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 60 })
          .chain((count) => fc.tuple(fc.constant(count), fc.integer({ min: 1, max: count }))),
        fc.integer({ min: 0, max: seeds - 1 }),
        ([count, pick], seed) => {
          const drawn = draw(candidates(count), pick, randomOf(seed, 'pool p'))
          expect(new Set(drawn.map(({ id }) => id)).size).toBe(pick)
          expect(draw(candidates(count).toReversed(), pick, randomOf(seed, 'pool p'))).toEqual(drawn)
        },
      ),
    )
  })

  it('produces papers that are about equally hard', () => {
    const spread = (sums: readonly number[]) => {
      const mean = sums.reduce((sum, value) => sum + value, 0) / sums.length
      return Math.sqrt(sums.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sums.length)
    }
    const pool = candidates(40)
    const sumOf = (items: readonly { facility: number }[]) => items.reduce((sum, { facility }) => sum + facility, 0)
    const balanced: number[] = []
    const plain: number[] = []
    for (let seed = 0; seed < 10_000; seed++) {
      balanced.push(sumOf(draw(pool, 8, randomOf(seed, 'pool p'))))
      plain.push(sumOf(shuffled(pool, randomOf(seed, 'plain')).slice(0, 8)))
    }
    expect(spread(balanced)).toBeLessThan(spread(plain) / 3)
  })
})

describe('orders of options', () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('of %i options show each option equally often in each position', (options) => {
    const orders = Array.from({ length: orderCount(options) }, (_, number) => optionOrder('q1', options, number))
    expect(new Set(orders.map((order) => order.join(''))).size).toBe(orders.length)
    expect(orders.length).toBeLessThanOrEqual(24)
    for (const letter of letters.slice(0, options))
      for (let place = 0; place < options; place++)
        expect(orders.filter((order) => order[place] === letter)).toHaveLength(orders.length / options)
  })

  it('are chosen equally often', () => {
    const counts = new Array<number>(24).fill(0)
    for (let seed = 0; seed < draws; seed++) {
      const number = orderNumber(seed, 'q1', 24)
      counts[number] = (counts[number] ?? 0) + 1
    }
    expect(chiSquared(counts)).toBeLessThan(limitOf(counts))
  })
})

describe('orders of the options in gaps', () => {
  const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10]

  it.each(sizes)('show each of %i options equally often in each position', (options) => {
    const orders = gapOrderCount([4, options, 3])
    const counts = letters.slice(0, options).map(() => new Array<number>(options).fill(0))
    for (let seed = 0; seed < draws; seed++) {
      const order = gapOrder('q1', 1, options, orderNumber(seed, 'q1', orders))
      for (const [place, letter] of order.entries()) {
        const row = counts[letters.indexOf(letter)] ?? []
        row[place] = (row[place] ?? 0) + 1
      }
    }
    for (const row of counts) expect(chiSquared(row)).toBeLessThan(limitOf(row))
  })

  it.each(sizes)('differ between two neighbouring gaps with %i options', (options) => {
    for (let number = 0; number < gapOrderCount([options]); number++)
      expect(gapOrder('q1', 0, options, number)).not.toEqual(gapOrder('q1', 1, options, number))
  })
})
