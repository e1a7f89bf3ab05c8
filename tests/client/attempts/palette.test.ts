import { describe, expect, it } from 'vitest'
import { forgetAttempt } from '#client/features/attempts/model/attempt-storage.ts'
import {
  allSeconds,
  countStates,
  entered,
  loadProgress,
  newStopwatch,
  paletteStateOf,
  paused,
  resumed,
  saveProgress,
  secondsOn,
  unansweredOf,
  visited,
  withMarkToggled,
} from '#client/features/attempts/model/progress.ts'
import { ManualTime, MemoryStorage } from './world.ts'

const ids = ['q1', 'q2', 'q3', 'q4', 'q5']
const fresh = () => loadProgress(new MemoryStorage(), 'attempt', ids, new Set())

describe('the palette', () => {
  it('starts with only the first question visited', () => {
    expect(ids.map((id) => paletteStateOf(fresh(), false, id))).toEqual([
      'not-answered',
      'not-visited',
      'not-visited',
      'not-visited',
      'not-visited',
    ])
  })

  it("changes a question's state on visiting, answering, marking and clearing", () => {
    let progress = visited(fresh(), 'q2')
    expect(paletteStateOf(progress, false, 'q2')).toBe('not-answered')
    expect(paletteStateOf(progress, true, 'q2')).toBe('answered')
    progress = withMarkToggled(progress, 'q2')
    expect(paletteStateOf(progress, true, 'q2')).toBe('answered-marked')
    expect(paletteStateOf(progress, false, 'q2')).toBe('marked')
    progress = withMarkToggled(progress, 'q2')
    expect(paletteStateOf(progress, false, 'q2')).toBe('not-answered')
  })

  it('counts the questions in each state and all unanswered questions', () => {
    const counts = countStates(['answered', 'answered-marked', 'marked', 'not-answered', 'not-visited', 'not-visited'])
    expect(counts).toEqual({ answered: 1, 'answered-marked': 1, marked: 1, 'not-answered': 1, 'not-visited': 2 })
    expect(unansweredOf(counts)).toBe(4)
  })

  it('is restored after a reload', () => {
    const storage = new MemoryStorage()
    const untouched = { q2: { language: 'java' as const, revision: 0 } }
    const progress = { ...withMarkToggled(visited(fresh(), 'q3'), 'q1'), seconds: { q1: 12 }, untouched }
    saveProgress(storage, 'attempt', progress)
    expect(loadProgress(storage, 'attempt', ids, new Set())).toEqual(progress)
    expect(loadProgress(storage, 'another', ids, new Set()).current).toBe('q1')
    forgetAttempt(storage, 'attempt')
    expect(storage.entries.size).toBe(0)
  })

  it('counts questions answered on another device as visited, and ignores invalid storage', () => {
    const storage = new MemoryStorage()
    storage.write('examhall.attempt.attempt.progress', '{"current":3')
    const progress = loadProgress(storage, 'attempt', ids, new Set(['q4']))
    expect([...progress.visited].sort()).toEqual(['q1', 'q4'])
    saveProgress(storage, 'attempt', { ...progress, current: 'gone', marked: new Set(['gone', 'q2']) })
    const again = loadProgress(storage, 'attempt', ids, new Set())
    expect([again.current, ...again.marked]).toEqual(['q1', 'q2'])
  })
})

describe('time on a question', () => {
  it('counts while the question is visible, across reloads', async () => {
    const time = new ManualTime()
    const { mono } = time.clock
    let watch = entered(newStopwatch({ q2: 30 }, []), 'q1', mono())
    await time.pass(5_000)
    watch = entered(watch, 'q2', mono())
    await time.pass(10_000)
    watch = paused(watch, mono())
    await time.pass(60_000)
    watch = resumed(watch, mono())
    await time.pass(2_000)
    expect(['q1', 'q2', 'q3'].map((id) => secondsOn(watch, id, mono()))).toEqual([5, 42, 0])
    expect(allSeconds(watch, mono())).toEqual({ q1: 5, q2: 42 })
  })
})
