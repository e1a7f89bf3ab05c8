import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { isSameContent } from '#shared/bank/content.rules.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import { letters } from '#shared/bank/types/choice.rules.ts'
import { unescapeCell } from '#shared/tests/import/exported.rules.ts'
import { typedFromCells } from '#shared/tests/import/typed.rules.ts'
import { type Columns, plainName, type SheetLine } from './sheet-columns.ts'

/** Questions as rows in our own notation, which the reader returns unchanged. */

const bankColumns = ['subject', 'topic', 'difficulty', 'tags', 'language', 'source', 'notes'] as const
const typeColumns = [
  ...letters.map((letter) => `option${letter}` as const),
  ...(['correctAnswer', 'tolerance', 'toleranceKind', 'significantDigits', 'unit', 'scoring'] as const),
  ...(['caseSensitive', 'ignoreAccents', 'regex', 'distractors', 'minWords', 'maxWords', 'fields'] as const),
] as const
type TypeCells = Partial<Record<(typeof typeColumns)[number], string>>

/** The headings of an export, in order. */
export const exportHeadings = [
  ...(['type', ...bankColumns, 'questionText', 'questionImageUrl', 'passage'] as const),
  ...typeColumns,
  ...(['optionImages', 'marks', 'penalty', 'explanation'] as const),
] as const
type Cells = Partial<Record<(typeof exportHeadings)[number], string>>

/** True for a sheet that we wrote. Columns may have been added or moved. */
export function isExport({ all }: Columns): boolean {
  const names = new Set(all.map(({ heading }) => plainName(heading)))
  return exportHeadings.every((heading) => names.has(plainName(heading)))
}

/** Removes the apostrophes that the writer added. */
export const unescapeCells = (line: SheetLine): SheetLine => ({
  ...line,
  cells: line.cells.map(unescapeCell),
})

/** Parts that can be separated by bars and equals signs without escaping. */
const isSimple = (text: string) => !/[|=\\%]/.test(text)
const json = (fields: Record<string, unknown>): TypeCells => ({ fields: JSON.stringify(fields) })

type Fields = BankQuestion
const optionCells = (options: Extract<Fields, { type: 'multiple' }>['options']): TypeCells =>
  Object.fromEntries(Object.entries(options).map(([letter, text]) => [`option${letter}`, text]))

const figure = (name: keyof TypeCells, value: number | null | undefined): TypeCells =>
  value === undefined || value === null ? {} : { [name]: String(value) }
const flag = (name: keyof TypeCells, value: boolean): TypeCells => (value ? { [name]: 'true' } : {})

/** The cells of the fields that depend on the type. */
function typeCells(question: Fields): TypeCells {
  switch (question.type) {
    case undefined:
    case 'single':
      return {
        ...optionCells(question.options),
        correctAnswer: question.correctAnswer,
        ...(question.alternatives && json({ alternatives: question.alternatives })),
      }
    case 'multiple':
      return {
        ...optionCells(question.options),
        correctAnswer: question.correctAnswers.join(', '),
        scoring: question.scoring,
      }
    case 'boolean':
      return { correctAnswer: String(question.correctAnswer) }
    case 'numeric': {
      const { correctValue, range, tolerance, toleranceKind, significantDigits, unit } = question
      return {
        correctAnswer: range ? `${range.min} .. ${range.max}` : String(correctValue),
        ...figure('tolerance', tolerance),
        ...(toleranceKind && { toleranceKind }),
        ...figure('significantDigits', significantDigits),
        ...(unit && { unit }),
      }
    }
    case 'text': {
      const { accepted, caseSensitive, ignoreAccents, regex } = question
      const isPlain = accepted.every(({ value, fraction }) => fraction === undefined && isSimple(value))
      return {
        ...(isPlain ? { correctAnswer: accepted.map(({ value }) => value).join(' | ') } : json({ accepted })),
        ...flag('caseSensitive', caseSensitive),
        ...flag('ignoreAccents', ignoreAccents),
        ...flag('regex', regex),
      }
    }
    case 'gaps':
      return json({ gaps: question.gaps })
    case 'matching': {
      const { pairs, distractors } = question
      const isPlain = [...pairs.flatMap(({ left, right }) => [left, right]), ...distractors].every(isSimple)
      if (!isPlain) return json({ pairs, distractors })
      return {
        correctAnswer: pairs.map(({ left, right }) => `${left} = ${right}`).join(' | '),
        ...(distractors.length > 0 && { distractors: distractors.join(' | ') }),
      }
    }
    case 'ordering':
      return question.items.every(isSimple)
        ? { correctAnswer: question.items.join(' | ') }
        : json({ items: question.items })
    case 'essay': {
      const { minWords, maxWords, allowFiles, rubric } = question
      const others = { ...(allowFiles && { allowFiles }), ...(rubric.length > 0 && { rubric }) }
      return {
        ...figure('minWords', minWords),
        ...figure('maxWords', maxWords),
        ...(Object.keys(others).length > 0 && json(others)),
      }
    }
  }
}

