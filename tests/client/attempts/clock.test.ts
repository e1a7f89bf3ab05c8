import { describe, expect, it } from 'vitest'
import {
  announcementFor,
  answered,
  formatRemaining,
  newCountdown,
  nextTickMs,
  ServerClock,
  type Ticked,
  ticked,
  toneOf,
} from '#client/features/attempts/model/clock.ts'
import { ManualTime, minute } from './world.ts'

const hour = 3_600_000

const iso = (ms: number) => new Date(ms).toISOString()

function makeClock(time: ManualTime, plan = [60]) {
  const clock = new ServerClock(time.clock)
  const opened = time.now
  const exchange = (wayOutMs = 0, wayBackMs = 0, minutes = plan) => {
    const departure = clock.depart()
    time.now += wayOutMs
    const serverTime = iso(time.now)
    time.now += wayBackMs
    const planned = { plan: minutes.map((one) => one * minute), currentPart: 0, partOpenedAt: iso(opened) }
    clock.observe({ serverTime, clock: planned }, departure)
  }
  const wholeMs = () => plan.reduce((sum, one) => sum + one, 0) * minute
  return { clock, exchange, deadline: opened + wholeMs() }
}

describe("the server's clock", () => {
  it.each([3 * hour, -3 * hour, 0])('is correct on a device whose clock is %d ms off', async (wallError) => {
    const time = new ManualTime()
    time.wallError = wallError
    const { clock, deadline, exchange } = makeClock(time)
    exchange(40, 40)
    expect(clock.now()).toBe(time.now)
    await time.pass(60_000)
    expect(clock.moment(0).remaining.whole).toBe(deadline - time.now)
  })

  it('assumes that the response took half the round trip, and prefers the fastest exchange', () => {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time)
    exchange(0, 4_000)
    expect(Math.abs(clock.now() - time.now)).toBe(2_000)
    exchange(10, 10)
    expect(clock.now()).toBe(time.now)
    exchange(0, 4_000)
    expect(clock.now()).toBe(time.now)
  })

  it('adjusts to a changed device clock at the next server response', async () => {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time)
    exchange(10, 10)
    time.wallError = 2 * hour
    expect(clock.moment(0).isDoubtful).toBe(true)
    exchange(500, 500)
    expect(clock.moment(0).isDoubtful).toBe(false)
    expect(clock.now()).toBe(time.now)
  })

  it('is correct after the device has slept', () => {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time)
    exchange()
    time.sleep(25 * 60_000)
    expect(clock.moment(0).remaining.whole).toBe(35 * 60_000)
  })

  it('applies extra time', () => {
    const { clock, exchange } = makeClock(new ManualTime(), [10])
    exchange()
    exchange(0, 0, [25])
    expect(clock.moment(0).remaining.whole).toBe(25 * minute)
  })

  it('uses the response to the later request, regardless of the order of arrival', async () => {
    const time = new ManualTime()
    const { clock } = makeClock(time)
    const early = clock.depart()
    await time.pass(10)
    const late = clock.depart()
    const answer = (currentPart: number, partOpenedAt: number) => ({
      serverTime: iso(time.now),
      clock: { plan: [10 * minute, 20 * minute], currentPart, partOpenedAt: iso(partOpenedAt) },
    })
    clock.observe(answer(1, time.now), late)
    clock.observe(answer(0, time.now - 5_000), early)
    expect(clock.moment(0).position.part).toBe(1)
  })

  it('reports the open section, its remaining time and the total remaining time', async () => {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time, [10, 20, 5])
    exchange()
    await time.pass(12 * minute)
    expect(clock.moment(0).position.part).toBe(1)
    expect(clock.moment(0).remaining).toEqual({ part: 18 * minute, whole: 23 * minute })
    time.sleep(30 * minute)
    expect(clock.moment(0).remaining).toEqual({ part: 0, whole: 0 })
  })
})

