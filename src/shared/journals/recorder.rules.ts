import type { Language } from '../coding/languages.rules.ts'
import {
  applyChange,
  type Change,
  changeBetween,
  type EditKind,
  fullChunkChars,
  type JournalChunk,
  type JournalEvent,
  type JournalKind,
  maxEventText,
  maxJournalChars,
  type SnapshotKind,
} from './journals.rules.ts'

interface Program {
  code: string
  language: Language
}

/** Keystrokes at most this far apart become one event, in ms. */
const mergeMs = 500
/** The longest duration of merged keystrokes, in ms, so that playback does not jump. */
const mergedMs = 2_000
const mergedChars = 1_000

/** A longer pause starts a new chunk, in ms. */
const longPauseMs = 600_000

/** The JSON of an event apart from its text. */
const eventChars = 40

const sizeOf = (text: string) => JSON.stringify(text).length + eventChars

/**
 * Records how one question's program changes on one page. Times are by the server's clock, in ms. It does not
 * trust the reported edits: each is compared with the text before it, so that a replay always gives the same program.
 */
export class Recorder {
  readonly #questionId: string
  readonly #stream: string
  #program: Program | null = null
  #seq = 0
  #at = 0
  #lastAt = 0
  #events: JournalEvent[] = []
  #hasChanged = false
  /** Complete chunks that have not been taken yet. */
  #full: JournalChunk[] = []
  #chars = 0
  #total = 0
  /** Time of the last keystroke, which may be part of a merged event. */
  #typedAt = 0
  #isCut = false

  constructor(questionId: string, stream: string) {
    this.#questionId = questionId
    this.#stream = stream
  }

  /** The chunks that changed since the last call. More events may be added to the last one until `next`. */
  take(): JournalChunk[] {
    const chunks = this.#hasChanged ? [...this.#full, this.#chunk()] : this.#full
    this.#full = []
    this.#hasChanged = false
    return chunks
  }

  /** Starts the next chunk. */
  next(): void {
    if (this.#events.length === 0) return
    if (this.#hasChanged) this.#full.push(this.#chunk())
    this.#hasChanged = false
    this.#seq++
    this.#events = []
    this.#chars = 0
  }

  #chunk(): JournalChunk {
    const { stream, seq, at, events } = { stream: this.#stream, seq: this.#seq, at: this.#at, events: this.#events }
    return { questionId: this.#questionId, stream, seq, at, events: [...events] }
  }

  /** Records the program on screen unless the journal has already reached it. @returns true if it recorded something */
  show(program: Program, at: number): boolean {
    const known = this.#program
    if (known?.code === program.code && known.language === program.language) return false
    const kind = !known ? 'open' : known.language === program.language ? 'replace' : 'language'
    return this.snapshot(kind, program, at)
  }

  /** Records a program that the student did not type. */
  snapshot(kind: SnapshotKind, { code, language }: Program, at: number): boolean {
    this.#program = { code, language }
    return this.#add(kind, { position: 0, deleted: 0, inserted: code }, at, language)
  }

  /**
   * Records an edit.
   * @param exact the change as the editor reported it, used if it leads to the same text
   */
  edit(kind: EditKind, program: Program, at: number, exact?: Change): boolean {
    const known = this.#program
    if (known?.language !== program.language) return this.show(program, at)
    if (known.code === program.code) return false
    this.#program = program
    const isExact = exact && applyChange(known.code, exact) === program.code
    const change = isExact ? exact : changeBetween(known.code, program.code)
    return this.#merge(kind, change, at) || this.#add(kind, change, at)
  }

  mark(kind: 'run' | 'submit', at: number): boolean {
    return this.#add(kind, { position: 0, deleted: 0, inserted: '' }, at)
  }

  /** Adds a keystroke to the previous event if both are typing, or both deleting, at the same place. */
  #merge(kind: EditKind, { position, deleted, inserted }: Change, at: number): boolean {
    const last = this.#events.at(-1)
    if (kind !== 'type' || last?.[1] !== 'type' || this.#isCut) return false
    if (at - this.#typedAt > mergeMs || at - this.#lastAt > mergedMs || at < this.#typedAt) return false
    const [ms, , start, removed, text] = last
    let merged: JournalEvent | null = null
    if (deleted === 0 && position === start + text.length) merged = [ms, 'type', start, removed, text + inserted]
    else if (inserted === '' && text === '' && position + deleted === start)
      merged = [ms, 'type', position, removed + deleted, '']
    if (!merged || merged[4].length > mergedChars) return false
    this.#events[this.#events.length - 1] = merged
    this.#hasChanged = true
    this.#typedAt = at
    this.#chars += inserted.length
    this.#total += inserted.length
    return true
  }

  #add(kind: JournalKind, { position, deleted, inserted }: Change, at: number, language?: Language): boolean {
    if (this.#isCut) return false
    const size = sizeOf(inserted)
    this.#isCut = inserted.length > maxEventText || this.#total + size + fullChunkChars > maxJournalChars
    // Later than the event before, so that playback can show the program between the two.
    const time = Math.max(Math.round(at), this.#lastAt + 1)
    if (this.#chars + size > fullChunkChars || time - this.#lastAt > longPauseMs) this.next()
    if (this.#events.length === 0) this.#at = time
    const ms = this.#events.length === 0 ? 0 : time - this.#lastAt
    this.#events.push(
      this.#isCut
        ? [ms, 'cut', 0, 0, '']
        : language
          ? [ms, kind, position, deleted, inserted, language]
          : [ms, kind, position, deleted, inserted],
    )
    this.#hasChanged = true
    this.#lastAt = time
    this.#typedAt = time
    this.#chars += size
    this.#total += size
    return true
  }
}
