import { Button, Group } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadFile } from '#client/lib/download.ts'
import { notify } from '#client/lib/notify.ts'
import { usePageTitle } from '#client/lib/page-title.ts'
import { BackLink } from '#client/ui/back-link.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintedHeading } from '#client/ui/printed-heading.tsx'
import { TestReport } from '../components/test-report.tsx'
import { failureText } from '../model/sentences.ts'
import { useTestReport } from '../queries.ts'

const notExported = 'Failed to export results'

/** What became of one test in the own college, for its admin. */
export function CollegeTestReportScreen() {
  const { testId } = useParams({ from: '/shell/assigned-tests/$testId/report' })
  const { data, error } = useTestReport(testId)
  const navigate = useNavigate()
  usePageTitle(data ? `Report · ${data.test.testName}` : 'Test report')
  if (!data && error)
    return (
      <>
        <BackLink to="/assigned-tests">Back to Tests</BackLink>
        <ErrorState
          page
          title="Failed to load report"
          message={failureText(error)}
          retryLabel="Go Back"
          onRetry={() => void navigate({ to: '/assigned-tests' })}
        />
      </>
    )
  return (
    <>
      <BackLink to="/assigned-tests">Back to Tests</BackLink>
      <PrintedHeading />
      <PageHeader
        title={data?.test.testName ?? 'Test report'}
        purpose="Who took it, how they did, and how its questions worked."
        action={
          <Group gap="xs" data-print="hide">
            <DownloadCsv testId={testId} />
            <ExportMenu path={`/api/college/tests/${testId}/export`} failed={notExported} />
          </Group>
        }
      />
      <TestReport testId={testId} />
    </>
  )
}

/** The seed's own button, for what most want of it. */
function DownloadCsv({ testId }: { testId: string }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await downloadFile(`/api/college/tests/${testId}/export?format=csv`).catch(() => notify.error(notExported))
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      loading={busy}
      onClick={() => void download()}
    >
      Download CSV
    </Button>
  )
}
