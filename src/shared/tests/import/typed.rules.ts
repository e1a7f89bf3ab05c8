import { type QuestionTypeName, questionTypeNames } from '../../bank/question-types.rules.ts'
import { letters } from '../../bank/types/choice.rules.ts'
import { markerFlaw } from '../../bank/types/gaps.rules.ts'
import { questionForm } from '../form.schema.ts'
import type { FileQuestion } from '../tests.schema.ts'
import { answerOf, type Cells, number, Unreadable } from './cell-answers.rules.ts'
import { hasImages, isBankField, noImages, plain } from './exported.rules.ts'

/**
 * Rows of question files that need a type. They have the fields of the REST API, for which CSV has its own notation.
 * An unknown field is an error here, because a misspelled tolerance would change the key.
 */

export type TypedRow = { row: number; question: FileQuestion } | { row: number; reasons: string[] }

const otherNames = new Map<string, QuestionTypeName>([
  ['mcq', 'single'],
  ['singlechoice', 'single'],
  ['multiplechoice', 'single'],
  ['multipleanswers', 'multiple'],
  ['multiplecorrect', 'multiple'],
  ['msq', 'multiple'],
  ['truefalse', 'boolean'],
  ['trueorfalse', 'boolean'],
  ['number', 'numeric'],
  ['numerical', 'numeric'],
  ['nat', 'numeric'],
  ['shorttext', 'text'],
  ['shortanswer', 'text'],
  ['fillin', 'gaps'],
  ['fillinthegaps', 'gaps'],
  ['fillintheblanks', 'gaps'],
  ['match', 'matching'],
  ['order', 'ordering'],
])

/** The question type named by `text`, ignoring case, spaces, underscores, hyphens and slashes; null if none. */
export const typeNamed = (text: string): QuestionTypeName | null =>
  questionTypeNames.find((type) => type === plain(text)) ?? otherNames.get(plain(text)) ?? null

const common = ['questionText', 'marks', 'penalty', 'passage', 'explanation'] as const
const fieldsOf: Record<QuestionTypeName, readonly string[]> = {
  single: ['options', 'correctAnswer', 'alternatives'],
  multiple: ['options', 'correctAnswers', 'scoring'],
  boolean: ['correctAnswer'],
  numeric: ['correctValue', 'tolerance', 'toleranceKind', 'range', 'significantDigits', 'unit'],
  text: ['accepted', 'caseSensitive', 'ignoreAccents', 'regex'],
  gaps: ['gaps'],
  matching: ['pairs', 'distractors'],
  ordering: ['items'],
  essay: ['minWords', 'maxWords', 'allowFiles', 'rubric'],
}

const optionColumns = letters.map((letter) => `option${letter.toLowerCase()}`)
const answerFields = ['correctAnswer', 'correctAnswers', 'correctValue', 'range', 'accepted', 'pairs', 'items']
/** Normalised names of the CSV columns that contain a field. */
const columnsOf = (field: string): readonly string[] =>
  field === 'options' ? optionColumns : [answerFields.includes(field) ? 'correctanswer' : plain(field)]

const unknownType = (text: string) =>
  `"${text.slice(0, 40)}" is not a question type. The types are ${questionTypeNames.join(', ')}`
const noField = (type: QuestionTypeName, name: string) => `A ${type} question has no field "${name.slice(0, 40)}"`
export const knownNames = (type: QuestionTypeName) =>
  new Map([...common, ...fieldsOf[type], 'type'].map((name) => [plain(name), name]))

/**
 * The kind of a row: `plain` for single choice with four options, and `typed` for a row that needs a type. `optional`
 * rows name an unknown type, or have a penalty or passage but no type. They are typed in a file with types, and plain
 * in other files, which ignore these fields.
 */
export type RowKind = 'plain' | 'typed' | 'optional'

