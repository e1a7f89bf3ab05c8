import { letters } from '#shared/bank/types/choice.rules.ts'
import { typeNamed } from '#shared/tests/import/typed.rules.ts'
import { type Reading, UnreadableItem } from './found.ts'
import { startLabel, startsOf, textLabel } from './option-numbers.ts'
import { type Numbers, numbersIn } from './sheet-answers.ts'
import {
  type Columns,
  cellOf,
  isIndexed,
  isTemplate,
  optionColumns,
  optionsIn,
  type SheetLine,
} from './sheet-columns.ts'
import { foreignType } from './sheet-types.ts'

/** Rows of sheets whose answers are numbers of options. Each is read with letters instead, from 1 and from 0. */

export interface RowMeaning {
  readings: Reading[]
  reason?: string | undefined
}

const typesWithOptions: readonly unknown[] = ['single', 'multiple', 'boolean', 'ordering', null]

function numbersOf(columns: Columns, line: SheetLine): Numbers | null {
  const type = cellOf(columns, line, 'type')
  const answer = cellOf(columns, line, 'correct')
  if (!typesWithOptions.includes(foreignType(type) ?? typeNamed(type))) return null
  try {
    const options = optionsIn(columns, line)
    return options.length < 2 ? null : numbersIn(answer, options, isIndexed(columns))
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error
    // Its row is refused, but may still show where the numbers begin.
    const found = numbersIn(answer, [])
    return found && { ...found, count: Number.NaN }
  }
}

/** The row with letters instead of numbers; unchanged if a number is not one of its options. */
function lettered(columns: Columns, line: SheetLine, { values, count }: Numbers, start: 0 | 1): SheetLine {
  const places = values.map((value) => value - start)
  if (!isIndexed(columns) && places.some((place) => !(place >= 0 && place < count))) return line
  const at = columns.all.find(({ role }) => role === 'correct')?.at
  // An index that names no option must not be read as an option's text.
  const answer = places.map((place) => `Option ${letters[place] ?? place + 1}`).join(', ')
  return { ...line, cells: line.cells.map((cell, place) => (place === at ? answer : cell)) }
}

/** True for a sheet whose headings say that its answers count from 1, such as `Option 1` or `Answer (1-4)`. */
const countsFromOne = (columns: Columns) =>
  isTemplate(columns) ||
  // Programs that write an index count from 0 even beside `option1`.
  (!isIndexed(columns) &&
    optionColumns(columns).some((column) => column !== undefined && /\p{Nd}/u.test(column.heading))) ||
  columns.all.some(
    ({ role, heading }) =>
      role === 'correct' && /\b1\s?(?:[-–,/]|to|or)\s?(?:\d|or\b)|\b(?:1|one)[\s-]based\b/i.test(heading),
  )

const labelled = (readings: readonly Reading[], start: string): Reading[] =>
  readings.map((one) => ({ ...one, label: one.label === '' ? start : `${start}. ${one.label}` }))

/**
 * Reads rows, of which those with numeric answers may have two meanings.
 * @param read reads all rows at once, and numbers in them from 1
 */
export async function readNumberedRows(
  columns: Columns,
  lines: readonly SheetLine[],
  read: (lines: readonly SheetLine[]) => Promise<RowMeaning[]>,
): Promise<RowMeaning[]> {
  const numbers = lines.map((line) => numbersOf(columns, line))
  // Only numbers that are not also texts of options show where numbering begins.
  const sure = numbers.map((one) => (one?.isText ? null : one))
  const isFromOne = countsFromOne(columns) || sure.every((one) => one === null) || sure.some((one) => one?.isNamed)
  const { starts, reason } = startsOf(sure, (at) => `Row ${lines[at]?.row}`, isFromOne)
  const readFrom = (start: 0 | 1) =>
    read(
      lines.map((line, at) => {
        const found = numbers[at]
        return found && !(found.isText && start === 1) ? lettered(columns, line, found, start) : line
      }),
    )
  const fromOne = await readFrom(1)
  if (starts.length === 1 && starts[0] === 1) return fromOne
  const fromZero = await readFrom(0)
  return fromOne.map((meaning, at): RowMeaning => {
    const found = numbers[at]
    const zero = fromZero[at]?.readings ?? []
    const isSame = JSON.stringify(zero) === JSON.stringify(meaning.readings)
    if (!found || (found.isText && (isSame || meaning.readings.length === 0))) return meaning
    if (starts.length === 0) return { readings: [], reason }
    const first = found.isText && !starts.includes(1) ? textLabel : startLabel(1)
    const readings = [
      ...(found.isText || starts.includes(1) ? labelled(meaning.readings, first) : []),
      ...labelled(zero, startLabel(0)),
    ]
    return readings.length > 0 ? { readings, reason } : { readings, reason: (fromZero[at] ?? meaning).reason }
  })
}
