import { letters } from '#shared/bank/types/choice.rules.ts'
import { fieldNamed } from '#shared/tests/import/import.rules.ts'

/** Names of other programs for the fields of a question in JSON. */

type Item = Record<string, unknown>

const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase()
const isObject = (value: unknown): value is Item => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Fields that contain the number of an option and never its text. */
const indexNames: readonly string[] = [
  ...['correctanswerindex', 'correctindex', 'answerindex', 'correctoptionindex', 'correctidx', 'answeridx'],
]
const isNumber = (value: unknown) =>
  Number.isInteger(value) || (typeof value === 'string' && /^\s*\d{1,2}\s*$/.test(value))
const isIndex = (value: unknown) =>
  isNumber(value) || (Array.isArray(value) && value.length > 0 && value.every(isNumber))

/** Our field and its names elsewhere, which are read if the item does not have ours. */
const others: readonly (readonly [ours: string, names: readonly string[]])[] = [
  ['questionText', ['text', 'prompt', 'stem', 'questiontitle']],
  ['options', ['answers', 'choices', 'answeroptions']],
  ['correctAnswer', [...indexNames, 'correct']],
]

const hasField = (item: Item, ours: string) =>
  Object.entries(item).some(
    ([name, value]) =>
      value !== null &&
      (fieldNamed(name) === ours || plain(name) === ours.toLowerCase() || plain(name) === `${ours.toLowerCase()}s`),
  )

/** Renames the field with one of these names. A list or a text alone does not count as an answer. */
function renamed(item: Item, ours: string, names: readonly string[]): Item {
  const found = Object.keys(item).filter((name) => names.includes(plain(name)) && item[name] !== null)
  const [name] = found
  const value = name === undefined ? undefined : item[name]
  const fits =
    ours === 'options'
      ? Array.isArray(value)
      : ours === 'correctAnswer'
        ? Number.isInteger(value) || (indexNames.includes(plain(name ?? '')) && isIndex(value))
        : typeof value === 'string'
  if (name === undefined || found.length > 1 || !fits || hasField(item, ours)) return item
  return Object.fromEntries(Object.entries(item).map(([key, one]) => [key === name ? ours : key, one]))
}

/** True if an item's answer is an index. @param given with the names of the file */
export const hasIndex = (given: unknown): boolean =>
  isObject(given) &&
  !hasField(given, 'correctAnswer') &&
  Object.entries(given).some(([name, value]) => indexNames.includes(plain(name)) && isIndex(value))

const textNames: readonly string[] = [
  'text',
  'answer',
  'option',
  'value',
  'label',
  'content',
  'optiontext',
  'answertext',
]
const flagNames: readonly string[] = ['iscorrect', 'correct', 'isright', 'isanswer']

/** Options as `{text, isCorrect}`; null for others. */
function flagged(options: unknown) {
  if (!Array.isArray(options) || options.length < 2 || options.length > letters.length) return null
  const read = options.map((option) => {
    const entries = isObject(option) ? Object.entries(option) : []
    const texts = entries.filter(([name]) => textNames.includes(plain(name)))
    const flags = entries.filter(([name, value]) => flagNames.includes(plain(name)) && typeof value === 'boolean')
    const rest = entries.filter(
      (entry) => !texts.includes(entry) && !flags.includes(entry) && entry[1] !== null && entry[1] !== '',
    )
    return {
      text: texts[0]?.[1],
      isRight: flags[0]?.[1] === true,
      isSound: texts.length === 1 && flags.length === 1,
      rest,
    }
  })
  if (!read.every(({ text, isSound }) => isSound && typeof text === 'string')) return null
  const lost = new Set(read.flatMap(({ rest }) => rest.map(([name]) => name)).filter((name) => plain(name) !== 'id'))
  return {
    texts: Object.fromEntries(read.map(({ text }, at) => [letters[at], text])),
    right: letters.filter((_, at) => read[at]?.isRight),
    // Named as fields that are not kept.
    lost: Object.fromEntries([...lost].map((name) => [`options.${name}`, true])),
  }
}

/** An element of a list with our names, if each has one meaning. */
export function withOurNames(given: unknown): unknown {
  if (!isObject(given)) return given
  const item = others.reduce((one, [ours, names]) => renamed(one, ours, names), given)
  const name = Object.keys(item).find((key) => plain(key) === 'options')
  const found = name === undefined || hasField(item, 'correctAnswer') ? null : flagged(item[name])
  if (name === undefined || !found || found.right.length === 0) return item
  const key = found.right.length === 1 ? { correctAnswer: found.right[0] } : { correctAnswers: found.right }
  return { ...item, [name]: found.texts, ...key, ...found.lost }
}
