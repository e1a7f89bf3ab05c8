import { Alert, Button, Checkbox, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { usePageTitle } from '#client/app/page-title.ts'
import { ColorSchemeToggle } from '#client/app/shell-header.tsx'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { loginForm } from '#shared/auth/schema.ts'
import { useLogin } from '../queries.ts'
import classes from './login-screen.module.css'

/** Email and password. Where one goes from here is the router's to decide, once the session is there. */
export function LoginScreen() {
  usePageTitle('Sign in')
  const login = useLogin()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useZodForm({ schema: loginForm, initialValues: { email: '', password: '', rememberMe: false } })

  const signIn = form.submit(async (input) => {
    setFailure(null)
    try {
      await login.mutateAsync(input)
    } catch (error) {
      if (codeOf(error) === 'VALIDATION' && form.showErrors(error)) return
      setFailure(messageOf(error, 'Login failed'))
      form.getInputNode('password')?.focus()
    }
  })

  return (
    <main className={classes.page}>
      <div className={classes.corner}>
        <ColorSchemeToggle />
      </div>
      <Paper className={classes.card}>
        <Stack gap={4} mb="lg">
          <img src="/favicon.svg" alt="" width={36} height={36} className={classes.mark} />
          <Title order={1} size="h2">
            Academic System
          </Title>
          <Text size="sm" c="dimmed">
            Sign in to your account
          </Text>
        </Stack>
        <form onSubmit={signIn} noValidate>
          <Stack gap="md">
            <div role="alert" className={classes.alert}>
              {failure && (
                <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
                  {failure}
                </Alert>
              )}
            </div>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              autoFocus
              size="md"
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              size="md"
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
              {...form.getInputProps('password')}
            />
            <Checkbox label="Remember me" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
            {/* Not Mantine's loading state: it hides the words that say what is going on. */}
            <Button type="submit" size="md" fullWidth disabled={form.busy} aria-busy={form.busy}>
              {form.busy ? 'Signing you in...' : 'Sign In'}
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
