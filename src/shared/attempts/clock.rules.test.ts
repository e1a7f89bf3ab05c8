import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AttemptClock,
  acceptsAnswers,
  deadlineOf,
  graceMs,
  leavePart,
  openParts,
  positionAt,
  reopenedClock,
  withExtraTime,
  withLostTime,
} from './clock.rules.ts'

const minute = 60_000
const begun = Date.parse('2026-03-29T00:30:00Z')
/** Three sections of 10, 20 and 30 minutes. */
const clock: AttemptClock = { plan: [10 * minute, 20 * minute, 30 * minute], currentPart: 0, partOpenedAt: begun }
const at = (minutes: number, ms = 0) => begun + minutes * minute + ms

const anyClock = fc.record({
  plan: fc.array(
    fc.integer({ min: 5, max: 180 }).map((length) => length * minute),
    { minLength: 1, maxLength: 8 },
  ),
  currentPart: fc.constant(0),
  partOpenedAt: fc.constant(begun),
})
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe('the open section', () => {
  it.each([
    [0, 0, 0],
    [10, -1, 0],
    [10, 0, 1],
    [30, -1, 1],
    [30, 0, 2],
    [60, 0, 2],
    [90, 0, 2],
  ])('%s min %s ms after the start is section %s', (minutes, ms, part) => {
    expect(positionAt(clock, at(minutes, ms)).part).toBe(part)
  })

  it('has its own deadline, and the attempt ends after the last section', () => {
    expect(positionAt(clock, at(12))).toEqual({ part: 1, openedAt: at(10), partDeadline: at(30), deadline: at(60) })
    expect(deadlineOf(clock)).toBe(at(60))
  })

  it('closes permanently when left early; the next opens immediately and the attempt ends earlier', () => {
    const left = leavePart(clock, at(4))
    expect(positionAt(left, at(4))).toEqual({ part: 1, openedAt: at(4), partDeadline: at(24), deadline: at(54) })
    expect(deadlineOf(left)).toBe(at(54))
  })

  it('does not change however often it is recomputed', () => {
    fc.assert(
      fc.property(
        anyClock,
        fc.array(fc.nat({ max: 600 }), { maxLength: 10 }),
        fc.nat({ max: 600 }),
        (own, looks, then) => {
          // Storing intermediate results must not change the outcome.
          const now = at(then)
          const stored = looks
            .filter((look) => look <= then)
            .toSorted((a, b) => a - b)
            .reduce<AttemptClock>((kept, look) => {
              const { part, openedAt } = positionAt(kept, at(look))
              return { plan: kept.plan, currentPart: part, partOpenedAt: openedAt }
            }, own)
          expect(positionAt(stored, now)).toEqual(positionAt(own, now))
          expect(deadlineOf(stored)).toBe(deadlineOf(own))
        },
      ),
    )
  })

  it('is open for exactly its duration unless left early', () => {
    fc.assert(
      fc.property(anyClock, (own) => {
        let opened = begun
        for (const [part, length] of own.plan.entries()) {
          expect(positionAt(own, opened).part).toBe(part)
          expect(positionAt(own, opened + length - 1).part).toBe(part)
          opened += length
        }
        expect(deadlineOf(own)).toBe(opened)
      }),
    )
  })
})

describe('the grace period', () => {
  it('accepts answers for the open section, and for 5 s for the section whose time just ran out', () => {
    expect(openParts(clock, at(10, -1))).toEqual([0])
    expect(openParts(clock, at(10))).toEqual([0, 1])
    expect(openParts(clock, at(10, graceMs))).toEqual([0, 1])
    expect(openParts(clock, at(10, graceMs + 1))).toEqual([1])
  })

  it('does not accept answers for a section that the student left early', () => {
    expect(openParts(leavePart(clock, at(4)), at(4))).toEqual([1])
  })

  it('accepts nothing more than 5 s after the deadline', () => {
    expect(openParts(clock, at(60, graceMs))).toEqual([2])
    expect(openParts(clock, at(60, graceMs + 1))).toEqual([])
    expect(acceptsAnswers(at(60, graceMs), at(60))).toBe(true)
    expect(acceptsAnswers(at(60, graceMs + 1), at(60))).toBe(false)
  })
})

describe('extra time', () => {
  it('is distributed in proportion to section length without loss', () => {
    expect(withExtraTime(clock.plan, 0, 6 * minute)).toEqual([11 * minute, 22 * minute, 33 * minute])
    fc.assert(
      fc.property(anyClock, fc.nat(), fc.integer({ min: 1, max: 300 }), (own, place, minutes) => {
        const from = place % own.plan.length
        const plan = withExtraTime(own.plan, from, minutes * minute)
        expect(sum(plan) - sum(own.plan)).toBe(minutes * minute)
        for (const [part, ms] of plan.entries()) {
          if (part < from) expect(ms).toBe(own.plan[part])
          else expect(ms).toBeGreaterThanOrEqual(own.plan[part] ?? 0)
        }
      }),
    )
  })

  it('goes to the open section and later ones, or entirely to the last section if it is open', () => {
    expect(withExtraTime(clock.plan, 1, 5 * minute)).toEqual([10 * minute, 22 * minute, 33 * minute])
    expect(withExtraTime(clock.plan, 2, 5 * minute)).toEqual([10 * minute, 20 * minute, 35 * minute])
  })
})

describe('downtime', () => {
  it('is returned to the section that was open when it began', () => {
    const lostFrom = at(25)
    const after = withLostTime(clock, lostFrom, 120 * minute)
    expect(positionAt(after, at(145))).toMatchObject({ part: 1, partDeadline: at(150), deadline: at(180) })
  })

  it('does not change the remaining time', () => {
    fc.assert(
      fc.property(anyClock, fc.nat({ max: 1_000 }), fc.integer({ min: 1, max: 10_000 }), (own, when, lost) => {
        const from = at(when)
        const before = positionAt(own, from)
        if (before.deadline <= from) return
        const now = from + lost * 1_000
        const after = positionAt(withLostTime(own, from, lost * 1_000), now)
        expect(after.part).toBe(before.part)
        expect(after.partDeadline - now).toBe(before.partDeadline - from)
        expect(after.deadline - now).toBe(before.deadline - from)
      }),
    )
  })
})

it('reopens an attempt in the section it had reached and keeps the time of later sections', () => {
  const again = reopenedClock(clock, at(15), at(500), 8 * minute)
  expect(positionAt(again, at(500))).toEqual({
    part: 1,
    openedAt: at(500),
    partDeadline: at(508),
    deadline: at(538),
  })
})

it('keeps time across daylight saving changes', () => {
  // In Europe, clocks go from 02:00 to 03:00 local time at 01:00 UTC on this day, 30 minutes after the start.
  const left = positionAt(clock, at(30)).deadline - at(30)
  expect(left).toBe(30 * minute)
})
