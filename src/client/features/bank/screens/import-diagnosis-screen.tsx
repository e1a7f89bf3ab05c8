import { IconDownload } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { downloadTable } from '#client/lib/download.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { AsyncButton } from '#client/ui/async-button.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { OwnTestsGate, OwnTestsOff } from '#client/ui/own-tests-gate.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Diagnosis } from '../components/import/diagnosis.tsx'
import { ImportFailed, ImportWorking } from '../components/import/import-state.tsx'
import { formatOf } from '../components/import/import-text.ts'
import { isWorking, useImport } from '../import-queries.ts'

/** The diagnosis of a question file, with its decisions and result. */
export function ImportDiagnosisScreen() {
  const { importId = '' } = useParams({ strict: false })
  useBackLink({ to: '/bank/import', label: 'Import questions' })
  return (
    <OwnTestsGate>
      {(canWrite) => (canWrite ? <LoadedImport key={importId} id={importId} /> : <OwnTestsOff />)}
    </OwnTestsGate>
  )
}

function LoadedImport({ id }: { id: string }) {
  const found = useImport(id)
  if (!found.data) return <LoadState query={found} what="the import" />
  const { import: one, categories } = found.data
  const isDiagnosed = !isWorking(one) && one.state !== 'failed'
  return (
    <>
      <PageHeader
        title={one.fileName}
        purpose={[one.format && formatOf(one), one.author, formatDateTime(one.createdAt)].filter(Boolean).join(' · ')}
        action={isDiagnosed && <ReportButton id={id} />}
      />
      {isWorking(one) && <ImportWorking one={one} />}
      {one.state === 'failed' && <ImportFailed one={one} />}
      {isDiagnosed && <Diagnosis one={one} categories={categories} />}
    </>
  )
}

/** Downloads the diagnosis of a file as CSV. */
const ReportButton = ({ id }: { id: string }) => (
  <AsyncButton
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    run={() => downloadTable({ path: `/api/bank/import/${id}/report` }, 'csv')}
    failed="Failed to download the report"
  >
    Download report
  </AsyncButton>
)
