import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { useDocumentTitle } from '#client/lib/page-title.ts'
import { forgotForm } from '#shared/auth/auth.schema.ts'
import { AuthCard } from '../components/auth-card.tsx'
import { useForgotPassword } from '../queries.ts'

/** Requests a reset link by email. The confirmation does not reveal who has an account. */
export function ForgotPasswordScreen() {
  useDocumentTitle('Forgot password')
  const forgot = useForgotPassword()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useZodForm({ schema: forgotForm, initialValues: { email: '' } })
  const send = form.submit(async (input) => {
    setFailure(null)
    try {
      await forgot.mutateAsync(input)
    } catch (error) {
      if (!form.showErrors(error)) setFailure(messageOf(error, 'Failed to send reset email'))
    }
  })

  return (
    <AuthCard title="Forgot password" purpose="We’ll email you a reset link." failure={failure}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            size="md"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <div role="status">
            {forgot.isSuccess && (
              <Text size="sm">
                Password reset email sent! Check your inbox. The link works for one hour. No email? Check the address.
              </Text>
            )}
          </div>
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            Send Reset Link
          </Button>
          <Anchor component={Link} to="/login" size="sm" ta="center">
            Back to Login
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  )
}
