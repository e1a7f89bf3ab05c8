import { latinSigns } from './devanagari.ts'
import type { Doubt, Draft, DraftOption } from './docx-draft.ts'
import {
  type Cut,
  cutsOf,
  numberCuts,
  type Option,
  optionLine,
  splitAnswer,
  splitBareMarks,
  splitMarks,
  splitShortMarks,
  wordedLine,
} from './docx-labels.ts'
import { isBlank, type Line, sliceLine, trimLine } from './docx-lines.ts'

/** Divides lines that hold several things: options side by side, and answers and marks at the end. */

export const letterAt = (place: number): string => String.fromCharCode(65 + place)

export const newOption = (option: DraftOption): DraftOption => ({
  ...option,
  lines: option.lines.map((line) => trimLine({ ...line, heading: 0 })),
})

/**
 * Options after a wide space, and after a single one if there is no other reading.
 * @param first the letter before them; `@` if there is none
 * @param next the letter that the next line begins with
 * @param isPaired see `isSideBySide`
 */
function accepted(cuts: readonly Cut[], first: string, next: string | undefined, isPaired = false): Cut[] {
  const known = cuts.findIndex(({ option }) => option.letter === next)
  const kept = known < 0 ? [...cuts] : cuts.slice(0, known)
  const last = kept.at(-1)?.option.letter ?? first
  const isContinued = next === letterAt(last.charCodeAt(0) - 64)
  const isWhole = first <= 'A' && last >= 'C'
  const narrow = kept.findIndex(({ isWide }) => !isWide)
  return isContinued || isWhole || isPaired || narrow < 0 ? kept : kept.slice(0, narrow)
}

const reason = /\s{1,3}(?=(?:explanation|explain|solution|sol|reason|hint)\s?[:.–-])/i

/** Adds a given answer, and the marks and the explanation on its line. True if it has an explanation. */
export function addAnswer(draft: Draft, line: Line): boolean {
  const cut = reason.exec(line.text.slice(0, 200))
  const said = cut && wordedLine(sliceLine(line, cut.index))
  const answer = said ? sliceLine(line, 0, cut.index) : line
  if (said && (said.word === 'explanation' || said.word === 'hint')) draft[said.word].push({ ...said.line, losses: [] })
  // Next to the letter of an option, `(2 m)` is no length.
  const short = draft.options.length > 1 ? splitShortMarks(answer) : undefined
  const marked = draft.marks === undefined ? (splitMarks(answer) ?? short) : undefined
  if (marked) draft.marks = marked.marks
  draft.answers.push(trimLine(marked?.line ?? answer))
  draft.losses.push(...line.losses)
  return said?.word === 'explanation'
}

export interface OptionParts {
  options: DraftOption[]
  answer: Line | undefined
}

/** True if the last two options share a line. */
export const isSideBySide = ({ options }: Draft): boolean =>
  options.length > 1 && options.at(-1)?.origin.at === options.at(-2)?.origin.at

/** The options of a line that begins with one. For the other parameters see `accepted`. */
export function optionParts(line: Line, first: Option, next: string | undefined, isPaired = false): OptionParts {
  const split = splitAnswer(first.line)
  const text = split?.line ?? first.line
  const cuts = accepted(cutsOf(text, first.letter, first.style), first.letter, next, isPaired)
  const ends = [...cuts.map(({ from }) => from), text.text.length]
  const options = [
    newOption({ letter: first.letter, lines: [sliceLine(text, 0, ends[0])], sign: first.sign, origin: line }),
  ]
  for (const [at, { from, option }] of cuts.entries()) {
    const part = sliceLine(text, from, ends[at + 1])
    const labelled = optionLine(part)
    if (!labelled) continue
    const lines = [{ ...labelled.line, losses: [] }]
    options.push(newOption({ letter: option.letter, lines, sign: labelled.sign, origin: part }))
  }
  return { options, answer: split?.answer }
}

