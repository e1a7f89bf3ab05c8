import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadFile } from '#client/lib/download.ts'
import { messageOf } from '#client/lib/errors.ts'
import { sizeText } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import type { InboxEntry } from '../queries.ts'

/** Downloads a notification's file. Shows a toast if that fails. */
export const downloadAttachment = (id: string) =>
  downloadFile(`/api/notifications/${id}/attachment`).catch((error: unknown) => notify.error(messageOf(error)))

/** A download button with the name and size of a notification's attachment. */
export function AttachmentDownload({ of: { id, attachment } }: { of: InboxEntry['notification'] }) {
  const [busy, setBusy] = useState(false)
  if (!attachment) return null
  const download = async () => {
    setBusy(true)
    await downloadAttachment(id)
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      maw="100%"
      leftSection={<IconPaperclip size={16} aria-hidden />}
      loading={busy}
      onClick={download}
      title={`Download ${attachment.originalName}`}
    >
      {`${shortened(attachment.originalName)} (${sizeText(attachment.size)})`}
    </Button>
  )
}

const longest = 60

/** Shortens long names in the middle, because the end shows the file type. */
const shortened = (name: string) => (name.length <= longest ? name : `${name.slice(0, 40)}…${name.slice(-16)}`)
