import type { Language } from '../coding/languages.rules.ts'
import {
  isEdit,
  isSnapshot,
  type JournalChunk,
  type JournalEvent,
  type JournalKind,
  maxEventText,
} from './journals.rules.ts'

/** A stored chunk, with the time at which the server received it, in ms UTC. */
export interface StoredChunk extends JournalChunk {
  receivedAt: number
}

/** One event in the order of time, across the streams of a journal. */
export interface Step {
  /** ms UTC by the server's clock. */
  at: number
  kind: JournalKind
  stream: string
  event: JournalEvent
  /** True if earlier chunks of this stream are missing. */
  isAfterGap: boolean
}

/** All events of a question's journal in order. Events cannot be later than their arrival. */
export function stepsOf(chunks: readonly StoredChunk[]): Step[] {
  const sorted = [...chunks].sort((one, other) => one.stream.localeCompare(other.stream) || one.seq - other.seq)
  const next = new Map<string, number>()
  const steps: Step[] = []
  for (const { stream, seq, at, receivedAt, events } of sorted) {
    const isAfterGap = seq !== (next.get(stream) ?? 0)
    next.set(stream, seq + 1)
    const lasted = events.reduce((sum, [ms]) => sum + ms, 0)
    let time = Math.min(at, receivedAt - lasted)
    for (const [index, event] of events.entries()) {
      time += event[0]
      steps.push({ at: time, kind: event[1], stream, event, isAfterGap: isAfterGap && index === 0 })
    }
  }
  // Stable, so that events of one stream keep their order.
  return steps.sort((one, other) => one.at - other.at)
}

/** Where a character came from, as one letter per character: typed, pasted, or in a snapshot. */
const origin = { typed: 't', pasted: 'p', given: 'g' } as const

interface Text {
  text: string
  /** The origin of each character of the text. */
  from: string
}

/** Number of earlier texts kept. Pasting one of them again is not a paste from outside. */
const rememberedTexts = 60
/** Shorter pasted text counts as typed, such as a bracket or a short name. */
const shortPaste = 3
/**
 * Maximum work of a replay, in characters copied by edits. 50,000 edits of a program of 10,000 characters fit, or 600
 * pastes into one of 3,000 that was run sixty times. Journals come from students' devices: a hostile one would take minutes.
 */
const maxWork = 500_000_000
/** Work of searching one character, and of starting a search. */
const searchWork = { char: 4, start: 500 }
/** Engines find a pattern of this length in linear time; a longer one may take the product of both lengths. */
const anchorChars = 200

/** A paste from outside the editor, or a program that appeared without edits. */
export interface Paste {
  at: number
  text: string
}

/** The state of a journal after some of its steps. */
export class Replay {
  readonly #texts = new Map<Language, Text>()
  /** The program on each page. Edits of a page apply to it. */
  readonly #pages = new Map<string, Text & { language: Language }>()
  readonly #removed: Text[] = []
  readonly #reached: Text[] = []
  language: Language | null = null
  /** Pastes that the program did not contain before. */
  readonly pastes: Paste[] = []
  /** Times at which the program changed without an edit in the journal. */
  readonly jumps: number[] = []
  /** True if the journal ended early, or the replay did: its program became too long, or too much work. */
  isCut = false
  typed = 0
  #workLeft = maxWork

