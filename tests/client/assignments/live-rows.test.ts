import { describe, expect, it } from 'vitest'
import type { LiveRow } from '#client/features/assignments/model/live-feed.ts'
import {
  agoText,
  clockText,
  filtered,
  groupsOf,
  isQuiet,
  sectionAt,
  sorted,
} from '#client/features/assignments/model/live-rows.ts'
import { lastedText } from '#client/lib/time.ts'

const row = (name: string, fields: Partial<LiveRow> = {}) =>
  ({
    ...{
      studentId: name,
      name,
      email: `${name}@x.example`,
      idNumber: null,
      batch: '2027',
      branch: 'CSE',
      section: 'A',
    },
    ...{ status: 'not_started', answered: 0, violations: 0, startedAt: null, lastSavedAt: null, deadline: null },
    ...{ clock: null, currentSection: null },
    ...fields,
  }) as LiveRow
const at = (seconds: number) => new Date(seconds * 1_000).toISOString()

describe('the rows of a live board', () => {
  const rows = [
    row('Binu', { status: 'in_progress', answered: 4, violations: 2, branch: 'ECE' }),
    row('asha', { status: 'submitted', answered: 9 }),
    row('Chitra', { batch: '2026', section: 'B' }),
  ]

  it('are counted per view with the other filters applied', () => {
    expect(filtered(rows, { batch: '2027', view: 'submitted' }, 0)).toMatchObject({
      rows: [{ name: 'asha' }],
      counts: { all: 2, submitted: 1, in_progress: 1, not_started: 0, stale: 0, violations: 1 },
    })
    expect(filtered(rows, { search: ' CHITRA@ ' }, 0).rows).toMatchObject([{ name: 'Chitra' }])
  })

  it('can be narrowed to stale saves and to violations', () => {
    const writing = row('Deepa', { status: 'in_progress', startedAt: at(0) })
    const all = [...rows, writing]
    expect(filtered(all, { view: 'stale' }, 61_000)).toMatchObject({ rows: [writing], counts: { stale: 1 } })
    expect(filtered(all, { view: 'violations' }, 61_000).rows).toMatchObject([{ name: 'Binu' }])
  })

  it('list students who need attention first', () => {
    const writing = (name: string, fields: Partial<LiveRow> = {}) =>
      row(name, { status: 'in_progress', startedAt: at(0), lastSavedAt: at(95), ...fields })
    const hall = [
      row('Asha', { status: 'submitted', violations: 9 }),
      row('Binu'),
      writing('Chitra'),
      writing('Deepa', { violations: 1 }),
      writing('Esha', { lastSavedAt: at(5) }),
      writing('Farah', { violations: 4 }),
      writing('Gita'),
    ]
    expect(sorted(hall, undefined, 100_000).map(({ name }) => name)).toEqual([
      ...['Esha', 'Deepa', 'Farah', 'Chitra', 'Gita', 'Binu', 'Asha'],
    ])
  })

  it('can be sorted by a column', () => {
    const names = (sort: string) => sorted(rows, sort, 0).map(({ name }) => name)
    expect(names('name')).toEqual(['asha', 'Binu', 'Chitra'])
    expect(names('-name')).toEqual(['Chitra', 'Binu', 'asha'])
    expect(names('-answered')).toEqual(['asha', 'Binu', 'Chitra'])
    expect(names('status')).toEqual(['Binu', 'Chitra', 'asha'])
    expect(names('nothing-like-it')).toEqual(['Binu', 'Chitra', 'asha'])
  })

  it('offer only groups of the selected parent group', () => {
    expect(groupsOf(rows, { batch: '2026' })).toEqual({
      ...{ batches: ['2026', '2027'], branches: ['CSE'], sections: ['B'] },
    })
  })

  it('show the section that is open at a given time', () => {
    const clock = { plan: [60_000, 60_000, 60_000], currentPart: 0, partOpenedAt: at(0) }
    const running = row('Binu', { clock, currentSection: 0 })
    expect([0, 59, 60, 121, 999].map((seconds) => sectionAt(running, seconds * 1_000))).toEqual([0, 0, 1, 2, 2])
    expect(sectionAt(row('asha'), 0)).toBeNull()
  })

  it('are quiet more than a minute after the last save or start, but only during the test', () => {
    const running = row('Binu', { status: 'in_progress', startedAt: at(0) })
    expect([isQuiet(running, 60_000), isQuiet(running, 60_001)]).toEqual([false, true])
    expect(isQuiet({ ...running, lastSavedAt: at(50) }, 100_000)).toBe(false)
    expect(isQuiet({ ...running, status: 'submitted' }, 999_000)).toBe(false)
  })
})

it('formats durations, and never shows a negative one', () => {
  expect([clockText(3_723_000), clockText(65_000), clockText(-5)]).toEqual(['1:02:03', '1:05', '0:00'])
  expect([lastedText(200), lastedText(125_000), lastedText(120_000)]).toEqual(['1 s', '2 min 5 s', '2 min'])
  expect([agoText(-50), agoText(61_000), agoText(7_200_000)]).toEqual(['0 s ago', '1 min ago', '2 h ago'])
})
