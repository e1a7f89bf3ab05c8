import { Cursor, isLine } from './docx-cursor.ts'
import type { Block, Table } from './docx-document.ts'
import { type Draft, isComplete, isUnanswered, listFlaws, lostText, newDraft, staysInText } from './docx-draft.ts'
import { type KeyEntry, KeyLists, keyTable, letterEntries } from './docx-keys.ts'
import {
  isSectionTitle,
  type Numbered,
  numberedLine,
  optionLine,
  passageRange,
  type Word,
  wordedLine,
} from './docx-labels.ts'
import { isBlank, type Line, quoted, tableLine } from './docx-lines.ts'
import { QuestionNumbers } from './docx-numbers.ts'
import {
  addAnswer,
  isSideBySide,
  letterAt,
  newOption,
  numberedParts,
  type OptionParts,
  optionParts,
  statementsOf,
  stemParts,
} from './docx-options.ts'
import { Sections } from './docx-sections.ts'
import { isDataTable, layoutLines, questionsInTable } from './docx-tables.ts'

/** Finds the questions of a document: where each begins, its options, its answer and other details. */

/** The part of a question to which a line without a label belongs. */
type Target = 'stem' | 'option' | 'explanation' | 'hint' | 'answer' | 'nothing'

export class QuestionFinder {
  readonly drafts: Draft[] = []
  readonly keys = new KeyLists()
  readonly #cursor: Cursor
  #draft: Draft | undefined
  #target: Target = 'nothing'
  /** Lines after the last option, until it is clear what they are. */
  #tail: Line[] = []
  /** Lines that belong to no question yet. */
  #pending: Line[] = []
  readonly #numbers: QuestionNumbers
  readonly #sections = new Sections()

  constructor(blocks: readonly Block[]) {
    this.#cursor = new Cursor(blocks)
    this.#numbers = new QuestionNumbers(this.#cursor)
  }

  find(): this {
    for (let item = this.#cursor.next(); item; item = this.#cursor.next()) {
      if (isLine(item)) this.#line(item)
      else this.#table(item)
    }
    this.#close()
    this.#pending.push(...this.#sections.endPassage())
    this.#tell(this.drafts.at(-1), 'after')
    return this
  }

  /** Reports lines that belong to no question as a loss. */
  #tell(draft: Draft | undefined, where: 'before' | 'after') {
    if (draft) draft.losses.push(...lostText(this.#pending.splice(0), where))
  }

  get #place() {
    return { target: this.#target, tail: this.#tail }
  }

  #settle() {
    const { options } = this.#draft ?? {}
    const last = options?.at(-1)
    this.#draft?.flaws.push(...listFlaws(this.#tail))
    for (const line of this.#tail.splice(0)) {
      if (isSectionTitle(line.text) || !last) this.#pending.push(line)
      else {
        last.lines.push(line)
        this.#draft?.losses.push(`A line is read as part of option ${last.letter}: ${quoted(line)}`)
      }
    }
  }