function kindOf(written: string, isFour: boolean, hasMore: boolean): RowKind {
  if (written === '') return hasMore ? 'optional' : 'plain'
  const type = typeNamed(written)
  if (type === null) return 'optional'
  return type === 'single' && isFour && !hasMore ? 'plain' : 'typed'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const isDamaged = (text: string) => /[^\P{Cc}\t\n\r]/u.test(text) || !text.isWellFormed() || text.includes('\ufffd')
const hasDamage = (value: unknown): boolean =>
  typeof value === 'string' ? isDamaged(value) : isContainer(value) && Object.values(value).some(hasDamage)
const isContainer = (value: unknown): value is object => value !== null && typeof value === 'object'

/** Validates fields as for a question sent to the API. */
function check(row: number, fields: Record<string, unknown>): TypedRow {
  if (hasDamage(fields))
    return {
      row,
      reasons: ['Some text contains control characters or damaged characters (\ufffd); please type it again'],
    }
  const { data, error } = questionForm.safeParse(fields)
  const flaw = data && markerFlaw(data)
  if (flaw) return { row, reasons: [`questionText: ${flaw}`] }
  if (data) return { row, question: { ...data, type: data.type ?? 'single' } as FileQuestion }
  return {
    row,
    reasons: [
      ...new Set(error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))),
    ],
  }
}

const valueNamed = (item: Record<string, unknown>, name: string): unknown =>
  Object.entries(item).find(([key]) => plain(key) === name)?.[1] ?? null

const typeOf = (item: Record<string, unknown>) => {
  const type = valueNamed(item, 'type')
  return typeof type === 'string' ? type.trim() : ''
}

/** @param item an element of a JSON file's list */
export function kindOfItem(item: unknown): RowKind {
  if (!isObject(item)) return 'plain'
  const options = valueNamed(item, 'options')
  const count = isContainer(options) ? Object.values(options).filter((option) => option !== null).length : 4
  if (hasImages(Object.keys(item), Object.values(item))) return 'typed'
  const hasMore = ['penalty', 'passage', 'alternatives'].some((name) => valueNamed(item, name) !== null)
  return kindOf(typeOf(item), count === 4, hasMore)
}

/** Reads an element of a JSON file's list as a question of its type. */
export function typedFromJson(row: number, item: unknown): TypedRow {
  if (!isObject(item)) return { row, reasons: ['This is not an object with a type and questionText'] }
  const written = typeOf(item) || 'single'
  const type = typeNamed(written)
  if (!type) return { row, reasons: [unknownType(written)] }
  if (hasImages(Object.keys(item), Object.values(item))) return { row, reasons: [noImages] }
  const names = knownNames(type)
  const fields: Record<string, unknown> = {}
  const reasons: string[] = []
  for (const [name, value] of Object.entries(item)) {
    if (isBankField(name)) continue
    const field = names.get(plain(name)) ?? (plain(name) === 'question' ? 'questionText' : undefined)
    if (!field) reasons.push(noField(type, name))
    else if (field in fields) reasons.push(`${field} is given twice`)
    else if (value !== null) fields[field] = value
  }
  return reasons.length > 0 ? { row, reasons } : check(row, { ...fields, type })
}

/** Parses the `fields` column: JSON for fields without a notation, such as gaps and rubrics. */
function jsonOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (parsed && typeof parsed === 'object' && !Array.isArray(parsed)) return parsed as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new Unreadable('The column "fields" must be a JSON object')
}

/** Columns of typed rows, by normalised name. Options may be named by their letter alone. */
const columnNames = new Map<string, string>([
  ...['type', 'tolerance', 'toleranceKind', 'significantDigits', 'unit', 'scoring', 'penalty', 'passage'].map(
    (name) => [plain(name), plain(name)] as const,
  ),
  ...['caseSensitive', 'ignoreAccents', 'regex', 'distractors', 'minWords', 'maxWords', 'allowFiles', 'fields'].map(
    (name) => [plain(name), plain(name)] as const,
  ),
  ...['questionText', 'question'].map((name) => [plain(name), 'questiontext'] as const),
  ...['correctAnswer', 'answer', 'correctOption'].map((name) => [plain(name), 'correctanswer'] as const),
  ...['marks', 'mark', 'mark(s)'].map((name) => [name, 'marks'] as const),
  ['explanation', 'explanation'],
  ...letters.flatMap((letter, place) =>
    [letter, `option${letter}`, `option${place + 1}`].map(
      (name) => [plain(name), `option${letter.toLowerCase()}`] as const,
    ),
  ),
])

