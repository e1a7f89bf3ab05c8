import { letters } from '#shared/bank/types/choice.rules.ts'
import { asciiDigits, devanagariHeadings, devanagariOption } from './devanagari.ts'
import { UnreadableItem } from './found.ts'

/** The columns of question sheets, by their headings. */

/** Fields of the bank, besides the question itself. */
export const bankFieldNames = ['subject', 'topic', 'difficulty', 'tags', 'language', 'source', 'notes'] as const
export const imageFieldNames = ['questionImageUrl', 'optionImages'] as const
/** Fields in exports and REST responses that an import does not need. */
export const technicalNames = ['id', 'version', 'author', 'retired', 'facility', 'createdAt', 'updatedAt'] as const

/** Normalised name. */
export const plainName = (name: string) =>
  asciiDigits(name)
    .normalize('NFKC')
    .replace(/[\s_/.:*?-]/g, '')
    .toLowerCase()

/** The kinds of columns, each with its headings. The first heading is our own. */
const headings = {
  question: ['questiontext', 'question', 'questions', 'questiontitle', 'questionstem', 'stem', 'prompt'],
  type: ['type', 'questiontype', 'qtype', 'typeofquestion'],
  correct: [
    ...['correctanswer', 'answer', 'correctoption', 'correctanswers', 'correctanswer(s)', 'rightanswer', 'correct'],
    ...['correctans', 'rightans', 'correctkey', 'correctanswerkey'],
    ...['correctchoice', 'correctoptions', 'answerkey', 'key', 'ans', 'correctresponse', 'rightoption'],
    ...['correctindex', 'answerindex', 'correctanswerindex', 'correctoptionindex', 'correctidx', 'answeridx'],
    ...['indexofcorrectanswer', 'indexofanswer', 'correctanswersindex', 'correctindexes', 'correctindices'],
  ],
  choices: ['options', 'choices', 'answers', 'answeroptions', 'answerchoices', 'alternatives'],
  marks: [
    'marks',
    'mark',
    'mark(s)',
    'points',
    'point',
    'score',
    'maxmarks',
    'maximummarks',
    'defaultmark',
    'weightage',
  ],
  penalty: [
    'penalty',
    'negativemarks',
    'negativemark',
    'negativemarking',
    'minusmarks',
    'marksdeducted',
    'negmarks',
    'negmark',
  ],
  passage: ['passage', 'sharedtext', 'comprehension'],
  explanation: [
    ...['explanation', 'answerexplanation', 'solution', 'rationale', 'generalfeedback', 'feedback'],
    'explanations',
  ],
  time: ['timelimit', 'timeinseconds', 'time', 'timer', 'timelimitsec', 'seconds', 'duration', 'timelimit(sec)'],
  image: ['imagelink', 'image', 'imageurl', 'picture', 'questionimage', 'media', 'imageorvideolink', 'videolink'],
  subject: ['subject'],
  topic: ['topic', 'topics'],
  level: ['category', 'chapter', 'chaptername', 'module', 'subtopic', 'topicname', 'lesson'],
  difficulty: ['difficulty', 'level', 'difficultylevel', 'levelofdifficulty'],
  tags: ['tags', 'tag', 'keywords', 'labels'],
  language: ['language', 'lang'],
  source: ['source', 'reference', 'references'],
  notes: ['notes', 'note', 'authornotes', 'internalnotes', 'comments', 'remarks'],
  questionImageUrl: ['questionimageurl'],
  optionImages: ['optionimages'],
  technical: [
    ...[
      'id',
      'version',
      'createdat',
      'updatedat',
      'no',
      'sno',
      'srno',
      'slno',
      'qno',
      '#',
      'number',
      'questionno',
      'questionnumber',
      'questionid',
      'serialno',
      'questionorder',
      'displayorder',
      'sortorder',
      'required',
    ],
  ],
} as const satisfies Record<string, readonly string[]>