  /** The program in the language that was edited last. */
  get code(): string {
    return this.language === null ? '' : (this.#texts.get(this.language)?.text ?? '')
  }

  textIn(language: Language): string | undefined {
    return this.#texts.get(language)?.text
  }

  /** Number of characters of a program that were pasted from outside. */
  pastedIn(language: Language): number {
    const { from = '' } = this.#texts.get(language) ?? {}
    return [...from].filter((letter) => letter === origin.pasted).length
  }

  apply({ at, kind, stream, event, isAfterGap }: Step): void {
    if (this.#workLeft <= 0) {
      this.isCut = true
      return
    }
    if (kind === 'cut') this.isCut = true
    else if (isSnapshot(kind)) this.#snapshot(at, stream, kind, event)
    else if (isEdit(kind)) this.#edit(at, stream, event, isAfterGap)
    else {
      const page = this.#pages.get(stream)
      const isNew = page && this.#reached.at(-1)?.text !== page.text
      if (isNew) this.#reached.push({ text: page.text, from: page.from })
      if (this.#reached.length > rememberedTexts) this.#reached.shift()
    }
  }

  #snapshot(at: number, stream: string, kind: JournalKind, event: JournalEvent): void {
    const [, , , , text, language = this.language ?? 'python'] = event
    const before = this.#texts.get(language)
    const known = [before, ...this.#reached].find((one) => one?.text === text)
    // A jump unless it is a language's first program or a template, which the student was given.
    const isJump = !known && before !== undefined && kind !== 'reset'
    if (isJump) this.jumps.push(at)
    if (before) this.#remember(before)
    this.#keep(stream, language, known ?? { text, from: origin.given.repeat(text.length) })
  }

  #edit(at: number, stream: string, [, kind, position, deleted, inserted]: JournalEvent, isAfterGap: boolean): void {
    const language = this.#pages.get(stream)?.language ?? this.language ?? 'python'
    const page = this.#pages.get(stream) ?? this.#texts.get(language) ?? { text: '', from: '' }
    const fits = position + deleted <= page.text.length
    if (!fits || isAfterGap || !this.#pages.has(stream)) this.jumps.push(at)
    const [start, end] = [Math.min(position, page.text.length), Math.min(position + deleted, page.text.length)]
    const from = kind === 'type' ? this.#typing(inserted) : this.#sourceOf(at, kind, page, inserted)
    if (end > start) this.#remember({ text: page.text.slice(start, end), from: page.from.slice(start, end) })
    this.#keep(stream, language, {
      text: page.text.slice(0, start) + inserted + page.text.slice(end),
      from: page.from.slice(0, start) + from + page.from.slice(end),
    })
  }

  #typing(inserted: string): string {
    this.typed += inserted.length
    return origin.typed.repeat(inserted.length)
  }

  /** The origin of inserted text: that of the same text elsewhere in the journal, or else pasted or typed. */
  #sourceOf(at: number, kind: JournalKind, page: Text, inserted: string): string {
    if (inserted.length < shortPaste) return this.#typing(inserted)
    for (const one of [page, ...this.#texts.values(), ...this.#removed.toReversed(), ...this.#reached]) {
      const place = this.#find(one.text, inserted)
      if (place >= 0) return one.from.slice(place, place + inserted.length)
    }
    if (kind !== 'paste') return origin.typed.repeat(inserted.length)
    this.pastes.push({ at, text: inserted })
    return origin.pasted.repeat(inserted.length)
  }

  /** As `indexOf`, but gives up when the replay has done too much work. */
  #find(text: string, wanted: string): number {
    if (wanted.length > text.length || this.#workLeft <= 0) return -1
    const anchor = wanted.slice(0, anchorChars)
    this.#workLeft -= searchWork.start + searchWork.char * text.length
    let place = text.indexOf(anchor)
    // Much faster than startsWith.
    while (place >= 0 && text.slice(place, place + wanted.length) !== wanted) {
      this.#workLeft -= searchWork.start + searchWork.char * wanted.length
      place = this.#workLeft > 0 ? text.indexOf(anchor, place + 1) : -1
    }
    return place
  }

  #remember(text: Text): void {
    if (text.text.length < shortPaste) return
    this.#removed.push(text)
    if (this.#removed.length > rememberedTexts) this.#removed.shift()
  }

  #keep(stream: string, language: Language, { text, from }: Text): void {
    this.#workLeft -= text.length > maxEventText ? maxWork : text.length
    this.#pages.set(stream, { text, from, language })
    this.#texts.set(language, { text, from })
    this.language = language
  }
}
