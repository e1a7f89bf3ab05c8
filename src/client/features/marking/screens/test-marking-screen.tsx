import { Button, Group, Text } from '@mantine/core'
import { IconFlag, IconUsers, IconWriting } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { CompletionBar } from '#client/ui/completion-bar.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Note } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import { MarkersDialog } from '../components/markers-dialog.tsx'
import { type MarkedQuestion, useMarking, useObjections } from '../queries.ts'

/** A test's questions that are marked by hand. */
export function TestMarkingScreen() {
  const { testId } = useParams({ from: '/shell/marking/$testId' })
  useBackLink({ to: '/marking', label: 'Back to Marking' })
  const { role } = useUser()
  const marking = useMarking(testId)
  const objections = useObjections(testId).data?.questions ?? []
  const open = objections.reduce((sum, question) => sum + question.open, 0)
  const markers = useDialog<true>()
  return (
    <>
      <PageHeader
        title={marking.data?.testName ?? 'Marking'}
        purpose="Choose a question to mark its answers one by one. Names are hidden unless you show them."
        action={
          <Group gap="sm">
            {objections.length > 0 && (
              <LinkButton
                to="/marking/$testId/objections"
                params={{ testId }}
                variant="default"
                leftSection={<IconFlag size={16} aria-hidden />}
              >
                {open > 0 ? `Objections (${open.toLocaleString()} open)` : 'Objections'}
              </LinkButton>
            )}
            {role === 'master_admin' && (
              <Button
                variant="default"
                leftSection={<IconUsers size={16} aria-hidden />}
                onClick={() => markers.open(true)}
              >
                Choose markers
              </Button>
            )}
          </Group>
        }
      />
      <DataList
        label="Questions to mark"
        columns={columnsOf(testId)}
        rows={marking.data?.questions}
        rowKey={({ questionId }) => questionId}
        query={marking}
        empty={{
          icon: IconWriting,
          title: 'This test needs no marking',
          text: 'All of its questions are graded automatically.',
        }}
      />
      {markers.show((_, dialog) => (
        <MarkersDialog testId={testId} {...dialog} />
      ))}
    </>
  )
}

const columnsOf = (testId: string): readonly Column<MarkedQuestion>[] => [
  {
    id: 'question',
    header: 'Question',
    card: 'title',
    cell: ({ questionId, questionNumber, questionText, type, marks }) => (
      <>
        <Link to="/marking/$testId/$questionId" params={{ testId, questionId }} search={{}} className="text-link">
          Question {questionNumber}
        </Link>
        <Text size="sm" lineClamp={2} className="anywhere">
          {questionText}
        </Text>
        <Note>
          {questionTypeLabels[type]} · {marks} {marks === 1 ? 'mark' : 'marks'}
        </Note>
      </>
    ),
  },
  numberColumn('waiting', 'Waiting', ({ waiting }) => waiting, { width: 110 }),
  {
    id: 'marked',
    header: 'Marked',
    width: 180,
    cell: ({ waiting, marked }) => <CompletionBar completed={marked} whole={marked + waiting} />,
  },
  numberColumn('differing', 'Marks differ', ({ differing }) => (differing === 0 ? '–' : differing), { width: 130 }),
]
