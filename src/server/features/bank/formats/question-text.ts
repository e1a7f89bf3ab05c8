import { parseCsv } from '#server/platform/csv.ts'
import { DomainError } from '#shared/errors.ts'
import { fieldNamed, validateDrafts } from '#shared/tests/import/import.rules.ts'
import { draftFromJson, questionList } from '#shared/tests/import/json.rules.ts'
import { findJsonFlaw, placeOf } from '#shared/tests/import/syntax.rules.ts'
import { kindOfItem, typedFromJson, typeNamed } from '#shared/tests/import/typed.rules.ts'
import { isBlackboard, readBlackboard } from './blackboard.ts'
import { type FoundItem, type ReadQuestion, refusedItem, titleOf, UnreadableFile } from './found.ts'
import { numberedOf, readJsonChoice, readNumbered } from './json-choices.ts'
import { nestedLosses, withoutOthers } from './json-losses.ts'
import { hasIndex, withOurNames } from './json-names.ts'
import { readTrivia, triviaList } from './json-trivia.ts'
import { startsOf } from './option-numbers.ts'
import { findHeader, maxRows, noHeader, readSheet } from './sheet.ts'
import { completeItem, type GivenFields, readBankFields, type SheetOptions } from './sheet-bank.ts'
import { bankFieldNames, imageFieldNames, type SheetLine, technicalNames } from './sheet-columns.ts'
import { questionOf } from './sheet-own.ts'
import { isExport, unescapeCells } from './sheet-write.ts'

/** CSV and JSON files of questions. */

