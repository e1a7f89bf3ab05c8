import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DialogProps, Modal } from './modal.tsx'
import { ModalActions } from './modal-actions.tsx'
import { useCopied } from './use-copied.ts'
import { Warning } from './warning.tsx'

interface ShownOnceProps extends DialogProps {
  title: string
  /** Purpose of the secret, in one sentence. */
  text: string
  value: string
  /** Noun for the secret, such as `token`. */
  noun: string
  /** What to do with it next. */
  next?: ReactNode
}

/** Shows a secret once. The dialog can only be closed with its button, so a stray click does not lose the secret. */
export function ShownOnce({ title, text, value, noun, next, opened, onClose }: ShownOnceProps) {
  const [copied, copy] = useCopied(value)
  return (
    <Modal opened={opened} onClose={onClose} title={title} sticky>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <Group gap="sm" align="center">
          <Code block fz="sm" style={{ flex: '1 1 15rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {value}
          </Code>
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            {copied ? 'Copied' : `Copy ${noun}`}
          </Button>
        </Group>
        <Warning>This {noun} is shown only once. Copy it now.</Warning>
        {next}
      </Stack>
      <ModalActions>
        <Button onClick={onClose}>Done</Button>
      </ModalActions>
    </Modal>
  )
}
