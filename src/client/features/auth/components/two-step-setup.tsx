import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { encode } from 'uqr'
import { useZodForm } from '#client/lib/form.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { codeForm } from '#shared/auth/two-step.schema.ts'
import classes from './profile.module.css'
import { PasswordProof } from './proof-modal.tsx'
import { useBeginTwoStep, useConfirmTwoStep } from './use-sign-in-settings.ts'

type Enrollment = RouterOutputs['auth']['beginTwoStep']

interface TwoStepSetupProps extends DialogProps {
  /** Called after two-step sign-in is turned on, with the recovery codes to show once. */
  onCodes: (codes: string[]) => void
}

/** Asks for the password, then shows the authenticator secret and asks for a first code. */
export function TwoStepSetup({ opened, onClose, onCodes }: TwoStepSetupProps) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  return (
    <Modal opened={opened} onClose={onClose} title="Turn on two-step sign-in" size="sm" sticky={enrollment !== null}>
      {enrollment ? (
        <FirstCode
          enrollment={enrollment}
          onClose={onClose}
          onCodes={(codes) => {
            onClose()
            onCodes(codes)
          }}
        />
      ) : (
        <AskPassword onClose={onClose} onBegun={setEnrollment} />
      )}
    </Modal>
  )
}

function AskPassword({ onClose, onBegun }: { onClose: () => void; onBegun: (enrollment: Enrollment) => void }) {
  const begin = useBeginTwoStep()
  return (
    <Stack gap="md">
      <Text size="sm">
        To sign in, you will also need a code from an authenticator app on your phone. Devices that are already signed
        in stay signed in.
      </Text>
      <PasswordProof
        confirmLabel="Continue"
        onProof={async (given) => onBegun(await begin.mutateAsync(given))}
        onClose={onClose}
      />
    </Stack>
  )
}

interface FirstCodeProps {
  enrollment: Enrollment
  onClose: () => void
  onCodes: (codes: string[]) => void
}

function FirstCode({ enrollment: { uri, secret }, onClose, onCodes }: FirstCodeProps) {
  const confirm = useConfirmTwoStep()
  const form = useZodForm({ schema: codeForm, initialValues: { code: '' } })
  return (
    <form
      onSubmit={form.submit(async (fields) => onCodes((await confirm.mutateAsync(fields)).recoveryCodes))}
      noValidate
    >
      <Stack gap="md">
        <Text size="sm">Scan this with your authenticator app, then enter the code it shows.</Text>
        <QrCode text={uri} />
        <div>
          <Text size="xs" c="dimmed">
            Or type this key into the app
          </Text>
          <Text ff="monospace" size="sm" className="anywhere" style={{ userSelect: 'all' }}>
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Text>
        </div>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={10}
          {...form.getInputProps('code')}
        />
      </Stack>
      <FormActions submitLabel="Turn on" busy={form.busy} onCancel={onClose} />
    </form>
  )
}

/** Draws the code in the browser, as one path with a square for each dark module. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code for your authenticator app; it contains the key below"
      className={classes.qr}
    >
      <path fill="currentColor" d={squares.join('')} />
    </svg>
  )
}
