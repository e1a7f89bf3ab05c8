import { Button, Group, NativeSelect, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { localStore } from '#client/lib/device/browser.ts'
import { messageOf } from '#client/lib/errors.ts'
import { sizeText } from '#client/lib/format.ts'
import { known, onlyKnown } from '#client/lib/known.ts'
import { uploadFile } from '#client/lib/upload.ts'
import { DropArea } from '#client/ui/drop-area.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { maxImportBytes } from '#shared/bank/import.rules.ts'
import { subjects } from '#shared/tests/tests.schema.ts'
import { useImportChanged } from '../../import-queries.ts'

const storageKey = 'importSubject'
const accept =
  '.gift,.txt,.xml,.zip,.imscc,.docx,.xlsx,.ods,.csv,.tsv,.json,text/plain,text/xml,text/csv,application/json,application/zip'

interface Sending {
  file: File
  sent: number
  abort: AbortController
}

/** Uploads a question file and opens its diagnosis. */
export function UploadCard() {
  const navigate = useNavigate()
  const onChange = useImportChanged()
  const [subject, setSubject] = useState(() => known(subjects, localStore.read(storageKey)) ?? 'Technical')
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const chooseButton = useRef<HTMLButtonElement>(null)
  useEffect(() => () => running.current?.abort(), [])
  const choose = (next: typeof subject) => {
    setSubject(next)
    localStore.write(storageKey, next)
  }
  const send = async (file: File) => {
    setFailure(undefined)
    if (file.size > maxImportBytes)
      return setFailure('The file is larger than 200 MB. Split it into smaller ones and upload them one by one.')
    const abort = new AbortController()
    running.current = abort
    setSending({ file, sent: 0, abort })
    try {
      const { importId } = await uploadFile<{ importId: string }>('/api/bank/import', 'file', file, {
        fields: { subject, wait: 'false' },
        onProgress: (sent, size) => setSending({ file, sent: sent / size, abort }),
        signal: abort.signal,
      })
      onChange()
      await navigate({ to: '/bank/import/$importId', params: { importId } })
    } catch (error) {
      // Refresh the list, which also contains files that the server could not read.
      onChange()
      if (!abort.signal.aborted) setFailure(messageOf(error, 'The file could not be uploaded'))
    }
    setSending(undefined)
  }
  const cancel = () => {
    sending?.abort.abort()
    chooseButton.current?.focus()
  }
  return (
    <Paper withBorder p="md" mb="xl">
      <Stack gap="md">
        <NativeSelect
          label="Subject for questions without one"
          description="Categories in the file become topics. You can change subjects and topics before you add the questions."
          data={[...subjects]}
          value={subject}
          onChange={({ currentTarget }) => onlyKnown(subjects, choose)(currentTarget.value)}
          maw={420}
        />
        <DropArea
          label="Question file"
          accept={accept}
          onFile={(file) => void send(file)}
          icon={<IconFileImport size={24} stroke={1.5} aria-hidden />}
          choose={failure ? 'Choose another file' : 'Choose file'}
          chooseRef={chooseButton}
          disabled={sending !== undefined}
          size="lg"
          actions={
            sending && (
              <Button variant="default" onClick={cancel}>
                Cancel upload
              </Button>
            )
          }
        >
          <Text size="sm" fw={550}>
            {sending ? `Uploading ${sending.file.name}` : 'Drop a question file here'}
          </Text>
          {sending ? (
            <Group gap="xs" wrap="nowrap" mt={6}>
              <Progress
                flex={1}
                value={sending.sent * 100}
                size="sm"
                transitionDuration={200}
                aria-label={`Uploading ${sending.file.name}`}
              />
              <Text size="xs" c="dimmed" className="tabular nowrap">
                {sizeText(sending.sent * sending.file.size)} of {sizeText(sending.file.size)}
              </Text>
            </Group>
          ) : (
            <Text size="xs" c="dimmed">
              GIFT, Aiken, Moodle XML, QTI 1.2, 2 and 3, Canvas, Word, spreadsheets, CSV and JSON, up to 200 MB. Nothing
              is added until you confirm.
            </Text>
          )}
        </DropArea>
        {failure && (
          <Warning color="red" role="alert" title="The file was not uploaded">
            {failure}
          </Warning>
        )}
      </Stack>
    </Paper>
  )
}
