import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { numberText, percentText, plural } from '#client/lib/format.ts'
import { known } from '#client/lib/known.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { lastedText } from '#client/lib/time.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, highestFirst, mostFirst, numberColumn, pagedBy } from '#client/ui/data-list-props.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Note } from '#client/ui/note.tsx'
import { PageNotFound } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { type JournalRow, type JournalsQuery, journalSorts } from '#shared/journals/journals.schema.ts'
import { outcomeTexts } from '../model/journal-text.ts'
import { useJournals } from '../queries.ts'

const sorts: readonly JournalsQuery['sort'][] = [...journalSorts, ...journalSorts.map((sort) => `-${sort}` as const)]

/** Attempts at a test, by how their programs were written. */
export function JournalsScreen() {
  const { testId } = useParams({ from: '/shell/tests/$testId/journals' })
  const { role } = useUser()
  const navigate = useNavigate()
  const [params, setParams] = useListParams(['question', 'sort'])
  const { page, limit, question } = params
  const sort = known(sorts, params.sort ?? null) ?? '-pasted'
  const list = useJournals({ id: testId, page, limit, sort, ...(question && { questionId: question }) })
  const { data, error } = list
  useBackLink({ to: role === 'college_admin' ? '/assigned-tests' : '/tests', label: 'Tests' })
  const withCollege = role === 'master_admin'
  const columns = useMemo(() => journalColumns(withCollege), [withCollege])
  if (!data && error && codeOf(error) === 'NOT_FOUND') return <PageNotFound what={messageOf(error)} />
  const open = ({ attemptId, questionId }: JournalRow) =>
    void navigate({ to: '/attempts/$attemptId/journal', params: { attemptId }, search: { question: questionId } })
  return (
    <>
      <PageHeader
        title={data?.testName ?? 'Code playback'}
        purpose="Code playback: evidence to look at, never a verdict. Play a program back before you draw conclusions."
        count={data?.pagination.total}
      />
      {data && data.questions.length > 1 && (
        <FilterBar>
          <ChoiceChips
            label="Coding question"
            choices={[
              { value: undefined, label: 'All questions' },
              ...data.questions.map(({ questionId, title }) => ({ value: questionId, label: title })),
            ]}
            value={question}
            onChange={(chosen) => setParams({ question: chosen ?? '', page: 1 })}
          />
        </FilterBar>
      )}
      {data && data.pending > 0 && (
        <Note mb="xs">{plural(data.pending, 'journal')} still being evaluated. The list updates automatically.</Note>
      )}
      <DataList
        {...pagedBy(list, setParams)}
        label="Programs"
        columns={columns}
        rows={data?.journals}
        rowKey={({ attemptId, questionId }) => `${attemptId} ${questionId}`}
        onOpen={open}
        sort={params.sort ?? '-pasted'}
        empty={{
          icon: IconHistory,
          title: 'No journals yet',
          text: 'Journals appear here once students have submitted attempts with coding questions.',
        }}
      />
    </>
  )
}

const journalColumns = (withCollege: boolean): Column<JournalRow>[] => [
  {
    id: 'student',
    header: 'Student',
    sortKey: 'student',
    card: 'title',
    width: '24%',
    cell: ({ attemptId, questionId, studentName, idNumber, collegeName, attempt }) => (
      <>
        <Text span inherit fw={550} className="anywhere">
          <Link
            className="text-link"
            to="/attempts/$attemptId/journal"
            params={{ attemptId }}
            search={{ question: questionId }}
          >
            {studentName}
          </Link>
        </Text>
        <Text size="xs" c="dimmed" fw={400}>
          {[idNumber, withCollege && collegeName, attempt > 1 && `Attempt ${attempt}`].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  {
    id: 'question',
    header: 'Question',
    card: 'wide',
    cell: ({ title, outcome }) => (
      <>
        {title}
        {outcome !== 'leads' && <Note>{outcomeTexts[outcome].text}</Note>}
      </>
    ),
  },
  numberColumn('pasted', 'Pasted', ({ pastedShare }) => (pastedShare === null ? '–' : percentText(pastedShare)), {
    sortKey: 'pasted',
    ...highestFirst,
    width: 110,
  }),
  numberColumn(
    'longest',
    'Longest paste',
    ({ longestPaste }) => (longestPaste === 0 ? '–' : plural(longestPaste, 'character')),
    { sortKey: 'longest', ...highestFirst, width: 140 },
  ),
  numberColumn('speed', 'Characters/min', ({ speed }) => (speed === null ? '–' : numberText(Math.round(speed))), {
    sortKey: 'speed',
    ...highestFirst,
    width: 140,
  }),
  numberColumn('active', 'Working time', ({ activeMs }) => (activeMs === 0 ? '–' : lastedText(activeMs)), {
    sortKey: 'active',
    ...highestFirst,
    width: 140,
  }),
  numberColumn('runs', 'Runs', ({ runs }) => numberText(runs), { sortKey: 'runs', ...mostFirst, width: 90 }),
]
