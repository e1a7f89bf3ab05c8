import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { DeliveryState } from '../model/requests.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

interface DeliveryProgressProps {
  state: DeliveryState<unknown>
  title: string
  /** Label of the current step. */
  sending: string
  /** Label of the next step. */
  notYet: string
  /** Reassurance that nothing is lost during the wait. */
  children: ReactNode
  onRetry: () => void
  /** A way to cancel, where possible. */
  back?: { label: string; onBack: () => void } | undefined
}

/** Progress of an important request. If it fails, shows why and when it will be retried. */
export function DeliveryProgress({ state, title, sending, notYet, children, onRetry, back }: DeliveryProgressProps) {
  const waiting = state.phase === 'waiting'
  return (
    <Modal
      opened={state.phase === 'sending' || waiting}
      onClose={() => {}}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      styles={{ content: { outline: 'none' } }}
    >
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">{waiting ? notYet : sending}</Text>
        </Group>
        {waiting && (
          <Alert variant="default" icon={<IconCloudOff size={18} aria-hidden />} title={state.message}>
            {children}
            <RetryIn moment={state.retryAt} />
          </Alert>
        )}
      </Stack>
      {waiting && (
        <ModalActions>
          {back && (
            <Button variant="default" onClick={back.onBack}>
              {back.label}
            </Button>
          )}
          <Button onClick={onRetry}>Try now</Button>
        </ModalActions>
      )}
    </Modal>
  )
}

function RetryIn({ moment }: { moment: number }) {
  const seconds = useSecondsUntil(moment) ?? 0
  return (
    <Text size="sm" mt="xs" fw={550} className="tabular" aria-live="off">
      {seconds > 0 ? `Trying again in ${seconds} s` : 'Trying again…'}
    </Text>
  )
}