describe('the countdown', () => {
  function makeCountdown(plan: number[]) {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time, plan)
    exchange()
    const seen = { ends: 0, checks: 0, isOffline: false }
    let countdown = newCountdown(clock.moment(0.5))
    const check = () => {
      seen.checks++
      if (!seen.isOffline) exchange()
    }
    const apply = ({ countdown: next, wishes }: Ticked) => {
      countdown = next
      for (const wish of wishes) {
        if (wish === 'end') seen.ends++
        else if (wish === 'look') check()
        else if (wish === 'ask') {
          const { mono } = clock.depart()
          check()
          apply(answered(countdown, mono, clock.moment(0.5)))
        }
      }
    }
    const tick = () => {
      const at = clock.moment(0.5)
      time.timers.after(nextTickMs(at), tick)
      apply(ticked(countdown, at))
    }
    tick()
    return { time, left: () => countdown.left, seen }
  }

  it('shows each second, and ends once and only at 0', async () => {
    const { time, left, seen } = makeCountdown([1])
    expect(left()).toEqual({ part: 60, whole: 60 })
    await time.pass(59_999)
    expect([left().whole, seen.ends]).toEqual([1, 0])
    await time.pass(1)
    expect([left().whole, seen.ends]).toEqual([0, 1])
    await time.pass(10_000)
    expect(seen.ends).toBe(1)
  })

  it('asks the server before ending if the wall clock was moved forward', async () => {
    const { time, left, seen } = makeCountdown([10])
    time.wallError = 2 * hour
    await time.pass(2_000)
    expect(seen).toMatchObject({ ends: 0 })
    expect(seen.checks).toBeGreaterThan(0)
    await time.pass(2_000)
    expect(left().whole).toBe(596)
  })

  it('asks the server for extra time shortly before each section ends', async () => {
    const { time, seen } = makeCountdown([1, 1])
    await time.pass(54_000)
    expect(seen.checks).toBe(0)
    await time.pass(1_000)
    expect(seen.checks).toBe(1)
    await time.pass(64_000)
    expect(seen).toMatchObject({ checks: 2, ends: 0 })
    await time.pass(1_000)
    expect(seen).toMatchObject({ checks: 2, ends: 1 })
  })

  it('does not end without the server while the clock is in doubt', async () => {
    const { time, seen } = makeCountdown([10])
    seen.isOffline = true
    time.wallError = 2 * hour
    await time.pass(60_000)
    expect(seen.ends).toBe(0)
    expect(seen.checks).toBeGreaterThan(5)
    expect(seen.checks).toBeLessThan(20)
    seen.isOffline = false
    await time.pass(10_000)
    expect(seen.ends).toBe(0)
    await time.pass(9 * minute)
    expect(seen.ends).toBe(1)
  })

  it('ends after sleeping past the deadline', async () => {
    const { time, seen } = makeCountdown([10])
    time.sleep(11 * 60_000)
    await time.pass(1_000)
    expect(seen.ends).toBe(1)
  })
})

describe('the remaining time', () => {
  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [60, '01:00'],
    [3_599, '59:59'],
    [3_600, '01:00:00'],
    [18_000, '05:00:00'],
    [-5, '00:00'],
  ])('is shown as text: %d s as %s', (seconds, text) => expect(formatRemaining(seconds)).toBe(text))

  it.each([
    [0, 'red'],
    [300, 'red'],
    [301, 'orange'],
    [600, 'orange'],
    [601, 'green'],
  ])('is shown in a colour: %d s in %s', (seconds, tone) => expect(toneOf(seconds)).toBe(tone))

  it('is announced once at 10, 5 and 1 minutes, but only the latest after a sleep', () => {
    expect(announcementFor(601, 600)).toBe('10 minutes left')
    expect(announcementFor(600, 599)).toBeNull()
    expect(announcementFor(301, 299)).toBe('5 minutes left')
    expect(announcementFor(61, 60)).toBe('1 minute left')
    expect(announcementFor(2_000, 45)).toBe('1 minute left')
    expect(announcementFor(2_000, 0)).toBeNull()
  })
})
