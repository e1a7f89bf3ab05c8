import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test('a forgotten password is set anew through the link that was mailed', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await page.goto(`${product.url}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('admin@localhost')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible()

  const outbox = join(product.dataDir, 'outbox')
  const mail = () => {
    try {
      return readFileSync(join(outbox, readdirSync(outbox)[0] ?? ''), 'utf8').replace(/=\r?\n/g, '')
    } catch {
      return ''
    }
  }
  await expect.poll(mail).toContain('/reset-password/')
  const token = /\/reset-password\/([\w-]+)/.exec(mail())?.[1]
  await page.goto(`${product.url}/reset-password/${token}`)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Confirm new password').fill('other')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('New password must be at least 6 characters')).toBeVisible()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a-new-password')
  await page.getByLabel('Confirm new password').fill('a-new-password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await signIn(page, product.url, 'admin@localhost', 'a-new-password')

  const other = await (await newContext()).newPage()
  await other.goto(`${product.url}/reset-password/${token}`)
  await other.getByLabel('New password', { exact: true }).fill('another-one')
  await other.getByLabel('Confirm new password').fill('another-one')
  await other.getByRole('button', { name: 'Change Password' }).click()
  await expect(other.getByText('Reset link is invalid or has expired')).toBeVisible()
})
