import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { aStudent } from '#tests/factories/forms.ts'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { fillDate } from './pages/dates.ts'
import { bell, title, titles } from './pages/notifications.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test.use({ smtp: true })

const hour = 3_600_000
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function press(page: Page, label: 'Send' | 'Schedule') {
  await page.locator('form').getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
}

test('the owner notifies a college, and the college’s scheduled notification is read, analysed and expires', async ({
  product,
  newContext,
}) => {
  const { masterAdmin, collegeAdmin, student } = await prepareRoles(product)
  const other = aStudent({ branch: 'ECE' })
  await product.api('POST', '/college/users', await tokenOf(product, collegeAdmin), other)

  const owner = await (await newContext()).newPage()
  await signIn(owner, product.url, masterAdmin.email, masterAdmin.password, '/create-notification')
  await field(owner, 'Title').fill('New tests for you')
  await field(owner, 'Message').fill('Please accept them by Friday.')
  await owner.getByRole('button', { name: 'Choose colleges' }).click()
  await owner.getByRole('dialog').getByRole('listitem').first().click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(owner.getByText('Will reach 1 college')).toBeVisible()
  await press(owner, 'Send')
  await expect(owner.getByText('Sent to 1 college administrator.')).toBeVisible()

  const office = await (await newContext()).newPage()
  await signIn(office, product.url, collegeAdmin.email, collegeAdmin.password, '/dashboard')
  await bell(office, 1).click()
  await office
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /New tests for you/ })
    .click()
  await expect(office.getByText('Please accept them by Friday.').last()).toBeVisible()
  await expect(bell(office)).toBeVisible()

  await office.goto(`${product.url}/create-notification`)
  await field(office, 'Title').fill('Seating plan')
  await field(office, 'Message').fill('See the attachment.')
  await office.getByRole('combobox', { name: 'Branches' }).click()
  await office.getByRole('option', { name: 'CSE' }).click()
  await office.keyboard.press('Escape')
  await fillDate(office, 'Send at', 'in 2 hours')
  await fillDate(office, 'Expires at', 'in 6 hours')
  await office.getByLabel('Attachment', { exact: true }).setInputFiles({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Row 1: roll numbers 1 to 20'),
  })
  await expect(office.getByText('Will reach 1 student as of now')).toBeVisible()
  await press(office, 'Schedule')
  await expect(office.getByText(/^Scheduled for .*: 1 student as of now\.$/)).toBeVisible()

  const reader = await (await newContext()).newPage()
  await signIn(reader, product.url, student.email, student.password, '/notifications')
  await expect(reader.getByText('No notifications yet')).toBeVisible()
  await product.advance(2 * hour)
  await expect(async () => {
    await reader.reload()
    await expect(bell(reader, 1)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(await titles(reader)).toEqual(['Seating plan'])
  await title(reader, 'Seating plan').click()
  await expect(bell(reader)).toBeVisible()
  const saved = reader.waitForEvent('download')
  await reader.getByRole('button', { name: /plan\.txt/ }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('plan.txt')
  expect(readFileSync(await download.path(), 'utf8')).toBe('Row 1: roll numbers 1 to 20')
  await expect
    .poll(() => product.mails().map(({ to, subject }) => `${subject} → ${to}`))
    .toEqual(expect.arrayContaining([`New tests for you → ${collegeAdmin.email}`, `Seating plan → ${student.email}`]))
  expect(product.mails().filter(({ to, subject }) => subject === 'Seating plan' && to !== student.email)).toEqual([])

  await owner.goto(`${product.url}/notification-analytics`)
  const row = owner.getByRole('row', { name: /Seating plan/ })
  await expect(row).toContainText('100.0%')
  await row.getByRole('button', { name: /View Details/ }).click()
  await expect(owner.getByText(student.email)).toBeVisible()

  await product.advance(4 * hour)
  await reader.reload()
  await expect(reader.getByText('No notifications yet')).toBeVisible()
  await expect(bell(reader)).toBeVisible()
})
