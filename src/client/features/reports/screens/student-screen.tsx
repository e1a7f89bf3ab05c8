import { SimpleGrid, Skeleton } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleX,
  IconClipboardOff,
  IconClock,
  IconReport,
  IconTarget,
  IconUserOff,
} from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { codeOf } from '#client/lib/errors.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { useOrigin } from '#client/lib/page-origin.ts'
import { type BackLink, useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime, formatShortDate, spentText } from '#client/lib/time.ts'
import { scoreTrendTitle } from '#client/ui/charts/chart-titles.ts'
import { ScoreLineChart } from '#client/ui/charts/score-charts.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import classes from '../components/student.module.css'
import { StudentAttempts, useAttemptFilter } from '../components/student-attempts.tsx'
import { StudentRunning } from '../components/student-current-attempts.tsx'
import { averageText, failedNote, latestOnly, ofAttempts } from '../model/report-text.ts'
import { type StudentOverview, useStudent, useStudentAttemptsForPrint } from '../queries.ts'

/** Everything about one student, for the college's staff. */
export function StudentScreen() {
  const { studentId = '' } = useParams({ strict: false })
  const overview = useStudent(studentId)
  const { data, error } = overview
  const { filter } = useAttemptFilter(studentId)
  const { studentId: _, sort: __, ...query } = filter
  const { load } = useStudentAttemptsForPrint(filter)
  useBackToOrigin()
  if (error && !data)
    return (
      <>
        <PageHeader title="Student" purpose="Attempts, scores and answers." />
        {codeOf(error) === 'NOT_FOUND' ? (
          <EmptyState
            framed
            icon={IconUserOff}
            title="Student not found"
            text="The account was deleted, or it belongs to another college."
          />
        ) : (
          <ReportsError title="Failed to load the student" query={overview} />
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
    <EmptyState
      framed
      icon={IconClipboardOff}
      title={running.length > 0 ? 'No submitted attempts yet' : 'No attempts yet'}
      text={student.lastLogin === null ? `${reason} The student has never signed in.` : reason}
    />
  )
}

/** Links back to the page the student was opened from, with its filters, or else to the list of students. */
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

function StudentFacts({ student }: { student: StudentOverview['student'] }) {
  const { email, idNumber, batch, branch, section, isActive, lastLogin } = student
  const facts: Fact[] = [
    ['Roll number', idNumber || '–'],
    ['Batch', batch || '–'],
    ['Branch', branch || '–'],
    ['Section', section || '–'],
  ]
  const status = <StatusBadge tone={isActive ? 'success' : 'neutral'} label={isActive ? 'Active' : 'Inactive'} />
  return (
    <SimpleGrid
      component="dl"
      minColWidth="min(115px, 100%)"
      spacing="lg"
      verticalSpacing="sm"
      mb="md"
      p="md"
      className={`card facts ${classes.facts}`}
      aria-label="Student"
    >
      <Facts facts={[['Email', email, true]]} />
      <Facts facts={facts} className="tabular" />
      <Facts facts={[['Status', status]]} />
      <div>
        <dt>Last sign-in</dt>
        <dd title={lastLogin ? formatDateTime(lastLogin) : undefined}>
          <RelativeTime value={lastLogin} />
        </dd>
      </div>
    </SimpleGrid>
  )
}

/** Summary of a student's tests. @param overview undefined while loading */
function StudentFigures({ overview }: { overview: StudentOverview | undefined }) {
  const figures = overview?.performance
  return (
    <>
      <StatCards
        label="Summary"
        stats={[
          {
            label: 'Tests taken',
            value: figures?.totalTests,
            note: overview && `Of ${overview.assigned.toLocaleString()} assigned`,
            icon: IconReport,
          },
          {
            label: 'Average score',
            value: figures && averageText(figures.averagePercentage, figures.attempts),
            note: figures && ofAttempts(figures.attempts),
            icon: IconTarget,
          },
          {
            label: 'Passed',
            value: figures?.passed,
            note:
              figures && `${percentText(figures.passRate)} of tests${latestOnly(figures.attempts, figures.totalTests)}`,
            icon: IconCircleCheck,
          },
          { label: 'Failed', value: figures?.failed, note: failedNote, icon: IconCircleX },
          {
            label: 'Time spent',
            value: figures && spentText(figures.timeSpent),
            note: 'From start to submission',
            icon: IconClock,
          },
        ]}
      />
      <ScoreLineChart
        title="Scores over time"
        insight={figures && scoreTrendTitle(figures.scores)}
        unit={`Percentage of marks, last ${plural(figures?.scores.length ?? 10, 'attempt')}`}
        passMark={figures?.passMark}
        empty="No scores yet."
        head={['Test', 'Submitted', 'Score']}
        points={figures?.scores.map(({ id, testName, completedAt, percentage }) => ({
          key: id,
          label: formatShortDate(completedAt),
          name: testName,
          value: percentage,
        }))}
      />
    </>
  )
}
