import { z } from 'zod'
import { LocalCode } from '#client/features/coding/model/local-code.ts'
import type { Channel, Device } from '#client/lib/device/device.ts'
import { choicesOf, givenAnswer } from '#shared/attempts/attempts.rules.ts'
import {
  type SaveAnswer,
  type SavedAnswer,
  type SavedCode,
  savedAnswer,
  savedCode,
} from '#shared/attempts/attempts.schema.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { PaperCodingQuestion, PaperQuestion } from '#shared/tests/tests.schema.ts'
import { isSameValue, isSingle, storableText, valueFor } from './answer-values.ts'
import type { UnsentKind } from './attempt-storage.ts'
import type { ServerClock } from './clock.ts'
import { type Changes, type OutboxOptions, type Revised, revisionAfter, type Violation, violation } from './outbox.ts'

export type Answer = SavedAnswer | SavedCode

export type SaveReply = Omit<SaveAnswer, 'savedAt' | 'deadline' | 'currentSection' | 'sectionDeadline'>

/** The sending tab. `takeOver` is true if it announces a take-over to the server. */
export interface Sender {
  writer: string
  takeOver: boolean
}
export type SaveRequest<T extends Answer = Answer> = Changes<T> & Sender

/** Messages about an attempt between tabs of one browser. */
const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), answer: savedAnswer }),
  z.object({
    kind: z.literal('acknowledged'),
    answers: z.array(savedAnswer),
    violations: z.array(violation),
    ignored: z.array(z.string()),
  }),
  z.object({ kind: z.literal('newer'), answers: z.array(savedAnswer) }),
  z.object({ kind: z.literal('code'), code: savedCode }),
  z.object({ kind: z.literal('code-stored'), codes: z.array(savedCode.pick({ questionId: true, revision: true })) }),
  z.object({ kind: z.literal('newer-code'), codes: z.array(savedCode) }),
  z.object({ kind: z.literal('violation'), event: violation }),
  /** The sending tab is now the writer. */
  z.object({ kind: z.literal('opened'), writer: z.string() }),
  /** The sending tab remains the writer. The tab that just opened is its duplicate. */
  z.object({ kind: z.literal('held'), writer: z.string() }),
  /** The sending tab left a section. Fetch the attempt's current position from the server. */
  z.object({ kind: z.literal('left') }),
  z.object({ kind: z.literal('closed'), keepsUnsent: z.boolean() }),
])
export type News = z.output<typeof news>

/** The channel between tabs. Ignores invalid messages, because another tab may run a different client version. */
export const tabLine = (channel: Channel) => ({
  tell: (message: News) => channel.post(message),
  /** @returns a function that stops listening */
  listen: (hear: (message: News) => void) =>
    channel.listen((message) => {
      const parsed = news.safeParse(message)
      if (parsed.success) hear(parsed.data)
    }),
})
export type TabLine = ReturnType<typeof tabLine>

type Heard<T> =
  | { put: T }
  | { stored: readonly Revised[]; violations: readonly Violation[]; ignored: readonly string[] }
  | { newer: readonly T[] }

/** Delay after the last change, and the maximum delay while changes continue, in ms. */
export interface Debounce {
  restMs: number
  maxMs: number
}

/** The sync rules for one kind of answer. */
export interface SyncKind<T extends Answer> {
  /** The storage entry for its unsent changes. */
  unsent: UnsentKind
  schema: z.ZodType<T>
  pick: (answers: readonly Answer[]) => T[]
  /** True to send one change per request and no heartbeats, so a large change cannot block the others. */
  oneByOne: boolean
  /** True to revert to the stored version if the server rejects a change because its section is closed. */
  revertsIgnored: boolean
  /** The reason the server would never accept this version, or null. */
  obstacle: (item: T) => string | null
  /** True if the student must be notified that `item` from another device replaces `known`. */
  isNews: (known: T | undefined, item: T) => boolean
  tell: {
    put: (item: T) => News
    stored: (saved: Changes<T>, ignored: string[]) => News | null
    newer: (items: T[]) => News
  }
  hear: (message: News) => Heard<T> | null
}

/** Answers to non-coding questions, sent together with proctoring events and the heartbeat. */
export const answers: SyncKind<SavedAnswer> = {
  unsent: 'outbox',
  schema: savedAnswer,
  pick: choicesOf,
  oneByOne: false,
  revertsIgnored: true,
  obstacle: () => null,
  isNews: (known, item) => known !== undefined && !isSameValue(givenAnswer(known), givenAnswer(item)),
  tell: {
    put: (answer) => ({ kind: 'answer', answer }),
    stored: ({ answers, violations }, ignored) => ({ kind: 'acknowledged', answers, violations, ignored }),
    newer: (answers) => ({ kind: 'newer', answers }),
  },
  hear(message) {
    if (message.kind === 'answer') return { put: message.answer }
    if (message.kind === 'acknowledged') return { ...message, stored: message.answers }
    return message.kind === 'newer' ? { newer: message.answers } : null
  },
}

export const codeRestMs = 1_000
export const codeMaxMs = 5_000
export const codeDebounce: Debounce = { restMs: codeRestMs, maxMs: codeMaxMs }

