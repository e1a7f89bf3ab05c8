import type { Language } from '../coding/languages.rules.ts'

/** Edits, as the editor reports them. */
export const editKinds = ['type', 'paste', 'complete', 'undo', 'edit'] as const
export type EditKind = (typeof editKinds)[number]

/** The whole program, with the reason why the journal does not contain the edits that led to it. */
export const snapshotKinds = ['open', 'language', 'reset', 'replace'] as const
export type SnapshotKind = (typeof snapshotKinds)[number]

/** `cut`: the journal reached its size limit and ends here. */
export const journalKinds = [...editKinds, ...snapshotKinds, 'run', 'submit', 'cut'] as const
export type JournalKind = (typeof journalKinds)[number]

export interface Change {
  position: number
  /** Number of characters deleted at the position, before `inserted` is inserted there. */
  deleted: number
  inserted: string
}

/** An edit as the editor reports it. `exact` is missing if it changed several places at once. */
export interface EditorEdit {
  kind: EditKind
  exact?: Change | undefined
}

/** Milliseconds since the previous event, kind, position, deleted characters, inserted text, language of a snapshot. */
export type JournalEvent = readonly [
  ms: number,
  kind: JournalKind,
  position: number,
  deleted: number,
  inserted: string,
  language?: Language | undefined,
]

/** Part of what one page recorded for one question. */
export interface JournalChunk {
  questionId: string
  /** Identifies the page: each visit to the exam room starts a new stream. */
  stream: string
  /** Position in the stream, from 0. */
  seq: number
  /** Time of the first event by the server's clock, in ms UTC, as estimated by the device. */
  at: number
  events: readonly JournalEvent[]
}

/** A chunk is complete once its JSON has this many characters. */
export const fullChunkChars = 16_384
/** Maximum length of a chunk's JSON: a full one, and the largest event. */
export const maxChunkChars = 196_608
/** Maximum length of one event's inserted text. */
export const maxEventText = 80_000
/** Maximum length of a question's journal in one attempt, as JSON. */
export const maxJournalChars = 2_097_152
/** Maximum chunks per request. */
export const maxChunks = 50

/** Time for late chunks after the end of the attempt, in ms: the last ones are often sent after the submission. */
export const journalGraceMs = 15 * 60_000

export const isEdit = (kind: JournalKind): kind is EditKind => editKinds.some((one) => one === kind)
export const isSnapshot = (kind: JournalKind): kind is SnapshotKind => snapshotKinds.some((one) => one === kind)

export const applyChange = (text: string, { position, deleted, inserted }: Change): string =>
  text.slice(0, position) + inserted + text.slice(position + deleted)

/** The smallest change of adjacent characters that turns one text into another. */
export function changeBetween(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let end = 0
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end++
  return {
    position: start,
    deleted: before.length - start - end,
    inserted: after.slice(start, after.length - end),
  }
}