  #close() {
    this.#settle()
    this.#draft = undefined
    this.#target = 'nothing'
    this.#numbers.endList()
  }

  #open(at: number, numbered?: Numbered): Draft {
    const last = this.#draft
    const above = last && last.options.length + last.answers.length === 0 ? last : undefined
    const number = numbered?.number
    this.#close()
    if (numbered) this.#numbers.begin(numbered)
    if (this.#sections.isPast(number)) this.#pending.push(...this.#sections.endPassage())
    const draft = newDraft({ at, above, list: numbered?.list, ...this.#sections.count(number) })
    this.#draft = draft
    this.drafts.push(draft)
    this.#target = 'stem'
    return draft
  }

  #heading(line: Line) {
    this.#close()
    this.#tell(this.drafts.at(-1), 'after')
    this.#pending.push(...this.#sections.endPassage())
    this.#sections.heading(line)
  }

  #line(line: Line) {
    if (isBlank(line)) {
      ;(this.#draft ?? this.drafts.at(-1))?.losses.push(...line.losses)
      return
    }
    if (line.isHidden && !wordedLine(line)) {
      this.#draft?.losses.push('Hidden text is not kept')
      return
    }
    if (this.drafts.length > 0 && this.#cursor.isKeyTitle(line)) return this.#beginKey()
    // A list without a title.
    const last = this.#draft ?? this.drafts.at(-1)
    const pairs = this.keys.isOpen || !last || !isComplete(last) ? [] : letterEntries(line)
    if (pairs.length > 1) return this.#beginKey(pairs)
    const numbered = numberedLine(line)
    if (line.heading > 0 && this.keys.isOpen && this.#cursor.isBeforeKey()) return
    if (line.heading > 0 && !(numbered && this.#cursor.leadsQuestion())) {
      this.keys.end()
      this.#heading(line)
      return
    }
    if (this.keys.isOpen) {
      if (!(numbered && this.#cursor.leadsOptions())) {
        this.keys.line(line)
        return
      }
      this.keys.end()
    }
    const worded = wordedLine(line)
    if (worded && this.#worded(worded.word, worded.line, line)) return
    if (this.#target === 'answer' && this.#draft) {
      this.#draft.answers.push(line)
      this.#target = 'nothing'
      return
    }
    const range = numbered ? undefined : passageRange(line.text)
    if (range) {
      this.#close()
      this.#tell(this.drafts.at(-1), 'after')
      this.#pending.push(...this.#sections.endPassage())
      this.#sections.beginPassage(range, line)
      return
    }
    if (this.#option(line, numbered)) return
    if (numbered && this.#numbers.isQuestion(this.#draft, numbered, this.#place)) {
      const draft = this.#open(line.at, numbered)
      this.#tell(draft, 'before')
      if (!isBlank(numbered.line)) this.#stem({ ...numbered.line, heading: 0 })
      else draft.losses.push(...line.losses)
      return
    }
    this.#text(line)
  }

  #beginKey(entries: readonly KeyEntry[] = []) {
    this.#close()
    this.#tell(this.drafts.at(-1), 'after')
    this.keys.begin(this.drafts.length)
    this.keys.add(entries)
  }

  /** @param line with the word */
  #worded(word: Word, value: Line, line: Line): boolean {
    const draft = this.#draft
    if (!draft) return false
    const text = value.text.trim()
    const hasOptions = draft.options.length > 0 || draft.answers.length > 0
    if (word === 'answer') {
      const entries = letterEntries(value)
      if (entries.length > 1) {
        this.#beginKey(entries)
        return true
      }
      this.#settle()
      if (draft.answers.length > 0) draft.flaws.push('It has two answers: number each question')
      this.#target = text === '' ? 'answer' : 'nothing'
      if (text !== '' && addAnswer(draft, value)) this.#target = 'explanation'
      return true
    }
    if (word === 'explanation' || word === 'hint') {
      if (!hasOptions) return false
      this.#settle()
      this.#target = word
      this.#numbers.endList()
      if (text !== '') draft[word].push(value)
      return true
    }
    if (text === '' || text.length > 200 || draft[word] !== undefined) return false
    if (!hasOptions && staysInText(draft, line)) return false
    this.#settle()
    draft[word] = text
    draft.losses.push(...value.losses)
    if (hasOptions && this.#target !== 'explanation') this.#target = 'nothing'
    return true
  }

  /** Takes a line that begins with an option's letter, or with its number. */
  #option(line: Line, numbered: Numbered | undefined): boolean {
    const option = optionLine(line)
    if (option) return this.#lettered(line, option)
    const draft = this.#draft
    const style = numbered && this.#numbers.optionStyle(draft, numbered, this.#place)
    if (!draft || !numbered || style === undefined) return false
    this.#settle()
    draft.optionStyle = style
    const { first, options } = numberedParts(numbered.line, numbered.number)
    const letter = letterAt(numbered.number - 1)
    this.#add(draft, {
      options: [newOption({ letter, lines: [first], sign: '', origin: line }), ...options],
      answer: undefined,
    })
    return true
  }

  #lettered(line: Line, option: NonNullable<ReturnType<typeof optionLine>>): boolean {
    let draft = this.#draft
    if (this.#target === 'explanation' || this.#target === 'hint') {
      const isOwn = option.letter === 'A' && draft?.number === undefined && this.#cursor.nextLetter === 'B'
      if (isOwn) draft?.flaws.push('Its explanation has options: number each question')
      return false
    }
    if (option.letter === 'A') {
      // Numbers, or letters of another style, that came before are statements.
      const isOther =
        draft?.optionStyle.startsWith('1') ||
        (draft?.optionStyle !== option.style && (this.#tail.length === 0 || (draft && isUnanswered(draft))))
      if (draft && isOther && draft.answers.length === 0)
        draft.stem.push(...statementsOf(draft), ...this.#tail.splice(0))
      const isOver = !draft || draft.options.length > 0 || draft.answers.length > 0
      if (isOver) {
        const stem = draft && this.#tail.length > 0 ? this.#tail.splice(0) : this.#pending.splice(0)
        const first = stem.findLastIndex((one) => isSectionTitle(one.text)) + 1
        this.#pending = stem.splice(0, first)
        if (stem.length === 0) {
          if (draft?.options.length === 0) draft.flaws.push('Its answer comes before its options')
          else if (draft?.answers.length === 0) draft.flaws.push('Two of its options have the letter A')
          return false
        }
        const titles = this.#pending.splice(0)
        const isDoubtful = draft && isUnanswered(draft)
        draft = this.#open(stem[0]?.at ?? line.at)
        this.#pending = titles
        this.#tell(draft, 'before')
        for (const one of stem) this.#stem(one)
        if (isDoubtful) draft.flaws.push('It may belong to the question above it. Number each question')
      }
    }
    if (!draft) return false
    const expected = letterAt(draft.options.length)
    const isSame = draft.options.length === 0 || option.style === draft.optionStyle
    if (option.letter !== expected || !isSame || draft.answers.length > 0) {
      if (isSame && draft.options.length > 0 && draft.answers.length === 0 && this.#target === 'option') {
        draft.flaws.push(
          option.letter > expected
            ? `Option ${expected} is missing before option ${option.letter}`
            : `Two of its options have the letter ${option.letter}`,
        )
        this.#settle()
        draft.options.at(-1)?.lines.push(line)
        return true
      }
      if (isSame && option.letter === expected && draft.options.length > 1 && draft.answers.length > 0)
        draft.doubts.push({
          reason: `Option ${expected} follows the answer, and is not read`,
          label: 'It has only the options above the answer',
        })
      return false
    }
    this.#settle()
    draft.optionStyle = option.style
    this.#add(draft, optionParts(line, option, this.#cursor.nextLetter, isSideBySide(draft)))
    return true
  }

  #add(draft: Draft, { options, answer }: OptionParts) {
    draft.options.push(...options)
    if (options.length > 0) this.#target = 'option'
    if (answer) {
      draft.answers.push(answer)
      this.#target = 'nothing'
    }
  }

  /** Adds a line to the question's text. */
  #stem(line: Line) {
    const draft = this.#draft
    if (!draft) return
    const { text, marks, style, ...parts } = stemParts(line, draft.options.length > 0, this.#cursor.nextLetter)
    if (marks !== undefined && draft.marks === undefined) draft.marks = marks
    // Marks are kept once.
    else if (marks !== undefined) draft.losses.push(`Its second marks “${marks}” are not kept`)
    if (text) draft.stem.push(text)
    if (style !== '') draft.optionStyle = style
    this.#add(draft, parts)
  }

  #text(line: Line) {
    const draft = this.#draft
    if (!draft) {
      if (!this.#sections.addToPassage(line)) this.#pending.push(line)
      return
    }
    if (this.#target === 'stem') this.#stem(line)
    else if (this.#target === 'option') this.#tail.push(line)
    else if (this.#target === 'explanation' || this.#target === 'hint') draft[this.#target].push(line)
    else this.#pending.push(line)
  }

  #table(table: Table) {
    const last = this.#draft ?? this.drafts.at(-1)
    const isInText = this.#draft?.options.length === 0 && this.#cursor.isBeforeOptions()
    const isKey = this.keys.isOpen || (!isInText && last !== undefined && isComplete(last))
    const entries = isKey ? keyTable(table, this.keys.isOpen) : []
    if (entries.length > (this.keys.isOpen ? 0 : 1)) {
      if (this.keys.isOpen) this.keys.add(entries)
      else this.#beginKey(entries)
      return
    }
    this.keys.end()
    const drafts = questionsInTable(table, this.#sections.category)
    if (drafts.length > 0) {
      this.#close()
      this.#tell(drafts[0], 'before')
      const group = this.#sections.countTable(drafts.map(({ number }) => number))
      for (const draft of drafts) this.drafts.push({ ...draft, group })
      return
    }
    if (isDataTable(table) || isInText) this.#text(tableLine(table))
    else {
      const [first, ...rest] = layoutLines(table)
      if (first) this.#cursor.insert([{ ...first, losses: [...first.losses, ...table.losses] }, ...rest])
    }
  }
}
