import { Fieldset, Input, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface FieldGroupProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  children: ReactNode
}

/** Related fields under one label, with a shared error. */
export const FieldGroup = ({ label, description, error, children }: FieldGroupProps) => (
  <Fieldset
    variant="unstyled"
    miw={0}
    mx={0}
    legend={
      <Text span fz="sm" fw={550}>
        {label}
      </Text>
    }
  >
    {description && <Input.Description>{description}</Input.Description>}
    <Stack gap={8} mt={8}>
      {children}
    </Stack>
    {error && error !== true && (
      <Input.Error mt={6} role="alert">
        {error}
      </Input.Error>
    )}
  </Fieldset>
)
