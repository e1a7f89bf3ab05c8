import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Moment } from '#client/features/attempts/model/clock.ts'
import { PaperParts } from '#client/features/attempts/model/paper.ts'
import { reduce } from '#client/features/attempts/model/room-reducer.ts'
import {
  type Effect,
  isOver,
  isWriting,
  newRoom,
  type RoomEvent,
  type RoomState,
  type Timer,
} from '#client/features/attempts/model/room-state.ts'
import type { SaveStatus } from '#client/features/attempts/model/save-status.ts'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import { sectioned, submitted } from './room.ts'
import { MemoryStorage, minute, offline } from './world.ts'

const status = (state: SaveStatus['state']): SaveStatus => ({ state, unsent: 0, message: null, kept: true })
const reply = { serverTime: '', ignored: [], newer: [], clock: { plan: [], currentPart: 0, partOpenedAt: '' } }
const failures = (['offline', 'trouble', 'elsewhere', 'closed', 'signed-out', 'refused'] as const).map((kind) => ({
  ...offline,
  kind,
}))
const turn = fc.nat(6)
const failed = fc.record({ ok: fc.constant(false as const), failure: fc.constantFrom(...failures) })
const plainEvents = (
  [
    ...(['open', 'close', 'toggle-mark', 'leave-section', 'cancel-leave', 'submit', 'cancel-submit', 'retry'] as const),
    ...(['take-over', 'take-over-asked', 'turned-away', 'hidden', 'shown', 'left-fullscreen'] as const),
    ...(['entered-fullscreen', 'lost-network', 'flush-typed'] as const),
  ] as const
).map((kind) => fc.constant<RoomEvent>({ kind }))

const answersAre = (state: SaveStatus['state']): RoomEvent => ({
  ...{ kind: 'answers-changed', answers: new Map(), answersStatus: status(state) },
})
/** A connection gap that ends after the attempt was closed. */
const lateReconnect = [answersAre('offline'), answersAre('closed'), answersAre('saved')].map(
  (one): [RoomEvent, number, boolean] => [one, 20_000, false],
)

const event: fc.Arbitrary<RoomEvent> = fc.oneof(
  ...plainEvents,
  fc.record({ kind: fc.constant('go-to'), index: fc.nat(3) }),
  fc.record({ kind: fc.constant('answer'), value: fc.constantFrom('A', 'B', null) }),
  fc.record({ kind: fc.constant('clipboard'), action: fc.constantFrom('copy', 'paste') }),
  fc.record({
    kind: fc.constant('notify'),
    sentence: fc.constantFrom('one', 'two', 'three', 'four'),
    tone: fc.constant('news'),
  }),
  fc.record({ kind: fc.constant('dismiss'), id: fc.nat(5) }),
  fc.record({ kind: fc.constant('renamed'), name: fc.constant('renamed') }),
  fc.record({ kind: fc.constant('section-left'), turn, outcome: failed }),
  fc.record({
    kind: fc.constant('submitted'),
    turn,
    outcome: fc.oneof(failed, fc.constant({ ok: true, value: submitted })),
  }),
  fc.record({ kind: fc.constant('asked-before-submission'), turn }),
  fc.record({
    kind: fc.constant('saved'),
    reply: fc.record({ isWriter: fc.boolean(), extraMinutes: fc.nat(2) }).map((known) => ({ ...reply, ...known })),
    sent: fc.record({ writer: fc.constantFrom('me', 'renamed'), takeOver: fc.boolean() }),
  }),
  fc.constantFrom<SaveStatus['state'][]>('saved', 'saving', 'offline', 'closed').map(answersAre),
  fc.constantFrom('opened', 'held').map((kind) => ({ kind: 'heard', message: { kind: kind as 'held', writer: 'me' } })),
) as fc.Arbitrary<RoomEvent>

const noon = Date.UTC(2026, 0, 31, 12)
/** The clock at `ms` into an attempt with three ten-minute parts. */
function momentAt(ms: number, isDoubtful: boolean): Moment {
  const part = Math.min(2, Math.floor(ms / (10 * minute)))
  const remaining = { part: Math.max(0, (part + 1) * 10 * minute - ms), whole: Math.max(0, 30 * minute - ms) }
  const position = { part, openedAt: noon, partDeadline: noon + (part + 1) * 10 * minute, deadline: noon + 30 * minute }
  return {
    wall: noon + ms,
    mono: ms,
    now: noon + ms,
    position,
    remaining,
    isLeftByHand: false,
    isDoubtful,
    random: 0.5,
  }
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

/** Tracks the timers and requests that effects have started. */
function account() {
  const timers = new Set<Timer>()
  const latest = { leave: 0, submission: 0 }
  const add = (effect: Effect) => {
    if (effect.kind === 'after') timers.add(effect.timer)
    if (effect.kind === 'cancel') timers.delete(effect.timer)
    if (effect.kind === 'leave') latest.leave = effect.turn
    if (effect.kind === 'submit') latest.submission = effect.turn
  }
  return { timers, latest, add }
}

function expectAccounted(state: RoomState, { timers, latest }: ReturnType<typeof account>): void {
  expect(timers.has('tick')).toBe(state.countdown.isRunning)
  for (const name of ['leave', 'submission'] as const) {
    const { phase } = state[name].state
    expect(timers.has(`retry ${name}`)).toBe(phase === 'waiting' && state.isOpen)
    if (phase === 'sending') expect(latest[name]).toBe(state[name].turn)
  }
  const shown = state.notices.map(({ id }) => `notice ${id}`)
  expect([...timers].filter((timer) => timer.startsWith('notice')).sort()).toEqual([...shown].sort())
}

it.each([true, false])(
  'accounts for every timer and request, and never mutates state (one device: %s)',
  (oneDevice) => {
    const test = { ...sectioned, rules: { ...relaxedRules, oneDevice } }
    const start = { test, attemptId: 'attempt', extraMinutes: 0, violationCount: 0 }
    fc.assert(
      fc.property(
        fc.array(fc.tuple(event, fc.constantFrom(0, 10, 900, 20_000, 4 * minute), fc.boolean()), { maxLength: 60 }),
        (events) => {
          let state = newRoom({
            ...{ start, paper: new PaperParts(test), writer: 'me', storage: new MemoryStorage() },
            ...{
              answers: new Map(),
              answersStatus: status('saved'),
              programs: new Map(),
              programsStatus: status('saved'),
              uploads: [],
            },
            ...{ unsentEvents: [], at: momentAt(0, false) },
          })
          const accounted = account()
          let ms = 0
          for (const [next, passed, isDoubtful] of events) {
            ms += passed
            const due = passed > 0 ? [...accounted.timers] : []
            for (const one of [...due.map((timer): RoomEvent => ({ kind: 'due', timer })), next]) {
              if (one.kind === 'due' && !accounted.timers.delete(one.timer)) continue
              const before = frozen(state)
              const at = momentAt(ms, isDoubtful)
              const { state: after, effects } = reduce(before, one, at)
              const { state: again, effects: same } = reduce(before, one, at)
              expect([again, same]).toEqual([after, effects])
              for (const effect of effects) accounted.add(effect)
              if (effects.some(({ kind }) => kind.startsWith('put-'))) expect(isWriting(before)).toBe(true)
              if (effects.some(({ kind }) => kind === 'forget')) expect(isOver(after)).toBe(true)
              if (isOver(before)) expect(effects.filter(({ kind }) => kind.startsWith('keep-'))).toEqual([])
              state = after
              expectAccounted(state, accounted)
            }
          }
        },
      ),
      { numRuns: 150, examples: [[lateReconnect]] },
    )
  },
)
