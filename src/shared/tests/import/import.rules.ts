import { bounds, marksField } from '../form.schema.ts'
import { type OptionLetter, optionLetters, type QuestionFileAnswer } from '../tests.schema.ts'
import { readAnswer } from './answer.rules.ts'
import { readCellNumber } from './number.rules.ts'
import type { TypedRow } from './typed.rules.ts'

/** Field names in a file: CSV columns and JSON keys. */
export const fields = ['questionText', ...optionLetters, 'correctAnswer', 'marks', 'explanation'] as const
export type Field = (typeof fields)[number]
const mandatory: readonly Field[] = ['questionText', ...optionLetters, 'correctAnswer']

type ReadQuestion = Exclude<QuestionFileAnswer['questions'][number], { type: unknown }>

/** Maximum text lengths, the same as in the question form. */
export const limits = { questionText: 10_000, option: 2_000, explanation: 10_000 } as const

const namesOf: Record<Exclude<Field, OptionLetter>, readonly string[]> = {
  questionText: ['questiontext', 'question'],
  correctAnswer: ['correctanswer', 'answer', 'correctoption'],
  marks: ['marks', 'mark', 'mark(s)'],
  explanation: ['explanation'],
}
const fieldByName = new Map<string, Field>([
  ...Object.entries(namesOf).flatMap(([field, names]) => names.map((name) => [name, field as Field] as const)),
  ...optionLetters.flatMap((letter, index) =>
    [letter.toLowerCase(), `option${letter.toLowerCase()}`, `option${index + 1}`].map(
      (name) => [name, letter] as const,
    ),
  ),
])
const extraOption = /^(?:option)?[e-z]$|^option(?:0|[5-9]|[1-9]\d+)$/

/**
 * Maps a column header or JSON key to a field, ignoring case, spaces, underscores and hyphens.
 * @returns `extraOption` for a fifth option (`E`, `option 5`), null for unknown names
 */
export function fieldNamed(name: string): Field | 'extraOption' | null {
  const plain = name.replace(/[\s_-]/g, '').toLowerCase()
  return fieldByName.get(plain) ?? (extraOption.test(plain) ? 'extraOption' : null)
}

/**
 * An unvalidated question from a file. `reasons` are the problems its reader found; the affected fields are not
 * validated again.
 */
export interface Draft {
  row: number
  texts: Partial<Record<Field, string>>
  reasons: { about: readonly Field[]; reason: string }[]
}

export type Column = Field | 'extraOption' | 'unnamed' | null

/** Maps each column to a field, or returns all problems with the header. */
export function readHeader(header: readonly string[]): { columns: Column[] } | { problems: string[] } {
  const columns = header.map((name): Column => (name.trim() === '' ? 'unnamed' : fieldNamed(name)))
  const problems = fields.flatMap((field) => {
    const names = header.filter((_, index) => columns[index] === field).map((name) => `"${name.trim()}"`)
    return names.length > 1 ? [`Several columns match ${field}: ${names.join(', ')}. Keep one of them`] : []
  })
  const missing = mandatory.filter((field) => !columns.includes(field))
  if (missing.length > 0)
    problems.push(
      `Missing in the header row: ${missing.join(', ')}. The columns are ${mandatory.join(', ')}, and optionally marks and explanation`,
    )
  return problems.length > 0 ? { problems } : { columns }
}

const quotingHint = 'is there a separator in unquoted text? Put the whole cell in quotation marks'
// Also matches the second half of an unquoted `1,5`.
const looksLikeAnswer = /^(?:\(?[a-d][).]?|\(?\d{1,2}[).]?)$/i

/** Converts a row of a sheet to a draft. Cells beyond the last column are a problem: the row has probably shifted. */
export function draftFromCells(row: number, cells: readonly string[], columns: readonly Column[]): Draft {
  const draft: Draft = { row, texts: {}, reasons: [] }
  const against = (reason: string) => {
    if (!draft.reasons.some((known) => known.reason === reason)) draft.reasons.push({ about: [], reason })
  }
  for (const [index, cell] of cells.entries()) {
    const column = index < columns.length ? (columns[index] ?? null) : 'unnamed'
    if (column === null) continue
    if (column !== 'unnamed' && column !== 'extraOption') draft.texts[column] = cell
    else if (cell.trim() === '') continue
    else if (column === 'extraOption') against('There are more than four options; only A, B, C and D are allowed')
    else against(`There are more cells than named columns; ${quotingHint}`)
  }
  if (looksLikeAnswer.test(draft.texts.explanation?.trim() ?? ''))
    against(`The explanation looks like an answer or a number; ${quotingHint}`)
  return draft
}

