import { Box, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { saveText } from '#client/lib/save-file.ts'
import { formatDateTime, spentText } from '#client/lib/time.ts'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { ResultBadge } from '#client/ui/result-badge.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Report } from '#shared/attempts/attempts.schema.ts'
import { useOwnObjections } from '../queries.ts'
import { AttemptHistory } from './attempt-history.tsx'
import { CodingResults } from './coding-results.tsx'
import { ObjectionTimes, QuestionObjection } from './objections.tsx'
import { PractiseAgain } from './practice-result.tsx'
import { QuestionResult } from './question-result.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import {
  incorrectLabel,
  marksText,
  numbered,
  outcomeLabel,
  purposeOf,
  reportFileName,
  reportText,
  timeNotes,
} from './report-text.ts'
import classes from './report-view.module.css'
import { ScoreCard, SectionResults } from './score-card.tsx'

/** The detailed report of one attempt, as a page. */
export function ReportView({ report, onAgain }: { report: Report; onAgain?: (() => void) | undefined }) {
  useBackLink({ to: '/my-tests', label: 'Back to Tests', search: useSearch({ strict: false }) })
  return (
    <Box maw={860} mx="auto">
      <PrintHeading />
      <PageHeader
        title={report.testId.testName}
        purpose={purposeOf(report.questionAnalysis.length, report.codingAnalysis.length > 0)}
        action={
          <Group gap="sm">
            <PractiseAgain testId={report.testId.id} onAgain={onAgain} />
            <DownloadReport report={report} />
            <PrintPaper attemptId={report.id} />
          </Group>
        }
      />
      <ReportContent report={report} />
    </Box>
  )
}

export const DownloadReport = ({ report }: { report: Report }) => (
  <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void download(report)}>
    Download Report
  </Button>
)

/** Opens the paper as the student saw it, for printing. */
export const PrintPaper = ({ attemptId }: { attemptId: string }) => (
  <LinkButton
    to="/attempts/$attemptId/paper"
    params={{ attemptId }}
    variant="default"
    leftSection={<IconFileText size={16} aria-hidden />}
  >
    Print paper
  </LinkButton>
)

/** Downloads the report as text. The code that renders formulas as text is loaded on first use. */
async function download(report: Report) {
  try {
    const { plainText } = await whileLoading(import('#client/ui/rich-text-plain.ts'), 'Preparing the report…')
    const text = reportText(report, formatDateTime(report.submittedAt), plainText)
    saveText(reportFileName(report.testId.testName), text, 'text/plain')
  } catch (error) {
    notify.error(messageOf(error))
  }
}

interface ReportContentProps {
  report: Report
  /** Extra content for staff; omitted when the viewer is the student. */
  review?: {
    /** Renders a problem's programs. */
    programs: (problem: Report['codingAnalysis'][number]) => ReactNode
    violations: ReactNode
    /** Renders the link to mark the answers to a question. */
    marking: (questionId: string) => ReactNode
  }
}

/** A report without its title. */
export function ReportContent({ report, review }: ReportContentProps) {
  const isPending = report.pendingCode > 0
  return (
    <>
      <ScoreCard
        results={report}
        counts={report.questionAnalysis.length > 0}
        incorrectLabel={incorrectLabel(report.questionAnalysis)}
        pending={isPending}
      >
        {!isPending && report.percentage !== null && (
          <>
            <ResultBadge percentage={report.percentage} passed={report.passed === true} passMark={report.passMark} />
            <StatusBadge tone="neutral" label={`Grade ${report.grade}`} />
          </>
        )}
      </ScoreCard>
      <ReportFacts report={report} />
      {report.attempts && <AttemptHistory attempts={report.attempts} current={report.id} passMark={report.passMark} />}
      {timeNotes(report).map((note) => (
        <Text key={note} size="sm" mt="xs">
          {note}
        </Text>
      ))}
      <SectionResults sections={report.sections} />
      <CodingResults items={report.codingAnalysis} pending={report.pendingCode} programs={review?.programs} />
      {review ? (
        review.violations
      ) : (
        <ReceiptCard receipt={report.receipt} testName={report.testId.testName} studentName={report.studentId.name} />
      )}
      {report.questionAnalysis.length > 0 && <Analysis report={report} own={!review} marking={review?.marking} />}
    </>
  )
}

