import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { typeNamed } from '#shared/tests/import/typed.rules.ts'
import { type FoundItem, type ReadQuestion, refusedItem, titleOf, UnreadableFile } from './found.ts'
import { withLatinAnswer } from './sheet-answers.ts'
import { completeItem, type GivenFields, readBankFields, type SheetOptions } from './sheet-bank.ts'
import {
  bankFieldNames,
  type Columns,
  cellOf,
  columnsOf,
  imageFieldNames,
  isHeader,
  lostCells,
  optionColumns,
  ownRoles,
  type Role,
  type SheetLine,
} from './sheet-columns.ts'
import { readForeignRow } from './sheet-foreign.ts'
import { type RowMeaning, readNumberedRows } from './sheet-numbers.ts'
import { isOwnSheet, readOwnRows } from './sheet-own.ts'
import { foreignType, programOf } from './sheet-types.ts'
import { isExport } from './sheet-write.ts'

/** Sheets of questions: our own columns, those of other programs, and any with clear headings. */

export const maxRows = 20_000
/** Title rows are only skipped at the beginning. */
const maxTitleRows = 30

export const noHeader =
  'No row has the headings of a question sheet. Name the columns questionText, A, B, C, D and correctAnswer, or type, questionText and correctAnswer'

/** Finds the header row; undefined if there is none. */
export function findHeader(lines: readonly SheetLine[]): { at: number; columns: Columns } | undefined {
  for (const [at, { cells }] of lines.slice(0, maxTitleRows).entries()) {
    const columns = columnsOf(cells)
    if (isHeader(columns)) return { at, columns }
  }
  return undefined
}

const filled = (columns: Columns, line: SheetLine, role: string) =>
  columns.all.filter((column) => column.role === role && (line.cells[column.at]?.trim() ?? '') !== '')

function fieldsIn(columns: Columns, line: SheetLine): GivenFields {
  const given: GivenFields = {
    levels: filled(columns, line, 'level').map(({ at }) => line.cells[at]?.trim() ?? ''),
  }
  for (const name of [...bankFieldNames, ...imageFieldNames]) {
    const value = cellOf(columns, line, name)
    if (value !== '') given[name] = value
  }
  return given
}