// "1,000" and "1.000" could mean thousands.
const mayHaveThousands = /[.,٫]\p{Nd}{3}/u

function readMarks(written: string): { marks?: number } | { reason: string } {
  if (written === '') return {}
  const { data: marks } = marksField.safeParse(readCellNumber(written))
  if (marks === undefined || mayHaveThousands.test(written))
    return {
      reason: `Marks must be a number from ${bounds.marks.min} to ${bounds.marks.max} with at most two decimals, such as 2 or 2.5`,
    }
  return { marks }
}

/** Returns the reason a text is invalid (too long, control characters or damaged Unicode); null if it is valid. */
function flawOf(text: string, name: string, max: number): string | null {
  if (text.length > max) return `${name} is longer than ${max.toLocaleString('en')} characters`
  if (/[^\P{Cc}\t\n\r]/u.test(text)) return `${name} contains control characters; please type it again`
  if (!text.isWellFormed() || text.includes('\ufffd'))
    return `${name} contains damaged characters (\ufffd); please type it again`
  return null
}

type Judged =
  | { row: number; question: ReadQuestion; byNumber: boolean }
  | { row: number; reasons: string[]; countsFromZero: boolean }

function judge({ row, texts, reasons }: Draft): Judged {
  const mentioned = new Set(reasons.flatMap(({ about }) => about))
  const found = reasons.map(({ reason }) => reason)
  const take = (field: Field, name: string, max: number) => {
    const text = texts[field]?.trim() ?? ''
    if (mentioned.has(field)) return text
    const flaw = text === '' && mandatory.includes(field) ? `${name} is missing` : flawOf(text, name, max)
    if (flaw) found.push(flaw)
    return text
  }
  const questionText = take('questionText', 'The question text', limits.questionText)
  const option = (letter: OptionLetter) => take(letter, `Option ${letter}`, limits.option)
  const options = { A: option('A'), B: option('B'), C: option('C'), D: option('D') }
  const explanation = take('explanation', 'The explanation', limits.explanation) || null
  const marks = mentioned.has('marks') ? {} : readMarks(texts.marks?.trim() ?? '')
  if ('reason' in marks) found.push(marks.reason)
  const written = texts.correctAnswer?.trim() ?? ''
  const answer = readAnswer(written, options)
  if ('reason' in answer) {
    const optionsAreWrong = optionLetters.some((letter) => mentioned.has(letter))
    if (!mentioned.has('correctAnswer') && (written === '' || !optionsAreWrong)) found.push(answer.reason)
    return { row, reasons: found, countsFromZero: answer.countsFromZero }
  }
  if (found.length > 0 || 'reason' in marks) return { row, reasons: found, countsFromZero: false }
  return {
    row,
    question: { questionText, options, correctAnswer: answer.letter, ...marks, explanation },
    byNumber: answer.byNumber,
  }
}

/**
 * Validates every draft. A question is accepted with its texts trimmed but otherwise unchanged, or rejected with all
 * reasons in one message. Rows that name a type are already checked. A single answer of 0 casts doubt on every numeric
 * answer, so all numeric answers are rejected too.
 */
export function validateDrafts(drafts: readonly Draft[], typed: readonly TypedRow[] = []): QuestionFileAnswer {
  const judged = drafts.map(judge)
  const zero = judged.find((one) => 'reasons' in one && one.countsFromZero)
  const answer: QuestionFileAnswer = { questions: [], errors: [] }
  for (const one of [...judged, ...typed].sort((a, b) => a.row - b.row)) {
    if ('reasons' in one) answer.errors.push({ row: one.row, message: `${one.reasons.join('. ')}.` })
    else if (zero && 'byNumber' in one && one.byNumber)
      answer.errors.push({
        row: one.row,
        message: `Row ${zero.row} has the answer 0, so the numbers in this file may start at 0 or at 1. Use letters.`,
      })
    else answer.questions.push(one.question)
  }
  return answer
}