function ReportFacts({ report }: { report: Report }) {
  const { testId: test, studentId: student } = report
  const place = [student.branch, student.batch].filter(Boolean).join(' · ')
  const facts: Fact[] = [
    ['Student', student.name],
    ['Branch and batch', place],
    ['Subject', test.subject],
    ['Type', test.testType],
    ['Company', test.companyName],
    ['Difficulty', test.difficulty],
    ['Time spent', spentText(report.timeSpent)],
    ['Submitted', formatDateTime(report.submittedAt)],
    ['Submitted by', report.submittedBy === 'server' ? 'Auto-submitted when time ran out' : null],
  ]
  return (
    <SimpleGrid
      component="dl"
      minColWidth={140}
      spacing={20}
      verticalSpacing={14}
      mt={20}
      className={`facts ${classes.facts}`}
    >
      <Facts facts={facts.filter(([, value]) => value)} />
    </SimpleGrid>
  )
}

const filters = ['All', 'Correct', 'Partly correct', 'Incorrect', 'Answered', 'Unanswered', 'Dropped'] as const
type Filter = (typeof filters)[number]
/** True if the answer has not been marked yet. */
const isWaiting = ({ studentAnswer, isCorrect, marksObtained }: Report['questionAnalysis'][number]) =>
  studentAnswer !== null && isCorrect === null && marksObtained === null

/** Shown only if they match any questions. `Answered` matches essays without marks. */
const rareFilters: readonly Filter[] = ['Partly correct', 'Answered', 'Dropped']

interface AnalysisProps {
  report: Report
  own: boolean
  marking: NonNullable<ReportContentProps['review']>['marking'] | undefined
}

function Analysis({ report, own, marking }: AnalysisProps) {
  const [filter, setFilter] = useState<Filter>('All')
  const items = numbered(report.questionAnalysis)
  const isKeyOut = report.questionAnalysis.every(({ correctAnswer }) => correctAnswer !== null)
  const objections = useOwnObjections(report.testId.id, report.id, own && isKeyOut)
  const matches = (wanted: Filter) =>
    items.filter(({ item }) => {
      const outcome = outcomeLabel(item)
      return wanted === 'All' || outcome === (wanted === 'Unanswered' ? 'Not answered' : wanted)
    })
  const shown = matches(filter)
  const offered = filters.filter((value) => !rareFilters.includes(value) || matches(value).length > 0)
  return (
    <section aria-labelledby="analysis">
      <Group justify="space-between" gap="sm" mt="xl" mb="sm">
        <Text component="h2" fz="lg" fw={600} id="analysis">
          Question analysis
        </Text>
        {isKeyOut && (
          <SegmentedControl
            className={`tabular ${classes.filter}`}
            data-many={offered.length > 4 || undefined}
            aria-label="Filter questions"
            value={filter}
            onChange={(value) => setFilter(filters.find((item) => item === value) ?? 'All')}
            data={offered.map((value) => ({ value, label: `${value} ${matches(value).length}` }))}
          />
        )}
      </Group>
      {!isKeyOut && (
        <Text size="sm" c="dimmed" mb="sm">
          Correct answers have not been released.
        </Text>
      )}
      {own && <ObjectionTimes objections={objections} />}
      <Stack gap="sm">
        {shown.map(({ item, number }, index) => (
          <Fragment key={item.questionId}>
            {item.sectionName !== null && item.sectionName !== shown[index - 1]?.item.sectionName && (
              <Text component="h3" mt="sm" fz="md" fw={600}>
                {item.sectionName}
              </Text>
            )}
            <QuestionResult
              attemptId={report.id}
              number={number}
              own={own}
              item={item}
              marks={marksText(item.marksObtained, item.marks)}
            >
              {isWaiting(item) && marking && (
                <Box mt={10} data-print="hide">
                  {marking(item.questionId)}
                </Box>
              )}
              {own && (
                <QuestionObjection
                  testId={report.testId.id}
                  attemptId={report.id}
                  questionId={item.questionId}
                  number={number}
                  objections={objections}
                />
              )}
            </QuestionResult>
          </Fragment>
        ))}
        {shown.length === 0 && (
          <Text c="dimmed" ta="center" py="xl">
            No {filter.toLowerCase()} questions.
          </Text>
        )}
      </Stack>
    </section>
  )
}
