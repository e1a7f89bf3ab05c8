import { Button, Stack, Text } from '@mantine/core'
import { askWith, type ConfirmDialogProps, type ConfirmQuestion } from './confirm-host.tsx'
import { Modal } from './modal.tsx'
import { ModalActions } from './modal-actions.tsx'

export function ConfirmModal(props: ConfirmDialogProps) {
  const { opened, title, message, consequences, confirmLabel, cancelLabel = 'Cancel', destructive = true } = props
  return (
    <Modal opened={opened} onClose={props.onCancel} title={title} size="sm">
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        {consequences && (
          <Text size="sm" c="dimmed">
            {consequences}
          </Text>
        )}
      </Stack>
      <ModalActions>
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button color={destructive ? 'red' : undefined} loading={props.busy ?? false} onClick={props.onConfirm}>
          {confirmLabel}
        </Button>
      </ModalActions>
    </Modal>
  )
}

const confirm = (question: ConfirmQuestion) => askWith(ConfirmModal, question)

/** `const confirm = useConfirm()`, then `if (await confirm({title, message, confirmLabel})) …`. */
export const useConfirm = () => confirm
