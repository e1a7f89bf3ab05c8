import type { Column } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { seenIn } from '#shared/reports/items/items.rules.ts'
import type { TestItems } from '#shared/reports/items/items.schema.ts'
import { onePage } from '../tests/tests.exports.ts'

// Single choice keeps the name it had in files before other types existed.
const kinds: Partial<Record<QuestionTypeName, string>> = { single: 'Multiple choice', multiple: 'Multiple answers' }

type Item = TestItems['questions'][number] & TestItems['analysis']['items'][number]

const chosen = ({ choices }: Item, option: string | null) =>
  choices?.find((choice) => choice.option === option)?.all ?? null

/** At least A to D, as in older files, and any further letters in use. */
const optionColumns = (items: readonly Item[]): readonly Letter[] =>
  letters.slice(0, Math.max(4, ...items.map(({ choices }) => (choices ?? []).length - 1)))

const columnsOf = (items: readonly Item[]): readonly Column<Item>[] => [
  { kind: 'integer', field: 'questionNumber', heading: 'Question', value: ({ questionNumber }) => questionNumber },
  { kind: 'text', field: 'questionText', heading: 'Text', width: 60, value: ({ questionText }) => questionText },
  {
    kind: 'text',
    field: 'kind',
    heading: 'Type',
    value: ({ type }) => (type === null ? 'Coding' : (kinds[type] ?? questionTypeLabels[type])),
  },
  { kind: 'text', field: 'section', heading: 'Section', value: ({ sectionName }) => sectionName },
  { kind: 'integer', field: 'attempts', heading: 'Attempts', value: seenIn },
  { kind: 'percent', field: 'facility', heading: 'Facility', value: ({ facility }) => facility },
  {
    kind: 'number',
    field: 'discrimination',
    heading: 'Discrimination',
    value: ({ discrimination }) => discrimination,
  },
  { kind: 'number', field: 'itemRest', heading: 'Item-rest (point-biserial)', value: ({ itemRest }) => itemRest },
  { kind: 'text', field: 'key', heading: 'Key', width: 8, value: ({ correctAnswer }) => correctAnswer },
  ...optionColumns(items).map((letter) => ({
    kind: 'integer' as const,
    field: `chose${letter}`,
    heading: letter,
    width: 8,
    value: (item: Item) => chosen(item, letter),
  })),
  { kind: 'integer', field: 'leftOut', heading: 'Unanswered', value: ({ unanswered }) => unanswered },
  { kind: 'text', field: 'hints', heading: 'Hints', width: 60, value: ({ hints }) => hints.join('. ') },
]

/** Question statistics of a test as a file. */
export function itemsFile(
  format: ExportFormat,
  testName: string,
  { analysis, questions }: TestItems,
  timeZone: string,
): Response {
  const items = analysis.items.flatMap((item, place) => {
    const question = questions[place]
    return question ? [{ ...question, ...item }] : []
  })
  return exportResponse(format, `${testName}_questions`, {
    title: 'Questions',
    list: 'questions',
    columns: columnsOf(items),
    timeZone,
    pages: onePage(items),
  })
}
