import type { Page } from '@playwright/test'
import { tokenOf } from './four-roles.ts'
import { signInByForm } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

test.use({ smtp: true })

const admin = { email: 'admin@localhost', password: 'first-password' }
const minute = 60_000
const dead = 'Reset link is invalid or has expired'

async function ask(page: Page, product: Product, email: string) {
  await page.goto(`${product.url}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible()
}

/** Waits for `count` emails and returns the token in the newest one. */
async function mailedToken({ mails }: Product, count = 1): Promise<string> {
  await expect.poll(() => mails().length).toBe(count)
  const { to, subject, text } = mails().at(-1) ?? { to: '', subject: '', text: '' }
  expect(to).toBe(admin.email)
  expect(subject).toBe('Reset your Academic System password')
  return /\/reset-password#([\w-]+)/.exec(text)?.[1] ?? ''
}

async function setNew(page: Page, product: Product, token: string, password: string, again = password) {
  await page.goto(`${product.url}/reset-password#${token}`)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

test('resets a forgotten password with the emailed link', async ({ product, newContext }) => {
  const session = await tokenOf(product, admin)
  const page = await (await newContext()).newPage()
  await page.goto(`${product.url}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await ask(page, product, 'Admin@Localhost')
  const token = await mailedToken(product)
  expect(token).toMatch(/^[\w-]{43}$/)

  await setNew(page, product, token, '')
  await expect(page.getByText('Please type the new password again')).toBeVisible()
  await setNew(page, product, token, 'short', 'other')
  await expect(page.getByText('New password must be at least 6 characters')).toBeVisible()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await setNew(page, product, token, 'a-new-password')
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  // All earlier sessions have ended.
  expect((await product.api('GET', '/auth/me', session)).status).toBe(401)
  await signInByForm(page, product.url, admin.email, 'a-new-password')

  const other = await (await newContext()).newPage()
  await setNew(other, product, token, 'another-one')
  await expect(other.getByText(dead)).toBeVisible()
  await other.getByRole('link', { name: 'Request a new link' }).click()
  await expect(other.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
})

test('a reset link lasts an hour, and only the newest one works', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await ask(page, product, admin.email)
  const first = await mailedToken(product)
  await ask(page, product, admin.email)
  const second = await mailedToken(product, 2)
  await setNew(page, product, first, 'a-new-password')
  await expect(page.getByText(dead)).toBeVisible()
  await product.advance(61 * minute)
  await setNew(page, product, second, 'a-new-password')
  await expect(page.getByText(dead)).toBeVisible()
})

test('shows the same message for an unknown email address, and sends no email to it', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  await ask(page, product, 'nobody@localhost')
  await ask(page, product, admin.email)
  // Emails are sent in order, so one to the unknown address would have arrived before this one.
  await mailedToken(product)
})
