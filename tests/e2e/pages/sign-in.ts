import type { Page } from '@playwright/test'

/** Opens the product and signs in; ends on the role's first page. */
export async function signIn(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

/** Reads the temporary password that is shown once, and closes the dialog. */
export async function takeTemporaryPassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByText(/^[a-z2-9]{16}$/)
  const password = (await shown.textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  return password
}
