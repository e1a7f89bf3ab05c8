import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconJson, IconPrinter } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { downloadTable, isNarrowed, type TableFile } from '#client/lib/download.ts'
import { messageOf } from '#client/lib/errors.ts'
import { numberText } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { useConfirm } from './confirm.tsx'
import type { OnProgress } from './use-print-rows.ts'

interface NamedTable extends TableFile {
  /** Name of the table, if there are two. */
  name?: string
  /** File formats; CSV and Excel by default. */
  formats?: readonly ExportFormat[]
}

interface ExportMenuProps extends NamedTable {
  failed: string
  further?: NamedTable & { name: string }
  /** Label of the print action; false if the list is too long to print. */
  printLabel?: string | false
  printError?: string
  /** Loads the rows to print that are not yet on the screen. */
  prepare?: (onProgress: OnProgress) => Promise<unknown>
  disabled?: boolean
}

const defaultFormats: readonly ExportFormat[] = ['csv', 'xlsx']
const files = [
  { format: 'csv', label: 'CSV', icon: IconFileTypeCsv },
  { format: 'xlsx', label: 'Excel', icon: IconFileSpreadsheet },
  { format: 'json', label: 'JSON', icon: IconJson },
] as const satisfies { format: ExportFormat; label: string; icon: typeof IconPrinter }[]

/** Exports all pages of the list as a file, or prints them. */
export function ExportMenu(props: ExportMenuProps) {
  const {
    failed,
    further,
    printLabel = 'Print',
    printError = 'Failed to prepare for printing',
    prepare,
    disabled = false,
  } = props
  const tables: readonly NamedTable[] = further ? [props, further] : [props]
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<string>()
  const confirm = useConfirm()
  const download = async (table: TableFile, format: ExportFormat) => {
    setBusy(true)
    try {
      await downloadTable(table, format)
    } catch {
      notify.error(failed)
    } finally {
      setBusy(false)
    }
  }
  const showProgress: OnProgress = (loaded, total) =>
    setProgress(loaded < total ? `Loading ${loaded.toLocaleString()} of ${total.toLocaleString()}` : undefined)
  const print = async (): Promise<void> => {
    setBusy(true)
    const error = await prepare?.(showProgress).then(
      () => undefined,
      (reason) => reason,
    )
    setProgress(undefined)
    setBusy(false)
    if (error === undefined) window.print()
    else if (
      await confirm({
        title: printError,
        message: messageOf(error),
        confirmLabel: 'Retry',
        destructive: false,
      })
    )
      await print()
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy && !progress}
          aria-busy={busy}
          disabled={disabled || busy}
        >
          {progress ?? 'Export'}
          <span role="status" className="visually-hidden">
            {progress && 'Loading all rows for printing'}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tables.map((table) => (
          <Fragment key={table.path}>
            {table.ids?.length ? (
              <Menu.Label>{`Only the ${numberText(table.ids.length)} selected`}</Menu.Label>
            ) : (
              isNarrowed(table) && <Menu.Label>Only rows that match the filters</Menu.Label>
            )}
            {files
              .filter(({ format }) => (table.formats ?? defaultFormats).includes(format))
              .map(({ format, label, icon: Shape }) => (
                <Menu.Item
                  key={format}
                  leftSection={<Shape size={16} aria-hidden />}
                  onClick={() => download(table, format)}
                >
                  {table.name ? `${table.name}, ${label}` : label}
                </Menu.Item>
              ))}
            {printLabel && <Menu.Divider />}
          </Fragment>
        ))}
        {printLabel && (
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
            {printLabel}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
