import { expectSound } from './pages/looks.ts'
import { addAuthenticator, signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

const owner = { email: 'admin@localhost', password: 'first-password' }

test('adds a passkey, signs in with it, confirms a step-up, and removes it', async ({ product, newContext }) => {
  // Passkeys need a host name, not an IP address.
  const url = await product.name()
  const page = await (await newContext()).newPage()
  const { devTools, authenticatorId } = await addAuthenticator(page)
  // The loading skeleton must pass axe too.
  const loaded = Promise.withResolvers<void>()
  await page.route(/auth\.passkeys/, (route) => loaded.promise.then(() => route.continue()))
  await signIn(page, url, owner.email, owner.password, '/profile')
  await expect(page.getByLabel('Loading your passkeys')).toBeVisible()
  await expectSound(page, 'a loading profile')
  loaded.resolve()
  await expect(page.getByText('You have no passkeys.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please name the passkey')).toBeVisible()
  await expectSound(page, 'passkey form')
  await dialog.getByLabel('Name').fill('Laptop of the office')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByText('Laptop of the office')).toBeVisible()
  await expectSound(page, 'passkeys')
  // An account can have only one passkey per device.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name').fill('Again')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('No passkey was used. Please try again, or use your password.')).toBeVisible()
  await expectSound(page, 'sign-in with a passkey, refused')
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('You have successfully logged in as Master Admin')).toBeVisible()

  await page.goto(`${url}/profile`)
  await product.advance(11 * 60_000)
  await page.getByRole('button', { name: 'Remove Laptop of the office' }).click()
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await expect(page.getByText('You have no passkeys.')).toBeVisible()
})
