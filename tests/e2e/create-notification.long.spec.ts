import type { Page } from '@playwright/test'
import { aCollege, aFaculty, aStudent } from '#tests/factories/forms.ts'
import type { Account } from './four-roles.ts'
import { tokenOf } from './four-roles.ts'
import { fillDate } from './pages/dates.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const owner: Account = { email: 'admin@localhost', password: 'first-password' }
const path = '/create-notification'
const longName =
  'Sri Venkateswara Bhaktavatsalam Institute of Engineering, Technology and Advanced Scientific Research for Women, Salem'

async function college(product: Product, name?: string) {
  const form = aCollege(name === undefined ? {} : { name })
  const { college, credentials } = (await product.api('POST', '/admin/colleges', await tokenOf(product, owner), form))
    .body
  const account: Account = { email: credentials.email, password: credentials.temporaryPassword }
  return { id: college.id as string, account }
}

/** The sender's notifications, newest first. */
const sent = async ({ api }: Product, token: string) =>
  (await api('GET', '/notifications/sent-notifications', token)).body.notifications

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const submit = (page: Page, name: string) => page.locator('form').getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function write(page: Page, title: string, message = 'Please read it.\n\nThank you.') {
  await field(page, 'Title').fill(title)
  await field(page, 'Message').fill(message)
}

test('the owner notifies chosen colleges', async ({ product, newContext }) => {
  const long = await college(product, longName)
  const near = await college(product, 'Nilgiri College 2')
  await college(product, 'Nilgiri College 10')
  const closed = await college(product, 'Nilgiri Closed College')
  const token = await tokenOf(product, owner)
  await product.api('PUT', `/admin/colleges/${closed.id}/toggle-status`, token)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, owner.email, owner.password, path)

  await submit(page, 'Send').click()
  for (const sentence of ['Title is required', 'Message is required', 'Please select at least one college'])
    await expect(page.getByText(sentence)).toBeVisible()
  await expect(field(page, 'Title')).toBeFocused()
  await write(page, 'x'.repeat(201), 'y'.repeat(2001))
  await expect(page.getByText('201 / 200')).toBeVisible()
  await submit(page, 'Send').click()
  await expect(page.getByText('Title must be less than 200 characters')).toBeVisible()
  await expect(page.getByText('Message must be less than 2000 characters')).toBeVisible()
  await write(page, 'New tests for you')

  await page.getByRole('button', { name: 'Choose colleges' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  await expectSound(page, 'choosing colleges')
  await dialog(page).getByPlaceholder('Search by name, code or email').fill('nilgiri')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'Select all 2 found' }).click()
  await dialog(page).getByPlaceholder('Search by name, code or email').fill('salem')
  await dialog(page).getByText(longName).click()
  await expect(dialog(page).getByText('3 chosen')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Please select at least one college')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove Nilgiri College 10' }).click()
  await expect(page.getByText('Will reach 2 college administrators')).toBeVisible()
  await expectSound(page, 'notification to colleges')

  await submit(page, 'Send').click()
  await expect(dialog(page).getByText('Send to 2 college administrators?')).toBeVisible()
  await expect(dialog(page).getByText('You can’t recall an email once it is sent.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Title')).toHaveValue('New tests for you')
  await submit(page, 'Send').click()
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sent to 2 college administrators.')).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(page.getByText('None chosen yet')).toBeVisible()
  const [first] = await sent(product, token)
  expect(first.title).toBe('New tests for you')
  expect([...first.targetColleges].sort()).toEqual([long.id, near.id].sort())
  await page.getByRole('link', { name: 'See it in Sent' }).click()
  await page.waitForURL('**/notifications?view=sent')
})

