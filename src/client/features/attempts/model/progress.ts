import { z } from 'zod'
import type { LocalStore } from '#client/lib/device/device.ts'
import type { SavedAnswer } from '#shared/attempts/attempts.schema.ts'
import { type Language, languages } from '#shared/coding/languages.rules.ts'
import { readStored, storageKey } from './attempt-storage.ts'
import { type Violation, violation } from './outbox.ts'

export const paletteStates = ['answered', 'not-answered', 'marked', 'answered-marked', 'not-visited'] as const
export type PaletteState = (typeof paletteStates)[number]

export const paletteLabels: Record<PaletteState, string> = {
  answered: 'Answered',
  'not-answered': 'Not answered',
  marked: 'Marked for review',
  'answered-marked': 'Answered and marked',
  'not-visited': 'Not visited',
}

/** A language whose untouched template is displayed. Earlier code in another language remains the answer. */
export interface Untouched {
  language: Language
  /** The answer's revision when the language was chosen, or 0 if unanswered. Newer code replaces the template. */
  revision: number
}

/** The student's position in the paper. Kept on this device only; other devices see only the answers. */
export interface Progress {
  current: string
  visited: ReadonlySet<string>
  marked: ReadonlySet<string>
  /** Seconds spent, by question id. */
  seconds: Readonly<Record<string, number>>
  /** By coding question id. */
  untouched: Readonly<Record<string, Untouched>>
}

/**
 * A question's state in the palette. An answer from another device counts even if this device never displayed the
 * question.
 */
export function paletteStateOf(progress: Progress, answered: boolean, questionId: string): PaletteState {
  if (progress.marked.has(questionId)) return answered ? 'answered-marked' : 'marked'
  if (answered) return 'answered'
  return progress.visited.has(questionId) ? 'not-answered' : 'not-visited'
}

export function countStates(states: readonly PaletteState[]): Record<PaletteState, number> {
  const counts = { answered: 0, 'not-answered': 0, marked: 0, 'answered-marked': 0, 'not-visited': 0 }
  for (const state of states) counts[state]++
  return counts
}

/** Number of unanswered questions, visited or not, including those marked for review. */
export const unansweredOf = (counts: Record<PaletteState, number>) =>
  counts['not-answered'] + counts['not-visited'] + counts.marked

export const visited = (progress: Progress, questionId: string): Progress => ({
  ...progress,
  current: questionId,
  visited: new Set(progress.visited).add(questionId),
})

export function withMarkToggled(progress: Progress, questionId: string): Progress {
  const marked = new Set(progress.marked)
  if (!marked.delete(questionId)) marked.add(questionId)
  return { ...progress, marked }
}

/** Counts the seconds that each question was on a visible screen. */
export interface Stopwatch {
  /** Exact seconds, by question id. */
  spent: Readonly<Record<string, number>>
  current: string | null
  /** The monotonic time when the current question became visible; null while it is hidden. */
  since: number | null
}

const secondsExactly = ({ spent, current, since }: Stopwatch, questionId: string, mono: number) =>
  (spent[questionId] ?? 0) + (questionId === current && since !== null ? (mono - since) / 1_000 : 0)

/** Whole seconds, capped at a day, which is the server's limit. */
export const secondsOn = (watch: Stopwatch, questionId: string, mono: number) =>
  Math.min(86_400, Math.round(secondsExactly(watch, questionId, mono)))

export function allSeconds(watch: Stopwatch, mono: number): Record<string, number> {
  const ids = new Set(Object.keys(watch.spent))
  if (watch.current !== null) ids.add(watch.current)
  return Object.fromEntries([...ids].map((id) => [id, secondsOn(watch, id, mono)]))
}

export function paused(watch: Stopwatch, mono: number): Stopwatch {
  const { spent, current } = watch
  if (current === null) return { ...watch, since: null }
  return { spent: { ...spent, [current]: secondsExactly(watch, current, mono) }, current, since: null }
}

export const resumed = (watch: Stopwatch, mono: number): Stopwatch =>
  watch.current === null ? watch : { ...watch, since: mono }

export const entered = (watch: Stopwatch, questionId: string, mono: number): Stopwatch =>
  resumed({ ...paused(watch, mono), current: questionId }, mono)

/** Continues from an earlier visit, with the larger of this device's and the server's measurements. */
export function newStopwatch(seconds: Readonly<Record<string, number>>, answers: Iterable<SavedAnswer>): Stopwatch {
  const spent = { ...seconds }
  for (const { questionId, timeSpent } of answers) spent[questionId] = Math.max(spent[questionId] ?? 0, timeSpent)
  return { spent, current: null, since: null }
}

const stored = z.object({
  current: z.string(),
  visited: z.array(z.string()),
  marked: z.array(z.string()),
  seconds: z.record(z.string(), z.number().min(0).max(86_400)),
  untouched: z.record(z.string(), z.object({ language: z.enum(languages), revision: z.number() })).default({}),
})

/**
 * Loads the attempt's progress from this device, or creates it. The first question shown and all answered questions
 * count as visited.
 *
 * @param open questions of the open part. Starts at the last one seen if it is included, otherwise at the first.
 */
export function loadProgress(
  storage: LocalStore,
  attemptId: string,
  questionIds: readonly string[],
  answered: ReadonlySet<string>,
  open: readonly string[] = questionIds,
): Progress {
  const first = open[0] ?? ''
  const known = new Set(questionIds)
  const none = { current: first, visited: [], marked: [], seconds: {}, untouched: {} }
  const found = stored.catch(none).parse(readStored(storage, attemptId, 'progress'))
  const progress = {
    current: first,
    visited: new Set([...found.visited, ...answered].filter((id) => known.has(id))),
    marked: new Set(found.marked.filter((id) => known.has(id))),
    seconds: found.seconds,
    untouched: found.untouched,
  }
  return visited(progress, open.includes(found.current) ? found.current : first)
}

export function saveProgress(storage: LocalStore, attemptId: string, progress: Progress): void {
  const { visited, marked } = progress
  const text = JSON.stringify({ ...progress, visited: [...visited], marked: [...marked] })
  storage.write(storageKey(attemptId, 'progress'), text)
}

const storedLog = z.array(violation).catch([])

/** Reads the events that this device recorded during an earlier visit. */
export const readLog = (storage: LocalStore, attemptId: string) =>
  storedLog.parse(readStored(storage, attemptId, 'log'))

export const keepLog = (storage: LocalStore, attemptId: string, events: readonly Violation[]) =>
  void storage.write(storageKey(attemptId, 'log'), JSON.stringify(events))
