import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useExportData } from '../queries.ts'

export const ownDataHelp =
  'A zip with all that is kept about you: profile, tests, answers, programs, notifications. To have it erased, ask your college.'

/** Lets a student download their own data. */
export function OwnData() {
  const exporting = useExportData()
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={exporting.isPending}
        onClick={() =>
          exporting.mutate(undefined, {
            onError: (error) => notify.error(messageOf(error, 'Failed to export your data')),
          })
        }
      >
        Download my data
      </Button>
    </div>
  )
}
