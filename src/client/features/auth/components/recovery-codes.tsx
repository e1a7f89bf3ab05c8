import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { copyText } from '#client/lib/clipboard.ts'
import { notify } from '#client/lib/notify.ts'
import { saveText } from '#client/lib/save-file.ts'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'

/** The recovery codes, shown once. Only the button closes the dialog. @param codes null closes it */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const last = useRef(codes)
  if (codes) last.current = codes
  const shown = codes ?? last.current ?? []
  const text = `${shown.join('\n')}\n`
  const copy = async () => {
    if (await copyText(text)) notify.success('Recovery codes copied')
    else notify.warning('Copying is not allowed here. Select the codes and copy them by hand.')
  }
  return (
    <Modal opened={codes !== null} onClose={onClose} title="Your recovery codes" sticky>
      <Stack gap="md">
        <Text size="sm">Each code signs you in once if you lose your authenticator.</Text>
        <SimpleGrid
          component="ul"
          minColWidth={190}
          spacing="xs"
          p="md"
          ff="monospace"
          fz="sm"
          className="card"
          aria-label="Recovery codes"
        >
          {shown.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText('examhall-recovery-codes.txt', text, 'text/plain')}
          >
            Download
          </Button>
        </Group>
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          They are shown only once. Keep them where your phone is not.
        </Alert>
      </Stack>
      <ModalActions>
        <Button onClick={onClose}>I have kept them</Button>
      </ModalActions>
    </Modal>
  )
}
