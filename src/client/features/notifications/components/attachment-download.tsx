import { IconPaperclip } from '@tabler/icons-react'
import { downloadFile } from '#client/lib/download.ts'
import { sizeText } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { AsyncButton } from '#client/ui/async-button.tsx'
import type { InboxEntry } from '../queries.ts'

/** Downloads a notification's file. Shows a toast if that fails. */
export const downloadAttachment = (id: string) => reportOutcome(downloadFile(pathOf(id)), undefined)

const pathOf = (id: string) => `/api/notifications/${id}/attachment` as const

/** A download button with the name and size of a notification's attachment. */
export function AttachmentDownload({ of: { id, attachment } }: { of: InboxEntry['notification'] }) {
  if (!attachment) return null
  return (
    <AsyncButton
      variant="default"
      maw="100%"
      leftSection={<IconPaperclip size={16} aria-hidden />}
      run={() => downloadFile(pathOf(id))}
      title={`Download ${attachment.originalName}`}
    >
      {`${shortened(attachment.originalName)} (${sizeText(attachment.size)})`}
    </AsyncButton>
  )
}

const maxNameLength = 60

/** Shortens long names in the middle, because the end shows the file type. */
const shortened = (name: string) => (name.length <= maxNameLength ? name : `${name.slice(0, 40)}…${name.slice(-16)}`)