/** Columns with no other heading than the field's name. */
const ownNames = [
  ...['tolerance', 'toleranceKind', 'significantDigits', 'unit', 'scoring', 'caseSensitive', 'ignoreAccents'],
  ...['regex', 'distractors', 'minWords', 'maxWords', 'allowFiles', 'fields'],
] as const

type OwnName = (typeof ownNames)[number]
type OptionRole = `option${number}`
export type Role = keyof typeof headings | OwnName | OptionRole | 'extraOption' | 'wrong'

const roleByName = new Map<string, Role>([
  ...Object.entries(headings).flatMap(([role, names]) => names.map((name) => [name, role as Role] as const)),
  ...Object.entries(devanagariHeadings).flatMap(([role, names]) =>
    names.map((name) => [plainName(name), role as Role] as const),
  ),
  ...ownNames.map((name) => [plainName(name), name] as const),
])

const optionName =
  /^(?:(?:option|choice|answer|answeroption|alternative|opt|response|possibleanswer)\(?([a-z]|\d{1,3})\)?|\(?([a-pr-z])\)?)$/

const wrongName = /^(?:(?:wrong|incorrect)(?:answer|option|choice)s?|distractors?)\d{0,2}$/

function optionRole(name: string): Role | null {
  if (wrongName.test(name)) return 'wrong'
  const devanagari = devanagariOption(name)
  if (devanagari !== undefined) return letters[devanagari] ? `option${devanagari}` : 'extraOption'
  const [, named, bare] = optionName.exec(name) ?? []
  const sign = named ?? bare
  if (sign === undefined) return null
  const place = /\d/.test(sign) ? Number(sign) - 1 : sign.charCodeAt(0) - 97
  return letters[place] ? `option${place}` : 'extraOption'
}

/** Without notes such as `(sec)` or `- max 75 characters`. */
const withoutNote = (name: string) => name.replace(/\([^()]*\)/g, '').split(/\s[-–—:]\s/)[0] ?? ''

