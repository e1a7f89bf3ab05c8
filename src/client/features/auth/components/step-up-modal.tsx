import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { trpcClient } from '#client/lib/trpc.tsx'
import { askWith, type ConfirmDialogProps } from '#client/ui/confirm-host.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { canUsePasskeys, signWithPasskey } from '../model/sign-in.ts'
import { PasswordProof } from './proof-modal.tsx'

function StepUpModal({ opened, title, message, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const [hasPasskey, setHasPasskey] = useState(false)
  useEffect(() => {
    if (!canUsePasskeys()) return
    // If the request fails, fall back to the password.
    trpcClient.auth.passkeys.query().then(
      ({ passkeys }) => setHasPasskey(passkeys.length > 0),
      () => {},
    )
  }, [])
  const signWith = async () => {
    try {
      const { options } = await trpcClient.auth.beginStepUp.mutate()
      await trpcClient.auth.stepUp.mutate({ passkey: await signWithPasskey(options) })
      onConfirm()
    } catch (error) {
      notify.error(messageOf(error))
    }
  }
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
        >
          {hasPasskey && (
            <Button variant="subtle" size="compact-sm" mt="xs" ml={-8} onClick={() => void signWith()}>
              Use a passkey instead
            </Button>
          )}
        </PasswordProof>
      </Stack>
    </Modal>
  )
}

/** Asks the signed-in person for their password or passkey. @returns true if the server accepted it */
export const askForPassword = () =>
  askWith(StepUpModal, {
    title: 'Confirm it’s you',
    message: 'Enter your password to continue. We won’t ask again for 10 minutes.',
    confirmLabel: 'Continue',
  })
