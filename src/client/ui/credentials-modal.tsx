import { ActionIcon, Alert, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { copyText } from '#client/lib/clipboard.ts'
import { notify } from '#client/lib/notify.ts'
import classes from './modal.module.css'
import { Modal } from './modal.tsx'
import { ModalActions } from './modal-actions.tsx'

interface CredentialsModalProps {
  /** The credentials; null closes the dialog. */
  credentials: { name: string; email: string; temporaryPassword: string } | null
  title?: string
  onClose: () => void
}

/**
 * A temporary password, shown once. Only its buttons close the dialog, so that a stray click does not lose the
 * password.
 */
export function CredentialsModal({ credentials, title = 'Account created', onClose }: CredentialsModalProps) {
  const last = useRef(credentials)
  if (credentials) last.current = credentials
  const shown = credentials ?? last.current
  return (
    <Modal opened={credentials !== null} onClose={onClose} title={title} sticky>
      {shown && (
        <Stack gap="md">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Give these sign-in details to <strong>{shown.name}</strong>.
          </Text>
          <Stack gap={0} className="card rows">
            <CopyRow label="Email" value={shown.email} />
            <CopyRow label="Temporary password" value={shown.temporaryPassword} />
          </Stack>
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
            This password is shown only once. Copy it now.
          </Alert>
        </Stack>
      )}
      <ModalActions>
        <Button onClick={onClose}>Done</Button>
      </ModalActions>
    </Modal>
  )
}

function CopyRow({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(value)
    setCopied(done)
    if (done) setTimeout(() => setCopied(false), 2_000)
    else notify.warning('Copying is not allowed here. Select the text and copy it by hand.')
  }
  return (
    <Group py="xs" px="sm" justify="space-between" wrap="nowrap">
      <Box miw={0}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <Text ff="monospace" className={`anywhere ${classes.value}`}>
          {value}
        </Text>
      </Box>
      <ActionIcon
        variant="default"
        size="lg"
        onClick={copy}
        title="Copy"
        aria-label={copied ? 'Copied' : `Copy ${label.toLowerCase()}`}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Group>
  )
}
