import { anyOf, asciiDigits, devanagariHeadings, latinSigns, seriesOf } from './devanagari.ts'
import { type Line, sliceLine, trimLine } from './docx-lines.ts'

/** Recognises what the lines of a question begin with: numbers, letters, and words such as `Answer:`. */

/** Labels are searched for in this many characters of a line, which bounds the time that patterns take. */
const head = 80
const headOf = (text: string) => text.slice(0, head)

/** A label and the text after it. */
export interface Labelled {
  line: Line
  /** Labels of one list have the same style. */
  style: string
}

const worded = /^\s{0,9}\(?(?:question|ques|qn|que|q)\s?[.:#-]?\s?(?:no\.?\s?)?(\d{1,4})(?![\d%°])\s?[.):\]–-]*\s*/i
const devanagariWorded = new RegExp(
  `^\\s{0,9}\\(?(?:${anyOf(devanagariHeadings.question)}|प्र\\.)\\s?(?:संख्या|क्रमांक|नं\\.?|न\\.|नम्बर)?\\s?(\\d{1,4})\\s{0,9}(?:[.):\\]ः।–-]{1,2}\\s{0,9}|$)`,
)
const numbered = /^\s{0,9}([([]?)(\d{1,4})\s?([.)\]:]{1,2}|(?=\t))(?!\d)\s*/

export interface Numbered extends Labelled {
  number: number
  /** The list, if Word made the number. */
  list?: string | undefined
}

/** A line that begins with a number, as questions do. */
export function numberedLine(line: Line): Numbered | undefined {
  if (line.table || line.isBullet || line.isProse) return undefined
  const list = line.listLevel === undefined ? '' : `list ${line.listLevel} `
  const start = asciiDigits(headOf(line.text))
  const word = worded.exec(start) ?? devanagariWorded.exec(start)
  if (word) return { line: rest(line, word[0]), number: Number(word[1]), style: 'word' }
  const found = numbered.exec(start)
  const one = found && line.text.slice(0, found[0].length).includes(found[2] ?? '') ? '1' : '१'
  return found
    ? {
        line: rest(line, found[0]),
        number: Number(found[2]),
        list: line.list,
        style: `${list}${found[1]}${one}${found[3]}`,
      }
    : undefined
}

const bare = /^\s{0,9}\(?q\s?(\d{1,4}) {1,9}(?=[^\s.):\]–-])/i

/**
 * Marks lines in which `Q1` is a name, as in `Q1 in a box plot is …`. Without punctuation after it, it is a question's
 * number only next to its neighbour. Consecutive lines are a list if the questions have numbers of another kind.
 */
export function withNames(lines: readonly Line[]): Line[] {
  const found = lines.map(numberedLine)
  const words = found.map((label, at) => ({ number: label?.style === 'word' ? label.number : -1, at }))
  const places = Map.groupBy(words, ({ number }) => number)
  const hasOthers = found.some((label) => label && label.style !== 'word')
  return lines.map((line, at) => {
    const [, digits] = bare.exec(headOf(line.text)) ?? []
    if (digits === undefined) return line
    const isNumber = [Number(digits) - 1, Number(digits) + 1].some(
      (number) => number >= 0 && places.get(number)?.some((other) => !hasOthers || Math.abs(other.at - at) > 1),
    )
    return isNumber ? line : { ...line, isProse: true }
  })
}

const rest = (line: Line, label: string): Line => ({ ...sliceLine(line, label.length), listLevel: undefined })

const lettered =
  /^\s{0,9}([*✓✔√☑☒☐■□]?)\s?(?:\(([A-Ja-j])\)|\[([A-Ja-j])\]|([A-Ja-j])\s?([.):\]])(?![.:)\]]|\w\.)|([A-J])\s([–-])(?=\s))\s*/

export interface Option extends Labelled {
  /** In capitals. */
  letter: string
  /** A character before the label, such as `*` or `✓`. */
  sign: string
}

