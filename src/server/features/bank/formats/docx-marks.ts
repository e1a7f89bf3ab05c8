import type { Draft, DraftOption } from './docx-draft.ts'
import { type Line, sliceLine, trimLine } from './docx-lines.ts'
import type { MarkedLook } from './docx-text.ts'

/** Finds right options that are marked, such as in bold or with a tick. */

type Sign = 'correct' | 'tick' | 'star' | 'word'
export type MarkKind = Sign | MarkedLook

/** How a mark is described to the author. */
export const markNames: Readonly<Record<MarkKind, string>> = {
  correct: 'marked as correct',
  tick: 'ticked',
  star: 'marked with a star',
  word: 'marked as correct',
  bold: 'in bold',
  underline: 'underlined',
  color: 'in another colour',
  highlight: 'highlighted',
}
const looks = ['bold', 'underline', 'color', 'highlight'] as const

const ticked = /^[✓✔☑]\s?|\s{0,9}[✓✔☑√]$/
const starred = /^\*{1,3}(?=[^*])|\*{1,3}$/
const named =
  /\s{0,9}(?:[[(]\s?(?:correct(?:\s(?:answer|option|choice))?|right\s(?:answer|option|choice)|ans\.?|answer)\s?[\])]|(?:←|<-+|<=+)\s?correct(?:\sanswer)?)$/i
const crossed = /^[✗✘☒☐]\s?|\s{0,9}[✗✘☒☐]$/

const textOfOption = ({ lines }: DraftOption) => lines.at(0)?.text.trim() ?? ''
/** Marks are searched for at both ends of a text. */
const ends = (text: string) => (text.length > 200 ? `${text.slice(0, 100)} ${text.slice(-100)}` : text)

function hasSign(option: DraftOption, kind: Sign): boolean {
  const text = ends(textOfOption(option))
  if (kind === 'correct') return option.sign === 'correct'
  if (kind === 'tick') return /^[✓✔√☑■]$/.test(option.sign) || ticked.test(text)
  if (kind === 'star') return option.sign === '*' || (starred.test(text) && !/^\*+$/.test(text))
  return named.test(text)
}

const shownRuns = ({ lines }: DraftOption) =>
  lines.flatMap(({ runs }) => runs).filter(({ text, inset }) => text.trim() !== '' && !inset)

/** The look of a whole option: a colour, or `on`; '' for none. */
function lookOfOption(option: DraftOption, key: MarkedLook): string {
  const values = new Set(
    shownRuns(option).map(({ look }) => (typeof look[key] === 'string' ? look[key] : look[key] ? 'on' : '')),
  )
  const [value = ''] = values
  return values.size === 1 ? value : ''
}

/** The options of a question that differ from the others, by the way they are marked. */
export function marksOf({ options }: Draft): Map<MarkKind, string[]> {
  const found = new Map<MarkKind, string[]>()
  if (options.length < 2) return found
  for (const kind of ['correct', 'tick', 'star', 'word'] as const) {
    const letters = options.filter((option) => hasSign(option, kind)).map(({ letter }) => letter)
    if (letters.length > 0 && (letters.length < options.length || kind === 'correct')) found.set(kind, letters)
  }
  // A ballot box with a cross is chosen if the others are empty.
  const boxes = options.map(({ sign }) => sign)
  if (boxes.every((sign) => sign === '☒' || sign === '☐') && boxes.includes('☒') && boxes.includes('☐'))
    found.set(
      'tick',
      options.filter(({ sign }) => sign === '☒').map(({ letter }) => letter),
    )
  for (const key of looks) {
    const values = options.map((option) => lookOfOption(option, key))
    const counts = [...Map.groupBy(options, (_, at) => values[at] ?? '').values()].sort((a, b) => a.length - b.length)
    const [fewest = []] = counts
    const plain = options.filter((_, at) => values[at] === '')
    const marked =
      plain.length > 0
        ? options.filter((_, at) => values[at] !== '')
        : counts.length === 2 && fewest.length === 1
          ? fewest
          : []
    if (marked.length > 0 && marked.length * 2 <= options.length)
      found.set(
        key,
        marked.map(({ letter }) => letter),
      )
  }
  return found
}

const cut = (line: Line, pattern: RegExp): Line => {
  const { text } = line
  // Both ends, one after the other.
  const found = pattern.exec(text.slice(0, 100)) ?? undefined
  if (found && found.index === 0) return trimLine(sliceLine(line, found[0].length))
  const start = Math.max(0, text.length - 100)
  const last = pattern.exec(text.slice(start))
  return last && start + last.index + last[0].length === text.length
    ? trimLine(sliceLine(line, 0, start + last.index))
    : line
}

/** An option without the characters that mark it. */
export function withoutSigns(option: DraftOption, kinds: ReadonlySet<MarkKind>): DraftOption {
  const patterns = [
    ...(kinds.has('tick') ? [ticked, crossed] : []),
    ...(kinds.has('star') ? [starred] : []),
    ...(kinds.has('word') ? [named] : []),
  ]
  const [first, ...rest] = option.lines
  if (!first) return option
  return { ...option, lines: [patterns.reduce(cut, trimLine(first)), ...rest] }
}

/** Which marks a document uses for right options. */
export interface Marking {
  /** Ways that every question without an answer uses, or nearly. */
  trusted: ReadonlySet<MarkKind>
}

/** @param answerOf the letters that a question's answer names; undefined without an answer */
export function markingOf(drafts: readonly Draft[], answerOf: (draft: Draft) => string | undefined): Marking {
  const trusted = new Set<MarkKind>(['correct', 'tick', 'word'])
  const questions = drafts
    .filter(({ options }) => options.length > 1)
    .map((draft) => ({
      marks: marksOf(draft),
      answer: answerOf(draft),
      signs: draft.options.map(({ sign }) => sign),
    }))
  const unanswered = questions.filter(({ answer }) => answer === undefined)
  for (const kind of ['star', ...looks] as const) {
    const marked = unanswered.filter(({ marks }) => marks.has(kind)).length
    const isContradicted = questions.some(
      ({ marks, answer }) => answer !== undefined && marks.has(kind) && marks.get(kind)?.join('') !== answer,
    )
    // One star at the end may be a pointer.
    const isSure = kind !== 'star' || marked > 1 || unanswered.some(({ signs }) => signs.includes('*'))
    if (marked > 0 && marked * 2 >= unanswered.length && !isContradicted && isSure) trusted.add(kind)
  }
  return { trusted }
}
