import type { Page } from '@playwright/test'
import { aFaculty } from '#tests/factories/forms.ts'
import { expectSound } from './pages/looks.ts'
import { signIn, signInByForm, takeTemporaryPassword } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'
import { readSheet, studentRow, uploadRows } from './sheets.ts'

/** Signs a college admin in on the page. @returns the prepared test and the admin's token */
async function openOffice(product: Product, page: Page) {
  const prepared = await prepareTest(product)
  const { email, password } = prepared.collegeAdmin
  await signIn(page, product.url, email, password)
  const token: string = (await product.api('POST', '/auth/login', undefined, prepared.collegeAdmin)).body.token
  return { ...prepared, token }
}

const login = (product: Product, email: string, password: string) =>
  product.api('POST', '/auth/login', undefined, { email, password })

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

async function choose(page: Page, name: string | RegExp, action: string) {
  await rowOf(page, name).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('adds, edits, deactivates, reactivates and deletes a student, and resets the password', async ({
  product,
  newContext,
}) => {
  test.setTimeout(180_000)
  const page = await (await newContext()).newPage()
  const { token, email } = await openOffice(product, page)

  // Add a student from the dashboard's link. Missing fields show the specified messages.
  await page.goto(`${product.url}/students?add=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add Student' }).click()
  for (const field of ['Name', 'Email', 'Roll Number', 'Branch', 'Batch', 'Section'])
    await expect(dialog.getByText(`${field} is required`)).toBeVisible()
  await dialog.getByLabel('Name').fill('Asha Menon')
  await dialog.getByLabel('Email').fill('asha@nilgiri.example')
  await dialog.getByLabel('Roll Number').fill('22CS001')
  await dialog.getByLabel('Branch').fill('CSE')
  await dialog.getByLabel('Batch').fill('2027')
  await dialog.getByLabel('Section').fill('B')
  await dialog.getByLabel('Phone Number').fill('12')
  await dialog.getByRole('button', { name: 'Add Student' }).click()
  await expect(dialog.getByText('Please enter a valid phone number')).toBeVisible()
  await dialog.getByLabel('Phone Number').fill('+91 98765 43210')
  await dialog.getByRole('button', { name: 'Add Student' }).click()
  const first = await takeTemporaryPassword(page)
  await expect(page).toHaveURL(/\/students$/)
  await expect(rowOf(page, /Asha Menon/)).toContainText('Never')
  expect((await login(product, 'asha@nilgiri.example', first)).status).toBe(200)

  // After an email change, the student can sign in with the new address.
  await choose(page, /Asha Menon/, 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit Student' })).toBeVisible()
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('+91 98765 43210')
  await dialog.getByLabel('Name').fill('Asha Menon Nair')
  await dialog.getByLabel('Email').fill('asha.nair@nilgiri.example')
  await expect(dialog.getByText('Both addresses are notified')).toBeVisible()
  await expectSound(page, 'edit student')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Section').fill('C')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByText('Asha Menon Nair was updated, and now signs in with asha.nair@nilgiri.example'),
  ).toBeVisible()
  await expect(rowOf(page, /Asha Menon Nair/)).toContainText('asha.nair@nilgiri.example')
  await expect(page.getByLabel('Section', { exact: true })).toContainText('C')
  expect((await login(product, 'asha@nilgiri.example', first)).status).toBe(401)
  const before = await login(product, 'asha.nair@nilgiri.example', first)
  expect(before.status).toBe(200)

  // Errors from the server appear next to their fields.
  await choose(page, /Asha Menon Nair/, 'Edit')
  const { users } = (await product.api('GET', `/college/users?search=${email}`, token)).body
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Roll Number').fill(users[0].idNumber)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('This Roll Number is already in use in your college')).toBeVisible()
  await expect(dialog.getByText('This email is already in use')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // A new temporary password ends all sessions and replaces the old one.
  await choose(page, /Asha Menon Nair/, 'New temporary password')
  await expect(dialog).toContainText('Asha Menon Nair is signed out everywhere')
  await expectSound(page, 'new temporary password confirmation')
  await dialog.getByRole('button', { name: 'New password' }).click()
  const second = await takeTemporaryPassword(page)
  expect(second).not.toBe(first)
  expect((await product.api('GET', '/auth/me', before.body.token)).status).toBe(401)
  expect((await login(product, 'asha.nair@nilgiri.example', first)).status).toBe(401)
  const student = await (await newContext()).newPage()
  await signInByForm(student, product.url, 'asha.nair@nilgiri.example', second)
  await expect(student.getByText('You have successfully logged in as Asha Menon Nair')).toBeVisible()

  // Deactivating signs the student out. Reactivating allows signing in again.
  await choose(page, /Asha Menon Nair/, 'Deactivate')
  await expect(dialog).toContainText('signed out immediately and cannot sign in')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Asha Menon Nair is active again')).toBeVisible()
  await expect(rowOf(page, /Asha Menon Nair/)).not.toContainText('Inactive')
  await choose(page, /Asha Menon Nair/, 'Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, /Asha Menon Nair/)).toContainText('Inactive')
  expect((await login(product, 'asha.nair@nilgiri.example', second)).status).toBe(403)
  await choose(page, /Asha Menon Nair/, 'Activate')
  await expect(page.getByText('Asha Menon Nair is now active')).toBeVisible()
  await expect(rowOf(page, /Asha Menon Nair/)).not.toContainText('Inactive')
  await product.advance(16 * 60_000)
  expect((await login(product, 'asha.nair@nilgiri.example', second)).status).toBe(200)

  // A failure shows the specified message and changes nothing.
  await page.route('**/trpc/members.toggleStatus*', (route) => route.abort('connectionreset'))
  await choose(page, /Asha Menon Nair/, 'Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Failed to update student status. Network error occurred')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, /Asha Menon Nair/)).not.toContainText('Inactive')

  // Delete the student and all their data.
  await choose(page, /Asha Menon Nair/, 'Delete')
  await expect(dialog).toContainText(
    'Asha Menon Nair (asha.nair@nilgiri.example) will be deleted. This cannot be undone.',
  )
  await expect(dialog).toContainText('All attempts and results of this student are deleted too')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Asha Menon Nair was deleted')).toBeVisible()
  await expect(rowOf(page, /Asha Menon Nair/)).toBeHidden()
  expect((await login(product, 'asha.nair@nilgiri.example', second)).status).toBe(401)
})

test('sorts, searches, filters and paginates a long list, and keeps the view in the URL', async ({
  product,
  newContext,
}) => {
  test.setTimeout(180_000)
  const page = await (await newContext()).newPage()
  const { token } = await openOffice(product, page)
  const place = (n: number) => ({
    batch: n % 2 === 0 ? '2027' : '2028',
    branch: n % 3 === 0 ? 'ECE' : 'Mech',
    section: n % 5 === 0 ? 'B' : 'A',
  })
  const rows = Array.from({ length: 60 }, (_, n) => studentRow(n + 1, place(n + 1)))
  expect((await uploadRows(product, token, 'student', rows)).body.successful).toBe(60)

  await page.getByRole('link', { name: 'Students', exact: true }).click()
  const table = page.getByRole('table', { name: 'Students' })
  const firstName = table.getByRole('row').nth(1).getByRole('cell').nth(1)
  await expect(page.getByText(/of 61$/)).toBeVisible()

  // The server sorts, ascending and then descending.
  const name = table.getByRole('columnheader', { name: 'Name', exact: true })
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await expect(firstName).toHaveText('Student 00001')
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-name/)

  // The page number survives a reload and going back.
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('21–40 of 61')).toBeVisible()
  const there = await firstName.textContent()
  await page.reload()
  await expect(page.getByText('21–40 of 61')).toBeVisible()
  await expect(firstName).toHaveText(there ?? '')
  await page.getByRole('link', { name: 'Faculty', exact: true }).click()
  await expect(page.getByText('No faculty yet')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('21–40 of 61')).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page.getByText('1–50 of 61')).toBeVisible()

  await expectSound(page, 'a page of students')

  // Filter by batch, branch, section, login and status.
  await page.getByLabel('Batch', { exact: true }).selectOption('2028')
  await page.getByLabel('Branch', { exact: true }).selectOption('ECE')
  await expect(page).toHaveURL(/batch=2028/)
  await expect(page.getByText('1–10 of 10')).toBeVisible()
  await page.getByLabel('Section', { exact: true }).selectOption('B')
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await page.getByLabel('Login', { exact: true }).selectOption('once')
  await expect(page.getByText('No one matches your filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByText('1–50 of 61')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('inactive')
  await expect(page.getByText('No one matches your filters')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('')

  // Search by name, email and roll number.
  for (const words of ['Student 00042', 'student42@', 'R00042']) {
    await page.getByRole('searchbox').fill(words)
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await expect(firstName).toHaveText('Student 00042')
  }

  // A page beyond the end redirects to the last page.
  await page.goto(`${product.url}/students?page=9&limit=50`)
  await expect(page.getByText('51–61 of 61')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
})

test('selects students across pages, deactivates, restores and moves them, and resets their passwords', async ({
  product,
  newContext,
}) => {
  test.setTimeout(120_000)
  const page = await (await newContext()).newPage()
  const { token } = await openOffice(product, page)
  const place = (n: number) => ({ batch: '2027', branch: 'CSE', section: n > 30 ? 'B' : 'A' })
  const rows = Array.from({ length: 45 }, (_, n) => studentRow(n + 1, place(n + 1)))
  expect((await uploadRows(product, token, 'student', rows)).body.successful).toBe(45)
  await page.goto(`${product.url}/students?sort=name`)
  const box = (n: number) => page.getByRole('checkbox', { name: `Select Student ${String(n).padStart(5, '0')}` })
  const bar = page.getByRole('region', { name: 'Selection' })
  const dialog = page.getByRole('dialog')
  const inactive = async () => (await product.api('GET', '/college/users?status=inactive', token)).body.pagination.total

  // Select a page, then a range, then a row with the keyboard. The selection survives paging.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect(bar).toContainText('20 selected')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect(bar).toBeHidden()
  await box(2).click()
  await box(5).click({ modifiers: ['Shift'] })
  await box(8).focus()
  await page.keyboard.press('Space')
  await expect(bar).toContainText('5 selected')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await box(30).click()
  await expect(bar).toContainText('6 selected')
  await expectSound(page, 'selected students')

  // Deactivate after a confirmation with the count, and undo with one click.
  await bar.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog).toContainText('Deactivate 6 students?')
  await expect(dialog).toContainText('Running exams are kept')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('6 students deactivated')).toBeVisible()
  await expect(bar).toBeHidden()
  expect(await inactive()).toBe(6)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('6 students restored')).toBeVisible()
  expect(await inactive()).toBe(0)

  // Select everyone who matches the filters. A new filter clears the selection.
  await page.getByLabel('Section', { exact: true }).selectOption('A')
  await box(1).click()
  await bar.getByRole('button', { name: /^Select all \d+ matching$/ }).click()
  await expect(bar).toContainText(/(30|31) selected/)
  await page.getByLabel('Section', { exact: true }).selectOption('B')
  await expect(bar).toBeHidden()

  // Move students. Those already in the section are listed.
  await page.getByLabel('Section', { exact: true }).selectOption('')
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await box(30).click()
  await box(31).click()
  await bar.getByRole('button', { name: 'Move' }).click()
  await expect(dialog.getByRole('button', { name: 'Move 2 students' })).toBeDisabled()
  await dialog.getByLabel('Section').fill('B')
  await dialog.getByLabel('Section').press('Enter')
  await expect(page.getByText('1 student moved')).toBeVisible()
  await expect(dialog).toContainText('Already there: 1')
  await expect(dialog).toContainText('Student 00031')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(rowOf(page, /Student 00030/)).toContainText('B')

  // New passwords are downloaded as one file, and closing the dialog without it asks first.
  await box(30).click()
  await bar.getByRole('button', { name: 'New passwords' }).click()
  await expect(dialog).toContainText('1 student loses access')
  await dialog.getByRole('button', { name: 'Create passwords' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText('Close without the file?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download passwords' }).click(),
  ])
  const [heading, [name, email = '', number, password = ''] = []] = await readSheet(file)
  expect(heading).toEqual(['Name', 'Email', 'Roll Number', 'Temporary password'])
  expect([name, number]).toEqual(['Student 00030', 'R00030'])
  expect((await login(product, email, password)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(bar).toBeHidden()

  // Only the selection is exported. On a phone, cards also have checkboxes.
  await box(30).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Only the 1 selected')).toBeVisible()
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel' }).click(),
  ])
  expect((await readSheet(list)).map(([first]) => first)).toEqual(['Name', 'Student 00030'])
  expect(list.suggestedFilename()).toMatch(/ - Students - \d{4}-\d\d-\d\d\.xlsx$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await box(31).click()
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toBeHidden()
})

test('a search typed just before opening another page does not change that page’s URL', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  await openOffice(product, page)
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  const search = page.getByRole('searchbox')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.clock.install()

  // A search typed just before a dialog opens is kept.
  await search.fill('kav')
  await page.getByRole('button', { name: 'Add Student' }).click()
  await page.clock.runFor(400)
  await expect(page).toHaveURL(/\/students\?(add=1&search=kav|search=kav&add=1)$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/students\?search=kav$/)

  // The search fires while the next page is loading.
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/audit-screen-*', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await search.fill('nobody')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page).toHaveURL(/\/audit-log/)
  await page.clock.runFor(400)
  await expect(search).toBeVisible()
  arrived.resolve()
  await expect(page.getByRole('heading', { name: 'Audit Log', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/audit-log$/)
})

test('adds faculty without a batch or section, and deactivates and restores them', async ({ product, newContext }) => {
  test.setTimeout(180_000)
  const page = await (await newContext()).newPage()
  const { token } = await openOffice(product, page)
  await product.api('POST', '/college/users', token, aFaculty())
  await page.getByRole('link', { name: 'Faculty', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'ID Number' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Faculty' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add Faculty' }).click()
  await expect(dialog.getByText('ID is required')).toBeVisible()
  await expect(dialog.getByText('Batch is required')).toBeHidden()
  await dialog.getByLabel('Name').fill('Lakshmi Raman')
  await dialog.getByLabel('Email').fill('lakshmi@nilgiri.example')
  await dialog.getByLabel('ID Number').fill('F-17')
  await dialog.getByLabel('Branch').fill('ECE')
  await dialog.getByRole('button', { name: 'Add Faculty' }).click()
  await takeTemporaryPassword(page)
  await expect(rowOf(page, /Lakshmi Raman/)).toContainText('ECE')
  await page.getByRole('checkbox', { name: 'Select Lakshmi Raman' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog).toContainText('Deactivate 1 faculty member?')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(rowOf(page, /Lakshmi Raman/)).toContainText('Inactive')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, /Lakshmi Raman/)).not.toContainText('Inactive')
  await choose(page, /Lakshmi Raman/, 'Delete')
  await expect(dialog).toContainText('Delete this faculty member?')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, /Lakshmi Raman/)).toBeVisible()
})