/** A line that begins with a letter, as options do. */
export function optionLine(line: Line): Option | undefined {
  if (line.table || line.isBullet) return undefined
  const found = lettered.exec(latinSigns(headOf(line.text)))
  if (!found) return undefined
  const [label, sign = '', round, square, letter, punctuation, dashed, dash] = found
  const given = round ?? square ?? letter ?? dashed ?? ''
  const shape = round ? '()' : square ? '[]' : (punctuation ?? dash ?? '')
  const [own = given] = line.text.slice(0, label.length).match(/[\u0904-\u0939]/) ?? []
  const first = seriesOf(own) || (given === given.toUpperCase() ? 'A' : 'a')
  return { line: rest(line, label), letter: given.toUpperCase(), sign, style: `${first}${shape}` }
}

/** The separator of options on one line: wide space, or a single one. */
const between = /(\t\s*| {2,}|\u00a0{2,}|[ \u00a0])(?=[*✓✔√☑☒☐]?\s?[([]?[A-Ja-j]\s?[.):\]])/g

export interface Cut {
  from: number
  option: Option
  isWide: boolean
}

/**
 * The positions in a line where the options with letters begin.
 * @param style of the options; undefined to find the first one
 */
export function cutsOf(line: Line, after: string, style: string | undefined): Cut[] {
  const cuts: Cut[] = []
  let next = String.fromCharCode(after.charCodeAt(0) + 1)
  let known = style
  for (const found of latinSigns(line.text.slice(0, 10_000)).matchAll(between)) {
    const from = found.index + (found[1]?.length ?? 0)
    const option = optionLine(sliceLine(line, from, from + head))
    if (option?.letter !== next || (known !== undefined && option.style !== known)) continue
    known = option.style
    cuts.push({ from, option: { ...option, line }, isWide: found[1] !== ' ' && found[1] !== '\u00a0' })
    next = String.fromCharCode(next.charCodeAt(0) + 1)
  }
  return cuts
}

const numberBetween = /(\t\s*| {2,}|\u00a0{2,}|[ \u00a0])(\(([1-9])\)|([1-9])\)(?=\s))\s?/g

/**
 * The positions in a line where the options with numbers begin: `(1) … (2) …`, or `1)` after a wide space.
 * @param after the number before them
 */
export function numberCuts(line: Line, after: number): { from: number; to: number; style: string }[] {
  const cuts: { from: number; to: number; style: string }[] = []
  for (const found of asciiDigits(line.text.slice(0, 10_000)).matchAll(numberBetween)) {
    const [whole, space = '', , round, bare] = found
    const isWide = space !== ' ' && space !== '\u00a0'
    const style = round === undefined ? '1)' : '(1)'
    const isNext = Number(round ?? bare) === after + cuts.length + 1
    if (!isNext || (round === undefined && !isWide) || (cuts[0] && cuts[0].style !== style)) continue
    cuts.push({ from: found.index + space.length, to: found.index + whole.length, style })
  }
  return cuts
}

const end = String.raw`(?:\s?\(s\))?(?:\s(?:no|number|option|choice)s?\b\.?)?\s{0,9}`
/** In Nepali, `ः` is typed for a colon. */
const sign = String.raw`[.:ः–-]{1,2}\s{0,9}`
/** `Ans (b)` and `Answer B` need no punctuation. */
const answerSign = String.raw`|(?:is|are)\b\s{0,9}[:–-]?\s{0,9}|(?=[\[(]\s?[A-Ja-j1-9]\s?[\])])|(?=[A-J](?:$|[\s,.)]))`
/** In French, Spanish, Portuguese, German and Italian. */
const otherAnswers = String.raw`r[ée]ponse(?:\s(?:correcte|exacte))?|respuesta(?:\scorrecta)?|resposta(?:\s(?:correta|certa))?|(?:richtige\s)?antwort|risposta(?:\s(?:corretta|esatta))?`
const devanagariAnswers = anyOf(devanagariHeadings.correct)
const words = {
  answer: String.raw`(?:the\s)?(?:(?:correct|right)\s(?:answer|ans|option|choice)|answer|ans|key|answer\skey|${otherAnswers}|${devanagariAnswers})s?`,
  explanation: String.raw`(?:detailed\s)?(?:explanation|expl?|exp|solution|sol|soln|reason|rationale|justification|feedback|${anyOf(devanagariHeadings.explanation)})s?`,
  hint: '(?:hints?|संकेत)',
  marks: String.raw`(?:max(?:imum|\.)?\s|positive\s)?(?:marks?|points?|score|weightage|${anyOf(devanagariHeadings.marks)})`,
  penalty: String.raw`(?:negative\s(?:marks?|marking)|penalty|minus\smarks?)`,
  difficulty: String.raw`(?:difficulty(?:\slevel)?|level(?:\sof\sdifficulty)?|${anyOf(devanagariHeadings.difficulty)})`,
  topic: String.raw`(?:topic|chapter|sub-?topic|unit|${anyOf(devanagariHeadings.level)})(?:\sname)?`,
  tags: '(?:tags?|keywords?)',
  type: String.raw`(?:question\s)?type`,
} as const
export type Word = keyof typeof words

