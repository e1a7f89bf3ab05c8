import { Button, Text } from '@mantine/core'
import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { searchOf, useListParams } from '#client/lib/list-params.ts'
import { useListView } from '#client/lib/list-view.ts'
import { formatDate, formatDateTime } from '#client/lib/time.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, type Grid, numberColumn, pagedList } from '#client/ui/data-list-props.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { ViewSwitch } from '#client/ui/view-switch.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import type { TestSummary, TestType } from '#shared/tests/tests.schema.ts'
import { useWindowClock, windowOf } from '../model/test-window.ts'
import { typeLabels } from '../model/type-labels.ts'
import { type ExamRow, useExamList } from '../queries.ts'
import { StepBack } from './step-back.tsx'
import { difficultyColumn, OwnBadge, windowColumn } from './test-badges.tsx'
import { type CardFact, TestCard } from './test-card.tsx'
import { menuOf, TestButtons } from './test-menu.tsx'
import classes from './tests.module.css'
import { type TestActions, useTestActions } from './use-test-actions.tsx'

interface ExamListProps {
  type: TestType
  subject: TestSummary['subject']
  /** True if the user may also edit, assign, delete and create tests. */
  isAuthor: boolean
}

const none: ExamRow[] = []
/** Actions left out of the row menu. `preview` has its own View button. */
const beside = ['preview', 'duplicate', 'report'] as const

/** Step 3 of Exam Management: the tests of one type and subject. */
export function ExamList({ type, subject, isAuthor }: ExamListProps) {
  const [{ search, page, limit }, setParams] = useListParams()
  const list = useExamList({ testType: type, subject, search, page, limit })
  const now = useWindowClock(list.data?.tests ?? none, list.offset)
  const { actions, dialogs } = useTestActions({ readOnly: !isAuthor })
  const [{ view }] = useListView()
  const columns = useMemo(() => examColumns(now, actions), [now, actions])
  const grid = useMemo(() => examGrid(now, actions), [now, actions])
  return (
    <>
      <StepBack type={type} />
      <PageHeader
        title={`${typeLabels[type]} · ${subject}`}
        purpose={isAuthor ? 'View, edit, assign and delete tests.' : 'View tests and their dates.'}
        count={list.data?.pagination.total}
        action={isAuthor && <CreateTest type={type} label="Create Test" />}
      />
      <FilterBar search={searchOf({ search }, setParams, 'Search tests by name')}>
        <ViewSwitch views={['table', 'cards']} />
      </FilterBar>
      <DataList
        label="Tests"
        columns={columns}
        grid={view === 'table' ? undefined : grid}
        {...(isAuthor && view === 'table' && { actions: (test: ExamRow) => menuOf(test, actions, beside) })}
        rows={list.data?.tests}
        rowKey={(test) => test.id}
        {...pagedList(list, setParams)}
        noMatches={
          search && {
            icon: IconClipboardList,
            title: 'No tests found',
            text: 'No test name matches your search.',
            clearLabel: 'Clear search',
            onClear: () => setParams({ search: '' }),
          }
        }
        empty={{
          icon: IconClipboardList,
          title: 'No tests found',
          text: `There are no ${subject} tests of type ${typeLabels[type]} yet.`,
          action: isAuthor && <CreateTest type={type} label="Create First Test" />,
        }}
      />
      {dialogs}
    </>
  )
}

/** The form starts with the chosen type. */
const CreateTest = ({ type, label }: { type: TestType; label: string }) => (
  <LinkButton to="/tests/new" search={{ type }} leftSection={<IconPlus size={16} aria-hidden />}>
    {label}
  </LinkButton>
)

const examGrid = (now: number, actions: TestActions): Grid<ExamRow> => ({
  width: 340,
  height: 330,
  renderCard: (test) => (
    <TestCard
      test={test}
      timing={timingOf(windowOf(test), now)}
      title={test.testName}
      facts={factsOf(test)}
      menu={null}
      actions={<TestButtons test={test} actions={actions} look="View" withDelete />}
    />
  ),
})

const factsOf = (test: ExamRow): CardFact[] => [
  { name: 'Questions', value: questionsOf(test).toLocaleString() },
  { name: 'Total marks', value: test.totalMarks.toLocaleString() },
  { name: 'Duration', value: `${minutesOf(test)} min` },
  { name: 'Start', value: formatDateTime(test.startDateTime), span: 'half' },
  { name: 'End', value: formatDateTime(test.endDateTime), span: 'half' },
  { name: 'Created', value: formatDate(test.createdAt), span: 'half' },
  ...(test.sectionCount > 0 ? [{ name: 'Sections', value: test.sectionCount, span: 'half' } as const] : []),
]

/** Columns of Exam Management. @param now ms UTC */
const examColumns = (now: number, { preview }: TestActions): Column<ExamRow>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ testName, testDescription, companyName, collegeId, collegeName }) => (
      <>
        <span className={`text-link record ${classes.listName}`} title={testName}>
          {testName}
        </span>
        <Text size="xs" c="dimmed" fw={400} lineClamp={1} title={testDescription}>
          {companyName && `${companyName} · `}
          {testDescription}
        </Text>
        <OwnBadge test={{ collegeId, collegeName }} />
      </>
    ),
  },
  difficultyColumn,
  numberColumn('questions', 'Questions', questionsOf, { width: 90 }),
  numberColumn('marks', 'Total marks', ({ totalMarks }) => totalMarks, { width: 98 }),
  numberColumn('duration', 'Duration', (test) => `${minutesOf(test)} min`, { width: 96 }),
  windowColumn('Status and dates', now),
  { id: 'created', header: 'Created', width: 116, cell: ({ createdAt }) => formatDate(createdAt) },
  {
    id: 'view',
    header: 'View',
    width: 84,
    cell: (test) => (
      <Button variant="default" size="compact-sm" aria-label={`View ${test.testName}`} onClick={() => preview(test)}>
        View
      </Button>
    ),
  },
]