/** Texts that spreadsheets make of `1/2`, of long numbers and of broken formulas. */
const changed =
  /^(?:\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d{2}|-?\d(?:\.\d+)?E\+\d{2,3}|#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!))$/

const isKeyRole = (role: Role | null) =>
  role === 'question' || role === 'correct' || role === 'wrong' || role?.startsWith('option') === true

/** Losses and warnings for the other cells in a question's row. */
const besides = (columns: Columns, line: SheetLine) => [
  ...columns.all
    .filter(({ at, role }) => isKeyRole(role) && changed.test(line.cells[at]?.trim().slice(0, 40) ?? ''))
    .map(({ at }) => `"${line.cells[at]?.trim()}" may have been changed by a spreadsheet. Check it`),
  ...(optionColumns(columns)[0] ? lostCells(columns, line, ['choices']) : []),
  ...filled(columns, line, 'time').map(
    ({ at }) => `Its time limit of ${line.cells[at]?.trim().slice(0, 20)} is not kept`,
  ),
  ...filled(columns, line, 'image').map(
    ({ at }) => `Its image or video ${titleOf(line.cells[at]?.slice(0, 200) ?? '')} is not in the file. Add it by hand`,
  ),
]

/** Types whose answers other programs write in a different notation. */
const mayBeOther: readonly (QuestionTypeName | null)[] = ['single', 'multiple', 'boolean', 'gaps', 'essay']

/** True for a row that our own notation does not cover. */
function isForeign(columns: Columns, line: SheetLine): boolean {
  const type = cellOf(columns, line, 'type')
  if (type !== '') return typeNamed(type) === null && foreignType(type) !== null
  return optionColumns(columns).some(
    (column, place) => place > 3 && (line.cells[column?.at ?? -1]?.trim() ?? '') !== '',
  )
}

/** True for a row without a type that has fewer than four options, or several answers. */
function hasOtherAnswer(columns: Columns, line: SheetLine): boolean {
  const answer = cellOf(columns, line, 'correct')
  const count = optionColumns(columns).filter((column) => (line.cells[column?.at ?? -1]?.trim() ?? '') !== '').length
  return (
    (count < 4 || /^[A-J]{2,4}$|[,;&|/]|\band\b|^(?:answer|choice)\b/i.test(answer.slice(0, 100))) &&
    !/^[\d\s.,;&()-]*$/.test(answer) &&
    line.cells.every((cell, at) => cell.trim() === '' || columns.all.some((column) => column.at === at))
  )
}

/**
 * The meanings of an accepted answer under another heading than ours. In our notation, bars separate answers; elsewhere,
 * other characters may.
 */
function answersUnderOther(own: ReadQuestion, losses: string[], { readings, reason }: RowMeaning): RowMeaning {
  const found = readings.flatMap(({ label, question }) =>
    'accepted' in question
      ? [{ label, losses, question: { ...own, accepted: question.accepted } as ReadQuestion }]
      : [],
  )
  const isOne = found.length < 2 && readings.every(({ question }) => !('accepted' in question && question.accepted[1]))
  return isOne ? { readings: [{ label: '', question: own, losses }] } : { readings: found, reason }
}

/** True for one accepted answer without the notation of patterns and marks, which is ours only. */
const isOneText = ({ accepted, regex }: Extract<ReadQuestion, { type: 'text' }>) =>
  accepted.length === 1 && accepted[0]?.fraction === undefined && !regex

const shifted: RowMeaning = {
  readings: [],
  reason: 'There are more cells than named columns; name the columns, or empty these cells',
}

/** True for a row with cells in columns without headings: a separator in unquoted text may have shifted the others. */
const isShifted = (columns: Columns, { cells }: SheetLine) =>
  cells.some(
    (cell, at) =>
      cell.trim() !== '' && columns.all.every((column) => column.at !== at) && !isRowNumber(columns, cell, at),
  )

/** Reads rows below a header in our own notation. Rows that it does not cover are read like other programs' rows. */
async function readOwn(columns: Columns, width: number, lines: readonly SheetLine[]): Promise<RowMeaning[]> {
  const isFile = isExport(columns)
  const rows = readOwnRows(columns, width, lines, isFile)
  const readOther = async (line: SheetLine): Promise<RowMeaning> =>
    isShifted(columns, line) ? shifted : readForeignRow(columns, line, { program: 'other', isMarkdown: true })
  const isOurAnswer = columns.all.some(({ heading }) => /^correct[\s_-]?answer$/i.test(heading.trim()))
  return Promise.all(
    rows.map(async ({ question, reason, losses }, at): Promise<RowMeaning> => {
      const line = lines[at] as SheetLine
      if (!isFile && isForeign(columns, line)) return readOther(line)
      if (question?.type === 'text' && !isOurAnswer && isOneText(question))
        return answersUnderOther(question, losses, await readOther(line))
      if (question) return { readings: [{ label: '', question, losses }] }
      const type = cellOf(columns, line, 'type')
      const mayFit =
        type === ''
          ? hasOtherAnswer(columns, line)
          : mayBeOther.includes(typeNamed(type)) && lostCells(columns, line, ownRoles).length === 0
      const other = mayFit && !isFile ? await readOther(line) : null
      return other && other.readings.length > 0 ? other : { readings: [], reason }
    }),
  )
}

/** Reads the rows below a header. Numbers of options count from 1 in the sheets of programs and in our own exports. */
const readRows = (columns: Columns, lines: readonly SheetLine[]): Promise<RowMeaning[]> =>
  programOf(columns) !== 'other' || isExport(columns)
    ? readFromOne(columns, lines)
    : readNumberedRows(columns, lines, (some) => readFromOne(columns, some))

/** Reads rows in which numbers of options count from 1. */
async function readFromOne(columns: Columns, lines: readonly SheetLine[]): Promise<RowMeaning[]> {
  const width = Math.max(0, ...columns.all.map(({ at }) => at + 1))
  const program = programOf(columns)
  if (program === 'other' && isOwnSheet(columns, width, lines)) return readOwn(columns, width, lines)
  return Promise.all(
    lines.map(
      async (line): Promise<RowMeaning> =>
        isShifted(columns, line) ? shifted : readForeignRow(columns, line, { program, isMarkdown: false }),
    ),
  )
}

/** Columns whose cells are not needed, so that they may be unreadable. */
const isNeeded = (columns: Columns, at: number) =>
  columns.all.some(
    (column) => column.at === at && column.role !== null && column.role !== 'technical' && column.role !== 'time',
  )

/** Columns whose merged cells apply to each of their rows. */
const mayBeMerged: readonly (Role | null)[] = [
  ...(['subject', 'topic', 'level', 'difficulty', 'tags', 'language', 'source', 'passage', 'marks'] as const),
  ...(['penalty', 'type', 'time', 'technical'] as const),
]

/** Why a row cannot be read because of one of its cells. */
function problemIn(columns: Columns, { problems, merged }: SheetLine): string | undefined {
  const found = [...(problems ?? [])].find(([at]) => isNeeded(columns, at))
  if (found) return found[1]
  const isApart = columns.all.some(({ at, role }) => role !== null && merged?.has(at) && !mayBeMerged.includes(role))
  return isApart ? 'A cell of this row is merged with the one above. Split the cells and fill in each row' : undefined
}

/** True for a cell in the columns without headings before the others, which contain the rows' numbers. */
const isRowNumber = (columns: Columns, cell: string, at: number) =>
  columns.all.every((column) => at < column.at) && /^\s*\(?\d+[).]?\s*$/.test(cell)

/** True for a row with cells besides its number. */
function isFilled(columns: Columns, { cells, merged, problems }: SheetLine): boolean {
  const roles = new Map(columns.all.map(({ at, role }) => [at, role]))
  const counts = (at: number) => roles.get(at) !== 'technical' && roles.get(at) !== 'time'
  return (
    (problems?.size ?? 0) > 0 ||
    cells.some((cell, at) => cell.trim() !== '' && !merged?.has(at) && counts(at) && !isRowNumber(columns, cell, at))
  )
}

/** True for the row of instructions below the headings of Quizizz's and Wayground's template. */
const isInstruction = (columns: Columns, line: SheetLine) =>
  programOf(columns) === 'quizizz' &&
  /^text of the question\b/i.test(cellOf(columns, line, 'question')) &&
  /^question type\b/i.test(cellOf(columns, line, 'type'))

/**
 * Reads the questions below the header row. Rows above it are skipped, with a loss at the first question.
 * @throws UnreadableFile without a header row, or if its columns are ambiguous
 */
export async function* readSheet(
  rows: readonly SheetLine[],
  { file, category = [], ...options }: SheetOptions & { file?: string; category?: readonly string[] } = {},
): AsyncGenerator<FoundItem> {
  const header = findHeader(rows)
  if (!header) throw new UnreadableFile(noHeader)
  const { columns } = header
  const headerRow = rows[header.at]?.row
  if (columns.problems.length > 0) throw new UnreadableFile(`${columns.problems.join('. ')}.`, headerRow)
  const filledRows = rows
    .slice(header.at + 1)
    .filter((line, at) => isFilled(columns, line) && !(at === 0 && isInstruction(columns, line)))
    .map((line) => withLatinAnswer(columns, line))
  const lines = filledRows.filter((line) => problemIn(columns, line) === undefined)
  const meanings = new Map((await readRows(columns, lines)).map((meaning, at) => [lines[at], meaning]))
  const above = rows.slice(0, header.at).flatMap(({ cells }) => cells.filter((cell) => cell.trim() !== ''))
  let notes =
    above.length > 0 && programOf(columns) !== 'kahoot'
      ? [`The rows above the headings are not kept: "${titleOf(above.join(' ').slice(0, 500))}"`]
      : []
  for (const line of filledRows) {
    const text = cellOf(columns, line, 'question')
    const item = {
      title: titleOf(text.slice(0, 500)) || `Row ${line.row}`,
      line: line.row,
      file,
      category: [...category],
    }
    const problem = problemIn(columns, line)
    const meaning = meanings.get(line) ?? { readings: [], reason: problem }
    if (meaning.readings.length === 0) {
      yield refusedItem(item, meaning.reason ?? 'This row cannot be read.')
      continue
    }
    const values = await readBankFields(fieldsIn(columns, line), options)
    const losses = [...values.losses, ...besides(columns, line), ...(line.losses ?? []), ...notes]
    const complete = completeItem({ ...item, reason: meaning.reason }, meaning.readings, { ...values, losses })
    if (complete.readings.length > 0) notes = []
    yield complete
  }
}
