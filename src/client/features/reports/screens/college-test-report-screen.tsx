import { Group } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { PageNotFound } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { DownloadCsv, notExported, questionsFile } from '../components/results-download.tsx'
import { TestReport } from '../components/test-report.tsx'
import { studentFilter, useStudentList } from '../components/use-student-list.ts'
import { failureText } from '../model/report-text.ts'
import { usePaper, useTestReport } from '../queries.ts'

/** Results of one test in the college admin's own college. */
export function CollegeTestReportScreen() {
  const { testId } = useParams({ from: '/shell/assigned-tests/$testId/report' })
  const { data, error } = useTestReport(testId)
  const students = useStudentList()
  const query = studentFilter(students[0])
  const prepare = usePaper(testId, query)
  const navigate = useNavigate()
  useBackLink({ to: '/assigned-tests', label: 'Back to Tests' })
  if (!data && error && codeOf(error) === 'NOT_FOUND') return <PageNotFound what={messageOf(error)} />
  if (!data && error)
    return (
      <ErrorState
        page
        title="Failed to load report"
        message={failureText(error)}
        retryLabel="Go Back"
        onRetry={() => void navigate({ to: '/assigned-tests' })}
      />
    )
  const path = `/api/college/tests/${testId}/export` as const
  return (
    <>
      <PrintHeading />
      <PageHeader
        title={data?.test.testName ?? 'Test report'}
        purpose="Participation, scores and question statistics."
        action={
          <Group gap="xs" data-print="hide">
            <DownloadCsv path={path} query={query} />
            <ExportMenu
              path={path}
              query={query}
              further={questionsFile(testId)}
              failed={notExported}
              prepare={prepare}
            />
          </Group>
        }
      />
      <TestReport testId={testId} students={students} opened={['overview', 'students']} />
    </>
  )
}
