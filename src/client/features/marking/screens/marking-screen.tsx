import { IconWriting } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CompletionBar } from '#client/ui/completion-bar.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Dash } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { type MarkingTest, useMarkingTests } from '../queries.ts'

/** Tests with answers that are marked by hand. */
export function MarkingScreen() {
  const list = useMarkingTests()
  return (
    <>
      <PageHeader
        title="Marking"
        purpose="Mark answers by hand, and reply to objections. Results appear once all answers are marked."
        count={list.data?.tests.length}
      />
      <DataList
        label="Tests to mark"
        columns={columns}
        rows={list.data?.tests}
        rowKey={({ testId }) => testId}
        query={list}
        empty={{
          icon: IconWriting,
          title: 'Nothing to mark',
          text: 'Tests appear here when students submit essays or object to questions.',
        }}
      />
    </>
  )
}

const columns: readonly Column<MarkingTest>[] = [
  {
    id: 'name',
    header: 'Test',
    card: 'title',
    cell: ({ testId, testName, waiting, marked }) => (
      <Link
        to={waiting + marked > 0 ? '/marking/$testId' : '/marking/$testId/objections'}
        params={{ testId }}
        className="text-link anywhere"
      >
        {testName}
      </Link>
    ),
  },
  numberColumn('waiting', 'Waiting', ({ waiting }) => waiting, { width: 110 }),
  {
    id: 'marked',
    header: 'Marked',
    width: 200,
    cell: ({ waiting, marked }) =>
      waiting + marked === 0 ? (
        <Dash label="Nothing to mark" />
      ) : (
        <CompletionBar completed={marked} whole={marked + waiting} />
      ),
  },
  {
    id: 'objections',
    header: 'Objections',
    width: 130,
    cell: ({ testId, objections }) =>
      objections ? (
        <Link to="/marking/$testId/objections" params={{ testId }} className="text-link nowrap">
          {objections.open > 0 ? `${objections.open.toLocaleString()} open` : 'All answered'}
        </Link>
      ) : (
        <Dash label="No objections" />
      ),
  },
]
