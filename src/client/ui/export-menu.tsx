import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadFile } from '#client/lib/download.ts'
import { notify } from '#client/lib/notify.ts'
import type { ExportFormat } from '#shared/exports.ts'

interface ExportMenuProps {
  /** Where the file comes from, without its query. */
  path: `/api/${string}`
  /** The filters of the screen; what is undefined or empty is left out. Format and time zone are added here. */
  query?: Record<string, string | number | undefined>
  /** The sentence of the toast when there is no file. */
  failed: string
  /** Nothing to export. */
  disabled?: boolean
}

const sheets = [
  { format: 'csv', label: 'CSV', icon: IconFileTypeCsv },
  { format: 'xlsx', label: 'Excel', icon: IconFileSpreadsheet },
] as const satisfies { format: ExportFormat; label: string; icon: typeof IconPrinter }[]

function addressOf(path: ExportMenuProps['path'], query: ExportMenuProps['query'] = {}, format: ExportFormat) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const all = Object.entries({ ...query, format, timeZone })
  const given = all.flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]]))
  return `${path}?${new URLSearchParams(given)}` as const
}

/** What is on the screen as a file, all pages of it, or on paper. */
export function ExportMenu({ path, query, failed, disabled = false }: ExportMenuProps) {
  const [busy, setBusy] = useState(false)
  const download = async (format: ExportFormat) => {
    setBusy(true)
    try {
      await downloadFile(addressOf(path, query, format))
    } catch {
      notify.error(failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy}
          aria-busy={busy}
          disabled={disabled}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sheets.map(({ format, label, icon: Shape }) => (
          <Menu.Item key={format} leftSection={<Shape size={16} aria-hidden />} onClick={() => download(format)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
