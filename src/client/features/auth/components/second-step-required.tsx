import { Stack, Text } from '@mantine/core'
import { AsyncButton } from '#client/ui/async-button.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { canUsePasskeys } from '../model/sign-in.ts'
import { Passkeys } from './passkeys.tsx'
import { TwoStep } from './two-step.tsx'
import { usePasskeys, useShowPasskey } from './use-sign-in-settings.ts'

/** Shown to staff until they set up or use the required second step. @param hasCodes true if two-step sign-in is on */
export function SecondStepRequired({ hasCodes }: { hasCodes: boolean }) {
  const { data } = usePasskeys()
  const hasPasskey = (data?.passkeys.length ?? 0) > 0
  if (!data) return null
  if (!hasCodes && !hasPasskey)
    return (
      <>
        <Needed title="Set up a second step to continue">
          All staff need a second step: codes from an authenticator app, or a passkey. Setup takes a minute.
        </Needed>
        <FormSection title="Two-step sign-in" text="Require a code from your phone in addition to your password.">
          <TwoStep />
        </FormSection>
        <FormSection title="Passkeys" text="Sign in with your fingerprint, face or PIN instead of your password.">
          <Passkeys />
        </FormSection>
      </>
    )
  return (
    <Needed title="Use your second step to continue">
      {hasPasskey && canUsePasskeys() ? (
        <UsePasskey />
      ) : (
        `Sign out, and sign in again with ${hasCodes ? 'your code' : 'your passkey'}.`
      )}
      <Text size="sm" mt="sm">
        If you have lost it, ask your administrator to remove it.
      </Text>
    </Needed>
  )
}

function Needed({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Warning title={title} mb="lg">
      {children}
    </Warning>
  )
}

function UsePasskey() {
  const show = useShowPasskey()
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">You signed in with your password alone.</Text>
      <AsyncButton run={show}>Use my passkey</AsyncButton>
    </Stack>
  )
}
