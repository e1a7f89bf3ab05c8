import type { LocalStore } from '#client/lib/device/device.ts'
import type {
  NextSectionAnswer,
  SavedAnswer,
  SavedCode,
  StartAnswer,
  SubmitAnswer,
} from '#shared/attempts/attempts.schema.ts'
import type { AnswerValue } from '#shared/bank/question-types.rules.ts'
import type { AnswerFile } from '#shared/bank/types/essay.rules.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { News, SaveReply, Sender } from './answer-kinds.ts'
import { valueFor } from './answer-values.ts'
import { type Countdown, type Moment, newCountdown } from './clock.ts'
import { type Notice, type NoticeTone, noticeMs } from './notices.ts'
import type { Violation } from './outbox.ts'
import { idsIn, type PaperParts, type Part } from './paper.ts'
import { loadProgress, newStopwatch, type Progress, readLog, type Stopwatch } from './progress.ts'
import { type Outcome, type RoomRequest, unsentRequest } from './requests.ts'
import type { SaveStatus } from './save-status.ts'
import type { Upload } from './uploads.ts'

/**
 * This tab's role. The `writer` is the last tab that opened or took over the attempt. A `reader` shows the test while
 * it continues in another tab or on another device.
 */
export type Role = { as: 'writer' } | { as: 'reader'; elsewhere: 'tab' | 'device'; taking: boolean; failed: boolean }

export interface Noticed {
  /** Number of violations, here and on other devices. */
  count: number
  /** This device's events in chronological order, including connection gaps. */
  events: readonly Violation[]
}

/** One student's attempt in this tab. The stores contain its unsent changes. */
export interface RoomState {
  readonly paper: PaperParts
  /** True if the test is limited to one device. Then the server chooses the writer, and this tab keeps its name. */
  readonly isExclusive: boolean

  answers: ReadonlyMap<string, SavedAnswer>
  answersStatus: SaveStatus
  programs: ReadonlyMap<string, SavedCode>
  programsStatus: SaveStatus
  /** Files that are not part of their answers yet. */
  uploads: readonly Upload[]

  role: Role
  /** The name this tab saves under. */
  writer: string
  /** True if a take-over still has to be announced to the server. */
  isAnnouncing: boolean

  part: Part
  progress: Progress
  stopwatch: Stopwatch
  countdown: Countdown
  extraMinutes: number

  /** The request to leave the open section. */
  leave: RoomRequest<NextSectionAnswer>
  submission: RoomRequest<SubmitAnswer>
  /** True once time is over and the student cannot return to the questions. */
  isTimeOver: boolean
  isOpen: boolean

  notices: readonly Notice[]
  noticesMade: number
  noticed: Noticed
  /** The server time when the tab became hidden, left full screen or went offline. */
  hiddenAt: number | null
  windowedAt: number | null
  offlineAt: number | null
}

/** A connection gap is reported, but is not a violation. */
export const countsAgainst = ({ kind }: Violation) => kind !== 'reconnect'

interface Beginning
  extends Pick<
    RoomState,
    'paper' | 'writer' | 'answers' | 'answersStatus' | 'programs' | 'programsStatus' | 'uploads'
  > {
  start: Pick<StartAnswer, 'test' | 'attemptId' | 'extraMinutes' | 'violationCount'>
  storage: LocalStore
  /** Events that the server has not acknowledged. */
  unsentEvents: readonly Violation[]
  at: Moment
}

/** The state before the screen mounts. */
export function newRoom({ start, storage, unsentEvents, at, ...known }: Beginning): RoomState {
  const { paper, answers } = known
  const part = paper.part(at.position.part)
  const answered = paper.questions.filter((question) => valueFor(question, answers.get(question.id)) !== null)
  const answeredIds = new Set(answered.map(({ id }) => id))
  const progress = loadProgress(storage, start.attemptId, paper.parts.flatMap(idsIn), answeredIds, idsIn(part))
  const events = readLog(storage, start.attemptId)
  return {
    ...known,
    isExclusive: start.test.rules.oneDevice,
    role: { as: 'writer' },
    isAnnouncing: false,
    part,
    progress,
    stopwatch: newStopwatch(progress.seconds, answers.values()),
    countdown: newCountdown(at),
    extraMinutes: start.extraMinutes,
    leave: unsentRequest,
    submission: unsentRequest,
    isTimeOver: false,
    isOpen: false,
    notices: [],
    noticesMade: 0,
    noticed: { count: start.violationCount + unsentEvents.filter(countsAgainst).length, events },
    hiddenAt: null,
    windowedAt: null,
    offlineAt: null,
  }
}

export type RequestName = 'leave' | 'submission'
export type Timer = 'tick' | `retry ${RequestName}` | `notice ${number}`

type Nothing = Record<never, never>

export interface RoomEvents {
  /** The screen mounted or unmounted. Both may happen several times. */
  open: Nothing
  close: Nothing
  'go-to': { index: number }
  /** null clears the answer. */
  answer: { value: AnswerValue | null }
  /** A file was uploaded for a question. */
  attach: { questionId: string; file: AnswerFile }
  'toggle-mark': Nothing
  'go-to-coding': { questionId: string }
  write: { questionId: string; program: { code: string; language: Language } }
  /** A language's untouched template is displayed. */
  'show-template': { questionId: string; language: Language }
  /** Another question is opened, or the page may be closing. */
  'flush-typed': Nothing
  'leave-section': Nothing
  'cancel-leave': Nothing
  submit: Nothing
  'cancel-submit': Nothing
  retry: Nothing
  'take-over': Nothing
  hidden: Nothing
  shown: Nothing
  'lost-network': Nothing
  'left-fullscreen': Nothing
  'entered-fullscreen': Nothing
  /** The student copied or cut part of the exam, or pasted something. */
  clipboard: { action: 'copy' | 'paste' }
  notify: { sentence: string; tone: NoticeTone }
  dismiss: { id: number }

