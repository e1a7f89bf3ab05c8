import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileOff, IconPrinter } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { DownloadReport, PrintPaper, ReportContent } from '#client/features/attempts/components/report-view.tsx'
import { ViolationLog } from '#client/features/attempts/components/violation-log.tsx'
import { CaseList } from '#client/features/coding/components/workspace/case-list.tsx'
import {
  perPage,
  SubmissionContent,
  SubmissionsTable,
} from '#client/features/coding/components/workspace/submissions.tsx'
import type { SubmissionRow } from '#client/features/coding/queries.ts'
import { codeOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { useOrigin } from '#client/lib/page-origin.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { MarkingLink, Waiting } from '../components/marking-notice.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import classes from '../components/student.module.css'
import { StudentRunning } from '../components/student-current-attempts.tsx'
import { type AttemptReview, useAttemptSubmission, useAttemptSubmissions, useStudentAttempt } from '../queries.ts'

/** Recorded violations with time and duration. Integrations report only a count. */
const AttemptViolations = ({ violations, progress: { violations: count } }: AttemptReview) => (
  <Box component="section" mt="lg" aria-labelledby="violations">
    <Text component="h2" inherit mb="sm" fz="lg" fw={600} id="violations">
      {plural(count, 'violation')}
    </Text>
    {violations.length === 0 ? (
      <Text size="sm" c="dimmed">
        {count === 0 ? 'The student did not leave the test.' : 'No times were recorded.'}
      </Text>
    ) : (
      <ViolationLog violations={violations} />
    )}
  </Box>
)

/** One attempt of a student: the paper with answers and programs, and the violations. */
export function StudentAttemptScreen() {
  const { studentId = '', attemptId = '' } = useParams({ strict: false })
  const attempt = useStudentAttempt(studentId, attemptId)
  const { data, error } = attempt
  const origin = useOrigin()
  useBackLink({
    to: `/students/${studentId}` as '/students',
    label: data?.studentName ?? 'Student',
    ...(origin && { state: { origin } }),
  })
  if (error && !data)
    return (
      <>
        <PageHeader title="Attempt" purpose="Answers, submissions and violations." />
        {codeOf(error) === 'NOT_FOUND' ? (
          <EmptyState
            framed
            icon={IconFileOff}
            title="Attempt not found"
            text="It was deleted with its student or college."
          />
        ) : (
          <ReportsError title="Failed to load the attempt" query={attempt} />
        )}
      </>
    )
  if (!data)
    return (
      <Stack maw={860} mx="auto" role="status" aria-label="Loading the attempt">
        <Skeleton h={110} />
        <Skeleton h={60} />
        <Skeleton h={220} />
      </Stack>
    )
  const { progress, report, studentName } = data
  const noticed = <AttemptViolations {...data} />
  return (
    <Box maw={860} mx="auto">
      <PrintHeading />
      <PageHeader
        title={progress.testName}
        purpose={`${studentName}’s answers, submissions and violations.`}
        action={
          report && (
            <Group gap="xs" data-print="hide">
              <DownloadReport report={report} />
              <PrintPaper attemptId={report.id} />
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} aria-hidden />}
                onClick={() => window.print()}
              >
                Print
              </Button>
            </Group>
          )
        }
      />
      {report && <Waiting testId={report.testId.id} waiting={report.pendingMarks ?? 0} />}
      {report ? (
        <ReportContent
          report={report}
          review={{
            marking: (questionId) => (
              <MarkingLink testId={report.testId.id} questionId={questionId}>
                Mark this answer
              </MarkingLink>
            ),
            programs: ({ questionId, submissions, title }) => (
              <>
                <AttemptPrograms ids={{ studentId, attemptId, questionId }} count={submissions} title={title} />
                <JournalLink attemptId={attemptId} questionId={questionId} title={title} />
              </>
            ),
            violations: noticed,
          }}
        />
      ) : (
        <>
          <StudentRunning progress={progress} />
          {noticed}
        </>
      )}
    </Box>
  )
}

interface JournalLinkProps {
  attemptId: string
  questionId: string
  title: string
}

const JournalLink = ({ attemptId, questionId, title }: JournalLinkProps) => (
  <Link
    to="/attempts/$attemptId/journal"
    params={{ attemptId }}
    search={{ question: questionId }}
    className="text-link"
    data-print="hide"
  >
    Play back how it was written<span className="visually-hidden">: {title}</span>
  </Link>
)

interface Ids {
  studentId: string
  attemptId: string
  questionId: string
}

/** A coding question's submissions, collapsed to their count. */
function AttemptPrograms({ ids, count, title }: { ids: Ids; count: number; title: string }) {
  const [opened, setOpened] = useState(false)
  if (count === 0)
    return (
      <Text size="sm" c="dimmed">
        There are no submissions.
      </Text>
    )
  return (
    <details className={classes.programs} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {plural(count, 'submission')}
        <span className="visually-hidden"> for {title}</span>
      </summary>
      {opened && <Programs {...ids} />}
    </details>
  )
}

function Programs(ids: Ids) {
  const [page, setPage] = useState(1)
  const opened = useDialog<SubmissionRow>()
  const query = useAttemptSubmissions({ ...ids, page, limit: perPage })
  if (!query.data) return <LoadState query={query} what="submissions" />
  return (
    <>
      <SubmissionsTable {...query.data} onLook={opened.open} onPage={setPage} />
      {opened.show(({ id }, dialog) => (
        <Modal {...dialog} title="Submission" size="lg">
          <Program {...ids} submissionId={id} />
        </Modal>
      ))}
    </>
  )
}

function Program({ studentId, attemptId, submissionId }: Omit<Ids, 'questionId'> & { submissionId: string }) {
  const query = useAttemptSubmission({ studentId, attemptId, submissionId })
  const { data } = query
  if (!data) return <LoadState query={query} what="the submission" />
  return (
    <>
      <SubmissionContent submission={data} />
      {data.testResults.length > 0 && (
        <CaseList results={data.testResults} total={data.testResults.length} samples={[]} />
      )}
    </>
  )
}
