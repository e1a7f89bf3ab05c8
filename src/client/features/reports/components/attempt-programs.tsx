import { Text } from '@mantine/core'
import { useState } from 'react'
import { CaseList } from '#client/features/coding/components/workspace/case-list.tsx'
import { SubmissionContent, SubmissionsTable } from '#client/features/coding/components/workspace/submissions.tsx'
import type { SubmissionRow } from '#client/features/coding/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { useAttemptSubmission, useAttemptSubmissions } from '../queries.ts'
import classes from './student.module.css'

const perPage = 20

interface Ids {
  studentId: string
  attemptId: string
  questionId: string
}

/** The programs submitted to a problem, collapsed behind their count. */
export function AttemptPrograms({ ids, count, title }: { ids: Ids; count: number; title: string }) {
  const [opened, setOpened] = useState(false)
  if (count === 0)
    return (
      <Text size="sm" c="dimmed">
        No programs were submitted.
      </Text>
    )
  return (
    <details className={classes.programs} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {plural(count, 'submission')}
        <span className="visually-hidden"> to {title}</span>
      </summary>
      {opened && <Programs {...ids} />}
    </details>
  )
}

function Programs(ids: Ids) {
  const [page, setPage] = useState(1)
  const opened = useDialog<SubmissionRow>()
  const { data, error, refetch } = useAttemptSubmissions({ ...ids, page, limit: perPage })
  if (error && !data)
    return <ErrorState title="Failed to load submissions" message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading label="Loading submissions" />
  const { submissions, pagination } = data
  return (
    <>
      <SubmissionsTable submissions={submissions} onLook={opened.open} />
      {pagination.totalPages > 1 && (
        <DataListFooter {...pagination} shown={submissions.length} onChange={setPage} onLimitChange={undefined} />
      )}
      {opened.about && (
        <Modal opened={opened.opened} onClose={opened.close} title="Submission" size="lg">
          <Program key={opened.openCount} {...ids} submissionId={opened.about.id} />
        </Modal>
      )}
    </>
  )
}

function Program({ studentId, attemptId, submissionId }: Omit<Ids, 'questionId'> & { submissionId: string }) {
  const { data, error, refetch } = useAttemptSubmission({ studentId, attemptId, submissionId })
  if (error && !data)
    return (
      <ErrorState title="Failed to load the submission" message={messageOf(error)} onRetry={() => void refetch()} />
    )
  if (!data) return <Loading label="Loading the submission" />
  return (
    <>
      <SubmissionContent submission={data} />
      {data.testResults.length > 0 && (
        <CaseList results={data.testResults} total={data.testResults.length} samples={[]} />
      )}
    </>
  )
}
