import type { Draft } from './docx-draft.ts'
import type { Line } from './docx-lines.ts'
import { titleOf } from './found.ts'

/** The context that neighbouring questions share: headings, a passage, and a run of numbers. */
export class Sections {
  #headings: { level: number; title: string }[] = []
  #passage: { from: number; to: number; lines: Line[]; isOpen: boolean; isUsed: boolean } | undefined
  #group = 0
  #lastNumber = 0

  get category(): string[] {
    return this.#headings.map(({ title }) => title)
  }

  heading(line: Line) {
    const title = titleOf(line.text.replaceAll('\ufffc', ''))
    const above = this.#headings.filter(({ level }) => level < line.heading)
    this.#headings = title === '' ? above : [...above, { level: line.heading, title }]
  }

  /** Begins the passage of the questions with these numbers. */
  beginPassage(range: { from: number; to: number }, line: Line) {
    this.#passage = { ...range, lines: [line], isOpen: true, isUsed: false }
  }

  /** Ends the passage. Returns its lines if they belong to no question. */
  endPassage(): Line[] {
    const unused = this.#passage && !this.#passage.isUsed ? this.#passage.lines : []
    this.#passage = undefined
    return unused
  }

  /** Takes a line into the passage; false if none is being read. */
  addToPassage(line: Line): boolean {
    if (!this.#passage?.isOpen) return false
    this.#passage.lines.push(line)
    return true
  }

  /** Counts a question. Numbers that start over begin a new group. */
  count(number: number | undefined): Pick<Draft, 'number' | 'group' | 'category' | 'passage'> {
    if (number !== undefined) {
      if (number <= this.#lastNumber) this.#group++
      this.#lastNumber = number
    }
    const passage = this.#passage
    if (passage) passage.isOpen = false
    const isInRange = passage !== undefined && number !== undefined && number >= passage.from && number <= passage.to
    if (passage && isInRange) passage.isUsed = true
    return { number, group: this.#group, category: this.category, passage: isInRange ? passage.lines : [] }
  }

  /** True if the passage does not belong to this number. */
  isPast(number: number | undefined): boolean {
    return (
      number !== undefined && this.#passage !== undefined && (number < this.#passage.from || number > this.#passage.to)
    )
  }

  /** Counts the questions of a table, whose numbers are their own. */
  countTable(numbers: readonly (number | undefined)[]): number {
    this.#group++
    this.#lastNumber = numbers.findLast((number) => number !== undefined) ?? this.#lastNumber
    return this.#group
  }
}
