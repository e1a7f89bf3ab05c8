import { Alert, Box, Button, Group, Select, SimpleGrid, Switch, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { rulingText } from '#client/features/attempts/components/report-text.ts'
import { QuestionPaper } from '#client/features/tests/components/paper-view.tsx'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedList } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { ObjectionStatus } from '#shared/marking/objections.rules.ts'
import { objectionStates } from '#shared/marking/objections.schema.ts'
import { ReplyDialog } from '../components/reply-dialog.tsx'
import { type ObjectionQueue, type StaffObjection, useObjectionQueue } from '../queries.ts'

/** The objections to one question, beside the question with its key. */
export function QuestionObjectionsScreen() {
  const { testId, questionId } = useParams({ from: '/shell/marking/$testId/objections/$questionId' })
  useBackLink({ to: `/marking/${testId}/objections` as '/marking', label: 'Back to Objections' })
  const [params, setParams] = useListParams(['status'])
  const state = objectionStates.find((known) => known === params.status) ?? 'open'
  const [names, setNames] = useState(false)
  const replying = useDialog<StaffObjection | number>()
  const { page, limit } = params
  const queue = useObjectionQueue(testId, { questionId, state, names, page, limit })
  const { data } = queue
  if (!data) return <QueryPending query={queue} failed="Failed to load the objections" loading="Loading objections" />
  const { open, accepted, rejected, canReply } = data
  return (
    <>
      <PageHeader title={`Objections to question ${data.questionNumber}`} purpose={data.testName} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Question testId={testId} queue={data} />
        <Box miw={0}>
          <Group gap="md" mb="md" align="flex-end">
            <Select
              label="Objections"
              data={[
                { value: 'open', label: `Open (${open.toLocaleString()})` },
                { value: 'answered', label: `Answered (${(accepted + rejected).toLocaleString()})` },
              ]}
              value={state}
              onChange={(value) => setParams({ status: value === 'open' ? '' : (value ?? '') })}
            />
            <Switch
              label="Show names"
              checked={names}
              onChange={(event) => setNames(event.currentTarget.checked)}
              mb={8}
            />
            {canReply && state === 'open' && open > 1 && (
              <Button variant="default" ml="auto" onClick={() => replying.open(open)}>
                Reply to all
              </Button>
            )}
          </Group>
          {!canReply && (
            <Alert color="yellow" mb="md">
              Other faculty of your college were chosen to mark this test, so you cannot reply.
            </Alert>
          )}
          <DataList
            {...pagedList(queue, setParams)}
            label="Objections"
            columns={[]}
            rows={data.objections}
            rowKey={({ id }) => id}
            grid={{
              width: 300,
              height: 160,
              renderCard: (objection) => (
                <ObjectionCard objection={objection} onReply={canReply ? () => replying.open(objection) : undefined} />
              ),
            }}
            empty={{
              icon: IconCircleCheck,
              title: state === 'open' ? 'No open objections' : 'No answered objections',
              text: state === 'open' ? 'All objections to this question are answered.' : 'Replies appear here.',
            }}
          />
        </Box>
      </SimpleGrid>
      {replying.show((about, dialog) => (
        <ReplyDialog testId={testId} questionId={questionId} about={about} {...dialog} />
      ))}
    </>
  )
}

/** The question with its key, and the next steps if an objection is justified. */
function Question({ testId, queue }: { testId: string; queue: ObjectionQueue }) {
  const { question, questionNumber, isEditable, canReply } = queue
  const params = { testId, questionId: question.id }
  return (
    <Box component="section" p="md" className="card" aria-label="Question" miw={0}>
      <QuestionPaper question={question} place={questionNumber} marks={question.marks} showAnswers />
      {question.ruling && (
        <Text mt={10} fz="sm" fw={550}>
          {rulingText[question.ruling]}
        </Text>
      )}
      <Box mt="md" pt="md" className="line-above">
        <Text size="sm" mb="sm">
          Accepting an objection does not change the key or any marks. {isEditable ? editorStep : authorStep}
        </Text>
        <Group gap="sm">
          {isEditable && (
            <LinkButton
              to="/tests/$testId/edit"
              params={{ testId }}
              search={{ question: question.id }}
              variant="default"
              size="xs"
            >
              Change the key
            </LinkButton>
          )}
          {canReply && (
            <LinkButton
              to="/marking/$testId/$questionId"
              params={params}
              search={{ status: 'all' }}
              variant="default"
              size="xs"
            >
              Mark answers
            </LinkButton>
          )}
        </Group>
      </Box>
    </Box>
  )
}

const editorStep = 'Change the key in the test editor. All attempts with this question are regraded.'
const authorStep = 'Only the author of a test can change its key. You can mark your students’ answers yourself.'

const badges = {
  open: { tone: 'info', label: 'Open' },
  accepted: { tone: 'success', label: 'Accepted' },
  rejected: { tone: 'danger', label: 'Rejected' },
} as const satisfies Record<ObjectionStatus, object>

const written = { whiteSpace: 'pre-wrap' } as const

function ObjectionCard({ objection, onReply }: { objection: StaffObjection; onReply: (() => void) | undefined }) {
  const { candidate, student, answer, reason, status, createdAt, reply, repliedBy, repliedAt } = objection
  return (
    <Box component="article" p="md" fz="sm" className="card anywhere" aria-label={`Objection ${candidate}`}>
      <Group gap={8} mb={4}>
        <Text span inherit fw={600} className="anywhere">
          {student ? student.name : `Answer ${candidate}`}
        </Text>
        <StatusBadge {...badges[status]} />
      </Group>
      <Text fz="xs" c="dimmed" mb={8}>
        {[student?.idNumber, student?.collegeName, formatDateTime(createdAt)].filter(Boolean).join(' · ')}
      </Text>
      <div style={written}>{reason}</div>
      <Text mt={8} fz="sm" c="dimmed" lineClamp={8} style={written}>
        {answer === '' ? 'Not answered' : `Answer: ${answer}`}
      </Text>
      {reply !== null && repliedAt !== null && (
        <Box mt={8} pt={8} className="line-above">
          <Text fz="xs" c="dimmed" mb={2}>
            {repliedBy ?? 'A deleted person'}, {formatDateTime(repliedAt)}
          </Text>
          <div style={written}>{reply}</div>
        </Box>
      )}
      {onReply && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={onReply}>
            {status === 'open' ? 'Reply' : 'Change reply'}
          </Button>
        </Group>
      )}
    </Box>
  )
}