const patterns = Object.entries(words).map(
  ([word, pattern]) =>
    [
      word as Word,
      new RegExp(`^\\s{0,9}[\\[(]?\\s?${pattern}${end}(?:${sign}${word === 'answer' ? answerSign : ''})`, 'i'),
    ] as const,
)

/** A line such as `Answer: B` or `[Marks: 2]`, and its value. */
export function wordedLine(line: Line): { word: Word; line: Line } | undefined {
  if (line.table) return undefined
  // Word's own labels may come before it: `• Answer: B`.
  const skipped = line.listLevel === undefined ? 0 : line.text.indexOf('\t') + 1
  const text = line.text.slice(skipped)
  for (const [word, pattern] of patterns) {
    const found = pattern.exec(latinSigns(headOf(text)))
    if (!found) continue
    const isBracketed = /^\s*[[(]\s?[a-z]/i.test(found[0])
    const value = trimLine({ ...sliceLine(line, skipped + found[0].length), listLevel: undefined })
    const hasEnd = isBracketed && /[\])]$/.test(value.text)
    return { word, line: hasEnd ? sliceLine(value, 0, value.text.length - 1) : value }
  }
  return undefined
}

const inlineAnswer = new RegExp(
  String.raw`(?:\s{2}|\t|\s?[[(])\s?(?:(?:correct\s)?(?:answer|ans)|${devanagariAnswers})(?:\s?[.:ः–-]{1,2}\s?|\s(?=[A-Ja-j]\s?[\])]))([^\s[\]()][^[\]()]{0,40}|[[(][A-Ja-j][\])])\s?[\])]?\s{0,9}$`,
  'i',
)

/** Splits an answer from the end of a line: `… (Ans: B)`. */
export function splitAnswer(line: Line): { line: Line; answer: Line } | undefined {
  if (line.table) return undefined
  const start = Math.max(0, line.text.length - head)
  const found = inlineAnswer.exec(latinSigns(line.text.slice(start)))
  if (!found || start + found.index === 0) return undefined
  const value = found[1] ?? ''
  const from = start + found.index + found[0].lastIndexOf(value)
  return { line: sliceLine(line, 0, start + found.index), answer: trimLine(sliceLine(line, from, from + value.length)) }
}

/** Also with negative marks: `[2 marks, -0.5]`. */
const inlineMarks =
  /[[({]\s?(?:max\.?\s)?((?:\d{1,3}(?:\.\d{1,4})?|½|1½)\s?(?:marks?|points?|pts?|अंक|अङ्क)\.?(?:\s?[,;/|]\s?[-−–]\s?\d{1,3}(?:\.\d{1,4})?)?)\s?[\])}]\s{0,9}$/i
const capitalMarks = /\[\s?(\d{1,3}(?:\.\d{1,4})?)M\s?\]\s{0,9}$/
/** `m` may also mean metres, and `M` molar. */
const shortMarks = /[[({]\s?(?:max\.?\s)?(\d{1,3}(?:\.\d{1,4})?|½|1½)\s?m\.?\s?[\])}]\s{0,9}$/i
const inlineMarksFirst = /[[({]\s?(?:marks?|points?)\s?[:=-]?\s?(\d{1,3}(?:\.\d{1,4})?)\s?[\])}]\s{0,9}$/i

const marksAtStart = /^\s{0,9}[[({]\s?(\d{1,3}(?:\.\d{1,4})?|½|1½)\s?(?:marks?|points?|pts?)\.?\s?[\])}]\s{1,9}(?=\S)/i

