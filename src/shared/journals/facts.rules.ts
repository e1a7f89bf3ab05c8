import type { Language } from '../coding/languages.rules.ts'
import { percentOf, round2 } from '../numbers.ts'
import { isEdit } from './journals.rules.ts'
import { Replay, type StoredChunk, stepsOf } from './replay.rules.ts'

/**
 * `leads`: replaying the journal gives the submitted program. `differs`: it gives another one. `cut`: the journal ended
 * at its size limit. `none`: no program was submitted.
 */
export const journalOutcomes = ['leads', 'differs', 'cut', 'none'] as const
export type JournalOutcome = (typeof journalOutcomes)[number]

/** Facts about how a program was written. They are evidence to look at, never a verdict. */
export interface JournalFacts {
  outcome: JournalOutcome
  /** Characters of the submitted program. */
  length: number
  /** Characters of the submitted program that were pasted from outside the editor. */
  pasted: number
  /** `pasted` as a percentage of `length`; null without a program. */
  pastedShare: number | null
  /** Time in which the student worked on the program: pauses longer than 30 s count as 30 s. */
  activeMs: number
  /** Characters typed per active minute; null if the student was active for less than 10 s. */
  speed: number | null
  pastes: number
  longestPaste: number
  runs: number
  submissions: number
  /** How often the program changed without an edit in the journal. */
  jumps: number
}

const longestPauseMs = 30_000
const leastActiveMs = 10_000

type Submitted = { code: string; language: Language } | undefined

/** @param submitted the program as last saved */
export function factsOf(chunks: readonly StoredChunk[], submitted: Submitted): JournalFacts {
  const work = computeFacts(chunks, submitted)
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** As `factsOf`; yields after each event, so that the server can answer requests in between. */
export function* computeFacts(
  chunks: readonly StoredChunk[],
  submitted: Submitted,
): Generator<undefined, JournalFacts, undefined> {
  const steps = stepsOf(chunks)
  const replay = new Replay()
  let [activeMs, runs, submissions] = [0, 0, 0]
  let before: number | undefined
  for (const step of steps) {
    yield
    replay.apply(step)
    if (step.kind === 'run') runs++
    if (step.kind === 'submit') submissions++
    if (!isEdit(step.kind) && step.kind !== 'run' && step.kind !== 'submit') continue
    if (before !== undefined) activeMs += Math.min(step.at - before, longestPauseMs)
    before = step.at
  }
  const length = submitted?.code.length ?? 0
  const leads = submitted !== undefined && replay.textIn(submitted.language) === submitted.code
  const pasted = submitted ? Math.min(length, replay.pastedIn(submitted.language)) : 0
  return {
    outcome: submitted === undefined ? 'none' : leads ? 'leads' : replay.isCut ? 'cut' : 'differs',
    length,
    pasted,
    pastedShare: length > 0 ? percentOf(pasted, length) : null,
    activeMs,
    speed: activeMs >= leastActiveMs ? round2((replay.typed * 60_000) / activeMs) : null,
    pastes: replay.pastes.length,
    longestPaste: replay.pastes.reduce((longest, { text }) => Math.max(longest, text.length), 0),
    runs,
    submissions,
    jumps: replay.jumps.length,
  }
}
