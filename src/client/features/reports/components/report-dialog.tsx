import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { purposeOf } from '#client/features/attempts/components/report-text.ts'
import { DownloadReport, ReportContent } from '#client/features/attempts/components/report-view.tsx'
import { useAttemptParam } from '#client/features/attempts/components/use-attempt-param.ts'
import { useResults } from '#client/features/attempts/queries.ts'
import { QueryPending } from '#client/ui/load-state.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'

/** The Detailed Test Report, over the list it was opened from. */
export function ReportDialog({ testId, ...dialog }: { testId: string; opened: boolean; onClose: () => void }) {
  const query = useResults(testId, { attemptId: useAttemptParam() })
  const { data: report } = query
  return (
    <Modal {...dialog} title={report ? report.testId.testName : 'Detailed Test Report'} size="xl">
      {report ? (
        <>
          <PrintHeading>
            <p>{report.testId.testName}</p>
          </PrintHeading>
          <Group justify="space-between" gap="sm" mb="md">
            <Text size="sm" c="dimmed" flex="1 1 14rem">
              {purposeOf(report.questionAnalysis.length, report.codingAnalysis.length > 0)}
            </Text>
            <DownloadReport report={report} />
          </Group>
          <ReportContent report={report} />
        </>
      ) : (
        <QueryPending query={query} failed="Failed to load results">
          <Stack role="status" aria-label="Loading results">
            <Skeleton h={110} />
            <Skeleton h={60} />
            <Skeleton h={220} />
          </Stack>
        </QueryPending>
      )}
    </Modal>
  )
}