const valuesOf = (cells: readonly string[], header: readonly string[]): Cells =>
  new Map(
    header.flatMap((name, at) => {
      const column = columnNames.get(plain(name))
      const text = cells[at]?.trim() ?? ''
      return column === undefined || text === '' ? [] : [[column, text] as const]
    }),
  )

/** @param cells a row of a sheet with this header */
export function kindOfCells(cells: readonly string[], header: readonly string[]): RowKind {
  const values = valuesOf(cells, header)
  // Other programs' sheets may have a column with this name.
  if (values.get('fields')?.startsWith('{') || hasImages(header, cells)) return 'typed'
  const isFour = optionColumns.every((name, place) => values.has(name) === place < 4)
  return kindOf(values.get('type') ?? '', isFour, values.has('penalty') || values.has('passage'))
}

/** Problems with the header of a file with types. */
export function typedHeaderProblems(header: readonly string[]): string[] {
  const names = header.map((name) => columnNames.get(plain(name)))
  const repeated = header.filter((_, at) => names[at] !== undefined && names.indexOf(names[at]) < at)
  return [
    ...(names.includes('questiontext') ? [] : ['Missing in the header row: questionText']),
    ...repeated.map((name) => `The column "${name.trim()}" appears more than once`),
  ]
}

const everyType = ['type', 'questiontext', 'marks', 'penalty', 'passage', 'explanation', 'fields']

/** Cells that a question of this type does not have. */
function strayCells(type: QuestionTypeName, values: Cells): string[] {
  const known = [...everyType, ...fieldsOf[type].flatMap(columnsOf)]
  return [...values.keys()].filter((name) => !known.includes(name)).map((name) => noField(type, name))
}

/** Reads a CSV row of a file with types. */
export function typedFromCells(row: number, cells: readonly string[], header: readonly string[]): TypedRow {
  const values = valuesOf(cells, header)
  const written = values.get('type') ?? 'single'
  const type = typeNamed(written)
  if (!type) return { row, reasons: [unknownType(written)] }
  if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
    return { row, reasons: ['There are more cells than named columns'] }
  if (hasImages(header, cells)) return { row, reasons: [noImages] }
  const isKnown = (name: string) => columnNames.has(plain(name)) || isBankField(name)
  const unknown = header.filter((name, at) => !isKnown(name) && (cells[at]?.trim() ?? '') !== '')
  if (unknown.length > 0)
    return {
      row,
      reasons: unknown.map(
        (name) => `The heading "${name.trim().slice(0, 40)}" is unknown; correct it, or delete the column`,
      ),
    }
  const stray = strayCells(type, values)
  if (stray.length > 0) return { row, reasons: stray }
  try {
    const others = jsonOf(values.get('fields'))
    const wrong = Object.keys(others).filter((name) => !fieldsOf[type].includes(name))
    if (wrong.length > 0) return { row, reasons: wrong.map((name) => noField(type, name)) }
    const about = {
      questionText: values.get('questiontext') ?? '',
      ...(values.has('marks') && { marks: number(values.get('marks') ?? '', 'marks') }),
      ...(values.has('penalty') && { penalty: penaltyOf(values.get('penalty') ?? '') }),
      ...(values.has('passage') && { passage: values.get('passage') }),
      explanation: values.get('explanation') ?? null,
    }
    return check(row, {
      ...about,
      ...answerOf(type, values.get('correctanswer') ?? '', values),
      ...others,
      type,
    })
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { row, reasons: [thrown.message] }
    throw thrown
  }
}

const penaltyOf = (text: string) => (text.includes('/') ? text : number(text, 'penalty'))
