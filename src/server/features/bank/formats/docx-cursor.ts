import type { Block, Table } from './docx-document.ts'
import { keyEntries, keyTable, letterEntries } from './docx-keys.ts'
import { isKeyTitle, isSectionTitle, numberedLine, optionLine, withNames, wordedLine } from './docx-labels.ts'
import { isBlank, isTable, type Line, linesOf } from './docx-lines.ts'

export const isLine = (item: Line | Table): item is Line => !('kind' in item)

/** Iterates over the lines and tables of a document, with lookahead. */
export class Cursor {
  readonly #items: (Line | Table)[]
  #place = -1

  constructor(blocks: readonly Block[]) {
    const items = blocks.flatMap((block): (Line | Table)[] =>
      isTable(block) ? [block] : linesOf(block).filter((line) => !isBlank(line) || line.losses.length > 0),
    )
    const lines = withNames(items.filter(isLine)).values()
    this.#items = items.map((item) => (isLine(item) ? (lines.next().value ?? item) : item))
  }

  /** Advances to the next line or table. */
  next(): Line | Table | undefined {
    return this.#items[++this.#place]
  }

  /** Inserts lines after this one. */
  insert(lines: readonly Line[]) {
    this.#items.splice(this.#place + 1, 0, ...withNames(lines))
  }

  #ahead(count: number) {
    return this.#items.slice(this.#place + 1, this.#place + 1 + count)
  }

  /** The letter that the next line begins with. */
  get nextLetter(): string | undefined {
    const [next] = this.#ahead(1)
    return next && isLine(next) ? optionLine(next)?.letter : undefined
  }

  /** True if options follow before the next number. */
  leadsOptions(): boolean {
    return this.#leads(12, (line) => optionLine(line)?.letter === 'A')
  }

  /** True if options or an answer follow before the next number. */
  leadsQuestion(): boolean {
    return this.#leads(30, (line) => optionLine(line)?.letter === 'A' || wordedLine(line)?.word === 'answer')
  }

  #leads(count: number, isFound: (line: Line) => boolean): boolean {
    for (const item of this.#ahead(count).filter(isLine)) {
      if (isFound(item)) return true
      if (item.heading > 0 || numberedLine(item)) return false
    }
    return false
  }

  /** True if a list of Word continues with this number: the lines between belong to none of its items. */
  resumes(list: string, number: number): boolean {
    const next = this.#ahead(60)
      .filter(isLine)
      .find((line) => line.list === list && numberedLine(line))
    return next !== undefined && numberedLine(next)?.number === number
  }

  /** True if the next label is an option's: a table before it belongs to the question. */
  isBeforeOptions(): boolean {
    const next = this.#ahead(6)
      .filter(isLine)
      .find((line) => optionLine(line) !== undefined || numberedLine(line) !== undefined)
    return next !== undefined && optionLine(next)?.letter === 'A'
  }

  /** True if a list of answers continues after a heading. */
  isBeforeKey(): boolean {
    const [next] = this.#ahead(1)
    return next !== undefined && (isLine(next) ? letterEntries(next) : keyTable(next, true)).length > 0
  }

  /** True if a list of answers follows a line. */
  isKeyTitle(line: Line): boolean {
    if (!isKeyTitle(line.text)) return false
    // Titles of sections may come between.
    const next = this.#ahead(3).find((item) => !isLine(item) || (item.heading === 0 && !isSectionTitle(item.text)))
    if (!next) return false
    if (!isLine(next)) return keyTable(next, true).length > 0
    const entries = keyEntries(next)
    const [first] = entries
    // `Solution:` and steps with numbers.
    const isSolution = /^\s*solutions?\b/i.test(line.text)
    return first !== undefined && (!isSolution || entries.length > 1 || /^[A-J]$/i.test(first.answer.text.trim()))
  }
}
