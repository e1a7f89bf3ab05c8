import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import { type FoundItem, type Reading, type ReadQuestion, refusedItem } from './found.ts'

/** Checks what readers of text files return. */

const fieldNames: Record<string, string> = {
  questionText: 'The question text',
  explanation: 'The explanation',
  accepted: 'An accepted answer',
  pairs: 'A pair',
  distractors: 'A right side',
  gaps: 'A gap',
  tags: 'A tag',
  notes: 'The id',
}

/** Why a question cannot be stored; null if it can. */
function flawOf(question: ReadQuestion): string | null {
  const { error } = bankQuestionForm.safeParse({ subject: 'Technical', ...question })
  const [issue] = error?.issues ?? []
  if (!issue) return markerFlaw(question)
  const [field, part] = issue.path.map(String)
  const name = field === 'options' && part ? `Option ${part}` : (fieldNames[field ?? ''] ?? `Its ${field ?? 'content'}`)
  return `${name}: ${issue.message}`
}

/** An item whose readings can be stored; refused if one cannot. */
export function checkedItem(item: Omit<FoundItem, 'readings'>, readings: readonly Reading[]): FoundItem {
  const flaw = readings.map(({ question }) => flawOf(question)).find((one) => one !== null)
  return flaw ? refusedItem(item, flaw) : { ...item, readings }
}

const separators = /[,;\t|]/
const isHead = (cell: string) => /^\s*"?[\p{L}\p{N} _/()-]{0,40}"?\s*$/u.test(cell)

/** True for text that begins like XML, JSON or a CSV file with a header row. */
export function beginsLikeData(text: string): boolean {
  const start = text.replace(/^\ufeff?\s*/, '').slice(0, 20_000)
  if (/^<|^\[\s*[[{"\]]|^\{\s*["}]/.test(start)) return true
  const [head = '', row = ''] = start.split(/[\r\n]+/, 2)
  const cells = head.split(separators)
  const isRow = row.split(separators).length >= cells.length - 1 || row.startsWith('"')
  return cells.length > 2 && cells.every(isHead) && isRow
}
