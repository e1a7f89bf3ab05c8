import { letters } from '#shared/bank/types/choice.rules.ts'
import { difficulties } from '#shared/tests/kinds.rules.ts'
import { type FoundItem, type ReadQuestion, readItem, refusedItem, titleOf } from './found.ts'
import { parseHtml } from './html.ts'
import { escapeMarkdown } from './markdown.ts'
import { isElement } from './xml.ts'

/** Questions of trivia databases: the right and wrong answers are in separate fields, and the options have no order. */

interface Trivia {
  question: string
  correct: string
  incorrect: string[]
  category: string
  difficulty: string
  type: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi
/** Texts of Open Trivia DB contain HTML entities, such as `&quot;`, and no tags. */
const decoded = (text: string) =>
  text.replace(entity, (code) => {
    const [node] = parseHtml(code)
    return node !== undefined && !isElement(node) ? node : code
  })

/** The list of questions in a file of Open Trivia DB; null if it is something else. */
export const triviaList = (parsed: unknown): unknown[] | null =>
  isObject(parsed) && Array.isArray(parsed.results) && parsed.results.some((one) => triviaOf(one) !== null)
    ? parsed.results
    : null

function triviaOf(item: unknown): Trivia | null {
  if (!isObject(item)) return null
  const { question, correct_answer: correct, incorrect_answers: incorrect } = item
  if (typeof question !== 'string' || typeof correct !== 'string' || !Array.isArray(incorrect)) return null
  if (!incorrect.every((one) => typeof one === 'string')) return null
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    ...{ question, correct, incorrect: incorrect as string[], type: text(item.type) },
    ...{ category: text(item.category), difficulty: text(item.difficulty) },
  }
}

const known = new Set(['type', 'difficulty', 'category', 'question', 'correct_answer', 'incorrect_answers'])

/** Reads an item; null if it is not of this kind. @param line its position in the list, from 1 */
export function readTrivia(item: unknown, line: number): FoundItem | null {
  const found = triviaOf(item)
  if (!found) return null
  const { question, correct, incorrect, type } = found
  const category = decoded(found.category).trim()
  const place = { title: titleOf(decoded(question).slice(0, 500)), line, category: category === '' ? [] : [category] }
  const isEncoded = /^\S*%[\dA-F]{2}\S*$/i.test(question) || !['', 'multiple', 'boolean'].includes(type)
  if (isEncoded) return refusedItem(place, 'Its texts are encoded. Download the questions with the default encoding.')
  const level = difficulties.find((one) => one.toLowerCase() === found.difficulty.toLowerCase())
  const losses = [
    ...(found.difficulty !== '' && !level ? [`The difficulty "${found.difficulty.slice(0, 40)}" is not kept`] : []),
    ...Object.keys(item as object)
      .filter((name) => !known.has(name))
      .map((name) => `The field "${name.slice(0, 40)}" is not kept`),
  ]
  const about = { questionText: escapeMarkdown(decoded(question)), ...(level && { difficulty: level }) }
  const all = [correct, ...incorrect]
  const isBoolean = type !== 'multiple' && all.length === 2 && all.toSorted().join() === 'False,True'
  const fields = isBoolean ? { type: 'boolean', correctAnswer: correct === 'True' } : optionsOf(all)
  if (typeof fields === 'string') return refusedItem(place, fields)
  return readItem(place, { ...about, ...fields } as unknown as ReadQuestion, losses)
}

/** Options in the order of their texts, which does not give the answer away; the first is right. */
function optionsOf(all: readonly string[]): object | string {
  const texts = all.map((text) => decoded(text).trim())
  if (texts.length < 2 || texts.length > letters.length)
    return `It has ${texts.length === 1 ? 'one answer' : `${texts.length} answers`}, but a question needs 2 to 10 options.`
  if (texts.includes('')) return 'One of its answers is empty. Write it, or delete it.'
  const [right] = texts
  const sorted = texts.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return {
    type: 'single',
    options: Object.fromEntries(sorted.map((text, at) => [letters[at], escapeMarkdown(text)])),
    correctAnswer: letters[sorted.indexOf(right ?? '')],
  }
}
