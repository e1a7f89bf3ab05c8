import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconClipboardCheck,
  IconProgressCheck,
  IconTarget,
  IconUsers,
} from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageNotFound } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { type Stat, StatCards } from '#client/ui/stat-cards.tsx'
import type { PlatformTestReport } from '#shared/reports/tests.schema.ts'
import { MarkingNotice } from '../components/marking-notice.tsx'
import { MasterCollegeChart, MasterColleges } from '../components/master-colleges.tsx'
import { ReportsError } from '../components/reports-error.tsx'
import { notExported, questionsFile } from '../components/results-download.tsx'
import { TestReportQuestions } from '../components/test-report-questions.tsx'
import { TestReportTags } from '../components/test-report-tags.tsx'
import { usePlatformPaper, usePlatformTestReport } from '../queries.ts'

/** A test's results across all its colleges: totals, results per college, and statistics per question. */
export function MasterTestReportScreen() {
  const { testId = '' } = useParams({ strict: false })
  const platform = usePlatformTestReport(testId)
  const { data, error } = platform
  const prepare = usePlatformPaper(testId)
  useBackLink({ to: '/tests', label: 'Back to Tests' })
  if (!data && error && codeOf(error) === 'NOT_FOUND') return <PageNotFound what={messageOf(error)} />
  return (
    <>
      <PrintHeading />
      <PageHeader
        title={data?.test.testName ?? 'Test report'}
        purpose="Results of this test by college and by question."
        action={
          data &&
          data.collegeResults.length > 0 && (
            <Group gap="xs">
              {data.test.codingCount > 0 && (
                <LinkButton variant="default" to="/tests/$testId/journals" params={{ testId }}>
                  Code playback
                </LinkButton>
              )}
              <ExportMenu
                path={`/api/admin/tests/${testId}/report/export`}
                further={questionsFile(testId)}
                failed={notExported}
                prepare={prepare}
              />
            </Group>
          )
        }
      />
      {data ? (
        <Report testId={testId} report={data} />
      ) : error ? (
        <ReportsError title="Failed to load test report" query={platform} />
      ) : (
        <Stack role="status" aria-label="Loading the report">
          <Skeleton h={24} w="min(26rem, 90%)" />
          <Skeleton h={90} />
          <Skeleton h={260} />
          <Skeleton h={320} />
        </Stack>
      )}
    </>
  )
}

function Report({ testId, report }: { testId: string; report: PlatformTestReport }) {
  const { test, collegeResults } = report
  return (
    <>
      <Box mb="lg">
        <TestReportTags test={test} />
      </Box>
      {collegeResults.length === 0 ? (
        <EmptyState
          framed
          icon={IconBuildingCommunity}
          title="Not assigned to any college"
          text="Results appear here when you assign the test to colleges."
          action={
            <LinkButton to="/tests" search={{ search: test.testName }}>
              Find it in Tests
            </LinkButton>
          }
        />
      ) : (
        <>
          <MarkingNotice testId={testId} />
          <StatCards label="Test statistics" stats={statsOf(report)} />
          <MasterCollegeChart colleges={collegeResults} />
          <Part title="Colleges" count={collegeResults.length}>
            <MasterColleges colleges={collegeResults} />
          </Part>
          <Part title="Question-wise Analysis">
            <TestReportQuestions testId={testId} />
          </Part>
        </>
      )}
    </>
  )
}

const Part = ({ title, count, children }: { title: string; count?: number; children: ReactNode }) => (
  <Box component="section" mt="xl">
    <Text component="h2" mb="sm" fz="md" fw={600}>
      {title}
      {count !== undefined && (
        <Text span inherit ms={8} c="dimmed" fz="sm" fw={400} className="tabular">
          {count.toLocaleString()}
        </Text>
      )}
    </Text>
    {children}
  </Box>
)

function statsOf(report: PlatformTestReport): Stat[] {
  const { totalAssigned, totalAttempted, averageScore, completionRate, collegeResults } = report
  const taking = collegeResults.filter(({ assigned }) => assigned > 0).length
  // Show a dash without attempts: an average of 0 would look like a very low score.
  const ofAttempted = (figure: string) => (totalAttempted === 0 ? '–' : figure)
  return [
    {
      label: 'Total Assigned',
      value: totalAssigned,
      note: `Students in ${taking.toLocaleString()} of ${plural(collegeResults.length, 'college')}`,
      icon: IconUsers,
    },
    { label: 'Total Attempted', value: totalAttempted, note: 'Students who submitted', icon: IconClipboardCheck },
    {
      label: 'Average Score',
      value: ofAttempted(percentText(averageScore)),
      note: 'Across all who attempted',
      icon: IconTarget,
    },
    {
      label: 'Completion Rate',
      value: totalAssigned === 0 ? '–' : percentText(completionRate),
      note: 'Of those assigned',
      icon: IconProgressCheck,
    },
  ]
}
