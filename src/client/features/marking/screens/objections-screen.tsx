import { Text } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useBackLink } from '#client/lib/page-title.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { type ObjectedQuestion, useObjections } from '../queries.ts'

/** A test's questions with objections. */
export function ObjectionsScreen() {
  const { testId } = useParams({ from: '/shell/marking/$testId/objections' })
  useBackLink({ to: '/marking', label: 'Back to Marking' })
  const list = useObjections(testId)
  const { testName = '', objectionsUntil: until } = list.data ?? {}
  return (
    <>
      <PageHeader
        title="Objections"
        purpose={until ? `${testName}. Students can object until ${formatDateTime(until)}.` : testName}
      />
      <DataList
        label="Questions with objections"
        columns={columnsOf(testId)}
        rows={list.data?.questions}
        rowKey={({ questionId }) => questionId}
        query={list}
        empty={{ icon: IconFlag, title: 'No objections', text: 'Questions appear here when students object to them.' }}
      />
    </>
  )
}

const columnsOf = (testId: string): readonly Column<ObjectedQuestion>[] => [
  {
    id: 'question',
    header: 'Question',
    card: 'title',
    cell: ({ questionId, questionNumber, questionText, open }) => (
      <>
        <Link
          to="/marking/$testId/objections/$questionId"
          params={{ testId, questionId }}
          search={open > 0 ? {} : { status: 'answered' }}
          className="text-link"
        >
          Question {questionNumber}
        </Link>
        <Text size="sm" lineClamp={2} className="anywhere">
          {questionText}
        </Text>
      </>
    ),
  },
  numberColumn('open', 'Open', ({ open }) => open, { width: 100 }),
  numberColumn('accepted', 'Accepted', ({ accepted }) => accepted, { width: 110 }),
  numberColumn('rejected', 'Rejected', ({ rejected }) => rejected, { width: 110 }),
]
