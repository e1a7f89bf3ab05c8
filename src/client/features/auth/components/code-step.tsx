import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { platformName } from '#client/lib/branding.ts'

interface CodeStepProps {
  error: string | undefined
  onChange: () => void
  onBack: () => void
}

/** The second step of the sign-in form: a code from the authenticator app, or a recovery code. */
export function CodeStep({ error, onChange, onBack }: CodeStepProps) {
  const [recovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Focus the field on mount, and again after a code is rejected, with its text selected.
  useEffect(() => {
    input.current?.focus()
    if (error) input.current?.select()
  }, [error])
  return (
    <>
      <Text size="sm">
        {recovery
          ? 'Enter one of your recovery codes. Each code works once.'
          : `Enter the ${platformName} code from your authenticator app.`}
      </Text>
      <TextInput
        key={recovery ? 'recovery' : 'app'}
        ref={input}
        name="code"
        label={recovery ? 'Recovery code' : 'Code'}
        {...(recovery ? { autoComplete: 'off' } : { inputMode: 'numeric', autoComplete: 'one-time-code' })}
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        size="md"
        error={error}
        onChange={onChange}
      />
      {/* Aligns the button labels with the field's edges. */}
      <Group justify="space-between" mx={-8}>
        <Button variant="subtle" size="compact-sm" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          Back
        </Button>
      </Group>
    </>
  )
}
