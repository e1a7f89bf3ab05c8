import { Paper, Skeleton } from '@mantine/core'
import { IconClipboardOff, IconUserOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { codeOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { useOrigin } from '#client/lib/page-origin.ts'
import { type BackLink, useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { StudentAttempts, useAttemptFilter } from '../components/student-attempts.tsx'
import { StudentRunning } from '../components/student-current-attempts.tsx'
import { StudentFacts } from '../components/student-facts.tsx'
import { StudentFigures } from '../components/student-stats.tsx'
import { type StudentOverview, useStudent, useStudentAttemptsForPrint } from '../queries.ts'

/** Everything about one student, for the college's staff. */
export function StudentScreen() {
  const { studentId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useStudent(studentId)
  const { filter } = useAttemptFilter(studentId)
  const { studentId: _, sort: __, ...query } = filter
  const { load } = useStudentAttemptsForPrint(filter)
  useBackToOrigin()
  if (error && !data)
    return (
      <>
        <PageHeader title="Student" purpose="Attempts, scores and answers." />
        {codeOf(error) === 'NOT_FOUND' ? (
          <Paper withBorder>
            <EmptyState
              icon={IconUserOff}
              title="Student not found"
              text="The account was deleted, or it belongs to another college."
            />
          </Paper>
        ) : (
          <ReportsError title="Failed to load the student" error={error} onRetry={() => void refetch()} />
        )}
      </>
    )
  const none = data?.performance.totalTests === 0
  return (
    <>
      <PrintHeading />
      <PageHeader
        title={data?.student.name ?? 'Student'}
        purpose="Attempts, scores and answers."
        action={
          <ExportMenu
            path={`/api/reports/students/${studentId}/export`}
            query={query}
            failed="Failed to export the attempts"
            prepare={load}
            disabled={!data || none}
          />
        }
      />
      {data ? <StudentFacts student={data.student} /> : <Skeleton h={84} mb="md" />}
      {data?.running.map((progress) => (
        <StudentRunning key={progress.id} progress={progress} />
      ))}
      {none ? (
        <NoAttempts overview={data} />
      ) : (
        <>
          <StudentFigures overview={data} />
          <StudentAttempts studentId={studentId} />
        </>
      )}
    </>
  )
}

function NoAttempts({ overview: { student, assigned, running } }: { overview: StudentOverview }) {
  const reason =
    assigned === 0 ? 'No tests are assigned to this student.' : `${plural(assigned, 'test')} assigned, none submitted.`
  return (
    <Paper withBorder>
      <EmptyState
        icon={IconClipboardOff}
        title={running.length > 0 ? 'No submitted attempts yet' : 'No attempts yet'}
        text={student.lastLogin === null ? `${reason} The student has never signed in.` : reason}
      />
    </Paper>
  )
}

/** Back link to the page the student was opened from, with its filters. Without one, to the list of students. */
function useBackToOrigin() {
  const origin = useOrigin()
  const isFaculty = useUser().role === 'faculty'
  const list: BackLink = isFaculty
    ? { to: '/student-reports', label: 'Student Reports' }
    : { to: '/students', label: 'Students' }
  useBackLink(origin ? backTo(origin.href, origin.title) : list)
}

function backTo(href: string, label: string): BackLink {
  const { pathname, searchParams } = new URL(href, window.location.origin)
  return { to: pathname as BackLink['to'], search: Object.fromEntries(searchParams), label }
}
