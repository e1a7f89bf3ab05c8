import { Title } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { pagedList } from '#client/ui/data-list-props.ts'
import { OwnTestsGate, OwnTestsOff } from '#client/ui/own-tests-gate.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { importColumns } from '../components/import/import-columns.tsx'
import { UploadCard } from '../components/import/upload-card.tsx'
import { useImports } from '../import-queries.ts'

/** Uploads question files, and lists the earlier ones. */
export function ImportScreen() {
  useBackLink({ to: '/bank', label: 'Question Bank' })
  return (
    <>
      <PageHeader
        title="Import questions"
        purpose="Upload a question file, check what was found in it, and add its questions to the bank."
      />
      <OwnTestsGate>
        {(canWrite) =>
          canWrite ? (
            <>
              <UploadCard />
              <Imports />
            </>
          ) : (
            <OwnTestsOff />
          )
        }
      </OwnTestsGate>
    </>
  )
}

function Imports() {
  const [{ page, limit }, setParams] = useListParams()
  const list = useImports({ page, limit })
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        Imports
      </Title>
      <DataList
        label="Imports"
        columns={importColumns}
        rows={list.data?.imports}
        rowKey={({ importId }) => importId}
        {...pagedList(list, setParams)}
        empty={{
          icon: IconFileImport,
          title: 'No imports yet',
          text: 'Files that you upload are listed here. You can undo an import later.',
        }}
      />
    </>
  )
}