/** True for text that begins like JSON. */
export const looksLikeJson = (text: string) => /^[\s\ufeff]*[[{]/.test(text)

const maxHead = 50_000

/** True for text whose first rows include the headings of a question sheet. */
export function looksLikeCsv(text: string): boolean {
  try {
    // Without a last row that is cut.
    const head = text.length > maxHead ? text.slice(0, text.lastIndexOf('\n', maxHead) + 1 || maxHead) : text
    return parsed(head) !== null
  } catch {
    return false
  }
}

interface ParsedCsv {
  lines: SheetLine[]
  isBlackboard: boolean
  errors: readonly { row: number; message: string }[]
}

const separators = ['', 'sep=,\n', 'sep=;\n', 'sep=\t\n', 'sep=|\n']

/** Separates the rows of a file; null without a header row. A title above it hides which separator the file uses. */
function parsed(text: string): ParsedCsv | null {
  const isDeclared = /^"?sep=/i.test(text)
  for (const separator of isDeclared ? [''] : separators) {
    const { header, rows, errors } = parseCsv(separator + text, maxRows)
    // Blank rows are left out, so the number of the first is unknown.
    const first = isDeclared ? 1 : firstRow(text)
    const lines = header.length > 0 ? [{ row: first, cells: header }, ...rows] : rows
    const found = findHeader(lines)
    if (found) return { lines: isExport(found.columns) ? lines.map(unescapeCells) : lines, isBlackboard: false, errors }
    if (isBlackboard(lines)) return { lines, isBlackboard: true, errors }
  }
  return null
}

/** The number of the first row that is not blank. */
function firstRow(text: string): number {
  const blank = /^[\s,;|]*/.exec(text)?.[0] ?? ''
  return (blank.match(/\r\n|\r|\n/g)?.length ?? 0) + 1
}

const problemOf = (error: unknown): string => {
  if (!(error instanceof DomainError)) throw error
  return error.errors?.map(({ message }) => message).join('. ') ?? error.message
}

/** Reads delimited text. @throws UnreadableFile */
export async function* readCsv(text: string, options: SheetOptions = {}): AsyncGenerator<FoundItem> {
  let found: ParsedCsv | null
  try {
    found = parsed(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new UnreadableFile(problemOf(error))
  }
  if (!found) throw new UnreadableFile(noHeader)
  yield* found.isBlackboard ? readBlackboard(found.lines) : readSheet(found.lines, options)
  for (const { row, message } of found.errors) yield refusedItem({ title: `Row ${row}`, line: row }, message)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const plainKey = (name: string) => name.replace(/[\s_/-]/g, '').toLowerCase()
const bankKeys = new Map([...bankFieldNames, ...imageFieldNames].map((name) => [plainKey(name), name]))
const technicalKeys: ReadonlySet<string> = new Set(
  [...technicalNames, 'ruling', 'bankQuestionId', 'bankVersion'].map(plainKey),
)

interface Item {
  /** The question without the bank's fields. */
  item: unknown
  given: GivenFields
  /** True if it has the form of the REST API. */
  isRest: boolean
}

function splitItem(element: unknown): Item {
  const item = withOurNames(element)
  if (!isObject(item)) return { item, given: {}, isRest: false }
  const given: GivenFields = {}
  const others: [string, unknown][] = []
  for (const [name, value] of Object.entries(item)) {
    const field = bankKeys.get(plainKey(name))
    if (field) given[field] = value
    else if (!technicalKeys.has(plainKey(name))) others.push([name, value])
  }
  return { item: Object.fromEntries(others), given, isRest: Object.hasOwn(item, 'optionImages') }
}

const plainFields = new Set(['options', 'type', 'penalty', 'passage', 'alternatives', 'correctanswers'])

/** Losses for unknown fields of an item without a type. */
const unknownFields = (item: unknown) =>
  isObject(item)
    ? Object.entries(item)
        .filter(([name, value]) => value !== null && fieldNamed(name) === null && !plainFields.has(plainKey(name)))
        .map(([name]) => `The field "${name.slice(0, 40)}" is not kept`)
    : []

/** True for an item of single choice, which needs no type. */
const isSingle = (item: unknown) => {
  const [, type] = isObject(item) ? (Object.entries(item).find(([name]) => plainKey(name) === 'type') ?? []) : []
  return (
    type === undefined ||
    type === null ||
    type === '' ||
    typeNamed(String(type)) === 'single' ||
    typeNamed(String(type)) === null
  )
}

const typeLoss = (item: unknown) =>
  isObject(item) && typeof item.type === 'string' && item.type.trim() !== '' && typeNamed(item.type) === null
    ? [`The type "${item.type.slice(0, 40)}" is not kept`]
    : []

const titleOfItem = (item: unknown, row: number) => {
  const [, text] = isObject(item)
    ? (Object.entries(item).find(([name]) => ['questiontext', 'question'].includes(plainKey(name))) ?? [])
    : []
  return (typeof text === 'string' && titleOf(text.slice(0, 500))) || `Question ${row}`
}

/** Reads a list of questions. `line` is the position in the list, from 1. @throws UnreadableFile */
export async function* readJson(text: string, options: SheetOptions = {}): AsyncGenerator<FoundItem> {
  const content = text.replace(/^\ufeff/, '')
  const flaw = findJsonFlaw(content)
  if (flaw) {
    const { line, column } = placeOf(content, flaw.at)
    throw new UnreadableFile(
      `The JSON cannot be read: ${flaw.what}, at line ${line}, column ${column}. Correct it there, or export the file again`,
      line,
    )
  }
  const parsed: unknown = JSON.parse(content)
  const list = questionList(parsed) ?? triviaList(parsed)
  if (!list)
    throw new UnreadableFile('The JSON must be a list of questions, or an object with one list named "questions"')
  if (list.length > maxRows)
    throw new UnreadableFile(
      `The file has more than ${maxRows.toLocaleString('en')} questions. Split it into smaller files`,
    )
  const items = list.map(splitItem)
  const trivia = list.map((item, at) => readTrivia(item, at + 1))
  const kinds = items.map(({ item }, at) => (trivia[at] ? 'plain' : kindOfItem(item)))
  const hasTypes = kinds.includes('typed')
  const numbered = items.map(({ item, isRest }, at) =>
    isRest || trivia[at] || !isSingle(item) ? null : numberedOf(item, hasIndex(list[at])),
  )
  const isTyped = items.map(({ isRest }, at) => isRest || (hasTypes && kinds[at] !== 'plain' && !numbered[at]))
  const known = items.map(({ item }, at) => (isTyped[at] ? withoutOthers(item) : { item, losses: [] }))
  const starts = startsOf(
    numbered.map((one) => one && { values: [one.value], count: one.choice.options.length }),
    (at) => `Question ${at + 1}`,
  )
  const { questions, errors } = validateDrafts(
    items.flatMap(({ item }, at) => (isTyped[at] || trivia[at] || numbered[at] ? [] : [draftFromJson(at + 1, item)])),
    known.flatMap(({ item }, at) => (isTyped[at] ? [typedFromJson(at + 1, item)] : [])),
  )
  const reasons = new Map(errors.map(({ row, message }) => [row, message]))
  const read = questions.values()
  for (const [at, { item, given }] of items.entries()) {
    const found = { title: titleOfItem(item, at + 1), line: at + 1 }
    const reason = reasons.get(at + 1)
    const byNumber = numbered[at]
    const question = reason === undefined && !trivia[at] && !byNumber ? read.next().value : undefined
    const other = byNumber
      ? await readNumbered(byNumber, starts)
      : (trivia[at] ?? (question || isTyped[at] ? null : await readJsonChoice(item)))
    if (!question && !other?.readings.length) {
      yield refusedItem(found, other?.reason ?? bankReason(reason))
      continue
    }
    const more = isTyped[at] || trivia[at] ? {} : moreOf(item)
    const values = await readBankFields(trivia[at] ? {} : given, options)
    const losses = isTyped[at] || trivia[at] ? (known[at]?.losses ?? []) : [...unknownFields(item), ...typeLoss(item)]
    const own = question && questionOf(question)
    const readings = own
      ? [{ label: '', ...own, losses: [...own.losses, ...(isTyped[at] ? nestedLosses(item, question) : [])] }]
      : (other?.readings ?? [])
    const complete = readings.map((one) => ({
      ...one,
      question: { ...one.question, ...more } as ReadQuestion,
      losses: [...one.losses, ...losses],
    }))
    yield completeItem({ ...found, ...trivia[at], reason: other?.reason }, complete, values)
  }
}

/** Tests need four options in an item without a type, and the bank does not. */
const bankReason = (reason = 'This question cannot be read. Check its fields.') =>
  reason.replace('exactly four options: A, B, C and D', '2 to 10 options, from A')

/** The penalty, passage and alternatives of an item without a type, which tests read only in files with types. */
function moreOf(item: unknown): Record<string, unknown> {
  if (!isObject(item)) return {}
  return Object.fromEntries(
    ['penalty', 'passage', 'alternatives'].flatMap((name) => {
      const [, value] = Object.entries(item).find(([key]) => plainKey(key) === name) ?? []
      return value === undefined || value === null || value === '' ? [] : [[name, value]]
    }),
  )
}
