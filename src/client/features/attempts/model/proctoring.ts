import type { Paper } from '#shared/tests/tests.schema.ts'
import { proctoringSentences } from './notices.ts'
import type { Violation } from './outbox.ts'
import { countsAgainst, isOver, isWriter, type Step } from './room-state.ts'

/** Counts and reports violations. Warns the student, but never blocks anything. */

/** Minimum connection gap to report, in ms. */
const minGapMs = 3_000
/** Maximum events in this device's log. Nobody reads more, and the server has all of them. */
const maxEvents = 200

/** True if the student is taking the test in this tab now. */
const isOn = ({ state }: Step) => isWriter(state) && !isOver(state)

/** Counts a tab switch at once, but sends it with its duration once the tab is visible again. */
export function hidden(step: Step): void {
  if (step.state.hiddenAt !== null || !isOn(step)) return
  step.set({ hiddenAt: step.at.now })
  note(step, { kind: 'tab_switch', at: iso(step.at.now) }, true)
}

export function shown(step: Step): void {
  const { hiddenAt } = step.state
  if (hiddenAt === null) return
  step.set({ hiddenAt: null })
  if (!isOn(step)) return
  noteSince(step, 'tab_switch', hiddenAt)
  step.notify(proctoringSentences.tabSwitch, 'warning')
}

/** Sends the event at once, since the student may never return to full screen, and again once its duration is known. */
export function leftFullscreen(step: Step): void {
  if (step.state.windowedAt !== null || !isOn(step)) return
  step.set({ windowedAt: step.at.now })
  note(step, { kind: 'fullscreen_exit', at: iso(step.at.now) })
  step.notify(proctoringSentences.fullscreenExit, 'warning')
}

export function enteredFullscreen(step: Step): void {
  const { windowedAt } = step.state
  if (windowedAt !== null && isOn(step)) noteSince(step, 'fullscreen_exit', windowedAt)
  step.set({ windowedAt: null })
}

/** Records copying or cutting part of the exam, or pasting. Blocks nothing. */
export function clipboard(step: Step, kind: 'copy' | 'paste'): void {
  if (isOn(step)) note(step, { kind, at: iso(step.at.now) })
}

/** Records that the test continues in another tab or on another device. */
export function movedElsewhere(step: Step): void {
  settle(step)
  // A tab switch or full screen exit now has its duration. Do not extend it when the student returns to this page.
  step.set({ hiddenAt: null, windowedAt: null, offlineAt: null })
  note(step, { kind: 'second_tab', at: iso(step.at.now) })
}

export function connection(step: Step, isThere: boolean): void {
  const { offlineAt } = step.state
  if (!isOn(step)) return
  if (!isThere) step.set({ offlineAt: offlineAt ?? step.at.now })
  else if (offlineAt !== null) {
    step.set({ offlineAt: null })
    if (step.at.now - offlineAt >= minGapMs) noteSince(step, 'reconnect', offlineAt)
  }
}

/** Sets the duration of ongoing events when the test ends or continues elsewhere. */
export function settle(step: Step): void {
  const { hiddenAt, windowedAt } = step.state
  if (hiddenAt !== null) noteSince(step, 'tab_switch', hiddenAt)
  if (windowedAt !== null) noteSince(step, 'fullscreen_exit', windowedAt)
}

/** Adds an event to this device's log, or updates it. */
export function log(step: Step, event: Violation): void {
  const { count, events } = step.state.noticed
  const isSame = ({ kind, at }: Violation) => kind === event.kind && at === event.at
  const isKnown = events.some(isSame)
  const after = isKnown
    ? events.map((other) => (isSame(other) ? event : other))
    : [...events, event].sort((one, other) => one.at.localeCompare(other.at)).slice(-maxEvents)
  step.set({ noticed: { count: count + (!isKnown && countsAgainst(event) ? 1 : 0), events: after } })
  if (!isOver(step.state)) step.run({ kind: 'keep-log', events: after })
}

function noteSince(step: Step, kind: Violation['kind'], since: number): void {
  const durationMs = Math.max(0, Math.round(step.at.now - since))
  note(step, { kind, at: iso(since), durationMs })
}

function note(step: Step, event: Violation, isHeld = false): void {
  step.run({ kind: 'record', event, isHeld }, { kind: 'tell', message: { kind: 'violation', event } })
  log(step, event)
}

const iso = (ms: number) => new Date(Math.round(ms)).toISOString()

const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()

/** Text that may be pasted without being recorded: the student's own code and the samples. */
export class OwnText {
  readonly #samples: ReadonlySet<string>
  #copied = ''

  constructor(questions: Paper['codingQuestions']) {
    this.#samples = new Set(
      questions.flatMap(({ sample_input, sample_output, testCases }) =>
        [sample_input, sample_output, ...testCases.flatMap((one) => [one.input, one.expected_output])].map(plain),
      ),
    )
  }

  /** Remembers text copied or cut from the editor. */
  copied(text: string): void {
    this.#copied = plain(text)
  }

  /** @param codes the student's current code for all questions */
  isOwn(text: string, codes: Iterable<{ code: string }>): boolean {
    const pasted = plain(text)
    if (pasted === '' || pasted === this.#copied || this.#samples.has(pasted)) return true
    return [...codes].some(({ code }) => plain(code).includes(pasted))
  }
}
