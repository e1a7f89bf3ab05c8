import { Box, Group, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { percentText } from '#client/lib/format.ts'
import colors from '#client/ui/charts/chart-colors.module.css'
import { scoreColors } from '#client/ui/charts/chart-colors.ts'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { ItemChoice } from '#shared/reports/items/items.schema.ts'
import { scoreColor } from '#shared/reports/reports.rules.ts'
import type { ItemRow } from '../model/item-rows.ts'
import { figureText, isGrave, typeLabel } from '../model/item-text.ts'
import classes from './test-report.module.css'

const words = ['lowest first', 'highest first'] as const

const figure = (id: 'discrimination' | 'itemRest', header: string): Column<ItemRow> =>
  numberColumn(id, header, (row) => figureText(row[id]), { width: 90, sortKey: id, sortLabels: words })

/** @param onOpen shows a question's details */
export const itemColumns = (onOpen: (row: ItemRow) => void): readonly Column<ItemRow>[] => [
  {
    id: 'question',
    header: 'Question',
    card: 'title',
    sortKey: 'attention',
    sortFirst: 'down',
    sortLabels: ['no problems first', 'problems first'],
    cell: (row) => (
      <>
        <UnstyledButton fz="sm" fw={600} className="text-link" onClick={() => onOpen(row)}>
          Question {row.questionNumber}
        </UnstyledButton>
        <RichText text={row.questionText} inline className={`clamp ${classes.text}`} />
        <FaultBadges faults={row.faults} />
      </>
    ),
  },
  numberColumn('correct', 'Correct', ({ correct }) => correct, { width: 76 }),
  numberColumn('incorrect', 'Incorrect', ({ incorrect }) => incorrect, { width: 84 }),
  numberColumn(
    'rate',
    'Success rate',
    ({ correct, incorrect, correctPercentage }) =>
      correct + incorrect === 0 ? '–' : <Rate percentage={correctPercentage} />,
    { width: 132, sortKey: 'rate', sortLabels: words },
  ),
  numberColumn('facility', 'Facility', ({ facility }) => (facility === null ? '–' : percentText(facility)), {
    width: 84,
    sortKey: 'facility',
    sortLabels: words,
  }),
  figure('discrimination', 'Discrim.'),
  figure('itemRest', 'Item-rest'),
  {
    id: 'choices',
    header: 'Answers',
    card: 'wide',
    width: 196,
    cell: ({ choices, correctAnswer, type }) =>
      choices ? <Choices choices={choices} correctAnswer={correctAnswer} /> : typeLabel(type),
  },
]

export const FaultBadges = ({ faults }: { faults: readonly string[] }) =>
  faults.length > 0 && (
    <Group component="ul" gap={4} align="stretch" mt={6} aria-label="Needs attention">
      {faults.map((fault) => (
        <li key={fault}>
          <StatusBadge tone={isGrave(fault) ? 'danger' : 'warning'} label={fault} icon={IconAlertTriangle} />
        </li>
      ))}
    </Group>
  )

/** A success rate with a bar in the report's colours. */
const Rate = ({ percentage }: { percentage: number }) => (
  <Group
    component="span"
    display="inline-flex"
    gap={8}
    wrap="nowrap"
    justify="flex-end"
    className={colors.colors}
    style={{ verticalAlign: 'bottom' }}
  >
    <Box component="span" w={40} className="meter" data-print="hide" aria-hidden>
      <span style={{ width: `${percentage}%`, background: scoreColors[scoreColor(percentage)] }} />
    </Box>
    {percentText(percentage)}
  </Group>
)

/** Number of times each option was chosen, with the correct one marked. */
const Choices = ({ choices, correctAnswer }: { choices: readonly ItemChoice[]; correctAnswer: string | null }) => (
  <Group
    component="ul"
    gap={2}
    wrap={choices.length > 5 ? 'wrap' : 'nowrap'}
    align="stretch"
    fz="xs"
    className={`tabular ${classes.choices}`}
  >
    {choices.map(({ option, all }) => (
      <li key={option ?? 'none'} data-key={(option !== null && option === correctAnswer) || undefined}>
        <span className={classes.letter} aria-hidden title={option ? undefined : 'Unanswered'}>
          {option ?? '–'}
          {option !== null && option === correctAnswer && ' ✓'}
        </span>
        <span className="visually-hidden">
          {option === null ? 'Unanswered' : option === correctAnswer ? `${option}, the key` : option}:{' '}
        </span>
        {all.toLocaleString()}
      </li>
    ))}
  </Group>
)
