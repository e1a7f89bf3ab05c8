import { numberedLine } from './docx-labels.ts'
import { type Line, quoted } from './docx-lines.ts'

/** The lines of a question, before its answer is interpreted. */
export interface Draft {
  /** Undefined for a question without a number. */
  number: number | undefined
  /** The list, if Word made its number. */
  list: string | undefined
  /** Incremented whenever question numbers start over, as in each section. */
  group: number
  at: number
  category: readonly string[]
  passage: readonly Line[]
  stem: Line[]
  options: DraftOption[]
  /** The style of the options' labels. */
  optionStyle: string
  /** The answer given with the question, not in a list of answers. */
  answers: Line[]
  /** The answer given in a list of answers. */
  listed: Line[]
  explanation: Line[]
  hint: Line[]
  marks: string | undefined
  penalty: string | undefined
  difficulty: string | undefined
  topic: string | undefined
  tags: string | undefined
  type: string | undefined
  /** Why it cannot be read. */
  flaws: string[]
  /** The question above it, without options and answer next to it, whose text may continue with this one. */
  above: Draft | undefined
  /** Why the author must look at it. */
  doubts: Doubt[]
  losses: string[]
}

export interface Doubt {
  reason: string
  /** The label of the reading to confirm. */
  label: string
  /** The line whose end may be the marks, which is another reading. */
  marksOn?: Line
}

export interface DraftOption {
  letter: string
  lines: Line[]
  /** A character before its label, such as `*` or `✓`, or `correct` from a table. */
  sign: string
  /** The line with its label. */
  origin: Line
}

/** True if options or an answer were found: another number begins another question. */
export const isComplete = ({ options, answers }: Draft): boolean => options.length > 1 || answers.length > 0

/** True for a question with a number and options, but no answer next to it. Text and options below may belong to it. */
export const isUnanswered = ({ number, options, answers }: Draft): boolean =>
  number !== undefined && options.length > 0 && answers.length === 0

/** True for a line that only separates questions, such as `---`. */
export const isRule = ({ text, table }: Line): boolean => !table && /^\s*[-–—=*•~]{3,}\s*$/.test(text.slice(0, 200))

/** A loss for lines that belong to no question. */
export function lostText(lines: readonly Line[], where: 'before' | 'after'): string[] {
  const [first, ...more] = lines.filter((line) => !isRule(line))
  if (!first) return []
  const others = more.length === 0 ? '' : more.length === 1 ? ' and one more line' : ` and ${more.length} more lines`
  return [`Text ${where} the question is not kept: ${quoted(first)}${others}`]
}

/** True for a line such as `Unit: newton` below the text, which may belong to it. The author confirms that it does. */
export function staysInText({ stem, doubts }: Draft, line: Line): boolean {
  if (stem.length === 0 || !/^\s*(?:unit|keyword)/i.test(line.text)) return false
  doubts.push({
    reason: `${quoted(line)} may be a part of its text, or name its topic or tags`,
    label: 'The line is a part of its text',
  })
  return true
}

export const newDraft = (given: Partial<Draft> & { at: number }): Draft => ({
  number: undefined,
  list: undefined,
  group: 0,
  category: [],
  passage: [],
  stem: [],
  options: [],
  optionStyle: '',
  answers: [],
  listed: [],
  explanation: [],
  hint: [],
  marks: undefined,
  penalty: undefined,
  difficulty: undefined,
  topic: undefined,
  tags: undefined,
  type: undefined,
  flaws: [],
  above: undefined,
  doubts: [],
  losses: [],
  ...given,
})

/** Lists begin near the options. Without the limit, the search takes quadratic time. */
const maxTail = 100
const labelsIn = (tail: readonly Line[]) => tail.slice(0, maxTail).map(numberedLine)
/** The labels with the number 1 in a list after the options. */
export const firsts = (tail: readonly Line[]) => labelsIn(tail).filter((label) => label?.number === 1)

/** Refuses options with letters above options with numbers. */
export const listFlaws = (tail: readonly Line[]): string[] =>
  firsts(tail).some((first) => labelsIn(tail).some((label) => isSecond(label, first)))
    ? ['It has options with letters and with numbers. Use letters only for the options to choose from']
    : []

const isSecond = (label: Label, first: Label) => label?.number === 2 && label.style === first?.style
type Label = ReturnType<typeof numberedLine>
