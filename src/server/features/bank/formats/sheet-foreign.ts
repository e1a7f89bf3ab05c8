import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import { readCellNumber } from '#shared/tests/import/number.rules.ts'
import { typeNamed } from '#shared/tests/import/typed.rules.ts'
import { type Reading, type ReadQuestion, titleOf, UnreadableItem } from './found.ts'
import { plainToMarkdown } from './html.ts'
import { escapeMarkdown } from './markdown.ts'
import { readChosen } from './sheet-answers.ts'
import { type Columns, cellOf, lostCells, optionsIn, ownRoles, type Role, type SheetLine } from './sheet-columns.ts'
import { readMarks, readPenalty } from './sheet-own.ts'
import { foreignType, type Program } from './sheet-types.ts'

/** Rows of other programs' sheets, read by their headings. */

export interface ForeignOptions {
  program: Program
  /** Texts are Markdown already, because the sheet has our headings. */
  isMarkdown: boolean
}

export interface ForeignRow {
  readings: Reading[]
  reason?: string | undefined
  byNumber: boolean
}

/** An accepted answer that matches only itself. */
const accept = (text: string) => ({ value: text.replaceAll('*', '\\*') })

const listed = (chosen: readonly Letter[]) => {
  const sorted = [...chosen].sort()
  return sorted.length < 2 ? sorted.join('') : `${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1)}`
}

class Row {
  byNumber = false
  readonly #columns: Columns
  readonly #line: SheetLine
  readonly #options: ForeignOptions

  constructor(columns: Columns, line: SheetLine, options: ForeignOptions) {
    this.#columns = columns
    this.#line = line
    this.#options = options
  }

