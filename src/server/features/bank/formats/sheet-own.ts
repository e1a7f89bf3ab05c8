import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { penaltyField } from '#shared/bank/questions.schema.ts'
import { letters } from '#shared/bank/types/choice.rules.ts'
import { draftFromCells, readHeader, validateDrafts } from '#shared/tests/import/import.rules.ts'
import { readCellNumber } from '#shared/tests/import/number.rules.ts'
import { kindOfCells, typedFromCells, typedHeaderProblems, typeNamed } from '#shared/tests/import/typed.rules.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import type { ReadQuestion } from './found.ts'
import {
  type Column,
  type Columns,
  cellOf,
  lostCells,
  plainName,
  type Role,
  type SheetLine,
  typedRoles,
} from './sheet-columns.ts'

/** Rows in our own notation, read by the functions that read question files for tests. */

const renamed: Partial<Record<Role, string>> = { question: 'questionText', correct: 'correctAnswer' }
const sameRoles: readonly Role[] = [
  ...(['type', 'marks', 'penalty', 'passage', 'explanation', 'tolerance', 'toleranceKind'] as const),
  ...(['significantDigits', 'unit', 'scoring', 'caseSensitive', 'ignoreAccents', 'regex', 'distractors'] as const),
  ...(['minWords', 'maxWords', 'fields'] as const),
]

/** The heading that the functions for tests know; '' for columns that they must not see. */
function ownHeading({ role, heading }: Column): string {
  if (role === null || role === 'extraOption') return heading
  const [, place] = /^option(\d+)$/.exec(role) ?? []
  if (place !== undefined) return `option${letters[Number(place)]}`
  return renamed[role] ?? (sameRoles.includes(role) ? role : '')
}

/** Negative marks such as `-0.25` or `25%`, as a penalty is written. */
const asPenalty = (text: string) => {
  const [, number, percent] = /^[-−]?\s*([^%]*?)\s*(%?)$/.exec(text.trim()) ?? []
  if (number === undefined) return text
  return percent === '%' ? `${number}/100` : number
}

/** Reads a penalty; a sentence if it cannot be kept. */
export function readPenalty(text: string): { penalty?: number | string } | { loss: string } {
  const written = asPenalty(text)
  if (written === '') return {}
  const { data } = penaltyField.safeParse(written.includes('/') ? written : readCellNumber(written))
  return data === undefined ? { loss: `The negative marks "${text.slice(0, 40)}" are not kept` } : { penalty: data }
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
  const isAlias = (at: number) => plainName(byPlace.get(at)?.heading ?? '') !== 'penalty'
  const rows = lines.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, at) => {
      if (byPlace.has(at) && header[at] === '') return ''
      return header[at] === 'penalty' && isAlias(at) ? asPenalty(cell) : cell
    }),
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

/** Without empty fields. */
export const questionOf = (question: FileQuestion) =>
  Object.fromEntries(
    Object.entries({ type: 'single', ...question }).filter(([, value]) => value !== undefined && value !== null),
  ) as unknown as ReadQuestion

const typeOf = (text: string): QuestionTypeName | null => (text === '' ? 'single' : typeNamed(text))

/**
 * Reads rows in our own notation. The result has the same order.
 * @param isExport every row has a type and is written as our exports are
 */
export function readOwnRows(columns: Columns, width: number, lines: readonly SheetLine[], isExport: boolean): OwnRow[] {
  const { header, rows } = ownSheet(columns, width, lines)
  const hasTypes = isTyped({ header, rows })
  const meaning = readHeader(header)
  const named = 'columns' in meaning ? meaning.columns : null
  const hasFields = (at: number) => cellOf(columns, lines[at] as SheetLine, 'fields') !== ''
  const isPlain = rows.map(
    ({ cells }, at) => named && !hasFields(at) && !isExport && (!hasTypes || kindOfCells(cells, header) === 'plain'),
  )
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
    if (!isPlain[at]) return { question: questionOf(question), losses }
    const penalty = readPenalty(cellOf(columns, line, 'penalty'))
    const passage = cellOf(columns, line, 'passage')
    return {
      question: {
        ...questionOf(question),
        ...('penalty' in penalty ? penalty : {}),
        ...(passage && { passage }),
      } as ReadQuestion,
      losses: [...losses, ...('loss' in penalty ? [penalty.loss] : [])],
    }
  })
}