const encoder = new TextEncoder()
export const isTooLarge = ({ code }: Pick<SavedCode, 'code'>): boolean =>
  code.length > maxSourceBytes || (code.length * 3 > maxSourceBytes && encoder.encode(code).length > maxSourceBytes)

/** Programs, sent separately from the other answers because they may be long. */
export const programs: SyncKind<SavedCode> = {
  unsent: 'code',
  schema: savedCode,
  pick: (answers) => answers.filter((answer): answer is SavedCode => 'code' in answer),
  oneByOne: true,
  revertsIgnored: false,
  obstacle: (item) => (isTooLarge(item) ? 'a program is larger than 64 kB' : null),
  isNews: (known, item) => known?.code !== item.code || known.language !== item.language,
  tell: {
    put: (code) => ({ kind: 'code', code }),
    stored({ answers }, ignored) {
      const stored = answers.filter(({ questionId }) => !ignored.includes(questionId))
      const codes = stored.map(({ questionId, revision }) => ({ questionId, revision }))
      return codes.length > 0 ? { kind: 'code-stored', codes } : null
    },
    newer: (codes) => ({ kind: 'newer-code', codes }),
  },
  hear(message) {
    if (message.kind === 'code') return { put: message.code }
    if (message.kind === 'code-stored') return { stored: message.codes, violations: [], ignored: [] }
    return message.kind === 'newer-code' ? { newer: message.codes } : null
  },
}

interface KeepOptions {
  attemptId: string
  studentId: string
  coding: readonly PaperCodingQuestion[]
  ports: Device
}

/** Keeps a program when another language replaces it: the server stores only the latest, so no other copy exists. */
export const keepInLanguage =
  ({ attemptId, studentId, coding, ports: { storage, timers, clock } }: KeepOptions) =>
  ({ questionId, language, ...program }: SavedCode, by: SavedCode) => {
    if (language === by.language) return
    const { templates } = coding.find((one) => one.questionId === questionId) ?? {}
    const place = { userId: studentId, testAttemptId: attemptId, questionId, templates }
    new LocalCode({ ...place, storage, timers, now: clock.wall }).leave(language, program)
  }

/** True if there is a program to judge. */
export const isWritten = (program: SavedCode | undefined): boolean => (program?.code ?? '').trim() !== ''

/** The next version of a program, or undefined if nothing changes. @param now server time, ms */
export function programAfter(
  known: SavedCode | undefined,
  { questionId, code, language }: { questionId: string; code: string; language: Language },
  now: number,
): SavedCode | undefined {
  const text = storableText(code)
  if (known?.code === text && known.language === language) return undefined
  return { questionId, code: text, language, revision: revisionAfter(known, now) }
}

interface SubmitParts {
  questions: readonly PaperQuestion[]
  answers: ReadonlyMap<string, SavedAnswer>
  /** Changes the server may not have yet. */
  codes: readonly SavedCode[]
  secondsOn: (questionId: string) => number
  startTime: string
  /** Server time, in ms since 1970. */
  now: number
  violations: readonly Violation[]
}
export type SubmitPayload = ReturnType<typeof submitPayload>

/**
 * Builds the submission of the whole paper. As documented, an unanswered single choice question has the letter 'A' and
 * `answered: false`, and the paper's `timeSpent` is in minutes. The server measures the time itself.
 *
 * If time was spent on a question since its last save, increments its revision so that the server accepts the time. A
 * change from another device still wins, because its revision is a later clock time.
 */
export function submitPayload({ questions, answers, codes, secondsOn, startTime, now, violations }: SubmitParts) {
  const answered = questions.map((question) => {
    const { id: questionId } = question
    const known = answers.get(questionId)
    const { timeSpent: before = 0, revision = 0 } = known ?? {}
    const value = valueFor(question, known)
    const timeSpent = Math.max(secondsOn(questionId), Math.round(before))
    return {
      questionId,
      ...(isSingle(question) ? { selectedAnswer: (value ?? 'A') as Letter } : { answer: value }),
      answered: value !== null,
      timeSpent,
      revision: revision + (timeSpent > before ? 1 : 0),
    }
  })
  return {
    answers: [...answered, ...codes],
    startTime,
    timeSpent: Math.max(0, Math.round(((now - Date.parse(startTime)) / 60_000) * 100) / 100),
    violations: violations.slice(0, 200),
  }
}

export interface SyncedStoreOptions<T> extends Pick<OutboxOptions<T>, 'attemptId' | 'owner' | 'questionIds'> {
  /** The saved answers from the response to the start call. */
  saved: readonly Answer[]
  clock: ServerClock
  ports: Device
  line: TabLine
  /** True if a question's section is not open yet by the server's clock. Such answers are sent again later. */
  isEarly: (questionId: string) => boolean
  /** Called with each version that a newer one replaces, here or elsewhere. */
  superseded?: (item: T, by: T) => void
}

/** What a store reports to the room. */
export type StoreEvent<T extends Answer> =
  /** Displayed answers were replaced by newer ones from another device. */
  | { kind: 'replaced'; questionIds: string[] }
  /** The server rejected answers because their section is closed. */
  | { kind: 'ignored'; questionIds: string[] }
  /** A save succeeded, and the time and the answers in its response were applied. */
  | { kind: 'saved'; reply: SaveReply; sent: SaveRequest<T> }
  /** The server reports that the attempt is over. */
  | { kind: 'closed' }
