import { Box, Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { percentText } from '#client/lib/format.ts'
import { CodeEditor } from '#client/ui/code-editor.tsx'
import { DataListFooter, type PageOf } from '#client/ui/data-list-footer.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { QueryPending } from '#client/ui/load-state.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { languageNames } from '#shared/coding/languages.rules.ts'
import { timeText } from '../../model/coding-text.ts'
import type { Program } from '../../model/local-code.ts'
import { type Submission, type SubmissionRow, useSubmission, useSubmissions } from '../../queries.ts'
import { GroupTable } from '../group-table.tsx'
import { VerdictBadge } from '../verdict-badge.tsx'
import { Output } from './output.tsx'
import results from './result.module.css'

interface SubmissionsProps {
  questionId: string
  testAttemptId: string | undefined
  onTake: (program: Program) => void
}

export const perPage = 20

/** Past submissions to a question, newest first, with their code. */
export function Submissions({ questionId, testAttemptId, onTake }: SubmissionsProps) {
  const [page, setPage] = useState(1)
  const opened = useDialog<SubmissionRow>()
  const query = useSubmissions({
    questionId,
    page,
    limit: perPage,
    ...(testAttemptId !== undefined && { testAttemptId }),
  })
  if (!query.data)
    return (
      <QueryPending query={query} failed="Failed to load submissions">
        <div role="status" aria-label="Loading submissions">
          {['one', 'two', 'three'].map((name) => (
            <Skeleton key={name} height={20} my={12} />
          ))}
        </div>
      </QueryPending>
    )
  if (query.data.pagination.total === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing submitted yet. Each submission is kept here with its code.
      </Text>
    )
  return (
    <>
      <SubmissionsTable {...query.data} onLook={opened.open} onPage={setPage} />
      {opened.show(({ id }, dialog) => (
        <Modal {...dialog} title="Submission" size="lg">
          <SubmissionView
            id={id}
            onTake={(program) => {
              opened.close()
              onTake(program)
            }}
            onClose={opened.close}
          />
        </Modal>
      ))}
    </>
  )
}

interface SubmissionsTableProps {
  submissions: readonly SubmissionRow[]
  pagination: PageOf
  onLook: (submission: SubmissionRow) => void
  onPage: (page: number) => void
}

/** A page of submissions, with links to the other pages. */
export const SubmissionsTable = ({ submissions, pagination, onLook, onPage }: SubmissionsTableProps) => (
  <>
    <Table className={results.table} aria-label="Submissions" verticalSpacing={6} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Status</Table.Th>
          <Table.Th>Language</Table.Th>
          <Table.Th ta="right">Score</Table.Th>
          <Table.Th ta="right">Time</Table.Th>
          <Table.Th>Submitted</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Code</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="tabular">
        {submissions.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              <VerdictBadge verdict={one.status} />
            </Table.Td>
            <Table.Td>{languageNames[one.language]}</Table.Td>
            <Table.Td ta="right">{isJudged(one) ? percentText(one.score) : '–'}</Table.Td>
            <Table.Td ta="right">{one.execution_time === null ? '–' : timeText(one.execution_time)}</Table.Td>
            <Table.Td>
              <RelativeTime value={one.createdAt} />
            </Table.Td>
            <Table.Td ta="right">
              <Button variant="subtle" size="compact-sm" onClick={() => onLook(one)}>
                Code
                <span className="visually-hidden"> of the submission in {languageNames[one.language]}</span>
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    {pagination.totalPages > 1 && <DataListFooter {...pagination} shown={submissions.length} onChange={onPage} />}
  </>
)

const isJudged = ({ status }: SubmissionRow) => status !== 'queued' && status !== 'judging'

interface SubmissionViewProps {
  id: string
  onTake: (program: Program) => void
  onClose: () => void
}

function SubmissionView({ id, onTake, onClose }: SubmissionViewProps) {
  const query = useSubmission(id)
  const { data } = query
  if (!data)
    return <QueryPending query={query} failed="Failed to load the submission" loading="Loading the submission" />
  const { code, language } = data
  return (
    <>
      <SubmissionContent submission={data} />
      <StickyActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={() => onTake({ code, language })}>Use this code</Button>
      </StickyActions>
    </>
  )
}

export function SubmissionContent({ submission }: { submission: Submission }) {
  const { status, language, code, score, testCasesPassed, totalTestCases, execution_time, error } = submission
  return (
    <>
      <Group gap="xs" mb="sm">
        <VerdictBadge verdict={status} />
        <Text size="sm" className="tabular">
          {languageNames[language]} · {testCasesPassed} of {totalTestCases} test cases · {percentText(score)}
          {execution_time !== null && ` · ${timeText(execution_time)}`}
        </Text>
        <Text size="sm" c="dimmed">
          <RelativeTime value={submission.createdAt} />
        </Text>
      </Group>
      {submission.groups && submission.groupPoints && (
        <Box mb="sm">
          <GroupTable groups={submission.groups} points={submission.groupPoints} />
        </Box>
      )}
      {submission.groupsChanged && (
        <Text size="sm" c="dimmed" mb="sm">
          The groups of test cases have changed since this submission was judged.
        </Text>
      )}
      {error && (
        <div style={{ marginBottom: 'var(--mantine-spacing-sm)', containerType: 'inline-size' }}>
          <Output label={status === 'internal_error' ? 'Judge' : 'Compiler'} text={error} error />
        </div>
      )}
      <CodeEditor value={code} language={language} label="Submitted code" readOnly fontSize={13} />
    </>
  )
}
