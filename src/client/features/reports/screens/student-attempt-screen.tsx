import { Box, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileOff, IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { DownloadReport, ReportContent } from '#client/features/attempts/components/report-view.tsx'
import { ViolationLog } from '#client/features/attempts/components/violation-log.tsx'
import { codeOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { useOrigin } from '#client/lib/page-origin.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { AttemptPrograms } from '../components/attempt-programs.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import classes from '../components/student.module.css'
import { StudentRunning } from '../components/student-current-attempts.tsx'
import { type AttemptReview, useStudentAttempt } from '../queries.ts'

interface AttemptViolationsProps {
  violations: AttemptReview['violations']
  /** Number of violations. Integrations report only the number. */
  count: number
}

/** Recorded exam room events with time and duration. */
const AttemptViolations = ({ violations, count }: AttemptViolationsProps) => (
  <section className={classes.part} aria-labelledby="violations">
    <h2 id="violations">{plural(count, 'violation')}</h2>
    {violations.length === 0 ? (
      <Text size="sm" c="dimmed">
        {count === 0 ? 'The student did not leave the test.' : 'No times were recorded.'}
      </Text>
    ) : (
      <ViolationLog violations={violations} />
    )}
  </section>
)

/** One attempt of a student: the paper with its answers and programs, and recorded events. */
export function StudentAttemptScreen() {
  const { studentId = '', attemptId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useStudentAttempt(studentId, attemptId)
  const origin = useOrigin()
  useBackLink({
    to: `/students/${studentId}` as '/students',
    label: data?.studentName ?? 'Student',
    ...(origin && { state: { origin } }),
  })
  if (error && !data)
    return (
      <>
        <PageHeader title="Attempt" purpose="Answers, programs and violations." />
        {codeOf(error) === 'NOT_FOUND' ? (
          <Paper withBorder>
            <EmptyState
              icon={IconFileOff}
              title="Attempt not found"
              text="It was deleted with its student or college."
            />
          </Paper>
        ) : (
          <ReportsError title="Failed to load the attempt" error={error} onRetry={() => void refetch()} />
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
  const { progress, report, violations, studentName } = data
  const noticed = <AttemptViolations violations={violations} count={progress.violations} />
  return (
    <Box maw={860} mx="auto">
      <PrintHeading />
      <PageHeader
        title={progress.testName}
        purpose={`Answers, programs and violations of ${studentName}.`}
        action={
          report && (
            <Group gap="xs" data-print="hide">
              <DownloadReport report={report} />
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
      {report ? (
        <ReportContent
          report={report}
          review={{
            programs: ({ questionId, submissions, title }) => (
              <AttemptPrograms ids={{ studentId, attemptId, questionId }} count={submissions} title={title} />
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