/** The role of a column; null if its heading is unknown. */
function roleOf(heading: string): Role | null {
  // `Answer (1-4)` does not mean option 14.
  const names = /\(\D*\d\s?(?:[-–,/]|to|or)\s?\d/.test(heading)
    ? [withoutNote(heading)]
    : [heading, withoutNote(heading)]
  return names
    .map(plainName)
    .reduce<Role | null>((found, name = '') => found ?? roleByName.get(name) ?? optionRole(name), null)
}

/** A column with a heading. */
export interface Column {
  at: number
  heading: string
  role: Role | null
}

/** Several columns of one role are kept; the row reader decides. */
const repeatable: readonly (Role | null)[] = ['wrong', 'level', 'technical', 'image', 'time', 'extraOption', null]

export interface Columns {
  all: readonly Column[]
  /** Problems with the headings. */
  problems: readonly string[]
}

const maxHeading = 200

/** The headings that imports into tests know. */
const testHeading =
  /^(?:question(?:text)?|correctanswer|answer|correctoption|marks?|mark\(s\)|explanation|(?:option)?[a-j]|option\d{1,2})$/
/** True for a column with one of our own headings. */
export const isOwn = ({ heading, role }: Column) => {
  const name = heading.replace(/[\s_-]/g, '').toLowerCase()
  return testHeading.test(name) || name === role?.toLowerCase()
}

/** Columns that hold the question and its key. */
const isCore = (role: Role | null) =>
  role === 'question' || role === 'correct' || role === 'choices' || role?.startsWith('option') === true

/** Reads headings. Of several with the same meaning, our own wins, and the others are unknown columns. */
export function columnsOf(header: readonly string[]): Columns {
  const named = header.flatMap((text, at) => {
    const heading = text.slice(0, maxHeading).replace(/\s+/g, ' ').trim()
    return heading === '' ? [] : [{ at, heading, role: roleOf(heading) }]
  })
  const problems = new Set<string>()
  const isSecondary = (column: Column) => {
    if (repeatable.includes(column.role)) return false
    const same = named.filter(({ role }) => role === column.role)
    if (same.length < 2) return false
    const own = same.filter(isOwn)
    if (own.length > 1 || (own.length === 0 && isCore(column.role))) {
      const found = (own.length > 1 ? own : same).map(({ heading }) => `"${heading}"`).join(', ')
      problems.add(`Several columns have the same meaning: ${found}. Keep one of them`)
    }
    return column !== (own[0] ?? same[0])
  }
  const all = named.map((column) => (isSecondary(column) ? { ...column, role: null } : column))
  return { all, problems: [...problems] }
}

/** The columns of the options, from A. */
export const optionColumns = ({ all }: Columns) =>
  letters.map((_, place) => all.find(({ role }) => role === `option${place}`))

const templateHeadings = ['questionText', 'A', 'B', 'C', 'D', 'correctAnswer']
/** True for a sheet with exactly the headings of our template. */
export const isTemplate = ({ all }: Columns) =>
  templateHeadings.every((name) => all.some(({ heading }) => heading === name))

export const has = ({ all }: Columns, ...roles: readonly Role[]) =>
  roles.every((role) => all.some((column) => column.role === role))

/** True for a header row of a question sheet. */
export const isHeader = (columns: Columns) =>
  has(columns, 'question') &&
  (has(columns, 'correct') || has(columns, 'type') || has(columns, 'choices') || has(columns, 'option0', 'option1'))

/** A row of a sheet. */
export interface SheetLine {
  /** As shown in a spreadsheet. */
  row: number
  cells: readonly string[]
  /** Cells that cannot be read, by zero-based column, with a sentence each. */
  problems?: ReadonlyMap<number, string> | undefined
  /** Texts of merged cells that begin in a row above, by zero-based column. They are in `cells` too. */
  merged?: ReadonlyMap<number, string> | undefined
  /** Sentences about the row, such as that it is hidden. */
  losses?: readonly string[] | undefined
}

/** The text of the row's cell with this role, trimmed; '' if there is none. */
export function cellOf({ all }: Columns, { cells }: SheetLine, role: Role): string {
  const column = all.find((one) => one.role === role)
  return column ? (cells[column.at]?.trim() ?? '') : ''
}

/** True if the column of answers contains the numbers of options and never their texts, such as `correct_index`. */
export const isIndexed = ({ all }: Columns) =>
  all.some(({ role, heading }) => role === 'correct' && /index|indices|idx/i.test(heading))

/** The texts of the row's options. @throws UnreadableItem if one is missing, or if those in one cell are not separated */
export function optionsIn(columns: Columns, line: SheetLine): string[] {
  const values = optionColumns(columns).map((column) => (column ? (line.cells[column.at]?.trim() ?? '') : ''))
  const count = values.findLastIndex((text) => text !== '') + 1
  const missing = values.slice(0, count).indexOf('')
  if (missing >= 0) throw new UnreadableItem(`Option ${letters[missing]} is missing`)
  if (count > 0) return values.slice(0, count)
  const list = cellOf(columns, line, 'choices')
  if (list === '') return []
  const parts = list
    .split(list.includes('\n') ? '\n' : '|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2) throw new UnreadableItem('Its options cannot be separated. Write each in a column of its own')
  if (parts.length > letters.length) throw new UnreadableItem('There are more than ten options')
  const isLabelled = parts.every((part, place) => new RegExp(`^\\(?${letters[place]}[).:]\\s`, 'i').test(part))
  return isLabelled ? parts.map((part) => part.replace(/^\(?[a-j][).:]\s+/i, '')) : parts
}

/** Losses for a row's cells in columns with these roles. */
export const lostCells = ({ all }: Columns, { cells }: SheetLine, roles: readonly (Role | null)[]) =>
  all
    .filter(({ role, at }) => roles.includes(role) && (cells[at]?.trim() ?? '') !== '')
    .map(({ heading }) => `The column "${heading}" is not kept`)

/** Columns that a row without a type does not have. */
export const typedRoles: readonly (Role | null)[] = [null, 'wrong', ...ownNames]
/** Columns that other programs' rows do not have. */
export const ownRoles = typedRoles.filter((name) => name !== 'tolerance' && name !== 'unit' && name !== 'wrong')
