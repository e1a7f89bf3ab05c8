import { Button } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadTable, isNarrowed, type TableFile } from '#client/lib/download.ts'
import { notify } from '#client/lib/notify.ts'

/** The specified message after a failed export. */
export const notExported = 'Failed to export results'

/** A test's second export: statistics per question. */
export const questionsFile = (testId: string) =>
  ({ name: 'Question analysis', path: `/api/reports/tests/${testId}/items/export` }) as const

function useDownload(table: TableFile) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await downloadTable(table, 'csv').catch(() => notify.error(notExported))
    setBusy(false)
  }
  return { loading: busy, onClick: () => void download() }
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
