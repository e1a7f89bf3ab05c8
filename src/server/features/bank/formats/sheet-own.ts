import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { penaltyField } from '#shared/bank/questions.schema.ts'
import { letters } from '#shared/bank/types/choice.rules.ts'
import { marksField } from '#shared/tests/form.schema.ts'
import { draftFromCells, readHeader, validateDrafts } from '#shared/tests/import/import.rules.ts'
import { readCellNumber } from '#shared/tests/import/number.rules.ts'
import { kindOfCells, typedFromCells, typedHeaderProblems, typeNamed } from '#shared/tests/import/typed.rules.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import type { ReadQuestion } from './found.ts'
import {
  type Column,
  type Columns,
  cellOf,
  isOwn,
  lostCells,
  type Role,
  type SheetLine,
  typedRoles,
} from './sheet-columns.ts'

/** Rows in our own notation, read by the functions that read question files for tests. */

const renamed: Partial<Record<Role, string>> = { question: 'questionText', correct: 'correctAnswer' }
const sameRoles: readonly Role[] = [
  ...(['type', 'marks', 'penalty', 'passage', 'explanation', 'tolerance', 'toleranceKind'] as const),
  ...(['significantDigits', 'unit', 'scoring', 'caseSensitive', 'ignoreAccents', 'regex', 'distractors'] as const),
  ...(['minWords', 'maxWords', 'allowFiles', 'fields'] as const),
]

/**
 * Fields whose values are used as read if their headings are not ours, because then their notation is not ours either.
 */
const addedRoles = ['marks', 'penalty', 'passage', 'explanation'] as const
const isAdded = (column: Column) => addedRoles.some((role) => role === column.role) && !isOwn(column)

/** The heading that the functions for tests know; '' for columns that they must not see. */
function ownHeading(column: Column): string {
  const { role, heading } = column
  if (role === null || role === 'extraOption' || role === 'wrong') return heading
  const [, place] = /^option(\d+)$/.exec(role) ?? []
  if (place !== undefined) return `option${letters[Number(place)]}`
  return renamed[role] ?? (sameRoles.includes(role) && !isAdded(column) ? role : '')
}

/** Negative marks such as `-0.25` or `25%`, as a penalty is written. */
const asPenalty = (text: string) => {
  const [, number, percent] = /^[-−]?\s*([^%]*?)\s*(%?)$/.exec(text.trim()) ?? []
  if (number === undefined) return text
  return percent === '%' ? `${number}/100` : number
}

/**
 * Reads a penalty; a sentence if it cannot be kept. Under headings of others, `1/3` may be a fraction of a mark or of
 * the question's marks.
 * @param marks of the question
 */
export function readPenalty(
  text: string,
  column: Column | undefined,
  marks: number,
): { penalty?: number | string } | { loss: string } {
  const written = asPenalty(text)
  if (written === '') return {}
  const isAmbiguous = marks !== 1 && text.includes('/') && column !== undefined && !isOwn(column)
  const { data } = penaltyField.safeParse(written.includes('/') ? written : readCellNumber(written))
  return data === undefined || isAmbiguous
    ? { loss: `The negative marks "${text.slice(0, 40)}" are not kept` }
    : { penalty: data }
}

/** Reads marks; a sentence if they cannot be kept. */
export function readMarks(text: string): { marks?: number } | { loss: string } {
  if (text === '') return {}
  const { data } = marksField.safeParse(readCellNumber(text))
  return data === undefined
    ? { loss: `Its ${text.slice(0, 20)} marks are not kept; it is worth 1 mark` }
    : { marks: data }
}

/** The fields that the functions for tests have not seen. @param marks that they have read */
function addedFields(columns: Columns, line: SheetLine, isPlain: boolean, marks: number) {
  const fields: { marks?: number; [name: string]: unknown } = {}
  const losses: string[] = []
  // Penalties depend on the marks.
  for (const column of columns.all.toSorted((a, b) => Number(b.role === 'marks') - Number(a.role === 'marks'))) {
    const { role } = column
    const isUnseen = isAdded(column) || (isPlain && (role === 'penalty' || role === 'passage'))
    const text = line.cells[column.at]?.trim() ?? ''
    if (!isUnseen || role === null || text === '') continue
    const penalty = () => readPenalty(text, column, fields.marks ?? marks)
    const read = role === 'marks' ? readMarks(text) : role === 'penalty' ? penalty() : { [role]: text }
    if ('loss' in read) losses.push(String(read.loss))
    else Object.assign(fields, read)
  }
  return { fields, losses }
}

