import type { z } from 'zod'
import { choicesOf } from '#shared/attempts/attempts.rules.ts'
import {
  type SaveAnswer,
  type SavedAnswer,
  type SavedCode,
  savedAnswer,
  savedCode,
} from '#shared/attempts/attempts.schema.ts'
import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import type { UnsentKind } from './attempt-storage.ts'
import type { Debounce } from './dispatch.ts'
import type { News } from './news.ts'
import type { Parcel, Revised, Violation } from './outbox.ts'

export type Answer = SavedAnswer | SavedCode

export type SaveReply = Omit<SaveAnswer, 'savedAt' | 'deadline' | 'currentSection' | 'sectionDeadline'>

/** The tab that sends, and whether it announces a take-over to the server. */
export interface Sender {
  writer: string
  takeOver: boolean
}
export type SaveParcel<T extends Answer = Answer> = Parcel<T> & Sender

/** What another tab reported. */
type Heard<T> =
  | { put: T }
  | { stored: readonly Revised[]; violations: readonly Violation[]; ignored: readonly string[] }
  | { newer: readonly T[] }

/** How one kind of answer is synced. */
export interface SyncKind<T extends Answer> {
  /** Where its unsent changes are stored. */
  unsent: UnsentKind
  schema: z.ZodType<T>
  pick: (answers: readonly Answer[]) => T[]
  /**
   * True to send one change per request and nothing while there is none, so that a large or refused change does not
   * block the others. A refused one is not sent again until it changes.
   */
  oneByOne: boolean
  /** null to send at once. */
  debounce: Debounce | null
  /** True to show the stored version again after the server rejected one because its section is closed. */
  revertsIgnored: boolean
  /** Why the server would never accept this version, or null. */
  obstacle: (item: T) => string | null
  /** True if the student must be told that `item` from another device replaces `known`. */
  isNews: (known: T | undefined, item: T) => boolean
  /** Messages to other tabs. */
  tell: {
    put: (item: T) => News
    stored: (parcel: Parcel<T>, ignored: string[]) => News | null
    newer: (items: T[]) => News
  }
  hear: (message: News) => Heard<T> | null
}

/** Letters, and with them the proctoring events and the heartbeat. */
export const letters: SyncKind<SavedAnswer> = {
  unsent: 'outbox',
  schema: savedAnswer,
  pick: choicesOf,
  oneByOne: false,
  debounce: null,
  revertsIgnored: true,
  obstacle: () => null,
  isNews: (known, item) => known !== undefined && known.selectedAnswer !== item.selectedAnswer,
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

/** Debounce of programs. */
export const codeRestMs = 1_000
export const codeMostMs = 5_000

const encoder = new TextEncoder()
export const isTooLarge = ({ code }: Pick<SavedCode, 'code'>): boolean =>
  code.length > maxSourceBytes || (code.length * 3 > maxSourceBytes && encoder.encode(code).length > maxSourceBytes)

/** Programs. They may be long, so they travel apart from the letters. */
export const programs: SyncKind<SavedCode> = {
  unsent: 'code',
  schema: savedCode,
  pick: (answers) => answers.filter((answer): answer is SavedCode => 'code' in answer),
  oneByOne: true,
  debounce: { restMs: codeRestMs, mostMs: codeMostMs },
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

/** True if there is a program to judge. */
export const isWritten = (program: SavedCode | undefined): boolean => (program?.code ?? '').trim() !== ''

/** The moment of the change by the server's clock, and always higher than before. */
const revisionAfter = (known: Revised | undefined, now: number) => Math.max((known?.revision ?? 0) + 1, Math.round(now))

/** The next version of an answer, or undefined if nothing changes. `letter` null clears it. @param now server time, ms */
export function letterAfter(
  known: SavedAnswer | undefined,
  { questionId, letter, seconds }: { questionId: string; letter: OptionLetter | null; seconds: number },
  now: number,
): SavedAnswer | undefined {
  if ((known?.selectedAnswer ?? null) === letter) return undefined
  return { questionId, selectedAnswer: letter, timeSpent: seconds, revision: revisionAfter(known, now) }
}

/** The next version of a program, or undefined if nothing changes. @param now server time, ms */
export function programAfter(
  known: SavedCode | undefined,
  { questionId, code, language }: { questionId: string; code: string; language: Language },
  now: number,
): SavedCode | undefined {
  // The server rejects NUL and lone surrogates, and nobody types them on purpose.
  const text = code.toWellFormed().replaceAll('\0', '')
  if (known?.code === text && known.language === language) return undefined
  return { questionId, code: text, language, revision: revisionAfter(known, now) }
}