  due: { timer: Timer }
  heard: { message: News }

  'answers-changed': Pick<RoomState, 'answers' | 'answersStatus'>
  'programs-changed': Pick<RoomState, 'programs' | 'programsStatus'>
  'uploads-changed': Pick<RoomState, 'uploads'>
  /** Newer answers from another device replaced the displayed ones. */
  replaced: { questionIds: readonly string[] }
  /** The server rejected answers because their section was closed. */
  ignored: { questionIds: readonly string[] }
  saved: { reply: SaveReply; sent: Sender }
  /** The attempt is over, according to the server. */
  closed: Nothing
  /** Another device is in use, according to the server. */
  'turned-away': Nothing

  renamed: { name: string }
  'take-over-asked': Nothing
  'time-asked': { askedAt: number }
  'asked-before-submission': { turn: number }
  'section-left': { turn: number; outcome: Outcome<NextSectionAnswer> }
  /** `questionIds`: the questions of the answers sent, in their order. */
  submitted: { turn: number; outcome: Outcome<SubmitAnswer>; questionIds: readonly string[] }
}
export type RoomEvent = { [Kind in keyof RoomEvents]: { kind: Kind } & RoomEvents[Kind] }[keyof RoomEvents]

export interface Effects {
  after: { timer: Timer; ms: number }
  cancel: { timer: Timer }
  listen: Nothing
  'stop-listening': Nothing
  tell: { message: News }
  'start-stores': Nothing
  'stop-stores': Nothing
  /** The attempt is over. No tab can send anything more. */
  'close-stores': { keepsUnsent: boolean }
  /** `isTyping`: more keystrokes are likely to follow. */
  'put-answer': { answer: SavedAnswer; isTyping: boolean }
  'put-program': { program: SavedCode }
  record: { event: Violation; isHeld: boolean }
  'lost-network': Nothing
  /** Sends pending answers or a heartbeat, then dispatches `next`, whatever the outcome. */
  flush: { next?: RoomEvent }
  /** Sends debounced answers and programs at once. */
  'flush-typed': Nothing
  'keep-progress': { progress: Progress }
  'keep-log': { events: readonly Violation[] }
  /** Picks a new writer name. A tab that still uses the old name becomes a reader. */
  rename: Nothing
  /** Sends only this section's answers. A save sends leftovers of earlier sections and reports whether they count. */
  leave: { turn: number; from: number; questionIds: readonly string[] }
  submit: { turn: number; asksFirst: boolean }
  /** Deletes all data of the attempt from this device. */
  forget: object
}
export type Effect = { [Kind in keyof Effects]: { kind: Kind } & Effects[Kind] }[keyof Effects]

/** One event being handled: the state so far, and the effects to run afterwards. */
export class Step {
  state: RoomState
  readonly at: Moment
  readonly effects: Effect[] = []

  constructor(state: RoomState, at: Moment) {
    this.state = state
    this.at = at
  }

  set(changes: Partial<RoomState>): void {
    this.state = { ...this.state, ...changes }
  }

  run(...effects: Effect[]): void {
    this.effects.push(...effects)
  }

  /** Shows at most three notices, newest last. Replaces a sentence that is still on screen. */
  notify(sentence: string, tone: NoticeTone): void {
    const id = this.state.noticesMade + 1
    this.set({ noticesMade: id })
    this.run({ kind: 'after', timer: `notice ${id}`, ms: noticeMs[tone] })
    const others = this.state.notices.filter((notice) => notice.sentence !== sentence)
    this.setNotices([...others, { id, sentence, tone }].slice(-3))
  }

  setNotices(notices: readonly Notice[]): void {
    for (const { id } of this.state.notices)
      if (!notices.some((other) => other.id === id)) this.run({ kind: 'cancel', timer: `notice ${id}` })
    this.set({ notices })
  }
}

export const isWriter = ({ role }: RoomState) => role.as === 'writer'

export function isOver({ submission, answersStatus }: RoomState): boolean {
  const { phase } = submission.state
  return phase === 'done' || phase === 'closed' || answersStatus.state === 'closed'
}

/** True if the student can work on the open part in this tab now. */
export function isWriting(state: RoomState): boolean {
  const isUnderWay = state.submission.state.phase !== 'idle' || state.leave.state.phase !== 'idle'
  return isWriter(state) && !isOver(state) && !isUnderWay && !state.isTimeOver
}

/** Zero-based index of the current question in the open part; -1 for a coding question. */
export const indexOf = ({ part, progress }: Pick<RoomState, 'part' | 'progress'>) =>
  part.questions.findIndex(({ id }) => id === progress.current)

/**
 * Sender fields of a save. In a one-device test, a reader keeps requesting a take-over until the other device is no
 * longer in use.
 */
export function senderOf({ writer, isAnnouncing, isExclusive, role }: RoomState): Sender {
  const isWaiting = isExclusive && role.as === 'reader' && role.elsewhere === 'device'
  return { writer, takeOver: isAnnouncing || isWaiting }
}