interface OwnSheet {
  header: string[]
  rows: { row: number; cells: string[] }[]
}

function ownSheet(columns: Columns, width: number, lines: readonly SheetLine[]): OwnSheet {
  const byPlace = new Map(columns.all.map((column) => [column.at, column]))
  const header = Array.from({ length: width }, (_, at) => {
    const column = byPlace.get(at)
    return column ? ownHeading(column) : ''
  })
  const rows = lines.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, at) => (byPlace.has(at) && header[at] === '' ? '' : cell)),
  }))
  return { header, rows }
}

const isTyped = ({ header, rows }: OwnSheet) =>
  rows.some(({ cells }) => kindOfCells(cells, header) === 'typed') && typedHeaderProblems(header).length === 0

/** True for a sheet in our own notation. */
export function isOwnSheet(columns: Columns, width: number, lines: readonly SheetLine[]): boolean {
  const sheet = ownSheet(columns, width, lines)
  return isTyped(sheet) || 'columns' in readHeader(sheet.header)
}

/** A row as read; refused if it has a reason. */
export interface OwnRow {
  question?: ReadQuestion
  reason?: string
  losses: string[]
}

type FileQuestion = QuestionFileAnswer['questions'][number]

const hasValues = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** The fields of a number without those that its marking ignores, such as the tolerance of a range. */
function numberFields(fields: Record<string, unknown>, losses: string[]): Record<string, unknown> {
  const { tolerance, toleranceKind, significantDigits, ...others } = fields
  const digits = significantDigits === undefined || fields.range ? {} : { significantDigits }
  if (!fields.range && significantDigits === undefined) return fields
  const about = fields.range ? 'a range is exact' : 'significant digits replace it'
  if (tolerance) losses.push(`The tolerance is not kept, because ${about}`)
  if (fields.range && significantDigits !== undefined)
    losses.push(`The significant digits are not kept, because ${about}`)
  return { ...others, ...digits }
}

/** A question without empty fields, and without those that its marking would ignore. */
export function questionOf(given: FileQuestion): { question: ReadQuestion; losses: string[] } {
  const losses: string[] = []
  const fields: Record<string, unknown> = hasValues({ type: 'single', ...given })
  if (fields.type === 'numeric') return { question: numberFields(fields, losses) as ReadQuestion, losses }
  const gaps = Array.isArray(fields.gaps) ? fields.gaps : undefined
  const read = gaps?.map((gap) => (gap.kind === 'numeric' ? numberFields(hasValues(gap), losses) : gap))
  return { question: { ...fields, ...(read && { gaps: read }) } as ReadQuestion, losses: [...new Set(losses)] }
}

const typeOf = (text: string): QuestionTypeName | null => (text === '' ? 'single' : typeNamed(text))

/**
 * Reads rows in our own notation. The result has the same order.
 * @param isExport true if every row has a type and the notation of our exports
 */
export function readOwnRows(columns: Columns, width: number, lines: readonly SheetLine[], isExport: boolean): OwnRow[] {
  const { header, rows } = ownSheet(columns, width, lines)
  const hasTypes = isTyped({ header, rows })
  const meaning = readHeader(header)
  const named = 'columns' in meaning ? meaning.columns : null
  const isPlain = rows.map(({ cells }) => named && !isExport && (!hasTypes || kindOfCells(cells, header) === 'plain'))
  const answer = validateDrafts(
    rows.flatMap(({ row, cells }, at) => (isPlain[at] && named ? [draftFromCells(row, cells, named)] : [])),
    rows.flatMap(({ row, cells }, at) => (isPlain[at] ? [] : [typedFromCells(row, cells, header)])),
  )
  const reasons = new Map(answer.errors.map(({ row, message }) => [row, message]))
  const questions = answer.questions.values()
  return lines.map((line, at): OwnRow => {
    const type = cellOf(columns, line, 'type')
    const known = typeOf(type)
    const unknown = lostCells(columns, line, typedRoles)
    const losses = [
      ...(isPlain[at] ? unknown : []),
      ...(isPlain[at] && known === null ? [`The type "${type.slice(0, 40)}" is not kept`] : []),
    ]
    const reason = reasons.get(line.row)
    const question = reason === undefined ? questions.next().value : undefined
    if (!question) return { reason: reason ?? 'This row cannot be read.', losses }
    const added = addedFields(columns, line, Boolean(isPlain[at]), question.marks ?? 1)
    const own = questionOf(question)
    return {
      question: { ...own.question, ...added.fields } as ReadQuestion,
      losses: [...losses, ...own.losses, ...added.losses],
    }
  })
}
