import { Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { useDocumentTitle } from '#client/lib/page-title.ts'
import { AuthCard } from '../components/auth-card.tsx'
import { resetFields } from '../model/password-forms.ts'
import { usePasswordMin, useResetPassword } from '../queries.ts'

/** The page behind an emailed reset link. Asks for a new password, typed twice. */
export function ResetPasswordScreen() {
  useDocumentTitle('New password')
  // The token is in the fragment, which proxies do not see. Links from older versions have it in the path.
  const { token = window.location.hash.slice(1) } = useParams({ strict: false })
  const minLength = usePasswordMin()
  const navigate = useNavigate()
  const reset = useResetPassword()
  const [failure, setFailure] = useState<string | null>(null)
  const fields = useZodForm({ schema: resetFields, initialValues: { password: '', confirm: '' } })
  const save = fields.submit(async ({ password }) => {
    setFailure(null)
    try {
      await reset.mutateAsync({ token, password })
      notify.success('Password changed successfully!')
      await navigate({ to: '/login' })
    } catch (error) {
      if (!fields.showErrors(error)) setFailure(messageOf(error, 'Failed to change password'))
    }
  })

  return (
    <AuthCard
      title="New password"
      purpose={`At least ${minLength} characters. A new password signs you out everywhere and deletes your API tokens.`}
      failure={failure}
    >
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            autoFocus
            size="md"
            key={fields.key('password')}
            {...fields.getInputProps('password')}
          />
          <PasswordInput
            label="Confirm new password"
            autoComplete="new-password"
            size="md"
            key={fields.key('confirm')}
            {...fields.getInputProps('confirm')}
          />
          <Button type="submit" size="md" fullWidth loading={fields.busy}>
            Change Password
          </Button>
          <Anchor component={Link} to="/forgot-password" size="sm" ta="center">
            Request a new link
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  )
}
