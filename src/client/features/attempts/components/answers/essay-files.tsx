import { ActionIcon, Button, CloseButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { plural, sizeText } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { DropArea } from '#client/ui/drop-area.tsx'
import { type AnswerFile, maxFiles } from '#shared/bank/types/essay.rules.ts'
import { isPending, type Upload } from '../../model/uploads.ts'

export interface FileActions {
  /** Files that are not part of the answer yet. */
  uploads: readonly Upload[]
  onAdd: (file: File) => void
  onCancel: (key: number) => void
  onRetry: () => void
}

interface EssayFilesProps {
  files: readonly AnswerFile[]
  onFiles: (files: readonly AnswerFile[]) => void
  actions: FileActions
}

/** The files attached to an essay, and those being uploaded. */
export function EssayFiles({ files, onFiles, actions: { uploads, onAdd, onCancel, onRetry } }: EssayFilesProps) {
  const [removed, setRemoved] = useState<AnswerFile | null>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  // The focused button is removed together with its file.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(uploads.length)
  // On a phone, the list is below the visible part of the page.
  useEffect(() => {
    if (uploads.length > shown.current) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    shown.current = uploads.length
  }, [uploads.length])
  const pending = uploads.filter(isPending)
  const room = maxFiles - files.length - pending.length
  const left = useRef(room)
  left.current = room
  const add = (file: File) => {
    if (left.current <= 0) return notify.warning(`An answer can have at most ${maxFiles} files.`)
    left.current--
    onAdd(file)
  }
  const remove = (file: AnswerFile) => {
    setRemoved(file)
    onFiles(files.filter(({ id }) => id !== file.id))
  }
  const restore = (file: AnswerFile) => {
    setRemoved(null)
    if (room > 0) onFiles([...files, file])
    choose.current?.focus()
  }
  return (
    <Stack gap="xs" mt="md" role="group" aria-label="Files">
      <DropArea
        label="Attach files"
        accept=".pdf,.docx,.txt,image/jpeg,image/png"
        multiple
        onFile={add}
        icon={<IconPaperclip size={20} stroke={1.6} aria-hidden />}
        choose="Attach files"
        chooseRef={choose}
        disabled={room <= 0}
        size="sm"
      >
        <Text size="xs" c="dimmed">
          {room > 0
            ? `PDF, JPEG, PNG, Word (.docx) or text, up to ${maxFiles} files of 10 MB each`
            : `You have attached the maximum of ${maxFiles} files. Remove one to attach another.`}
        </Text>
      </DropArea>
      {files.length + uploads.length > 0 && (
        <Stack component="ul" ref={list} gap={6} aria-label="Attached files">
          {files.map((file) => (
            <Group key={file.id} component="li" wrap="nowrap" gap="sm" py={4} px={10} className="card">
              <FileName name={file.name} note={`${sizeText(file.size)}, uploaded`} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove ${file.name}`}
                onClick={() => remove(file)}
              >
                <IconTrash size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onCancel={onCancel} onRetry={onRetry} />
          ))}
        </Stack>
      )}
      {removed && (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" className="anywhere" role="status">
            Removed {removed.name}
          </Text>
          <Button ref={undo} variant="subtle" size="compact-sm" onClick={() => restore(removed)}>
            Undo
          </Button>
        </Group>
      )}
      <span className="visually-hidden" role="status">
        {pending.length > 0
          ? `${plural(pending.length, 'file')} not uploaded yet`
          : files.length > 0 && `${plural(files.length, 'file')} uploaded`}
      </span>
    </Stack>
  )
}

const FileName = ({ name, note, isError = false }: { name: string; note: string; isError?: boolean }) => (
  <Stack gap={0} flex={1} miw={0}>
    <Text size="sm" fw={500} className="anywhere" lineClamp={2}>
      {name}
    </Text>
    <Text size="xs" c={isError ? 'var(--mantine-color-error)' : 'dimmed'} className="tabular">
      {note}
    </Text>
  </Stack>
)

function noteOf({ state, size, sent, message }: Upload): string {
  if (state === 'lost') return 'This file was not uploaded. Choose it again.'
  if (state === 'refused') return `Not attached. ${message ?? ''}`
  if (state === 'waiting' && message !== null) return 'Not uploaded yet. Retrying automatically. Keep this page open.'
  return [size !== null && sizeText(size), state === 'sending' ? `uploading ${Math.round(sent * 100)}%` : 'waiting']
    .filter(Boolean)
    .join(', ')
}

interface UploadRowProps extends Pick<FileActions, 'onCancel' | 'onRetry'> {
  upload: Upload
}

function UploadRow({ upload, onCancel, onRetry }: UploadRowProps) {
  const { key, name, state, sent, message } = upload
  const isFailing = state === 'waiting' && message !== null
  return (
    <Stack component="li" gap={4} py={4} px={10} className="card">
      <Group wrap="nowrap" gap="sm">
        <FileName name={name} note={noteOf(upload)} isError={state !== 'sending' && message !== null} />
        {isFailing && (
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            Retry now
          </Button>
        )}
        <CloseButton
          size={36}
          iconSize={18}
          aria-label={`${isPending(upload) ? 'Cancel the upload of' : 'Dismiss'} ${name}`}
          onClick={() => onCancel(key)}
        />
      </Group>
      {state === 'sending' && <Progress value={sent * 100} size="sm" aria-label={`Uploading ${name}`} />}
    </Stack>
  )
}
