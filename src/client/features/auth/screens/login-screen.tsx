import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, type SubmitEvent, Suspense, useRef, useState } from 'react'
import { platformName } from '#client/lib/branding.ts'
import { fieldErrorsOf, messageOf } from '#client/lib/errors.ts'
import { useDocumentTitle } from '#client/lib/page-title.ts'
import classes from '../components/auth-card.module.css'
import { AuthCard } from '../components/auth-card.tsx'
import { canUsePasskeys, type SignInFailure, signInFailure } from '../model/sign-in.ts'
import { useLogin, usePasskeySignIn } from '../queries.ts'

type Errors = { email?: string; password?: string; code?: string }

// Lazy, because only users with two-step sign-in need it.
const CodeStep = lazy(() => import('../components/code-step.tsx').then((file) => ({ default: file.CodeStep })))

/**
 * Signs in with email and password, or with a passkey. The router then redirects.
 *
 * The only form without `useZodForm`: two required fields are not worth 30 kB of zod and form code that every student
 * would download before the first page. The server returns the same messages.
 */
export function LoginScreen() {
  useDocumentTitle('Sign in')
  const login = useLogin()
  const signInWithPasskey = usePasskeySignIn()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const [step, setStep] = useState(1)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const refuse = (next: Errors) => {
    setErrors(next)
    ;(next.email ? email : password).current?.focus()
  }

  const signIn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (login.isPending) return
    const data = new FormData(event.currentTarget)
    const code = String(data.get('code') ?? '').trim()
    const input = {
      email: String(data.get('email') ?? '').trim(),
      password: String(data.get('password') ?? ''),
      rememberMe: data.has('rememberMe'),
      ...(code && { code }),
    }
    const missing: Errors = {}
    if (!input.email) missing.email = 'Email is required'
    else if (email.current?.validity.typeMismatch) missing.email = 'Please enter a valid email'
    if (!input.password) missing.password = 'Password is required'
    setFailure(null)
    if (missing.email || missing.password) return refuse(missing)
    login.mutate(input, {
      onError: (error) => {
        const refused: Errors = fieldErrorsOf(error)
        if (refused.code) {
          // The first request for a code is the next step, not an error.
          if (step > 1) setErrors(refused)
          return setStep(2)
        }
        setStep(1)
        if (refused.email || refused.password) return refuse(refused)
        setFailure(signInFailure(error))
        password.current?.select()
      },
    })
  }

  const withPasskey = async () => {
    setFailure(null)
    setErrors({})
    try {
      await signInWithPasskey(new FormData(form.current ?? undefined).has('rememberMe'))
    } catch (error) {
      setFailure({ text: messageOf(error), warning: true })
    }
  }

  return (
    <AuthCard
      title={platformName}
      purpose="Sign in to your account"
      failure={failure?.text ?? null}
      warning={failure?.warning ?? true}
    >
      <form ref={form} onSubmit={signIn} noValidate>
        <Stack gap="md">
          {step > 1 && (
            <Suspense>
              <CodeStep error={errors.code} onChange={() => setErrors({})} onBack={() => setStep(1)} />
            </Suspense>
          )}
          {/* Hidden but mounted during the code step, because these fields are sent with the code. */}
          <Stack gap="md" display={step > 1 ? 'none' : undefined}>
            <TextInput
              ref={email}
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              autoFocus
              size="md"
              error={errors.email}
              onChange={() => setErrors({ ...errors, email: '' })}
            />
            <PasswordInput
              ref={password}
              name="password"
              label="Password"
              autoComplete="current-password"
              size="md"
              error={errors.password}
              onChange={() => setErrors({ ...errors, password: '' })}
            />
            <Group justify="space-between">
              {/* A native checkbox: Mantine's would add 4 kB to the first page. */}
              <label className={classes.remember}>
                <input type="checkbox" name="rememberMe" />
                Remember me
              </label>
              <Anchor component={Link} to="/forgot-password" size="sm">
                Forgot password?
              </Anchor>
            </Group>
          </Stack>
          {/* Not Mantine's loading state, which hides the label that describes the progress. */}
          <Button type="submit" size="md" fullWidth disabled={login.isPending} aria-busy={login.isPending}>
            {login.isPending ? 'Signing you in...' : 'Sign In'}
          </Button>
          {step === 1 && canUsePasskeys() && (
            <Button variant="default" size="md" fullWidth onClick={() => void withPasskey()}>
              Sign in with a passkey
            </Button>
          )}
        </Stack>
      </form>
    </AuthCard>
  )
}
