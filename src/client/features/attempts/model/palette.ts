import { z } from 'zod'
import type { LocalStore } from '#client/lib/device/device.ts'
import { type Language, languages } from '#shared/coding/languages.rules.ts'
import { storageKey } from './attempt-storage.ts'

export const paletteStates = ['answered', 'not-answered', 'marked', 'answered-marked', 'not-visited'] as const
export type PaletteState = (typeof paletteStates)[number]

export const paletteLabels: Record<PaletteState, string> = {
  answered: 'Answered',
  'not-answered': 'Not answered',
  marked: 'Marked for review',
  'answered-marked': 'Answered and marked',
  'not-visited': 'Not visited',
}

/** A language whose untouched template is displayed. Earlier code in another language stays the answer. */
export interface Untouched {
  language: Language
  /** Revision of the answer when it was chosen, 0 for none. Newer code replaces the template. */
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
 * A question's state in the palette. An answer from another device shows even if this device never displayed the
 * question.
 */
export function paletteStateOf(progress: Progress, answered: boolean, questionId: string): PaletteState {
  if (progress.marked.has(questionId)) return answered ? 'answered-marked' : 'marked'
  if (answered) return 'answered'
  return progress.visited.has(questionId) ? 'not-answered' : 'not-visited'
}

/** Number of questions in each state. */
export function countStates(states: readonly PaletteState[]): Record<PaletteState, number> {
  const counts = { answered: 0, 'not-answered': 0, marked: 0, 'answered-marked': 0, 'not-visited': 0 }
  for (const state of states) counts[state]++
  return counts
}

/** Questions without an answer, visited or not, including those marked for review without an answer. */
export const unansweredOf = (counts: Record<PaletteState, number>) =>
  counts['not-answered'] + counts['not-visited'] + counts.marked

export const visit = (progress: Progress, questionId: string): Progress => ({
  ...progress,
  current: questionId,
  visited: new Set(progress.visited).add(questionId),
})

/** Marks a question for review, or unmarks it. */
export function toggleMark(progress: Progress, questionId: string): Progress {
  const marked = new Set(progress.marked)
  if (!marked.delete(questionId)) marked.add(questionId)
  return { ...progress, marked }
}

const stored = z.object({
  current: z.string(),
  visited: z.array(z.string()),
  marked: z.array(z.string()),
  seconds: z.record(z.string(), z.number().min(0).max(86_400)),
  untouched: z.record(z.string(), z.object({ language: z.enum(languages), revision: z.number() })).default({}),
})

/**
 * The attempt's progress on this device, or new progress. The first question shown counts as visited, and so does every
 * answered one.
 *
 * @param open questions of the open part; starts with the first unless the last one seen is among them
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
  let found: z.output<typeof stored>
  try {
    found = stored.parse(JSON.parse(storage.read(storageKey(attemptId, 'progress')) ?? 'null'))
  } catch {
    found = { current: first, visited: [], marked: [], seconds: {}, untouched: {} }
  }
  const progress = {
    current: first,
    visited: new Set([...found.visited, ...answered].filter((id) => known.has(id))),
    marked: new Set(found.marked.filter((id) => known.has(id))),
    seconds: found.seconds,
    untouched: found.untouched,
  }
  return visit(progress, open.includes(found.current) ? found.current : first)
}

export function saveProgress(storage: LocalStore, attemptId: string, progress: Progress): void {
  const { visited, marked } = progress
  const text = JSON.stringify({ ...progress, visited: [...visited], marked: [...marked] })
  storage.write(storageKey(attemptId, 'progress'), text)
}