/** The options of a line that have numbers, after the first part of it. @param after the number before them */
export function numberedParts(line: Line, after: number): { first: Line; options: DraftOption[]; style: string } {
  const cuts = numberCuts(line, after)
  // Two may be a list in a sentence.
  const kept = after > 0 || cuts.length > 2 ? cuts : []
  const options = kept.map(({ from, to }, at) => {
    const end = kept[at + 1]?.from
    const lines = [{ ...sliceLine(line, to, end), losses: [] }]
    return newOption({
      letter: letterAt(after + at),
      lines,
      sign: '',
      origin: { ...sliceLine(line, from, end), losses: [] },
    })
  })
  return { first: sliceLine(line, 0, kept[0]?.from), options, style: kept[0]?.style ?? '' }
}

/** Turns a question's options back into lines of its text. */
export const statementsOf = ({ options }: Draft): Line[] =>
  options.splice(0).flatMap(({ origin, lines }) => [origin, ...lines.slice(1)])

export interface StemParts {
  /** Undefined if nothing is left. */
  text: Line | undefined
  marks: string | undefined
  style: string
  options: DraftOption[]
  answer: Line | undefined
}

/** The question's text in a line, and the options, the answer and the marks on it. @param next see `accepted` */
export function stemParts(line: Line, hasOptions: boolean, next: string | undefined): StemParts {
  // Above its options, an answer belongs to them: see `findBracketed`.
  const split = next === 'A' ? undefined : splitAnswer(line)
  let text = split?.line ?? line
  const [cut] = hasOptions ? [] : accepted(cutsOf(text, '@', undefined), '@', next)
  const rest = cut && { ...sliceLine(text, cut.from), losses: [] }
  const first = rest && optionLine(rest)
  if (cut) text = sliceLine(text, 0, cut.from)
  const numbers = cut || hasOptions ? undefined : numberedParts(text, 0)
  if (numbers) text = numbers.first
  const marked = splitMarks(text)
  if (marked) text = marked.line
  const parts = rest && first ? optionParts(rest, first, next) : { options: numbers?.options ?? [], answer: undefined }
  return {
    text: isBlank(text) && text.losses.length === 0 ? undefined : text,
    marks: marked?.marks,
    style: first?.style ?? (numbers?.style ? `1 ${numbers.style}` : ''),
    options: parts.options,
    answer: split?.answer ?? parts.answer,
  }
}

/** The same for all questions of a file, so that one decision applies to all of them. */
const bracketLabel = 'The letter in brackets is the answer'
const bracketed = /\s?[[(]\s?([A-Ja-j])\s?[\])]\s{0,9}[.:]?$/
/** The letter in brackets at the end of a question's text, if it names one of its options. */
function letterIn({ stem, options, answers, listed, flaws }: Draft) {
  const line = stem.at(-1)
  if (!line || line.table || options.length < 2 || [...answers, ...listed, ...flaws].length > 0) return undefined
  const text = latinSigns(line.text)
  const found = bracketed.exec(text.slice(-40))
  const letter = found?.[1] ?? ''
  if (!found || !options.some((option) => option.letter === letter.toUpperCase())) return undefined
  const from = line.text.length - found[0].length
  const at = text.indexOf(letter, from)
  const answer = trimLine(sliceLine(line, at, at + 1))
  return { text: trimLine(sliceLine(line, 0, from)), answer }
}

/**
 * Takes answers at the end of questions' texts: `(Ans: B)`, and `[B]` if at least half of the questions without another
 * answer have such a letter. The author confirms the letters.
 * @param isMarked true for a question whose right option is marked
 */
export function findBracketed(drafts: readonly Draft[], isMarked: (draft: Draft) => boolean) {
  for (const { stem, options, answers, listed } of drafts) {
    const line = stem.at(-1)
    const split = line && options.length > 1 && answers.length + listed.length === 0 ? splitAnswer(line) : undefined
    if (!split) continue
    stem.splice(-1, 1, trimLine(split.line))
    answers.push(split.answer)
  }
  const open = drafts.filter(
    (draft) => draft.options.length > 1 && draft.answers.length + draft.listed.length === 0 && !isMarked(draft),
  )
  const found = open.flatMap((draft) => {
    const letter = letterIn(draft)
    return letter ? [{ draft, ...letter }] : []
  })
  if (found.length * 2 < open.length) return
  for (const { draft, text, answer } of found) {
    draft.stem.splice(-1, 1, text)
    draft.answers.push(answer)
    const reason = `“${answer.text.trim()}” in brackets at the end of its text may be its answer`
    draft.doubts.push({ reason, label: bracketLabel })
  }
}

