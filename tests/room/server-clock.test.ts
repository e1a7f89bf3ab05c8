import { describe, expect, it } from 'vitest'
import { announcementFor, Countdown, formatRemaining, toneOf } from '#client/features/attempts/model/countdown.ts'
import { ServerClock } from '#client/features/attempts/model/server-clock.ts'
import { ManualTime } from './world.ts'

const hour = 3_600_000

function makeClock(time: ManualTime, minutes = 60) {
  const clock = new ServerClock(time.clock)
  const deadline = time.now + minutes * 60_000
  const exchange = (wayOutMs = 0, wayBackMs = 0) => {
    const departure = clock.depart()
    time.now += wayOutMs
    const serverTime = new Date(time.now).toISOString()
    time.now += wayBackMs
    clock.observe({ serverTime, deadline: new Date(deadline).toISOString() }, departure)
  }
  return { clock, deadline, exchange }
}

describe("the server's clock", () => {
  it.each([3 * hour, -3 * hour, 0])('is right on a device whose clock is %d ms off', async (wallError) => {
    const time = new ManualTime()
    time.wallError = wallError
    const { clock, deadline, exchange } = makeClock(time)
    exchange(40, 40)
    expect(clock.now()).toBe(time.now)
    await time.pass(60_000)
    expect(clock.remainingMs()).toBe(deadline - time.now)
  })

  it('takes half of the round trip for the way back, and believes the quickest exchange', () => {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time)
    exchange(0, 4_000)
    expect(Math.abs(clock.now() - time.now)).toBe(2_000)
    exchange(10, 10)
    expect(clock.now()).toBe(time.now)
    exchange(0, 4_000)
    expect(clock.now()).toBe(time.now)
  })

  it('follows a clock that was changed in the middle, after asking again', async () => {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time)
    exchange(10, 10)
    time.wallError = 2 * hour
    expect(clock.isDoubtful()).toBe(true)
    exchange(500, 500)
    expect(clock.isDoubtful()).toBe(false)
    expect(clock.now()).toBe(time.now)
  })

  it('is right after a sleep in which nothing ran', () => {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time)
    exchange()
    time.sleep(25 * 60_000)
    expect(clock.remainingMs()).toBe(35 * 60_000)
  })

  it('takes a deadline that was moved', () => {
    const time = new ManualTime()
    const { clock } = makeClock(time)
    const times = (minutes: number) => ({
      serverTime: new Date(time.now).toISOString(),
      deadline: new Date(time.now + minutes * 60_000).toISOString(),
    })
    clock.observe(times(10), clock.depart())
    clock.observe(times(25), clock.depart())
    expect(clock.remainingMs()).toBe(25 * 60_000)
  })
})

describe('the countdown', () => {
  function makeCountdown(minutes: number) {
    const time = new ManualTime()
    const { clock, exchange } = makeClock(time, minutes)
    exchange()
    const seen = { ends: 0, checks: 0 }
    const countdown = new Countdown(
      clock,
      time.timers,
      async () => {
        seen.checks++
        exchange()
      },
      () => seen.ends++,
    )
    countdown.start()
    return { time, countdown, seen }
  }

  it('shows each second and ends once, at 0 and not before', async () => {
    const { time, countdown, seen } = makeCountdown(1)
    expect(countdown.seconds()).toBe(60)
    await time.pass(59_999)
    expect([countdown.seconds(), seen.ends]).toEqual([1, 0])
    await time.pass(1)
    expect([countdown.seconds(), seen.ends]).toEqual([0, 1])
    await time.pass(10_000)
    expect(seen.ends).toBe(1)
  })

  it('does not end because the wall clock was put forward: it asks the server first', async () => {
    const { time, countdown, seen } = makeCountdown(10)
    time.wallError = 2 * hour
    await time.pass(2_000)
    expect(seen).toMatchObject({ ends: 0 })
    expect(seen.checks).toBeGreaterThan(0)
    await time.pass(2_000)
    expect(countdown.seconds()).toBe(596)
  })

  it('ends after a sleep over the deadline', async () => {
    const { time, seen } = makeCountdown(10)
    time.sleep(11 * 60_000)
    await time.pass(1_000)
    expect(seen.ends).toBe(1)
  })
})

describe('how time is shown', () => {
  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [60, '01:00'],
    [3_599, '59:59'],
    [3_600, '01:00:00'],
    [18_000, '05:00:00'],
    [-5, '00:00'],
  ])('%d s as %s', (seconds, text) => expect(formatRemaining(seconds)).toBe(text))

  it.each([
    [0, 'red'],
    [300, 'red'],
    [301, 'orange'],
    [600, 'orange'],
    [601, 'green'],
  ])('%d s in %s', (seconds, tone) => expect(toneOf(seconds)).toBe(tone))

  it('is announced at 10, 5 and 1 minutes, once, and only the nearest after a sleep', () => {
    expect(announcementFor(601, 600)).toBe('10 minutes left')
    expect(announcementFor(600, 599)).toBeNull()
    expect(announcementFor(301, 299)).toBe('5 minutes left')
    expect(announcementFor(61, 60)).toBe('1 minute left')
    expect(announcementFor(2_000, 45)).toBe('1 minute left')
    expect(announcementFor(2_000, 0)).toBeNull()
  })
})