test('a college admin notifies some students', async ({ product, newContext }) => {
  const { account } = await college(product)
  const office = await tokenOf(product, account)
  for (const fields of [{ name: 'Asha Rao' }, { name: 'Bala Iyer' }, { name: 'Chitra Nair', branch: 'ECE' }])
    await product.api('POST', '/college/users', office, aStudent(fields))
  await product.api('POST', '/college/users', office, aFaculty())
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, account.email, account.password, path)
  await expect(page.getByText('Will reach 3 students')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Colleges', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Faculty', exact: true }).click()
  await expect(page.getByText('Will reach 1 faculty member')).toBeVisible()
  await page.getByRole('button', { name: 'Students', exact: true }).click()

  const branches = page.getByRole('combobox', { name: 'Branches' })
  await branches.click()
  await page.getByRole('option', { name: 'CSE' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Will reach 2 students')).toBeVisible()
  await page.getByRole('button', { name: 'Choose students' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  await dialog(page).getByPlaceholder('Search by name, email or ID number').fill('bala')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
  await dialog(page).getByText('Bala Iyer').click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Will reach 1 student', { exact: true })).toBeVisible()

  // The chosen person is not in this branch, so no one matches.
  await branches.press('Backspace')
  await branches.click()
  await page.getByRole('option', { name: 'ECE' }).click()
  await page.keyboard.press('Escape')
  const nobody = page.getByText('No one matches these filters. Choose other recipients')
  await expect(nobody).toBeVisible()
  await write(page, 'Only for Bala')
  await submit(page, 'Send').click()
  await expect(nobody).toHaveCount(2)
  await expectSound(page, 'no matching recipients')
  await branches.press('Backspace')
  await expect(page.getByText('Will reach 1 student', { exact: true })).toBeVisible()
  await expect(nobody).toHaveCount(0)

  // The typed text survives a failed request.
  await page.route('**/api/notifications', (route) => route.abort('connectionrefused'))
  await submit(page, 'Send').click()
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Network error occurred')).toBeVisible()
  await expect(field(page, 'Message')).toHaveValue('Please read it.\n\nThank you.')
  await page.unroute('**/api/notifications')
  await submit(page, 'Send').click()
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sent to 1 student.')).toBeVisible()
  const [first] = await sent(product, office)
  expect(first).toMatchObject({ title: 'Only for Bala', totalRecipients: 1, message: 'Please read it.\n\nThank you.' })
})

test('rejects invalid attachments and delivers a valid one unchanged', async ({ product, newContext }) => {
  const { account } = await college(product)
  const office = await tokenOf(product, account)
  await product.api('POST', '/college/users', office, aStudent())
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, account.email, account.password, path)
  await write(page, 'With a file')
  const input = page.getByLabel('Attachment', { exact: true })
  const mimeType = 'text/plain'
  await input.setInputFiles({ name: 'large.txt', mimeType, buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 'a') })
  await expect(page.getByText('File size must be less than 5MB')).toBeVisible()
  // A rejected file blocks sending. Otherwise, the notification would go out without it.
  await submit(page, 'Send').click()
  await expect(dialog(page)).toHaveCount(0)
  await input.setInputFiles({ name: 'program.exe', mimeType, buffer: Buffer.from('MZ') })
  await expect(page.getByText(/^Please choose a \.jpg/)).toBeVisible()
  await input.setInputFiles({ name: 'not-really.pdf', mimeType, buffer: Buffer.from('no document') })
  await submit(page, 'Send').click()
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/^Please choose a \.jpg|^The file is damaged/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove: attachment' }).click()
  await expect(page.getByText('Drop a file here, or choose one')).toBeVisible()
  await input.setInputFiles({ name: 'circular.txt', mimeType, buffer: Buffer.from('Exams begin on Monday.') })
  await expect(page.getByText('circular.txt').first()).toBeVisible()
  await submit(page, 'Send').click()
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sent to 1 student.')).toBeVisible()
  await expect(page.getByText('circular.txt')).toHaveCount(0)
  const [first] = await sent(product, office)
  expect(first.attachment).toMatchObject({ originalName: 'circular.txt' })
  const headers = { authorization: `Bearer ${office}` }
  const file = await fetch(`${product.url}/api/notifications/${first.id}/attachment`, { headers })
  expect(await file.text()).toBe('Exams begin on Monday.')
})

test('schedules, edits and sends a notification', async ({ product, newContext }) => {
  const { account } = await college(product)
  const office = await tokenOf(product, account)
  await product.api('POST', '/college/users', office, aStudent({ name: 'Asha Rao' }))
  await product.api('POST', '/college/users', office, aStudent())
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, account.email, account.password, path)
  await expect(page.getByText('Leave empty to send now · Nepal Time (UTC+5:45)')).toBeVisible()
  await write(page, 'Later')
  await page.getByRole('button', { name: 'Reminder' }).click()
  await page.getByRole('button', { name: 'Choose students' }).click()
  await dialog(page).getByText('Asha Rao').click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Attachment', { exact: true }).setInputFiles({
    name: 'circular.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Exams begin on Monday.'),
  })
  // An invalid time must not count as empty, or the notification would be sent immediately.
  await fillDate(page, 'Send at', 'soon')
  await expect(page.getByText('Type a date such as 24 Nov 2026, 9:00 am')).toBeVisible()
  await submit(page, 'Schedule').click()
  await expect(field(page, 'Send at')).toBeFocused()
  await expect(dialog(page)).toHaveCount(0)
  await fillDate(page, 'Send at', '2001-01-01 10:00')
  await submit(page, 'Schedule').click()
  await expect(page.getByText('Please choose a time in the future')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(field(page, 'Send at')).toBeFocused()
  await fillDate(page, 'Send at', '1 Jan 2101, 10:00 am')
  await fillDate(page, 'Expires at', '1/1/2101 9 am')
  await submit(page, 'Schedule').click()
  await expect(page.getByText('It must expire after it is sent')).toBeVisible()
  await page.getByRole('button', { name: 'Clear: Expires at' }).click()
  await submit(page, 'Schedule').click()
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Scheduled for .*2101.*: 1 student as of now\.$/)).toBeVisible()
  const [first] = await sent(product, office)
  expect(first).toMatchObject({ status: 'scheduled', scheduledFor: '2101-01-01T04:15:00.000Z', type: 'reminder' })

  await page.goto(`${product.url}${path}?edit=${first.id}`)
  await expect(page.getByRole('heading', { name: 'Edit Notification' })).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('Later')
  await expect(field(page, 'Send at')).toHaveValue('1 Jan 2101, 10:00 am')
  await expect(page.getByRole('button', { name: 'Reminder' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Remove Asha Rao' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove: attachment' }).click()
  await expect(page.getByText('circular.txt is removed when you save.')).toBeVisible()
  await expectSound(page, 'editing a notification')
  await field(page, 'Title').fill('Later still')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog(page).getByText('This message has not been sent.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Stay' }).click()
  await submit(page, 'Save changes').click()
  await page.waitForURL('**/notifications?view=sent')
  expect(await sent(product, office)).toMatchObject([{ title: 'Later still', status: 'scheduled', attachment: null }])

  await page.goto(`${product.url}${path}?edit=${first.id}`)
  await page.getByRole('button', { name: 'Clear: Send at' }).click()
  await submit(page, 'Send now').click()
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
  await page.waitForURL('**/notifications?view=sent')
  await page.goBack()
  await expect(page.getByText('This notification has already been sent')).toBeVisible()
  await product.api('DELETE', `/notifications/${first.id}`, office)
  await page.reload()
  await expect(page.getByText('Notification not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sent notifications' })).toBeVisible()
})
