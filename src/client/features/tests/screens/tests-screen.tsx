import { Text } from '@mantine/core'
import { IconClipboardList, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { plural } from '#client/lib/format.ts'
import { known } from '#client/lib/known.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useListView } from '#client/lib/list-view.ts'
import { durationText } from '#client/lib/time.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, type Grid, numberColumn, pagedList } from '#client/ui/data-list-props.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import { difficulties, subjects, type TestType, testSorts, testTimings, testTypes } from '#shared/tests/tests.schema.ts'
import { difficultyColumn, OwnBadge, windowColumn } from '../components/test-badges.tsx'
import { type CardFact, TestCard } from '../components/test-card.tsx'
import { TestFilters } from '../components/test-filters.tsx'
import { menuOf, TestButtons } from '../components/test-menu.tsx'
import classes from '../components/tests.module.css'
import { type TestActions, useTestActions } from '../components/use-test-actions.tsx'
import { useWindowClock, windowOf, windowText } from '../model/test-window.ts'
import { typeLabels } from '../model/type-labels.ts'
import { type ExamRow, type TestRow, useTestList } from '../queries.ts'

const none: TestRow[] = []

/** Test Management: every test on the platform, for the master admin. */
export function TestsScreen() {
  const [params, setParams] = useListParams(['type', 'subject', 'difficulty', 'timing', 'sort'])
  // Ignore invalid values from an old or mistyped link.
  const type = known(testTypes, params.type)
  const subject = known(subjects, params.subject)
  const difficulty = known(difficulties, params.difficulty)
  const timing = known(testTimings, params.timing)
  const sort = known(testSorts, params.sort)
  const { page, limit, search } = params
  const list = useTestList({ testType: type, subject, difficulty, timing, sort, search, page, limit })
  const now = useWindowClock(list.data?.tests ?? none, list.offset)
  const navigate = useNavigate()
  const report = useCallback(
    ({ id }: ExamRow) => void navigate({ to: '/tests/$testId/report', params: { testId: id } }),
    [navigate],
  )
  const { actions, dialogs } = useTestActions({ report })
  const [{ view }] = useListView()
  const isWhole = list.data?.pagination.totalPages === 1
  const attempts = isWhole ? list.data?.tests.reduce((sum, { attemptCount }) => sum + attemptCount, 0) : undefined
  const columns = useMemo(() => testColumns(now, attempts), [now, attempts])
  const grid = useMemo(() => (view === 'compact' ? compactGrid(now) : testGrid(now, actions)), [view, now, actions])

  return (
    <>
      <PageHeader
        title="Test Management"
        purpose="Create tests, offer them to colleges and track progress."
        sibling={{ label: 'Browse by type and subject', to: '/exam-management' }}
        count={list.data?.pagination.total}
        action={
          <LinkButton to="/tests/new" search={beginWith(type)} leftSection={<IconPlus size={16} aria-hidden />}>
            Create Test
          </LinkButton>
        }
      />
      <TestFilters
        counts={list.data}
        value={{ type, subject, difficulty, timing, sort, search }}
        onChange={setParams}
      />
      <DataList
        label="Tests"
        columns={columns}
        grid={view === 'table' ? undefined : grid}
        rows={list.data?.tests}
        rowKey={(test) => test.id}
        {...pagedList(list, setParams)}
        actions={(test) => menuOf(test, actions, view === 'cards' ? ['preview', 'edit', 'assign'] : [])}
        empty={noTests(type, Boolean(type || subject || difficulty || timing || search))}
      />
      {dialogs}
    </>
  )
}

/** Search parameters that make the form start with the list's type. */
const beginWith = (type: TestType | undefined) => (type ? { type } : {})

const noTests = (type: TestType | undefined, filtered: boolean) => ({
  icon: IconClipboardList,
  title: 'No tests found',
  text: filtered
    ? 'No tests match these filters. Change the filters, or create a test.'
    : 'Create a test or upload a question file, then offer it to colleges.',
  action: (
    <LinkButton to="/tests/new" search={beginWith(type)} variant={filtered ? 'default' : 'light'}>
      {filtered ? 'Create Test' : 'Create First Test'}
    </LinkButton>
  ),
})

/** Full cards, with all details of a test. @param now ms UTC */
const testGrid = (now: number, actions: TestActions): Grid<TestRow> => ({
  width: 330,
  height: 330,
  renderCard: (test, menu) => (
    <TestCard
      test={test}
      timing={timingOf(windowOf(test), now)}
      title={<EditLink test={test} />}
      lines={[test.subject]}
      badge={typeLabels[test.testType]}
      facts={factsOf(test, now)}
      menu={menu}
      actions={<TestButtons test={test} actions={actions} look="Preview" />}
    />
  ),
})

/** Compact cards for many tests at once: a few lines of statistics, with all actions in the menu. */
const compactGrid = (now: number): Grid<TestRow> => ({
  width: 250,
  height: 152,
  renderCard: (test, menu) => (
    <TestCard
      test={test}
      timing={timingOf(windowOf(test), now)}
      title={<EditLink test={test} />}
      lines={linesOf(test, now)}
      menu={menu}
    />
  ),
})

const EditLink = ({ test }: { test: TestRow }) => (
  <Link to="/tests/$testId/edit" params={{ testId: test.id }}>
    {test.testName}
  </Link>
)

const factsOf = (test: TestRow, now: number): CardFact[] => [
  { name: 'Questions', value: questionsOf(test).toLocaleString() },
  { name: 'Total marks', value: test.totalMarks.toLocaleString() },
  { name: 'Duration', value: durationText(minutesOf(test)) },
  { name: 'Sections', value: test.sectionCount === 0 ? 'None' : test.sectionCount },
  { name: 'Colleges', value: test.assignmentCount.toLocaleString() },
  { name: 'Attempts', value: test.attemptCount.toLocaleString() },
  { name: 'Window', value: windowText(test, now), span: 'whole' },
]

const linesOf = (test: TestRow, now: number): string[] => [
  `${typeLabels[test.testType]} · ${test.subject}`,
  [
    test.sectionCount > 0 && plural(test.sectionCount, 'section'),
    plural(questionsOf(test), 'question'),
    plural(test.totalMarks, 'mark'),
    durationText(minutesOf(test)),
  ]
    .filter(Boolean)
    .join(' · '),
  windowText(test, now),
  `${plural(test.assignmentCount, 'college')} · ${plural(test.attemptCount, 'attempt')}`,
]

/** @param attempts total of all matching tests; undefined if only some of them are listed */
const testColumns = (now: number, attempts: number | undefined): Column<TestRow>[] => [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: (test) => (
      <>
        <Link
          to="/tests/$testId/edit"
          params={{ testId: test.id }}
          className={`text-link record ${classes.listName}`}
          title={test.testName}
        >
          {test.testName}
        </Link>
        <Text size="xs" c="dimmed" fw={400}>
          {typeLabels[test.testType]} · {test.subject}
          {test.companyName && ` · ${test.companyName}`}
        </Text>
        <OwnBadge test={test} />
      </>
    ),
  },
  difficultyColumn,
  numberColumn('questions', 'Questions', questionsOf, { width: 90 }),
  numberColumn('marks', 'Marks', (test) => test.totalMarks, { width: 74 }),
  numberColumn('duration', 'Duration', (test) => durationText(minutesOf(test)), { width: 104 }),
  windowColumn('Window', now),
  numberColumn('colleges', 'Colleges', (test) => test.assignmentCount, { width: 84 }),
  numberColumn('attempts', 'Attempts', (test) => test.attemptCount, { width: 84, total: attempts?.toLocaleString() }),
]
