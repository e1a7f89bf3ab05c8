import { Accordion, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClipboardCheck, IconTarget, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { percentText, plural } from '#client/lib/format.ts'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import type { TestSummary } from '#shared/reports/tests.schema.ts'
import { questionsOf } from '#shared/tests/size.rules.ts'
import { useTestReport } from '../queries.ts'
import { MarkingNotice } from './marking-notice.tsx'
import { ReportsError } from './reports-error.tsx'
import classes from './test-report.module.css'
import { TestReportOverview, TestReportTop } from './test-report-overview.tsx'
import { TestReportQuestions } from './test-report-questions.tsx'
import { TestReportStudents } from './test-report-students.tsx'
import { TestReportTags } from './test-report-tags.tsx'
import type { StudentList } from './use-student-list.ts'

interface TestReportProps {
  testId: string
  students: StudentList
  /** Parts that are open at first. Opening another part closes them. */
  opened?: readonly TestReportPart[]
  /** Actions to the right of the test's tags. */
  actions?: ReactNode
}

const parts = ['overview', 'top', 'questions', 'students'] as const
type TestReportPart = (typeof parts)[number]

/** A test's results in the user's college: totals and four collapsible parts, all of which are printed. For staff. */
export function TestReport({ testId, students, opened = ['overview'], actions }: TestReportProps) {
  const report = useTestReport(testId)
  const { data } = report
  const [open, setOpen] = useState<readonly string[]>(opened)
  const printing = usePrinting()
  if (!data && report.error) return <ReportsError framed={false} title="Failed to load report" query={report} />
  if (!data)
    return (
      <Stack role="status" aria-label="Loading the report">
        <Skeleton h={24} w="40%" />
        <Skeleton h={84} />
        <Skeleton h={320} />
      </Stack>
    )
  return (
    <>
      <Group gap="sm" justify="space-between" mb="md">
        <TestReportTags test={data.test} />
        {actions}
      </Group>
      <MarkingNotice testId={testId} />
      <StatCards label="Test statistics" stats={statsOf(data)} />
      <Accordion
        variant="separated"
        order={2}
        multiple
        value={[...(printing ? parts : open)]}
        onChange={(next) => setOpen(next.slice(-1))}
        // Printing does not wait for transitions.
        transitionDuration={0}
        classNames={accordion}
      >
        <Part id="overview" title="Performance Overview">
          <TestReportOverview report={data} />
        </Part>
        <Part id="top" title="Top 5 Students">
          <TestReportTop students={data.topStudents} />
        </Part>
        <Part id="questions" title="Question-wise Analysis" note={plural(questionsOf(data.test), 'question')}>
          <TestReportQuestions testId={testId} />
        </Part>
        <Part id="students" title="All Student Results" note={plural(data.statistics.totalAssigned, 'student')}>
          <TestReportStudents
            testId={testId}
            list={students}
            withCoding={data.test.codingCount > 0}
            passMark={data.test.passMark}
          />
        </Part>
      </Accordion>
    </>
  )
}

const accordion = {
  item: classes.part ?? '',
  control: `hoverable ${classes.control}`,
  label: classes.label ?? '',
  content: classes.content ?? '',
}

/** A part that loads when opened and keeps its state when closed. */
const Part = ({ id, title, note, children }: { id: string; title: string; note?: string; children: ReactNode }) => (
  <Accordion.Item value={id}>
    <Accordion.Control>
      {title}
      {note && (
        <Text span inherit c="dimmed" fz="xs" fw={400}>
          {note}
        </Text>
      )}
    </Accordion.Control>
    <Accordion.Panel>{children}</Accordion.Panel>
  </Accordion.Item>
)

function statsOf({ statistics, failedStudents, attempts }: TestSummary): Stat[] {
  const { totalAssigned, totalCompleted, completionRate, averageScore, highestScore, lowestScore } = statistics
  // Show a dash without submissions: an average of 0 would look like a very low score.
  const ofCompleted = (figure: string, otherwise = '–') => (totalCompleted === 0 ? otherwise : figure)
  const nobody = 'No one has completed it'
  return [
    { label: 'Total Students', value: totalAssigned, note: 'Assigned', icon: IconUsers },
    {
      label: 'Completed',
      value: totalCompleted,
      note: `${percentText(completionRate)} of those assigned${attempts > totalCompleted ? `, in ${plural(attempts, 'attempt')}` : ''}`,
      icon: IconClipboardCheck,
    },
    {
      label: 'Avg Score',
      value: ofCompleted(percentText(averageScore)),
      note: ofCompleted(`Lowest ${percentText(lowestScore)}, highest ${percentText(highestScore)}`, nobody),
      icon: IconTarget,
    },
    {
      label: 'Pass Rate',
      value: ofCompleted(percentText(statistics.passRate)),
      note: ofCompleted(
        `${statistics.passedStudents.toLocaleString()} passed, ${failedStudents.toLocaleString()} failed`,
        nobody,
      ),
      icon: IconCircleCheck,
    },
  ]
}
