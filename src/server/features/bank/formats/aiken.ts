import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import { beginsLikeData, checkedItem } from './checked.ts'
import { anyOf, devanagariHeadings, latinSigns, seriesOf } from './devanagari.ts'
import { type FoundItem, refusedItem, titleOf, UnreadableFile, UnreadableItem } from './found.ts'
import { plainToMarkdown } from './html.ts'
import { Lines } from './lines.ts'

/** Reads Aiken: plain text with lettered options and a line `ANSWER: B`. */

const maxText = 20_000

interface AikenOption {
  letter: string
  /** As of `seriesOf`: '' for Latin letters. */
  series: string
  text: string
}

/** A question while its lines are read. */
class Item {
  readonly line: number
  readonly text: string[] = []
  readonly options: AikenOption[] = []
  readonly explanation: string[] = []
  answer: { value: string; line: number } | undefined
  flaw: string | undefined

  constructor(line: number) {
    this.line = line
  }
}

/** An abbreviation such as `A.D.` is not an option. */
const optionLine = /^([a-z])[.)](?![a-z]\.)\s*(.*)$/i
const answerLine = new RegExp(
  String.raw`^(?:answer|${anyOf(devanagariHeadings.correct)})(?:\s*[:=：ः]\s*(.*)|\s+([a-z\u0904-\u0939])[.)]?)$`,
  'i',
)
const explanationLine = new RegExp(
  String.raw`^(?:explanation|feedback|rationale|solution|${anyOf(devanagariHeadings.explanation)})\s*[:：ः]\s*(.*)$`,
  'i',
)
const letterCode = 'A'.charCodeAt(0)
const letterAt = (place: number) => String.fromCharCode(letterCode + place)

/** The option in a line; null for other lines. The first option has the letter A. */
function optionIn(text: string, { options }: Pick<Item, 'options'>): AikenOption | null {
  const [, sign = '', option = ''] = optionLine.exec(latinSigns(text.slice(0, 10)) + text.slice(10)) ?? []
  const letter = sign.toUpperCase()
  if (letter === '' || (options.length === 0 && letter !== 'A')) return null
  const series = seriesOf(text.charAt(0))
  if (options[0] && options[0].series !== series) return null
  return { letter, series, text: text.slice(text.length - option.length) }
}

function addOption(item: Item, option: AikenOption, line: number) {
  const { letter } = option
  const expected = letterAt(item.options.length)
  if (item.options.some((other) => other.letter === letter))
    item.flaw ??= `Option ${letter} occurs again on line ${line}. Is the ANSWER line before it missing?`
  else if (letter !== expected)
    item.flaw ??= `Line ${line} has option ${letter}, but option ${expected} comes next. Letter the options in order`
  item.options.push(option)
}

/** An explanation being read. The lines below its first may belong to the next question. */
interface OpenExplanation {
  item: Item
  line: number
  /** Below its first line. */
  below: { text: string; number: number }[]
}

/** Ends an explanation at an empty line. */
const endExplanation = ({ item, below }: OpenExplanation) => item.explanation.push(...below.map(({ text }) => text))

/** Ends an explanation at an option or answer, which belongs to the question in the line before. */
function questionBelow({ item: explained, line, below }: OpenExplanation, number: number): Item {
  const item = new Item(below[0]?.number ?? number)
  item.text.push(...below.map(({ text }) => text))
  if (below.length !== 1)
    explained.flaw =
      item.flaw = `It is unclear where the explanation on line ${line} ends. Leave an empty line between it and the next question`
  return item
}

/** Splits a file into questions. A question ends at its answer and explanation, or where another begins. */
function* itemsOf(file: string): Generator<Item> {
  const lines = new Lines(file)
  let item: Item | undefined
  let answered: Item | undefined
  let explained: OpenExplanation | undefined
  let isAfterBlank = false
  for (let line = lines.next(); line; line = lines.next()) {
    const text = line.text.trim()
    if (text === '') {
      isAfterBlank = true
      if (item && item.options.length === 0) item.text.push('')
      if (explained) endExplanation(explained)
      explained = undefined
      continue
    }
    const { number } = line
    const answer = answerLine.exec(text)
    const explanation = item ? null : explanationLine.exec(text)
    if (answered && explanation && !explained) {
      answered.explanation.push(explanation[1] ?? '')
      explained = { item: answered, line: number, below: [] }
      isAfterBlank = false
      continue
    }
    if (explained && !answer && !optionIn(text, { options: [] })) {
      explained.below.push({ text, number })
      continue
    }
    if (explained) item = questionBelow(explained, number)
    if (answered) yield answered
    answered = explained = undefined
    if (answer) {
      item ??= new Item(number)
      item.answer = { value: (answer[1] ?? answer[2] ?? '').trim(), line: number }
      answered = item
      item = undefined
    } else {
      // After an empty line, only the next option continues a question.
      if (
        item &&
        item.options.length > 0 &&
        isAfterBlank &&
        optionIn(text, item)?.letter !== letterAt(item.options.length)
      ) {
        yield item
        item = undefined
      }
      item ??= new Item(number)
      const option = optionIn(text, item)
      if (option) addOption(item, option, number)
      else if (item.options.length === 0) item.text.push(text)
      else item.flaw ??= `Line ${number} is neither an option nor the answer. Write each option on one line`
    }
    isAfterBlank = false
  }
  if (explained) endExplanation(explained)
  if (answered) yield answered
  if (item) yield item
}

