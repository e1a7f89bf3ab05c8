import { type FourRoles, prepareRoles, tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn, signInByForm } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { profiles, roleNames, storedOf } from './profiles.ts'

test.describe.configure({ mode: 'parallel' })

test('changes the password only with the current one, and signs out other devices', async ({ product, newContext }) => {
  const { student } = await prepareRoles(product)
  const elsewhere = await tokenOf(product, student)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, student.email, student.password, '/profile')
  const form = page.getByRole('form', { name: 'Change password' })
  const [current, next, again] = [
    form.getByLabel('Current password'),
    form.getByLabel('New password', { exact: true }),
    form.getByLabel('Confirm new password'),
  ]
  const submit = () => form.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText(/signs you out everywhere else/)).toBeVisible()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(current).toBeFocused()
  await submit()
  await expect(form.getByText('Current password is required')).toBeVisible()
  await expect(form.getByText('New password must be at least 6 characters')).toBeVisible()
  await expect(form.getByText('Please type the new password again')).toBeVisible()
  await current.fill('not-this-one')
  await next.fill('five5')
  await again.fill('other')
  await submit()
  await expect(form.getByText('New password must be at least 6 characters')).toBeVisible()
  await expect(form.getByText('New passwords do not match')).toBeVisible()
  await next.fill('a-new-password')
  await again.fill('a-new-password')
  await submit()
  await expect(form.getByText('Current password is incorrect')).toBeVisible()
  await expect(current).toBeFocused()
  await expectSound(page, 'change password, refused')

  // Closing the form clears its fields.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused()
  await page.getByRole('button', { name: 'Change Password' }).click()
  for (const field of [current, next, again]) await expect(field).toHaveValue('')
  await current.fill(student.password)
  await next.fill('a-new-password')
  await again.fill('a-new-password')
  await submit()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(form).toBeHidden()
  expect((await product.api('GET', '/auth/me', elsewhere)).status).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Security Settings' })).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await signInByForm(page, product.url, student.email, 'a-new-password')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('edits each role’s profile in a dialog', async ({ product, newContext }) => {
  const people: FourRoles = await prepareRoles(product)
  for (const role of roleNames) {
    const { changes } = profiles[role]
    const token = await tokenOf(product, people[role])
    const page = await (await newContext()).newPage()
    await signIn(page, product.url, people[role].email, people[role].password)
    await page.getByRole('button', { name: 'Profile', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Profile' })
    await expect(dialog.getByText(people[role].email)).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(changes.length)
    for (const [label, value] of changes) await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByText('Profile updated successfully!')).toBeVisible()
    await expect(page.getByRole('banner').getByText(changes[0][1])).toBeAttached()
    for (const [, value, path] of changes) expect(await storedOf(product, token, path)).toBe(value)
    if (role !== 'student') continue

    await expectSound(page, 'profile dialog')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await dialog.getByLabel('Current password').fill(people[role].password)
    await dialog.getByLabel('New password', { exact: true }).fill('a-new-password')
    await dialog.getByLabel('Confirm new password').fill('a-new-password')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(dialog.getByText('Password changed successfully!')).toBeVisible()
    // Without unsaved changes, the dialog closes without asking.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await product.api('GET', '/auth/me', token)).status).toBe(401)
  }
})
