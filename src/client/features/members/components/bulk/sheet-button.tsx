import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '#client/lib/notify.ts'

/** Creates and saves a sheet, with code that is loaded on click. Loading may fail. */
export function SheetButton({ label, onSave }: { label: string; onSave: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await onSave()
    } catch {
      notify.error('Failed to create the file. Check your connection and try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={15} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      {label}
    </Button>
  )
}