/** The draft with `(2 m)` at the end of one of its lines read as marks; undefined if the line is read otherwise. */
export function withShortMarks(draft: Draft, line: Line): Draft | undefined {
  const split = splitShortMarks(line) ?? splitBareMarks(line) ?? splitMarks(line)
  const lists = [draft.stem, draft.answers, ...draft.options.map(({ lines }) => lines)]
  if (!split || !lists.some((lines) => lines.includes(line))) return undefined
  const rest = trimLine(split.line)
  const kept = isBlank(rest) && rest.losses.length === 0 ? [] : [rest]
  const withLine = (lines: readonly Line[]) => lines.flatMap((one) => (one === line ? kept : [one]))
  return {
    ...draft,
    marks: split.marks,
    doubts: draft.doubts.map((doubt) =>
      doubt.marksOn === line ? { ...doubt, label: 'The number in brackets is its marks' } : doubt,
    ),
    stem: withLine(draft.stem),
    answers: withLine(draft.answers),
    options: draft.options.map((option) => ({ ...option, lines: withLine(option.lines) })),
  }
}

/** Asks about `[2 marks]` at the end of the last option, if no other option has marks. */
export function findLastMarks(drafts: readonly Draft[]) {
  for (const { marks, options, doubts } of drafts) {
    const marked = options.flatMap(({ lines }) => lines).filter((line) => splitMarks(line) !== undefined)
    const [line] = marked
    if (marks !== undefined || !line || marked.length > 1 || options.at(-1)?.lines.at(-1) !== line) continue
    doubts.push({
      marksOn: line,
      reason: `The marks at the end of its last option, “${line.text.slice(-40).trim()}”, may belong to the question`,
      label: 'The number in brackets is a part of the option',
    })
  }
}

/**
 * Takes `(2 m)` at the end of lines of questions' texts and typed answers as marks if most questions have it. Otherwise
 * the author decides whether it is the marks or belongs to the line, as a length does. The author also decides about a
 * number alone, such as `[2]`.
 */
export function findShortMarks(drafts: readonly Draft[]) {
  const found = drafts.flatMap((draft) => {
    const lists = draft.marks === undefined ? [draft.stem, ...(draft.options.length > 1 ? [] : [draft.answers])] : []
    const lines = lists.find((list) => list.some((line) => splitShortMarks(line) !== undefined)) ?? []
    const line = lines.find((one) => splitShortMarks(one) !== undefined)
    const split = line && splitShortMarks(line)
    return split ? [{ draft, lines, line, split }] : []
  })
  const others = drafts.filter(({ marks }) => marks === undefined).length
  const areMarks = found.length > 1 && found.length * 2 > others
  for (const { draft, lines, line, split } of found)
    if (areMarks) Object.assign(draft, withShortMarks(draft, line))
    else draft.doubts.push(marksDoubt(line, split.line, lines === draft.stem ? 'text' : 'answer'))
  for (const draft of drafts) {
    const line = draft.stem.at(-1)
    const split = line && splitBareMarks(line)
    // Without another answer, the number may be the answer.
    const hasAnswer = draft.options.length === 0 || draft.answers.length + draft.listed.length > 0
    const isOpen = draft.marks === undefined && !draft.doubts.some(({ marksOn }) => marksOn)
    if (split && hasAnswer && isOpen) draft.doubts.push(marksDoubt(line, split.line, 'text'))
  }
}

const marksDoubt = (line: Line, before: Line, place: 'text' | 'answer'): Doubt => ({
  marksOn: line,
  reason: `“${line.text.slice(before.text.length).trim()}” at the end of its ${place} may be its marks`,
  label: `The number in brackets is a part of its ${place}`,
})