/** Marks for a right and a wrong answer. */
const signedMarks =
  /[[({]\s?(\+\s?\d{1,3}(?:\.\d{1,4})?\s?[,;/|]\s?(?:[-−–]\s?\d{1,3}(?:\.\d{1,4})?|0))\s?[\])}]\s{0,9}$/
/** Splits what may be marks from the end of a line: `… (2 m)`, `… (+4, -1)`. */
export const splitShortMarks = (line: Line) => (line.table ? undefined : marksAtEnd(line, [shortMarks, signedMarks]))

/** A number after a space. After some words, it is the number of something else. */
const bareMarks =
  /(?<=\s)(?<!\b(?:and|eqn?\.?|equations?|figs?\.?|figures?|from|in|lines?|of|or|parts?|ref\.?|statements?|steps?|tables?|to)\s{1,3})[[({]\s?(\d{1,2}(?:\.\d{1,2})?(?:\s?[,;/|]\s?[-−–]\s?\d{1,2}(?:\.\d{1,4})?)?)\s?[\])}]\s{0,9}$/i
/** Splits a number that may be marks from the end of a line: `… [2]`. */
export const splitBareMarks = (line: Line) => (line.table ? undefined : marksAtEnd(line, [bareMarks]))

function marksAtEnd(line: Line, patterns: readonly RegExp[]): { line: Line; marks: string } | undefined {
  const start = Math.max(0, line.text.length - 40)
  const tail = asciiDigits(line.text.slice(start))
  const found = patterns.map((pattern) => pattern.exec(tail)).find((one) => one !== null)
  return found && { line: sliceLine(line, 0, start + found.index), marks: found[1] ?? '' }
}

/** Splits the marks from the end or the beginning of a line: `… [2 marks]`. */
export function splitMarks(line: Line): { line: Line; marks: string } | undefined {
  if (line.table) return undefined
  const last = marksAtEnd(line, [inlineMarks, inlineMarksFirst, capitalMarks])
  if (last) return last
  const first = marksAtStart.exec(headOf(line.text))
  return first ? { line: sliceLine(line, first[0].length), marks: first[1] ?? '' } : undefined
}

const passage =
  /^\s{0,9}[[(]?(?:read|study|refer|consider|observe|directions?|instructions?|comprehension|passage|the following|based on|questions?|q\.?)\b.{0,300}?(?:questions?|q\.?|nos?\.?|items?|directions?|\()\s{0,3}(?:nos?\.?|numbers?|numbered|from)?\s{0,3}[([]?(\d{1,4})\s?(?:to|–|-|—|and|&|through)\s?(\d{1,4})\b/i

/** The numbers of the questions that a passage belongs to. */
export function passageRange(text: string): { from: number; to: number } | undefined {
  const found = passage.exec(text.slice(0, 400))
  if (!found) return undefined
  const [from, to] = [Number(found[1]), Number(found[2])]
  return from < to && to - from < 50 ? { from, to } : undefined
}

/** True for a line that announces a list of answers. */
export const isKeyTitle = (text: string): boolean =>
  /^\s{0,9}(?:\W\s?)?(?:answer\s?keys?|answers?|keys?|key\s?answers?|answers?\s?(?:and|&|with|\+)\s?(?:solutions?|explanations?)|(?:list of )?(?:correct )?answers|(?:सही\s?)?उत्तर(?:हरू|हरु|माला|\s?कुंजी|\s?कुञ्जी|कुञ्जिका)|answer\s?sheet|solutions?|(?:answer\s)?key(?: to)?(?:.{0,30}questions)?)\s?(?:[:.–-]{0,2})\s{0,9}$/i.test(
    text.slice(0, head),
  ) && text.length < head

/** True for a line such as `Section B` or `Part II: Physics`. */
export const isSectionTitle = (text: string): boolean =>
  text.length < 200 &&
  /^\s{0,9}(?:section|part|unit|chapter|module|directions?|instructions?|note|multiple choice|choose the|answer (?:the|all|any)|fill in the|state (?:whether|true)|tick the|time|max(?:imum|\.)? marks?)\b|^\s{0,9}(?:खण्ड|खंड|समूह|भाग|निर्देश|निर्देशन)(?![\p{L}\p{M}])/iu.test(
    text,
  )
