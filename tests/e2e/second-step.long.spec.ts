import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectSound } from './pages/looks.ts'
import { addAuthenticator, signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

/** Turns on two-step sign-in in the open profile. */
async function turnOnTwoStep(page: Page, password: string) {
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? ''
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(key.replaceAll(' ', '')))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}

test('the owner requires a second step, and an admin sets one up and uses it at the next sign-in', async ({
  product,
  newContext,
}) => {
  const { admin, collegeAdmin } = await prepareTest(product)
  // Passkeys need a host name, not an IP address.
  const url = await product.name()
  const page = await (await newContext()).newPage()
  await signIn(page, url, admin.email, admin.password, '/profile')
  const setting = page.getByRole('switch', { name: 'Require a second step for all staff' })
  await expect(setting).toBeEnabled()
  await setting.click({ force: true })
  await expect(page.getByText('Turn on two-step sign-in or add a passkey for yourself first')).toBeVisible()
  await expect(setting).not.toBeChecked()
  await turnOnTwoStep(page, admin.password)
  await setting.click({ force: true })
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(setting).toBeChecked()
  await expectSound(page, 'second step setting')

  const office = await (await newContext()).newPage()
  await addAuthenticator(office)
  await signIn(office, url, collegeAdmin.email, collegeAdmin.password, '/students')
  await expect(office).toHaveURL(/\/profile$/)
  await expect(office.getByText('Set up a second step to continue')).toBeVisible()
  await expectSound(office, 'a missing second step')
  await office.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Laptop of the office')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(office.getByText('Set up a second step to continue')).toBeHidden()
  await office.goto(`${url}/students`)
  await expect(office.getByRole('button', { name: /Add Student/ }).first()).toBeVisible()

  // The next password sign-in also requires the passkey, even on this device.
  await office.getByRole('button', { name: 'Log out' }).click()
  await office.getByLabel('Email').fill(collegeAdmin.email)
  await office.getByLabel('Password', { exact: true }).fill(collegeAdmin.password)
  await office.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(office.getByText('Use your second step to continue')).toBeVisible()
  await expect(office).toHaveURL(/\/profile$/)
  await expectSound(office, 'a required second step')
  await office.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(office.getByText('Use your second step to continue')).toBeHidden()
  await office.goto(`${url}/students`)
  await expect(office.getByRole('button', { name: /Add Student/ }).first()).toBeVisible()
})
