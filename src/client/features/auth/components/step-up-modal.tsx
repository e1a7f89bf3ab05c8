import { Stack, Text } from '@mantine/core'
import { trpcClient } from '#client/lib/trpc.tsx'
import { askWith, type ConfirmDialogProps } from '#client/ui/confirm-host.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { PasswordProof } from './proof-modal.tsx'

function StepUpModal({ opened, title, message, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={onCancel} title={title} size="sm">
      <Stack gap="md">
        <Text size="sm">{message}</Text>
        <PasswordProof
          confirmLabel={confirmLabel}
          onClose={onCancel}
          onProof={async ({ password }) => {
            await trpcClient.auth.stepUp.mutate({ password })
            onConfirm()
          }}
        />
      </Stack>
    </Modal>
  )
}

/** Asks who is signed in for the password. @returns whether the server took it */
export const askForPassword = () =>
  askWith(StepUpModal, {
    title: 'Confirm it’s you',
    message: 'Enter your password to continue. We won’t ask again for 10 minutes.',
    confirmLabel: 'Continue',
  })
