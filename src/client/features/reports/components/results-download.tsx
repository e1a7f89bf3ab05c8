import { Button } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { downloadTable, isNarrowed, type TableFile } from '#client/lib/download.ts'
import { notify } from '#client/lib/notify.ts'

/** The specified message after a failed export. */
export const notExported = 'Failed to export results'

/** A test's second export: statistics per question. */
export const questionsFile = (testId: string) =>
  ({ name: 'Question analysis', path: `/api/reports/tests/${testId}/items/export` }) as const

function useDownload(table: TableFile) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadTable(table, 'csv'),
    onError: () => notify.error(notExported),
  })
  return { loading: isPending, onClick: () => mutate() }
}

/** Downloads a test's filtered results as CSV. */
export const DownloadCsv = (table: TableFile) => (
  <Button variant="default" leftSection={<IconFileTypeCsv size={16} aria-hidden />} {...useDownload(table)}>
    {isNarrowed(table) ? 'Download CSV, filtered' : 'Download CSV'}
  </Button>
)

/** A button for table rows that exports all results of a test. @param of the test's name */
export const ExportCsv = ({ path, of }: { path: `/api/${string}`; of: string }) => (
  <Button
    variant="default"
    size="compact-sm"
    title="Export (CSV)"
    aria-label={`Export ${of} (CSV)`}
    {...useDownload({ path })}
  >
    Export
  </Button>
)
