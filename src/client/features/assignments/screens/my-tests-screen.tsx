import { Button, NativeSelect, Paper, Skeleton } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useLeftovers } from '#client/features/attempts/components/use-leftovers.ts'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { useWindowClock } from '#client/features/tests/model/window-clock.ts'
import { messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { MyTestCard } from '../components/my-test-card.tsx'
import { groupMyTests } from '../model/my-test-order.ts'
import { type MyTest, useMyTests } from '../queries.ts'
import classes from './my-tests-screen.module.css'

const none: MyTest[] = []

/**
 * A student's tests. The student's first page: it takes only light parts of the kit, and its filters know only the types
 * and subjects that the student has.
 */
export function MyTestsScreen() {
  const [params, setParams] = useListParams(['type', 'subject'])
  const list = useMyTests()
  useLeftovers()
  const all = list.data?.assignments ?? none
  const windows = useMemo(() => all.map(({ testId }) => testId), [all])
  const now = useWindowClock(windows, list.offset)
  const shown = all.filter(
    ({ testId: { testType, subject } }) =>
      (params.type === undefined || testType === params.type) &&
      (params.subject === undefined || subject === params.subject),
  )

  return (
    <>
      <PageHeader title="My Tests" purpose="Tests your college has given you." count={list.data && all.length} />
      {all.length > 0 && <Filters all={all} {...params} onChange={setParams} />}
      {list.error && !list.data ? (
        <Paper withBorder>
          <ErrorState
            title="Failed to load tests"
            message={messageOf(list.error)}
            onRetry={() => void list.refetch()}
          />
        </Paper>
      ) : list.data ? (
        <Groups
          shown={shown}
          filtered={all.length > 0}
          now={now}
          onClear={() => setParams({ type: '', subject: '' })}
        />
      ) : (
        <div className={classes.cards} role="status" aria-label="Loading tests">
          {['one', 'two', 'three'].map((name) => (
            <Skeleton key={name} height={290} />
          ))}
        </div>
      )}
    </>
  )
}

interface GroupsProps {
  shown: readonly MyTest[]
  /** There are tests, though the filters may hide them. */
  filtered: boolean
  now: number
  onClear: () => void
}

function Groups({ shown, filtered, now, onClear }: GroupsProps) {
  if (shown.length === 0)
    return (
      <Paper withBorder>
        {filtered ? (
          <EmptyState
            icon={IconClipboardList}
            title="No tests found"
            text="None of your tests is of this type and subject."
            action={
              <Button variant="default" onClick={onClear}>
                Show all tests
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={IconClipboardList}
            title="No tests assigned yet"
            text="Tests assigned by your college will appear here"
          />
        )}
      </Paper>
    )
  return groupMyTests(shown, now).map(({ title, tests }) => (
    <section key={title} className={classes.group}>
      <h2 className={classes.title}>
        {title} <span className={classes.count}>{tests.length}</span>
      </h2>
      <ul className={classes.cards}>
        {tests.map(({ assignment, status }) => (
          <MyTestCard key={assignment.id} assignment={assignment} status={status} now={now} />
        ))}
      </ul>
    </section>
  ))
}

interface FiltersProps {
  all: readonly MyTest[]
  type?: string
  subject?: string
  onChange: (patch: { type?: string; subject?: string }) => void
}

function Filters({ all, type, subject, onChange }: FiltersProps) {
  const types = [...new Set(all.map(({ testId }) => testId.testType))].sort()
  const subjects = [...new Set(all.map(({ testId }) => testId.subject))].sort()
  const ofSubject = all.filter(({ testId }) => subject === undefined || testId.subject === subject)
  if (types.length < 2 && subjects.length < 2 && !type && !subject) return null
  return (
    <search className={classes.filters}>
      <ChoiceChips
        label="Test type"
        choices={[
          { value: undefined, label: 'All', count: ofSubject.length },
          ...types.map((value) => ({
            value: value as string,
            label: typeLabels[value],
            count: ofSubject.filter(({ testId }) => testId.testType === value).length,
          })),
        ]}
        value={type}
        onChange={(next) => onChange({ type: next ?? '' })}
      />
      <NativeSelect
        aria-label="Subject"
        className={classes.subject}
        data={[{ value: '', label: 'All subjects' }, ...subjects]}
        value={subject ?? ''}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
    </search>
  )
}
