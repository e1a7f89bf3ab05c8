import { decodeText, parseCsv, type SheetRow } from '#server/platform/csv.ts'
import type { UploadedFile } from '#server/platform/files.ts'
import { DomainError } from '#shared/errors.ts'
import { isExportHeader, unescapeCell } from '#shared/tests/import/exported.rules.ts'
import { draftFromCells, readHeader, validateDrafts } from '#shared/tests/import/import.rules.ts'
import { draftFromJson, questionList } from '#shared/tests/import/json.rules.ts'
import { findJsonFlaw, placeOf } from '#shared/tests/import/syntax.rules.ts'
import {
  kindOfCells,
  kindOfItem,
  type RowKind,
  typedFromCells,
  typedFromJson,
  typedHeaderProblems,
} from '#shared/tests/import/typed.rules.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import { fileRefused, wrongFileType } from './import.errors.ts'

const maxQuestions = 20_000

function extractFromJson(text: string): QuestionFileAnswer {
  const flaw = findJsonFlaw(text)
  if (flaw) {
    const { line, column } = placeOf(text, flaw.at)
    throw fileRefused(`The JSON cannot be read: ${flaw.what}, at line ${line}, column ${column}`)
  }
  const items = questionList(JSON.parse(text))
  if (!items) throw fileRefused('The JSON must be a list of questions, or an object with one list named "questions"')
  if (items.length === 0) throw fileRefused('The file has no questions: its list is empty')
  if (items.length > maxQuestions)
    throw fileRefused(`The file has more than ${maxQuestions.toLocaleString('en')} questions`)
  const kinds = items.map(kindOfItem)
  const hasTypes = kinds.includes('typed')
  const isTyped = (index: number) => hasTypes && kinds[index] !== 'plain'
  return validateDrafts(
    items.flatMap((item, index) => (isTyped(index) ? [] : [draftFromJson(index + 1, item)])),
    items.flatMap((item, index) => (isTyped(index) ? [typedFromJson(index + 1, item)] : [])),
  )
}

/** Reads a sheet with at least one row that needs a type. The other rows are read as usual. */
function extractTypedRows(
  header: readonly string[],
  rows: readonly SheetRow[],
  kinds: readonly RowKind[],
  errors: QuestionFileAnswer['errors'],
): QuestionFileAnswer {
  const problems = typedHeaderProblems(header)
  if (problems.length > 0) throw fileRefused(...problems)
  const meaning = readHeader(header)
  const columns = 'columns' in meaning ? meaning.columns : null
  const answer = validateDrafts(
    rows.flatMap(({ row, cells }, at) =>
      columns && kinds[at] === 'plain' ? [draftFromCells(row, cells, columns)] : [],
    ),
    rows.flatMap(({ row, cells }, at) =>
      columns && kinds[at] === 'plain' ? [] : [typedFromCells(row, cells, header)],
    ),
  )
  return { questions: answer.questions, errors: [...answer.errors, ...errors] }
}

function extractFromCsv(text: string): QuestionFileAnswer {
  const { header, rows: written, errors } = parseCsv(text, maxQuestions)
  const rows = isExportHeader(header)
    ? written.map(({ row, cells }) => ({ row, cells: cells.map(unescapeCell) }))
    : written
  const kinds = rows.map(({ cells }) => kindOfCells(cells, header))
  if (kinds.includes('typed')) return extractTypedRows(header, rows, kinds, errors)
  const meaning =
    header.length === 0 && errors.length > 0 ? { problems: errors.map((e) => e.message) } : readHeader(header)
  if ('problems' in meaning) throw fileRefused(...meaning.problems)
  if (rows.length === 0 && errors.length === 0) throw fileRefused('The file has a header row but no questions below it')
  const answer = validateDrafts(rows.map(({ row, cells }) => draftFromCells(row, cells, meaning.columns)))
  return { questions: answer.questions, errors: [...answer.errors, ...errors] }
}

/**
 * Parses a question file, without storing it. CSV and JSON are detected by content; other file extensions
 * (`questions.txt`) are rejected. Each row is used as written or rejected with reasons; `row` is the sheet's row number
 * in CSV (the header is 1) and the one-based position in the list in JSON.
 * @throws UNSUPPORTED_TYPE for anything but text, VALIDATION on `file` when rows cannot be separated
 */
export function extractQuestions(file: UploadedFile): QuestionFileAnswer {
  if (/\.(?!csv$|json$)[^.]*$/i.test(file.name)) throw new DomainError('UNSUPPORTED_TYPE', wrongFileType)
  const text = decodeText(file.bytes, wrongFileType)
  const begin = text.trimStart()[0]
  if (begin === undefined) throw fileRefused('The file is empty')
  return begin === '[' || begin === '{' ? extractFromJson(text) : extractFromCsv(text)
}
