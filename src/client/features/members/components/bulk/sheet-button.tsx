import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { notify } from '#client/lib/notify.ts'

/** Creates and saves a sheet, with code that is loaded on click. Loading may fail. */
export function SheetButton({ label, onSave }: { label: string; onSave: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: onSave,
    onError: () => notify.error('Failed to create the file. Check your connection and try again.'),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={15} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  )
}
