import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useZodForm } from '#client/lib/form.ts'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { codeForm, type Proof, passwordForm } from '#shared/auth/two-step/schema.ts'

interface ProofModalProps {
  opened: boolean
  title: string
  text: string
  confirmLabel: string
  destructive: boolean
  /** Does it; what it throws is shown at the field, or in a toast. */
  onProof: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks who is signed in to prove who they are: with the password, or with a code for who does not know it any more. */
export function ProofModal({ opened, title, text, confirmLabel, destructive, onProof, onClose }: ProofModalProps) {
  const [withCode, setWithCode] = useState(false)
  const Fields = withCode ? CodeProof : PasswordProof
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="sm">
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <Fields confirmLabel={confirmLabel} destructive={destructive} onProof={onProof} onClose={onClose}>
          <Button variant="subtle" size="compact-sm" onClick={() => setWithCode(!withCode)}>
            {withCode ? 'Use the password instead' : 'Use a code instead'}
          </Button>
        </Fields>
      </Stack>
    </Modal>
  )
}

type FieldsProps = Pick<ProofModalProps, 'confirmLabel' | 'destructive' | 'onProof' | 'onClose'> & {
  children: React.ReactNode
}

function PasswordProof(props: FieldsProps) {
  const form = useZodForm({ schema: passwordForm, initialValues: { password: '' } })
  return (
    <form onSubmit={form.submit(props.onProof)} noValidate>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <Actions {...props} busy={form.busy} />
    </form>
  )
}

function CodeProof(props: FieldsProps) {
  const form = useZodForm({ schema: codeForm, initialValues: { code: '' } })
  return (
    <form onSubmit={form.submit(props.onProof)} noValidate>
      <TextInput
        label="Code"
        description="From your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoFocus
        {...form.getInputProps('code')}
      />
      <Actions {...props} busy={form.busy} />
    </form>
  )
}

const Actions = ({ confirmLabel, destructive, onClose, busy, children }: FieldsProps & { busy: boolean }) => (
  <>
    <div style={{ marginTop: 8 }}>{children}</div>
    <ModalActions>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
        {confirmLabel}
      </Button>
    </ModalActions>
  </>
)
