import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { platformName } from '#client/lib/branding.ts'

interface CodeStepProps {
  error: string | undefined
  onChange: () => void
  /** Back to email and password. */
  onBack: () => void
}

/** The second step of a sign-in, inside its form: a code of the authenticator, or a recovery code. */
export function CodeStep({ error, onChange, onBack }: CodeStepProps) {
  const [recovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Also when another code is asked for, or this one was refused.
  useEffect(() => {
    input.current?.focus()
    if (error) input.current?.select()
  }, [error])
  return (
    <>
      <Text size="sm">
        {recovery
          ? 'Enter one of the recovery codes that you kept. It works once.'
          : `Enter the code that your authenticator app shows for ${platformName}.`}
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
      {/* Their words begin and end where the field does. */}
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
