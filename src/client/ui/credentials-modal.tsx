import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { Modal } from './modal.tsx'
import { ModalActions } from './modal-actions.tsx'
import { useCopied } from './use-copied.ts'
import { Warning } from './warning.tsx'

interface CredentialsModalProps {
  /** The credentials; null closes the dialog. */
  credentials: { name: string; email: string; temporaryPassword: string } | null
  title?: string
  onClose: () => void
}

/** Shows a temporary password once. The dialog can only be closed with its buttons. */
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
          <Warning>This password is shown only once. Copy it now.</Warning>
        </Stack>
      )}
      <ModalActions>
        <Button onClick={onClose}>Done</Button>
      </ModalActions>
    </Modal>
  )
}

function CopyRow({ label, value }: { label: string; value: string }) {
  const [copied, copy] = useCopied(value, 2_000)
  return (
    <Group py="xs" px="sm" justify="space-between" wrap="nowrap">
      <Box miw={0}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <Text ff="monospace" className="anywhere" style={{ userSelect: 'all' }}>
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
