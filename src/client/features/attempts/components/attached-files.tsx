import { Box, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { downloadFile, fetchFile } from '#client/lib/download.ts'
import { messageOf } from '#client/lib/errors.ts'
import { sizeText } from '#client/lib/format.ts'
import { useNearViewport } from '#client/lib/near-viewport.ts'
import { notify } from '#client/lib/notify.ts'
import { isImage } from '#shared/attempts/files.schema.ts'
import type { AnswerFile } from '#shared/bank/types/essay.rules.ts'

interface AttachedFilesProps {
  attemptId: string
  files: readonly AnswerFile[]
}

/** The files attached to an answer: images as pictures, and a download button for each. */
export const AttachedFiles = ({ attemptId, files }: AttachedFilesProps) => (
  <Stack component="ul" gap="sm" mt="sm" aria-label="Attached files">
    {files.map((file) => (
      <li key={file.id}>
        <AttachedFile path={`/api/attempts/${attemptId}/files/${file.id}`} file={file} />
      </li>
    ))}
  </Stack>
)

interface AttachedFileProps {
  path: `/api/${string}`
  file: AnswerFile
}

function AttachedFile({ path, file: { name, size, ...file } }: AttachedFileProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    await downloadFile(path, { name }).catch((error: unknown) => notify.error(messageOf(error)))
    setBusy(false)
  }
  return (
    <Stack gap={6} align="flex-start">
      {isImage({ name }) && <AttachedImage path={path} file={{ name, size, ...file }} />}
      <Button
        variant="default"
        size="xs"
        maw="100%"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={busy}
        onClick={download}
        title={`Download ${name}`}
      >
        {name} ({sizeText(size)})
      </Button>
    </Stack>
  )
}

/** Loads an image when it comes near the viewport. An `<img>` request could not include the session token. */
function AttachedImage({ path, file: { name } }: AttachedFileProps) {
  const frame = useRef<HTMLDivElement>(null)
  const near = useNearViewport(frame)
  const [source, setSource] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (!near) return
    let url: string | undefined
    let isGone = false
    fetchFile(path).then(
      ({ content }) => {
        if (isGone) return
        url = URL.createObjectURL(content)
        setSource(url)
      },
      (error: unknown) => setFailure(messageOf(error)),
    )
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [near, path])
  return (
    <Box ref={frame} maw="100%">
      {failure !== null ? (
        <Text size="sm" c="var(--mantine-color-error)">
          The image could not be loaded. {failure}
        </Text>
      ) : source ? (
        <img src={source} alt={name} style={{ maxWidth: '100%', height: 'auto', display: 'block' }} />
      ) : (
        <Skeleton h={160} w={240} maw="100%" role="status" aria-label={`Loading ${name}`} />
      )}
    </Box>
  )
}
