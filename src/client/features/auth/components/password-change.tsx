import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { changeFields } from '../model/password-forms.ts'
import { useChangePassword, usePasswordMin } from '../queries.ts'
import { Banner, failed, type Outcome } from './outcome-banner.tsx'
import { useTokenNotice } from './use-sign-in-settings.ts'

export const passwordHelp = 'Changing your password signs you out everywhere else. This device stays signed in.'

/** A button that opens the password form and reappears when the form closes. */
export function PasswordChange() {
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Focus the button after the form closes, but not when the page opens.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <div>
      <Banner outcome={outcome} onClose={() => setOutcome(null)} />
      {open ? (
        <PasswordForm
          onCancel={() => {
            setOpen(false)
            setOutcome(null)
          }}
          onOutcome={(next) => {
            setOutcome(next)
            if (next?.good) setOpen(false)
          }}
        />
      ) : (
        <Button
          ref={button}
          variant="default"
          leftSection={<IconLock size={16} aria-hidden />}
          onClick={() => {
            setOpen(true)
            setOutcome(null)
          }}
        >
          Change Password
        </Button>
      )}
    </div>
  )
}

interface PasswordFormProps {
  /** Receives null when saving starts, then the result. Field errors appear at the fields instead. */
  onOutcome: (outcome: Outcome | null) => void
  onCancel: () => void
}

/** Fields for the current password and the new one, typed twice. Unmounting discards the values. */
function PasswordForm({ onOutcome, onCancel }: PasswordFormProps) {
  const change = useChangePassword()
  const tokens = useTokenNotice()
  const form = useZodForm({
    schema: changeFields,
    initialValues: { currentPassword: '', newPassword: '', confirm: '' },
  })
  const save = form.submit(async ({ currentPassword, newPassword }) => {
    onOutcome(null)
    try {
      await change.mutateAsync({ currentPassword, newPassword })
      onOutcome({ good: true, text: 'Password changed successfully!' })
    } catch (error) {
      if (!form.showErrors(error)) onOutcome(failed('Failed to change password', messageOf(error)))
    }
  })
  const field = (name: 'currentPassword' | 'newPassword' | 'confirm') => ({
    required: true,
    // All fields are required, so asterisks would add nothing.
    withAsterisk: false,
    autoComplete: name === 'currentPassword' ? 'current-password' : 'new-password',
    ...form.getInputProps(name),
  })
  return (
    <form onSubmit={save} noValidate aria-label="Change password">
      <Stack gap="md" maw={400}>
        <PasswordInput label="Current password" autoFocus {...field('currentPassword')} />
        <PasswordInput
          label="New password"
          description={`At least ${usePasswordMin()} characters`}
          {...field('newPassword')}
        />
        <PasswordInput label="Confirm new password" {...field('confirm')} />
        {tokens && (
          <Text size="sm" mt="xs">
            {tokens}
          </Text>
        )}
        <FormActions submitLabel="Change Password" busy={form.busy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