/** The letter of the right option, and whether it is one of those that the options have. @throws UnreadableItem */
function rightLetter({ answer, options }: Item): { letter: Letter; isOwn: boolean } {
  if (!answer) throw new UnreadableItem('It has no ANSWER line after its options. Add one, such as ANSWER: B')
  const where = `The ANSWER on line ${answer.line}`
  if (answer.value === '') throw new UnreadableItem(`${where} names no option`)
  const [, sign = '', text = ''] =
    /^([a-z])(?:[.)]\s*(.*))?$/i.exec(`${latinSigns(answer.value.slice(0, 3))}${answer.value.slice(3)}`) ?? []
  const series = seriesOf(answer.value.charAt(0))
  const isOwn = series === options[0]?.series
  const letter = isOwn || series === '' ? sign.toUpperCase() : ''
  const option = options.find((one) => one.letter === letter)
  if (letter === '' || (text !== '' && text !== option?.text))
    throw new UnreadableItem(`${where} must be the letter of one option, not “${answer.value.slice(0, 60)}”`)
  if (!option)
    throw new UnreadableItem(`${where} is ${letter}, but the options are A to ${letterAt(options.length - 1)}`)
  return { letter: letter as Letter, isOwn }
}

async function readingOf(item: Item) {
  const text = item.text.join('\n').trim()
  if (text === '' && !item.flaw) throw new UnreadableItem('There is no question text before its options')
  if (item.options.length === 0) throw new UnreadableItem('It has no options. Begin them with A. or A)')
  if (item.flaw) throw new UnreadableItem(item.flaw)
  if (item.options.length < 2) throw new UnreadableItem('It has only one option; at least 2 are needed')
  if (item.options.length > letters.length)
    throw new UnreadableItem(`It has ${item.options.length} options; at most ${letters.length} are allowed`)
  const { letter: correctAnswer, isOwn } = rightLetter(item)
  if (
    [text, ...item.options.map((option) => option.text), item.explanation.join('\n')].some(
      ({ length }) => length > maxText,
    )
  )
    throw new UnreadableItem(`A text is longer than ${maxText.toLocaleString('en')} characters`)
  const options: [string, string][] = []
  for (const { letter, text: option } of item.options) {
    if (option === '') throw new UnreadableItem(`Option ${letter} has no text`)
    options.push([letter, await plainToMarkdown(option, true)])
  }
  const questionText = await plainToMarkdown(text.replace(/\n{3,}/g, '\n\n'), true)
  const explanation = await plainToMarkdown(item.explanation.join('\n').trim(), true)
  const question = {
    questionText,
    options: Object.fromEntries(options),
    correctAnswer,
    ...(explanation !== '' && { explanation }),
  }
  return { label: isOwn ? '' : `Option ${correctAnswer} is correct`, question, losses: [] }
}

/**
 * Reads an Aiken file question by question.
 *
 * @throws UnreadableFile if it has no questions
 */
export async function* readAiken(text: string): AsyncGenerator<FoundItem> {
  let items = 0
  for (const item of itemsOf(text.replace(/^\ufeff/, ''))) {
    items++
    const first = item.text[0] ?? item.options[0]?.text ?? `Line ${item.line}`
    const found = { title: titleOf(first.slice(0, 1_000)), line: item.line, category: [] }
    try {
      const reading = await readingOf(item)
      // A Latin letter may be the place of an option, or a mistake.
      const reason = 'The ANSWER has a Latin letter, but the options have other letters'
      yield checkedItem({ ...found, ...(reading.label !== '' && { reason }) }, [reading])
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error
      yield refusedItem(found, error.message)
    }
  }
  if (items === 0)
    throw new UnreadableFile(
      'This file has no questions. Write options such as A. and B. below each, and a line such as ANSWER: B',
    )
}

/** True if the beginning of a text file has options A and B with an answer after them. */
export function looksLikeAiken(text: string): boolean {
  const start = text.slice(0, 100_000)
  if (beginsLikeData(start)) return false
  for (const { answer, options } of itemsOf(start))
    if (answer && options[0]?.letter === 'A' && options[1]?.letter === 'B') return true
  return false
}
