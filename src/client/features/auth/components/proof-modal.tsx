import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useZodForm } from '#client/lib/form.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { codeForm, type Proof, passwordForm } from '#shared/auth/two-step.schema.ts'

interface ProofModalProps extends DialogProps {
  title: string
  text: string
  confirmLabel: string
  destructive: boolean
  /** Runs the action. Errors it throws are shown at the field or in a toast. */
  onProof: (proof: Proof) => Promise<void>
}

/** Asks the signed-in person to confirm their identity with the password or, if they forgot it, with a code. */
export function ProofModal({ opened, title, text, confirmLabel, destructive, onProof, onClose }: ProofModalProps) {
  const [withCode, setWithCode] = useState(false)
  const Fields = withCode ? CodeProof : PasswordProof
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="sm">
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <Fields confirmLabel={confirmLabel} destructive={destructive} onProof={onProof} onClose={onClose}>
          <Button variant="subtle" size="compact-sm" mt="xs" ml={-8} onClick={() => setWithCode(!withCode)}>
            {withCode ? 'Use the password instead' : 'Use a code instead'}
          </Button>
        </Fields>
      </Stack>
    </Modal>
  )
}

interface FieldsProps<Given> extends Pick<ProofModalProps, 'confirmLabel' | 'onClose'> {
  destructive?: boolean
  onProof: (given: Given) => Promise<void>
  children?: ReactNode
}

export function PasswordProof({ onProof, ...rest }: FieldsProps<{ password: string }>) {
  const form = useZodForm({ schema: passwordForm, initialValues: { password: '' } })
  return (
    <form onSubmit={form.submit(onProof)} noValidate>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <Ending {...rest} busy={form.busy} />
    </form>
  )
}

function CodeProof({ onProof, ...rest }: FieldsProps<{ code: string }>) {
  const form = useZodForm({ schema: codeForm, initialValues: { code: '' } })
  return (
    <form onSubmit={form.submit(onProof)} noValidate>
      <TextInput
        label="Code"
        description="From your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoFocus
        {...form.getInputProps('code')}
      />
      <Ending {...rest} busy={form.busy} />
    </form>
  )
}

const Ending = ({
  confirmLabel,
  destructive,
  onClose,
  busy,
  children,
}: Omit<FieldsProps<never>, 'onProof'> & { busy: boolean }) => (
  <>
    {children}
    <FormActions submitLabel={confirmLabel} busy={busy} destructive={destructive} onCancel={onClose} />
  </>
)