const tagsCell = (tags: readonly string[]) =>
  tags.some((tag) => /[,;|\n]|^\[/.test(tag)) ? JSON.stringify(tags) : tags.join(', ')

/** A fraction of the marks contains a slash; marks do not. */
const penaltyCell = (penalty: number | string) =>
  typeof penalty === 'string' && !penalty.includes('/') ? `${penalty}/1` : String(penalty)

/** The cells of a question below `exportHeadings`. */
export function rowOf(question: BankQuestion): string[] {
  const { type = 'single', penalty } = question
  const images = 'optionImages' in question ? question.optionImages : null
  const cells: Cells = {
    type,
    subject: question.subject,
    topic: question.topic,
    difficulty: question.difficulty,
    tags: tagsCell(question.tags),
    language: question.language,
    source: question.source ?? '',
    notes: question.notes ?? '',
    questionText: question.questionText,
    questionImageUrl: question.questionImageUrl ?? '',
    passage: question.passage ?? '',
    marks: String(question.marks),
    penalty: penalty === undefined ? '' : penaltyCell(penalty),
    explanation: question.explanation ?? '',
    optionImages: images ? JSON.stringify(images) : '',
    ...typeCells(question),
  }
  return exportHeadings.map((heading) => cells[heading] ?? '')
}

const ownHeader: readonly string[] = exportHeadings.map((heading) =>
  (bankColumns as readonly string[]).includes(heading) || heading.endsWith('Url') || heading === 'optionImages'
    ? ''
    : heading,
)

const contentOf = (question: TypedFields & Pick<BankQuestion, 'questionText' | 'explanation' | 'passage'>) => ({
  ...splitFields(question),
  questionText: question.questionText,
  passage: question.passage,
  explanation: question.explanation,
  questionImageUrl: null,
})

/** True if the row is read as the same question. */
function isReadable(question: BankQuestion): boolean {
  const row = rowOf(question)
  const own = row.map((cell, at) => (ownHeader[at] === '' ? '' : cell))
  const read = typedFromCells(1, own, ownHeader)
  if ('reasons' in read) return false
  const { penalty, marks } = read.question
  const before = { ...question, optionImages: null } as BankQuestion
  const after = { ...read.question, optionImages: null, passage: read.question.passage ?? null } as BankQuestion
  return (
    marks === question.marks &&
    String(penalty ?? '') === (question.penalty === undefined ? '' : penaltyCell(question.penalty)) &&
    isSameContent(contentOf(before), contentOf(after))
  )
}

const maxCell = 32_767

/** Why a question is not in a sheet; null if it is. A wrong key is worse than a missing question. */
export function sheetFlaw(question: BankQuestion, format: 'csv' | 'xlsx'): string | null {
  if (format === 'xlsx' && rowOf(question).some((cell) => cell.length > maxCell))
    return `It is left out, because a cell can contain at most ${maxCell.toLocaleString('en')} characters. Export it as JSON`
  return isReadable(question) ? null : 'It is left out, because a sheet cannot contain all of it. Export it as JSON'
}

/** Lists what a sheet or JSON file cannot keep of a question. */
export function sheetLosses(question: BankQuestion, format: 'csv' | 'json' | 'xlsx' = 'csv'): string[] {
  const images = 'optionImages' in question ? Object.keys(question.optionImages ?? {}) : []
  const flaw = format === 'json' ? null : sheetFlaw(question, format)
  return [
    ...(flaw === null ? [] : [flaw]),
    ...(question.questionImageUrl || images.length > 0
      ? ['Its images are written as links to this server and cannot be read elsewhere']
      : []),
    ...(question.retired ? ['Its retired status is not kept'] : []),
  ]
}
