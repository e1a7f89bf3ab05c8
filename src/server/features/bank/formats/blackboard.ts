import { letters } from '#shared/bank/types/choice.rules.ts'
import { readCellNumber } from '#shared/tests/import/number.rules.ts'
import { type FoundItem, type ReadQuestion, refusedItem, titleOf, UnreadableItem } from './found.ts'
import { plainToMarkdown } from './html.ts'
import { completeItem } from './sheet-bank.ts'
import type { SheetLine } from './sheet-columns.ts'

/** Tab-delimited questions as Blackboard uploads them: no headings, and a type such as MC in the first cell. */

const readable = ['MC', 'MA', 'TF', 'ESS', 'ORD', 'MAT', 'FIB', 'FIL', 'NUM', 'SR'] as const
type Code = (typeof readable)[number]
const others = ['FIB_PLUS', 'JUMBLED_SENTENCE', 'OP', 'QUIZ_BOWL']

const codeOf = ({ cells }: SheetLine) => cells[0]?.trim() ?? ''
const isReadableCode = (code: string): code is Code => readable.some((one) => one === code)

/** True if every row begins with a type. */
export const isBlackboard = (lines: readonly SheetLine[]) =>
  lines.length > 0 && lines.every((line) => isReadableCode(codeOf(line)) || others.includes(codeOf(line)))

/** Cells in pairs, without empty ones at the end. */
function pairsOf(cells: readonly string[], what: string): [string, string][] {
  if (cells.length % 2 !== 0) throw new UnreadableItem(`Its last ${what} has no second cell`)
  return Array.from({ length: cells.length / 2 }, (_, at) => [cells[at * 2] ?? '', cells[at * 2 + 1] ?? ''])
}

const markdown = (text: string) => plainToMarkdown(text, true)
const needAnswers = (cells: readonly string[]) => {
  if (cells.length === 0) throw new UnreadableItem('The correct answer is missing')
}

async function choiceOf(code: 'MC' | 'MA', cells: readonly string[]) {
  const marked = pairsOf(cells, 'option')
  if (marked.length > letters.length) throw new UnreadableItem('There are more than ten options')
  const flags = marked.map(([, flag]) => flag.toLowerCase())
  if (flags.some((flag) => flag !== 'correct' && flag !== 'incorrect'))
    throw new UnreadableItem('After each option, there must be "correct" or "incorrect"')
  const texts = await Promise.all(marked.map(([text]) => markdown(text)))
  const options = Object.fromEntries(texts.map((text, place) => [letters[place], text]))
  const chosen = flags.flatMap((flag, place) => (flag === 'correct' ? [letters[place]] : []))
  if (code === 'MA') return { type: 'multiple', options, correctAnswers: chosen }
  if (chosen.length !== 1)
    throw new UnreadableItem(`${chosen.length} options are marked as correct, but the question asks for one`)
  return { type: 'single', options, correctAnswer: chosen[0] }
}

function numberIn(text: string | undefined, what: string): number {
  const value = readCellNumber(text ?? '')
  if (typeof value === 'string') throw new UnreadableItem(`The ${what} ${value}: "${(text ?? '').slice(0, 40)}"`)
  return value
}

async function fieldsOf(code: Code, cells: readonly string[]): Promise<Record<string, unknown>> {
  switch (code) {
    case 'MC':
    case 'MA':
      return choiceOf(code, cells)
    case 'TF': {
      if (!/^(?:true|false)$/i.test(cells[0] ?? ''))
        throw new UnreadableItem('The correct answer must be true or false')
      return { type: 'boolean', correctAnswer: cells[0]?.toLowerCase() === 'true' }
    }
    case 'ESS':
    case 'SR':
      return { type: 'essay', ...(cells.length > 0 && { explanation: await markdown(cells.join('\n')) }) }
    case 'FIL':
      return { type: 'essay', allowFiles: true }
    case 'ORD':
      return { type: 'ordering', items: await Promise.all(cells.map(markdown)) }
    case 'MAT': {
      const pairs = pairsOf(cells, 'pair')
      return {
        type: 'matching',
        pairs: await Promise.all(
          pairs.map(async ([left, right]) => ({ left: await markdown(left), right: await markdown(right) })),
        ),
      }
    }
    case 'FIB':
      needAnswers(cells)
      return { type: 'text', accepted: cells.map((text) => ({ value: text.replaceAll('*', '\\*') })) }
    case 'NUM': {
      const tolerance = cells.length > 1 ? numberIn(cells[1], 'tolerance') : 0
      return {
        type: 'numeric',
        correctValue: numberIn(cells[0], 'correct answer'),
        ...(tolerance !== 0 && { tolerance }),
      }
    }
  }
}

/** Reads rows for which `isBlackboard` is true. */
export async function* readBlackboard(lines: readonly SheetLine[]): AsyncGenerator<FoundItem> {
  for (const line of lines) {
    const code = codeOf(line)
    const [, text = '', ...rest] = line.cells.map((cell) => cell.trim())
    const item = { title: titleOf(text.slice(0, 500)) || `Row ${line.row}`, line: line.row }
    const cells = rest.slice(0, rest.findLastIndex((cell) => cell !== '') + 1)
    if (!isReadableCode(code)) {
      yield refusedItem(item, `Questions of the type ${code} cannot be imported`)
      continue
    }
    try {
      if (cells.includes('')) throw new UnreadableItem('A cell between the others is empty')
      const question = { questionText: await markdown(text), ...(await fieldsOf(code, cells)) }
      const reading = { label: '', question: question as unknown as ReadQuestion, losses: [] }
      yield completeItem(item, [reading], { category: [], about: {}, losses: [] })
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error
      yield refusedItem(item, error.message)
    }
  }
}
