import { letters } from '#shared/bank/types/choice.rules.ts'
import { fieldNamed } from '#shared/tests/import/import.rules.ts'
import type { FoundItem } from './found.ts'
import { columnsOf } from './sheet-columns.ts'
import { readForeignRow } from './sheet-foreign.ts'

/** Items of JSON files without a type that do not have four options and one answer, as imports into tests need. */

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))

const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase()
const listNames: readonly string[] = ['options', 'choices', 'answeroptions']
const optionKey = /^(?:option)?([a-j])$|^option(\d{1,2})$/

/** The place of an option's key, such as `B`, `option_b` or `option2`; undefined for other keys. */
function placeOf(key: string): number | undefined {
  const [, letter, digits] = optionKey.exec(plain(key)) ?? []
  const place = letter ? letter.charCodeAt(0) - 97 : Number(digits) - 1
  return letters[place] ? place : undefined
}

/** The texts of the options, from A; null if some are missing or no texts. */
function optionsOf(item: Record<string, unknown>): string[] | null {
  const given = Object.entries(item).filter(([, value]) => value !== null && value !== '')
  const lists = given.filter(([key]) => listNames.includes(plain(key))).map(([, value]) => value)
  const single = given.filter(([key]) => placeOf(key) !== undefined)
  if (lists.length + (single.length > 0 ? 1 : 0) !== 1) return null
  const [list] = lists
  if (list !== undefined && (typeof list !== 'object' || list === null)) return null
  const placed: (readonly [number | undefined, unknown])[] = Array.isArray(list)
    ? list.map((value, place) => [place, value])
    : Object.entries(list ?? Object.fromEntries(single))
        .filter(([, value]) => value !== null && value !== '')
        .map(([key, value]) => [placeOf(key), value])
  const texts: string[] = []
  for (const [place, value] of placed) {
    if (place === undefined || texts[place] !== undefined || !isText(value) || String(value).trim() === '') return null
    texts[place] = String(value)
  }
  const isWhole = texts.length >= 2 && texts.length <= letters.length && !texts.includes(undefined as never)
  return isWhole && Object.keys(texts).length === texts.length ? texts : null
}

/** The answer as written, one per line; null if it is none. */
const answerOf = (value: unknown): string | null => {
  const all = Array.isArray(value) ? value : [value]
  return all.length > 0 && all.length <= letters.length && all.every(isText) ? all.map(String).join('\n') : null
}

/**
 * Reads an item with 2 to 10 options, or with several answers. Numbers may count from 0 or 1, so they are no answers.
 * @returns null if this is something else, so that another reason applies
 */
export async function readJsonChoice(item: unknown): Promise<Pick<FoundItem, 'readings' | 'reason'> | null> {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return null
  const given = item as Record<string, unknown>
  const options = optionsOf(given)
  const fields = new Map(Object.entries(given).map(([name, value]) => [fieldNamed(name), value]))
  const answer = answerOf(given.correctAnswers ?? fields.get('correctAnswer'))
  const [text, marks, explanation] = [fields.get('questionText'), fields.get('marks'), fields.get('explanation')]
  if (!options || answer === null || typeof text !== 'string') return null
  if (options.length === 4 && !answer.includes('\n') && !/[,;&|]|\band\b|^[A-D]{2,4}$/i.test(answer)) return null
  if (/^[\d\s]+$/.test(answer) && !options.some((option) => option.trim() === answer.trim()))
    return { readings: [], reason: 'Write its answer as a letter, because numbers may count from 0 or from 1.' }
  const cells = [text, answer, isText(marks) ? String(marks) : '', typeof explanation === 'string' ? explanation : '']
  const head = ['questionText', 'correctAnswer', 'marks', 'explanation', ...letters.slice(0, options.length)]
  const line = { row: 1, cells: [...cells, ...options] }
  const { readings, reason, byNumber } = await readForeignRow(columnsOf(head), line, {
    program: 'other',
    isMarkdown: true,
  })
  if (byNumber)
    return { readings: [], reason: 'Write its answer as a letter, because numbers may count from 0 or from 1.' }
  return { readings, ...(reason && { reason }) }
}