  value(role: Parameters<typeof cellOf>[2]) {
    return cellOf(this.#columns, this.#line, role)
  }

  async markdown(text: string): Promise<string> {
    if (this.#options.isMarkdown) return text
    // Formulas are written between \( and \) or $$.
    return this.#options.program === 'other' ? await plainToMarkdown(text, true) : escapeMarkdown(text)
  }

  /** The texts of the options. */
  options(): string[] {
    return optionsIn(this.#columns, this.#line)
  }

  /** The texts of the wrong options, if the right one is in the answer's cell. */
  wrong(): string[] {
    return this.#columns.all
      .filter(({ role }) => role === 'wrong')
      .map(({ at }) => this.#line.cells[at]?.trim() ?? '')
      .filter((text) => text !== '')
  }

  requireNoOptions(type: string) {
    if (this.options().length > 0 || this.wrong().length > 0)
      throw new UnreadableItem(`It has options, but its type is ${type}`)
  }

  chosen(options: readonly string[]): Letter[] {
    const read = readChosen(this.value('correct'), options, this.#options.program !== 'other')
    if ('reason' in read) throw new UnreadableItem(read.reason)
    this.byNumber = read.byNumber
    return read.chosen
  }
}

type Meaning = { label: string; fields: Record<string, unknown> }
interface Meanings {
  meanings: Meaning[]
  reason?: string
}
const one = (fields: Record<string, unknown>): Meanings => ({ meanings: [{ label: '', fields }] })

/** The options, and which are right. */
function optionsOf(row: Row): { texts: string[]; chosen: Letter[] } {
  const [given, wrong, right] = [row.options(), row.wrong(), row.value('correct')]
  if (given.length > 0 && wrong.length > 0)
    throw new UnreadableItem('It has columns of options and columns of wrong options. Keep only one kind')
  if (wrong.length === 0 || right === '') return { texts: given, chosen: given.length < 2 ? [] : row.chosen(given) }
  if (wrong.length >= letters.length) throw new UnreadableItem('There are more than ten options')
  // The order of the texts does not give the answer away.
  const texts = [right, ...wrong].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return { texts, chosen: [letters[texts.indexOf(right)] ?? 'A'] }
}

async function choiceOf(row: Row, type: 'single' | 'multiple' | null): Promise<Meanings> {
  const { texts, chosen } = optionsOf(row)
  if (texts.length < 2) throw new UnreadableItem('At least 2 options are required')
  const written = await Promise.all(texts.map((text) => row.markdown(text)))
  const options = Object.fromEntries(written.map((text, place) => [letters[place], text]))
  const [first, ...others] = chosen
  if (type === 'multiple') return one({ type: 'multiple', options, correctAnswers: chosen })
  if (others.length === 0) return one({ type: 'single', options, correctAnswer: first })
  return {
    reason:
      type === 'single'
        ? `${chosen.length} options are marked as correct, but the question asks for one`
        : `${chosen.length} options are marked as correct. Either students must choose all of them, or any one of them is right`,
    meanings: [
      {
        label: `Students must choose ${listed(chosen)}`,
        fields: { type: 'multiple', options, correctAnswers: chosen },
      },
      {
        label: `Any one of ${listed(chosen)} is right`,
        fields: { type: 'single', options, correctAnswer: first, alternatives: others },
      },
    ],
  }
}

const truthOf = (text: string) =>
  /^(?:true|t|right|correct)$/i.test(text) ? true : /^(?:false|f|wrong|incorrect)$/i.test(text) ? false : null

function truthAnswer(row: Row): Meanings {
  const written = row.value('correct')
  const texts = row.options()
  if (
    texts.length === 2 &&
    texts.every((text) => truthOf(text) !== null) &&
    truthOf(texts[0] ?? '') !== truthOf(texts[1] ?? '')
  ) {
    const [letter] = row.chosen(texts)
    return one({ type: 'boolean', correctAnswer: truthOf(texts[letters.indexOf(letter ?? 'A')] ?? '') })
  }
  const correctAnswer = texts.length === 0 ? truthOf(written) : null
  if (correctAnswer === null) throw new UnreadableItem('The correct answer must be true or false')
  return one({ type: 'boolean', correctAnswer })
}

const textFields = (answers: readonly string[]) => ({ type: 'text', accepted: answers.map(accept) })

/** Reads the accepted answers: one per option, or those in the answer's cell. */
function textAnswers(row: Row): Meanings {
  const written = row.value('correct')
  const texts = row.options()
  if (texts.length > 0) {
    const isWhole = written === '' || row.chosen(texts).length === texts.length
    if (!isWhole)
      throw new UnreadableItem('Only some of its answers are marked as correct. Delete the others, or all marks')
    return one(textFields(texts))
  }
  if (written === '') throw new UnreadableItem('The correct answer is missing')
  const split = (separator: RegExp) =>
    written
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const certain = split(/[\n|]/)
  if (certain.length > 1) return one(textFields(certain))
  const parts = split(/[,;/]| or /i)
  if (parts.length < 2) return one(textFields([written]))
  return {
    reason: 'The correct answer may be one text, or several accepted answers',
    meanings: [
      { label: 'One accepted answer', fields: textFields([written]) },
      { label: `${parts.length} accepted answers`, fields: textFields(parts) },
    ],
  }
}

/** The fields of a number, or why it is none. */
function numberFields(row: Row): { fields: Record<string, unknown> } | { flaw: string } {
  const written = row.value('correct')
  const unit = row.value('unit')
  const [min, max, ...rest] = written.split('..').map((text) => readCellNumber(text.trim()))
  if (typeof min === 'number' && typeof max === 'number' && rest.length === 0)
    return { fields: { type: 'numeric', range: { min, max }, ...(unit && { unit }) } }
  const value = readCellNumber(written)
  if (typeof value === 'string') return { flaw: `The correct answer ${value}: "${written.slice(0, 40)}"` }
  const tolerance = row.value('tolerance') === '' ? 0 : readCellNumber(row.value('tolerance'))
  if (typeof tolerance === 'string') return { flaw: `The tolerance ${tolerance}` }
  return {
    fields: { type: 'numeric', correctValue: value, ...(tolerance && { tolerance }), ...(unit && { unit }) },
  }
}

function numberOf(row: Row): Meanings {
  const read = numberFields(row)
  if ('flaw' in read) throw new UnreadableItem(read.flaw)
  return one(read.fields)
}

async function orderOf(row: Row): Promise<Meanings> {
  const texts = row.options()
  if (texts.length < 2) throw new UnreadableItem('Add at least two items')
  const order = row.chosen(texts)
  if (order.length !== texts.length)
    throw new UnreadableItem('The correct answer must list all items in the right order, such as 2,1,3')
  const items = await Promise.all(order.map((letter) => row.markdown(texts[letters.indexOf(letter)] ?? '')))
  return one({ type: 'ordering', items })
}

/** An answer without options or a type. */
function openAnswer(row: Row): Meanings {
  const written = row.value('correct')
  if (written === '') throw new UnreadableItem('It has neither options nor a correct answer')
  if (/^(?:true|false)$/i.test(written)) return truthAnswer(row)
  const value = readCellNumber(written)
  const read = typeof value === 'number' ? numberFields(row) : undefined
  if (read && 'flaw' in read) throw new UnreadableItem(read.flaw)
  const number = read ? [{ label: `The number ${value}`, fields: read.fields }] : []
  return {
    reason: 'It has an answer but no options and no type',
    meanings: [
      ...number,
      { label: 'Students type this text', fields: textFields([written]) },
      { label: 'An essay, with this answer as its explanation', fields: { type: 'essay', explanation: written } },
    ],
  }
}

async function meaningsOf(row: Row): Promise<Meanings> {
  const written = row.value('type')
  const foreign = foreignType(written)
  if (foreign === 'none') throw new UnreadableItem(`There is no type of question like "${written}" here`)
  const type = foreign ?? (written === '' ? null : typeNamed(written))
  if (written !== '' && type === null)
    throw new UnreadableItem(`"${titleOf(written.slice(0, 40))}" is not a question type that can be imported`)
  switch (type) {
    case 'single':
    case 'multiple':
      return choiceOf(row, type)
    case 'boolean':
      return truthAnswer(row)
    case 'numeric':
      row.requireNoOptions(type)
      return numberOf(row)
    case 'text':
      return textAnswers(row)
    case 'essay':
      row.requireNoOptions(type)
      return one({ type: 'essay', ...(row.value('correct') && { explanation: row.value('correct') }) })
    case 'ordering':
      return orderOf(row)
    case 'matching':
      throw new UnreadableItem(
        'Its pairs cannot be recognised. Set the type to matching, and write the answer as left = right | left = right',
      )
    case 'gaps':
      throw new UnreadableItem('Its gaps cannot be recognised. Write it with {{1}} and the column "fields"')
    default:
      return row.options().length > 0 || row.wrong().length > 0 ? choiceOf(row, null) : openAnswer(row)
  }
}

/** Columns that questions with these fields do not use. */
const unusedRoles = (fields: Record<string, unknown>): Role[] => [
  ...('options' in fields ? [] : (['wrong'] as const)),
  ...(fields.type === 'numeric' ? [] : (['unit'] as const)),
  ...('correctValue' in fields ? [] : (['tolerance'] as const)),
]

/** Reads a row of a sheet with another program's headings. */
export async function readForeignRow(columns: Columns, line: SheetLine, options: ForeignOptions): Promise<ForeignRow> {
  const row = new Row(columns, line, options)
  try {
    const extra = columns.all.some(({ role, at }) => role === 'extraOption' && (line.cells[at]?.trim() ?? '') !== '')
    if (extra) throw new UnreadableItem('It has options that are not numbered from 1 to 10 or lettered from A to J')
    if (row.value('question') === '') throw new UnreadableItem('The question text is missing')
    const { meanings, reason } = await meaningsOf(row)
    const questionText = await row.markdown(row.value('question'))
    const passage = await row.markdown(row.value('passage'))
    const explanation = await row.markdown(row.value('explanation'))
    const marks = readMarks(row.value('marks'))
    const penaltyColumn = columns.all.find(({ role }) => role === 'penalty')
    const penalty = readPenalty(row.value('penalty'), penaltyColumn, 'marks' in marks ? (marks.marks ?? 1) : 1)
    const about = {
      questionText,
      ...(passage && { passage }),
      ...('marks' in marks ? marks : {}),
      ...('penalty' in penalty ? penalty : {}),
    }
    const losses = [
      ...('loss' in marks ? [marks.loss] : []),
      ...('loss' in penalty ? [penalty.loss] : []),
      ...lostCells(columns, line, ownRoles),
    ]
    const readings: Reading[] = []
    for (const { label, fields } of meanings) {
      const answer = typeof fields.explanation === 'string' ? await row.markdown(fields.explanation) : ''
      const texts = [answer, explanation].filter((text) => text !== '')
      const question = { ...about, ...fields, ...(texts.length > 0 && { explanation: texts.join('\n\n') }) }
      readings.push({
        label,
        question: question as unknown as ReadQuestion,
        losses: [...losses, ...lostCells(columns, line, unusedRoles(fields))],
      })
    }
    return { readings, reason, byNumber: row.byNumber }
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error
    return { readings: [], reason: error.message, byNumber: false }
  }
}
