import type { Locator, Page } from '@playwright/test'
import { type Account, type FourRoles, prepareRoles, tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'
import { profiles, roleNames, storedOf } from './profiles.ts'

test.describe.configure({ mode: 'parallel' })

async function openProfile(product: Product, page: Page, account: Account) {
  await signIn(page, product.url, account.email, account.password, '/profile')
}

const save = (within: Locator | Page) => within.getByRole('button', { name: 'Save Changes' }).click()

for (const role of roleNames)
  test(`only editable fields of the ${role}’s profile can be changed`, async ({ product, newContext }) => {
    const { part, changes, fixed, refusals, optional } = profiles[role]
    const people: FourRoles = await prepareRoles(product)
    const token = await tokenOf(product, people[role])
    const page = await (await newContext()).newPage()
    await openProfile(product, page, people[role])
    for (const title of ['Basic Information', part, 'Security Settings'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('Not provided').first()).toBeVisible()
    await expectSound(page, `profile of the ${role}`)
    // Only a college admin sees the number of people in the college.
    await expect(page.locator('dl[aria-label=People] dd')).toHaveText(role === 'collegeAdmin' ? ['1', '1'] : [])

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const form = page.getByRole('form', { name: 'Profile' })
    await expect(form.getByLabel('Full Name')).toBeFocused()
    for (const [label, reason] of fixed) {
      await expect(form.getByLabel(label)).not.toBeEditable()
      await expect(form.getByText(reason)).toBeVisible()
    }
    await expect(form.getByRole('textbox')).toHaveCount(changes.length + fixed.length)
    for (const [label, value] of refusals) await form.getByLabel(label).fill(value)
    await save(form)
    for (const [label, , sentence] of refusals) {
      await expect(form.getByText(sentence)).toBeVisible()
      await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    }
    if (role === 'student') await expectSound(page, 'profile, refused')
    for (const [label, value] of changes) await form.getByLabel(label).fill(value)
    await save(form)
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
    await expect(page.getByRole('banner').getByText(changes[0][1])).toBeVisible()
    await expect(page.getByRole('main').getByText(`${changes[0][1]} · `)).toBeVisible()
    for (const [, value, path] of changes) {
      await expect(page.getByRole('main').getByText(value, { exact: true }).first()).toBeVisible()
      expect(await storedOf(product, token, path)).toBe(value)
    }

    // Optional fields can be cleared.
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    for (const label of optional) await form.getByLabel(label).fill('')
    await save(form)
    await expect(form).toBeHidden()
    await expect(page.getByText('Not provided')).toHaveCount(optional.length)
  })

test('Cancel restores the stored values, and leaving with unsaved changes asks first', async ({
  product,
  newContext,
}) => {
  const { student } = await prepareRoles(product)
  const token = await tokenOf(product, student)
  const context = await newContext()
  const page = await context.newPage()
  await openProfile(product, page, student)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('Section').fill('Z')
  await page.getByRole('link', { name: 'My Tests' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(form.getByLabel('Section')).toHaveValue('Z')

  // Change the profile on another device.
  await product.api('PUT', '/auth/profile', token, { section: 'D' })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('D', { exact: true })).toBeVisible()
  await expect(page.getByText('Z', { exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await form.getByLabel('Full Name').fill('Nobody')
  await page.getByRole('link', { name: 'My Tests' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/my-tests$/)
  expect(await storedOf(product, token, 'name')).not.toBe('Nobody')

  // Another tab shows the new name immediately.
  const other = await context.newPage()
  await other.goto(`${product.url}/profile`)
  await other.getByRole('button', { name: 'Edit Profile' }).click()
  await other.getByLabel('Full Name').fill('Somebody Else')
  await save(other)
  await expect(page.getByRole('banner').getByText('Somebody Else')).toBeVisible()
})

test('shows the reason for each failure', async ({ product, newContext }) => {
  const { student } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, student.email, student.password)
  const fail = (procedure: string) =>
    page.route(`**/trpc/*${procedure}*`, (route) => {
      const calls = new URL(route.request().url()).pathname.split(',')
      const error = { message: 'The database is being moved', code: -32004, data: { domainCode: 'NOT_FOUND' } }
      return route.fulfill({ status: 404, json: calls.map(() => ({ error })) })
    })
  const alertWith = (sentence: string) =>
    page.getByRole('main').getByRole('alert').filter({ hasText: sentence }).filter({ hasText: 'being moved' })
  await fail('auth.me')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(alertWith('Failed to load profile data')).toBeVisible()
  await expectSound(page, 'profile, not loaded')
  await page.unroute('**/trpc/*auth.me*')
  await alertWith('Failed to load profile data').getByRole('button', { name: 'Retry' }).click()
  await expect(alertWith('Failed to load profile data')).toBeHidden()

  await fail('auth.updateProfile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Section').fill('E')
  await save(page)
  await expect(alertWith('Failed to update profile')).toBeVisible()
  await expect(page.getByLabel('Section')).toHaveValue('E')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await fail('auth.changePassword')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill(student.password)
  await page.getByLabel('New password', { exact: true }).fill('a-new-password')
  await page.getByLabel('Confirm new password').fill('a-new-password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(alertWith('Failed to change password')).toBeVisible()
})
