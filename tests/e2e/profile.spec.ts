import type { Locator, Page } from '@playwright/test'
import { type Account, type FourRoles, prepareRoles, tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

/** What each role may change, to what, under which name the server knows it, and what is only shown. */
const roles = {
  masterAdmin: {
    part: 'Company Information',
    changes: [
      ['Full Name', 'Asha Menon', 'name'],
      ['Phone Number', '+91 98765 43210', 'phoneNumber'],
      ['Company Name', 'Examhall Foundation', 'companyName'],
      ['Company Address', '7 Museum Road, Bengaluru 560001', 'companyAddress'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['Role', 'Role cannot be changed'],
    ],
    refusals: [
      ['Full Name', ' ', 'Name is required'],
      ['Phone Number', '12', 'Please enter a valid phone number'],
    ],
    optional: ['Phone Number', 'Company Name'],
  },
  collegeAdmin: {
    part: 'College Information',
    changes: [
      ['Full Name', 'Ravi Kulkarni', 'name'],
      ['Phone Number', '(020) 2565 1234', 'phoneNumber'],
      ['College Address', '9 River Road, Pune 411004', 'collegeId.address'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['College Code', 'College code cannot be changed'],
    ],
    refusals: [
      ['Full Name', '', 'Name is required'],
      ['College Address', 'Pune', 'Please enter a complete address'],
    ],
    optional: ['Phone Number'],
  },
  faculty: {
    part: 'Academic Information',
    changes: [
      ['Full Name', 'Dr. Leela Nair', 'name'],
      ['Phone Number', '9876543210', 'phoneNumber'],
      ['Branch/Department', 'ECE', 'branch'],
      ['Batch/Year', '2026', 'batch'],
      ['Section', 'B', 'section'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['ID Number', 'ID cannot be changed'],
    ],
    refusals: [['Branch/Department', '', 'Branch is required']],
    optional: ['Phone Number', 'Batch/Year', 'Section'],
  },
  student: {
    part: 'Academic Information',
    changes: [
      ['Full Name', 'Meera Pillai', 'name'],
      ['Phone Number', '98765-43210', 'phoneNumber'],
      ['Branch/Department', 'ECE', 'branch'],
      ['Batch/Year', '2028', 'batch'],
      ['Section', 'C', 'section'],
    ],
    fixed: [
      ['Email', 'Email cannot be changed'],
      ['Roll Number', 'ID cannot be changed'],
    ],
    refusals: [
      ['Branch/Department', '', 'Branch is required'],
      ['Batch/Year', '', 'Batch is required'],
      ['Section', '', 'Section is required'],
    ],
    optional: ['Phone Number'],
  },
} as const

const roleNames = ['masterAdmin', 'collegeAdmin', 'faculty', 'student'] as const

async function openAs(product: Product, page: Page, account: Account, path: string) {
  await signIn(page, product.url, account.email, account.password)
  await page.goto(product.url + path)
}

const profileButton = (page: Page) => page.getByRole('button', { name: 'Profile', exact: true })
const save = (within: Locator | Page) => within.getByRole('button', { name: 'Save Changes' }).click()

/** One value of what the server has stored of the signed-in person: `collegeId.address`. */
async function storedOf(product: Product, token: string, path: string): Promise<unknown> {
  const { body } = await product.api('GET', '/auth/me', token)
  return path.split('.').reduce((value, key) => value?.[key], body.user)
}

for (const role of roleNames)
  test(`profile of the ${role}: what may be changed is, the rest is not`, async ({ product, newContext }) => {
    const { part, changes, fixed, refusals, optional } = roles[role]
    const people: FourRoles = await prepareRoles(product)
    const token = await tokenOf(product, people[role])
    const page = await (await newContext()).newPage()
    await openAs(product, page, people[role], '/profile')
    for (const title of ['Basic Information', part, 'Security Settings'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('Not provided').first()).toBeVisible()
    await expectSound(page, `profile of the ${role}`)

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
    await expectSound(page, `profile of the ${role}, refused`)
    for (const [label, value] of changes) await form.getByLabel(label).fill(value)
    await save(form)
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
    await expect(page.getByRole('banner').getByText(changes[0][1])).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: changes[0][1] })).toBeVisible()
    for (const [, value, path] of changes) {
      await expect(page.getByRole('main').getByText(value, { exact: true }).first()).toBeVisible()
      expect(await storedOf(product, token, path)).toBe(value)
    }

    // What need not be there can be taken away again.
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    for (const label of optional) await form.getByLabel(label).fill('')
    await save(form)
    await expect(form).toBeHidden()
    await expect(page.getByText('Not provided')).toHaveCount(optional.length)
  })

test('a college admin sees how many people the college has', async ({ product, newContext }) => {
  const { collegeAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await openAs(product, page, collegeAdmin, '/profile')
  await expect(page.getByText('Total Faculty')).toBeVisible()
  await expect(page.getByText('Total Students')).toBeVisible()
  expect((await page.locator('dl[aria-label=People] dd').allTextContents()).join()).toBe('1,1')
})

test('Cancel shows what the server has, and what is unsaved is not left by accident', async ({
  product,
  newContext,
}) => {
  const { student } = await prepareRoles(product)
  const token = await tokenOf(product, student)
  const context = await newContext()
  const page = await context.newPage()
  await openAs(product, page, student, '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const form = page.getByRole('form', { name: 'Profile' })
  await form.getByLabel('Section').fill('Z')
  await page.getByRole('link', { name: 'My Tests' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(form.getByLabel('Section')).toHaveValue('Z')

  // On another device meanwhile.
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

  // Another tab of this browser shows a new name at once.
  const other = await context.newPage()
  await other.goto(`${product.url}/profile`)
  await other.getByRole('button', { name: 'Edit Profile' }).click()
  await other.getByLabel('Full Name').fill('Somebody Else')
  await save(other)
  await expect(page.getByRole('banner').getByText('Somebody Else')).toBeVisible()
})

test('what fails is told, with the reason', async ({ product, newContext }) => {
  const { student } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, student.email, student.password)
  const fail = (procedure: string) =>
    page.route(`**/trpc/*${procedure}*`, (route) => {
      const calls = new URL(route.request().url()).pathname.split(',')
      const error = { message: 'The database is being moved', code: -32004, data: { domainCode: 'NOT_FOUND' } }
      return route.fulfill({ status: 404, json: calls.map(() => ({ error })) })
    })
  const told = (sentence: string) =>
    page.getByRole('main').getByRole('alert').filter({ hasText: sentence }).filter({ hasText: 'being moved' })
  await fail('auth.me')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(told('Failed to load profile data')).toBeVisible()
  await expectSound(page, 'profile, not loaded')
  await page.unroute('**/trpc/*auth.me*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(told('Failed to load profile data')).toBeHidden()

  await fail('auth.updateProfile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Section').fill('E')
  await save(page)
  await expect(told('Failed to update profile')).toBeVisible()
  await expect(page.getByLabel('Section')).toHaveValue('E')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await fail('auth.changePassword')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill(student.password)
  await page.getByLabel('New password', { exact: true }).fill('a-new-password')
  await page.getByLabel('Confirm new password').fill('a-new-password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(told('Failed to change password')).toBeVisible()
})

test('the password is changed by who knows it; other devices are signed out', async ({ product, newContext }) => {
  const { student } = await prepareRoles(product)
  const elsewhere = await tokenOf(product, student)
  const page = await (await newContext()).newPage()
  await openAs(product, page, student, '/profile')
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

  // Closing it empties the fields.
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
  await signIn(page, product.url, student.email, 'a-new-password')
  await expect(page).toHaveURL(/\/dashboard$/)
})

for (const role of roleNames)
  test(`profile dialog of the ${role}`, async ({ product, newContext }) => {
    const { changes } = roles[role]
    const people: FourRoles = await prepareRoles(product)
    const token = await tokenOf(product, people[role])
    const page = await (await newContext()).newPage()
    await signIn(page, product.url, people[role].email, people[role].password)
    await profileButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Profile' })
    await expect(dialog.getByText(people[role].email)).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(changes.length)
    await expectSound(page, `profile dialog of the ${role}`)
    for (const [label, value] of changes) await dialog.getByLabel(label).fill(value)
    await save(dialog)
    await expect(dialog.getByText('Profile updated successfully!')).toBeVisible()
    await expect(page.getByRole('banner').getByText(changes[0][1])).toBeAttached()
    for (const [, value, path] of changes) expect(await storedOf(product, token, path)).toBe(value)

    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await dialog.getByLabel('Current password').fill(people[role].password)
    await dialog.getByLabel('New password', { exact: true }).fill('a-new-password')
    await dialog.getByLabel('Confirm new password').fill('a-new-password')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(dialog.getByText('Password changed successfully!')).toBeVisible()
    // Nothing is unsaved: it closes without a question.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await product.api('GET', '/auth/me', token)).status).toBe(401)
  })
