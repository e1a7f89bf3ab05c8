import type { Block, Table } from './docx-document.ts'
import { insetChar, type Paragraph, type Run } from './docx-runs.ts'
import { plainLook } from './docx-styles.ts'
import { titleOf } from './found.ts'

/** The lines of a document, in which questions are found. */

/** A paragraph, or the part of one between line breaks. A table that belongs to a text is one line. */
export interface Line {
  /** The number of its paragraph. */
  at: number
  /** The text of its runs, which begins with the label that Word shows. */
  text: string
  runs: Run[]
  /** The level of the list, from 0, if Word made the label; otherwise undefined. */
  listLevel?: number | undefined
  /** The list whose label Word made. */
  list?: string | undefined
  isBullet: boolean
  /** The level of a heading, from 1; 0 for other lines. */
  heading: number
  losses: string[]
  /** True if all of it is hidden. */
  isHidden: boolean
  /** True if a number at its beginning is not the number of a question. */
  isProse?: boolean
  table?: Table | undefined
}

const textOfRuns = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** The part of a line between two places of its text. */
export function sliceLine(line: Line, from: number, to = line.text.length): Line {
  let at = 0
  const runs = line.runs.flatMap((run) => {
    const start = at
    at += run.text.length
    const text = run.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    return text === '' ? [] : [{ ...run, text }]
  })
  return { ...line, runs, text: textOfRuns(runs) }
}

/** A line without space around its text. */
export function trimLine(line: Line): Line {
  const start = line.text.length - line.text.trimStart().length
  return sliceLine(line, start, Math.max(start, line.text.trimEnd().length))
}

/** True if only spaces are left, and no picture or formula. */
export const isBlank = (line: Line): boolean => line.text.trim() === '' && !line.table

/** An underlined space is a blank to fill in. */
const withBlanks = (run: Run): Run =>
  run.look.underline && run.text.trim() === '' && (run.text.length > 2 || run.text.includes('\t'))
    ? { ...run, text: '____', look: { ...run.look, underline: false } }
    : run

/** Splits a paragraph at its line breaks. */
export function linesOf(paragraph: Paragraph): Line[] {
  const { line: at, heading, label, losses } = paragraph
  const shown = paragraph.runs.filter(({ look }) => !look.hidden)
  const hasHidden = shown.length < paragraph.runs.length
  const isHidden = hasHidden && textOfRuns(shown).trim() === ''
  const runs = (isHidden ? paragraph.runs : shown).map(withBlanks)
  const rows: Run[][] = [label && label.text !== '' ? [{ text: `${label.text}\t`, look: plainLook }] : []]
  for (const run of runs) {
    for (const [place, text] of run.inset ? [[0, run.text] as const] : run.text.split('\n').entries()) {
      if (place > 0) rows.push([])
      if (text !== '') rows.at(-1)?.push({ ...run, text })
    }
  }
  const told =
    hasHidden && !isHidden && textOfRuns(runs).trim() !== '' ? [...losses, 'Hidden text is not kept'] : losses
  return rows.map((row, place) => ({
    at,
    text: textOfRuns(row),
    runs: row,
    listLevel: place === 0 && label ? label.level : undefined,
    list: place === 0 && label ? label.list : undefined,
    isBullet: place === 0 && label?.isBullet === true,
    heading,
    losses: place === 0 ? told : [],
    isHidden,
  }))
}

/** The beginning of a line, in quotation marks. */
export const quoted = ({ text }: Line): string =>
  `“${titleOf(text.replaceAll(insetChar, '')).slice(0, 60) || 'a picture or formula'}”`

/** A table as one line of a text. */
export const tableLine = (table: Table): Line => ({
  at: table.line,
  text: '',
  runs: [],
  isBullet: false,
  heading: 0,
  losses: table.losses,
  isHidden: false,
  table,
})

/** The plain text of a cell. */
export const cellText = (cell: readonly Paragraph[]): string =>
  cell
    .flatMap((paragraph) => linesOf(paragraph).map(({ text }) => text))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The lines of a cell. */
export const cellLines = (cell: readonly Paragraph[]): Line[] => cell.flatMap(linesOf).filter((line) => !isBlank(line))

export const isTable = (block: Block): block is Table => block.kind === 'table'
