import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parseCsv } from '#server/platform/csv.ts'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { bell, send, sendFile, setVisible } from './pages/notifications.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { readSheet } from './sheets.ts'

test.describe.configure({ mode: 'parallel' })

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const unbroken = 'W'.repeat(200)

/** The notifications of the inbox, as their titles. */
const titles = (page: Page) =>
  page.getByRole('list', { name: 'Notifications' }).locator('button[aria-expanded] [dir]').allTextContents()
const title = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^(Unread: )?${name}$`) })

test('the bell tells what is new, and asks only while somebody can see it', async ({ product, newContext }) => {
  const { collegeAdmin, masterAdmin, student } = await prepareRoles(product)
  const office = await tokenOf(product, collegeAdmin)
  for (let n = 1; n <= 8; n++) await send(product, office, `News ${n}`)
  await send(product, office, unbroken, { message: unbroken })
  await send(product, await tokenOf(product, masterAdmin), 'Power cut', { type: 'urgent', priority: 'high' })

  const page = await (await newContext()).newPage()
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('notifications.inbox')) asked.push(request.url())
  })
  await signIn(page, product.url, student.email, student.password, '/profile')
  const badge = page.getByRole('banner').getByText(/^\d\+?$/)
  await expect(badge).toHaveText('9+')
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await bell(page, 10).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list.getByRole('listitem').first()).toHaveText(
    'Unread: Power cutJust nowPlease be in the hall at nine.Urgent · High priority · Master Administrator',
  )
  await expectSound(page, 'the bell')

  // Escape and a click elsewhere close it; Tab goes through it.
  await page.keyboard.press('Tab')
  await expect(list.getByRole('link', { name: /Power cut/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell(page, 10)).toBeFocused()
  await bell(page, 10).click()
  await expect(list).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(list).toBeHidden()

  // What is clicked is read, and stands open in the inbox.
  await bell(page, 10).click()
  await list.getByRole('link', { name: /News 8/ }).click()
  await expect(bell(page, 9)).toBeVisible()
  await expect(badge).toHaveText('9')
  await expect(list).toBeHidden()
  await expect(title(page, 'News 8')).toHaveAttribute('aria-expanded', 'true')
  await expect(title(page, 'News 8')).toBeFocused()
  await page.goBack()

  // Every 30 s, but not while nobody can see it; seen again, at once.
  await send(product, office, 'News 9')
  await page.clock.runFor(31_000)
  await expect(bell(page, 10)).toBeVisible()
  await setVisible(page, false)
  const before = asked.length
  await send(product, office, 'News 10')
  await page.clock.runFor(120_000)
  expect(asked.length).toBe(before)
  await setVisible(page, true)
  await expect(bell(page, 11)).toBeVisible()

  await bell(page, 11).click()
  await list.getByRole('link', { name: 'View all notifications' }).click()
  await expect(page).toHaveURL(`${product.url}/notifications`)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toBeVisible()
  await expect(badge).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})

test('the inbox is read, searched and paged by ten', async ({ product, newContext }) => {
  const { collegeAdmin, masterAdmin, student } = await prepareRoles(product)
  const [office, platform] = [await tokenOf(product, collegeAdmin), await tokenOf(product, masterAdmin)]
  const oldest = await send(product, office, 'The oldest')
  for (let n = 1; n <= 7; n++) await send(product, office, `News ${n}`, { expiresAt: inDays(n) })
  await send(product, office, unbroken, { message: unbroken })
  await send(product, office, 'Fees are due', { type: 'reminder', priority: 'low' })
  await send(product, platform, 'Power cut', { type: 'urgent', priority: 'high' })
  const words = 'First line\n\n  <script>alert(1)</script>\nhttps://example.com/second'
  await sendFile(product, office, 'Time table', new File(['Monday: rest'], 'time table (1).txt'), words)

  const page = await (await newContext()).newPage()
  await page.addInitScript(() => localStorage.setItem('pageSize', '50'))
  await signIn(page, product.url, student.email, student.password, '/notifications')
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  expect(await titles(page)).toEqual(['Time table', 'Power cut', 'Fees are due', unbroken, ...news(7, 2)])
  await expect(page.getByText('What was sent to you, newest first. 12 unread.')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^(Create Notification|Export|Sent|Total Recipients)$/)).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'News 2' })).toContainText('Expires in 2 days')

  // Opened it is whole, and read.
  await title(page, 'Time table').press('Enter')
  const opened = page.getByRole('listitem').filter({ hasText: 'Time table' })
  const message = opened.getByText('First line')
  expect(await message.textContent()).toBe(words)
  await expect(message).toHaveCSS('white-space', 'pre-wrap')
  await expect(opened.getByRole('link')).toHaveCount(0)
  await expect(opened.getByText('Unread')).toHaveCount(0)
  await expect(bell(page, 11)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    opened.getByRole('button', { name: 'time table (1).txt (1 KB)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^time table.*\.txt$/)
  expect(readFileSync(await download.path(), 'utf8')).toBe('Monday: rest')
  await expectSound(page, 'the inbox')

  // One without opening it; among the unread the opened one stays while it is open.
  await page.getByRole('button', { name: 'Mark as read: Power cut' }).click()
  await expect(bell(page, 10)).toBeVisible()
  await page.getByRole('button', { name: 'Unread 10' }).click()
  await expect(title(page, 'Power cut')).toHaveCount(0)
  await title(page, 'Fees are due').click()
  await expect(page.getByRole('button', { name: 'Unread 9' })).toBeVisible()
  await expect(title(page, 'Fees are due')).toHaveAttribute('aria-expanded', 'true')
  await title(page, 'Fees are due').click()
  await expect(title(page, 'Fees are due')).toHaveCount(0)

  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect.poll(() => titles(page)).toEqual(['Time table', 'Power cut', 'Fees are due'])
  await page.getByLabel('Type', { exact: true }).selectOption('Urgent')
  await expect.poll(() => titles(page)).toEqual(['Power cut'])
  await page.getByLabel('Type', { exact: true }).selectOption('')
  await page.getByLabel('Priority', { exact: true }).selectOption('Low priority')
  await expect.poll(() => titles(page)).toEqual(['Fees are due'])
  await page.getByLabel('Sender').selectOption('Master Administrator')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByRole('searchbox').fill('OLDEST')
  await expect.poll(() => titles(page)).toEqual(['The oldest'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(() => titles(page)).toEqual(['News 1', 'The oldest'])
  await expect(page).toHaveURL(/page=2/)

  // A link leads to one of another page, too.
  await page.goto(`${product.url}/notifications?open=${oldest}`)
  await expect(title(page, 'The oldest')).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('Nothing is unread.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Unread', { exact: true })).toHaveCount(0)
})

const news = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => `News ${first - index}`)

test('an inbox with nothing in it, and one that cannot be loaded', async ({ product, newContext }) => {
  const { faculty } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  const mend = await failing(page, 'notifications.inbox', 409)
  await signIn(page, product.url, faculty.email, faculty.password, '/notifications')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load notifications')
  await bell(page).click()
  await expect(page.getByText('Notifications could not be loaded')).toBeVisible()
  await page.keyboard.press('Escape')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('What is sent to you will stand here')).toBeVisible()
  await bell(page).click()
  await expect(page.getByRole('dialog').getByText('No notifications yet')).toBeVisible()
})

test('a master admin sees what was sent by whom, who has read it, and takes it along', async ({
  product,
  newContext,
}) => {
  const { collegeAdmin, masterAdmin, student } = await prepareRoles(product)
  const [office, platform] = [await tokenOf(product, collegeAdmin), await tokenOf(product, masterAdmin)]
  const read = await send(product, office, 'Hall tickets', { message: `${'a'.repeat(49)} bcd`, type: 'reminder' })
  await send(product, office, unbroken, { message: unbroken, targetType: 'faculty', priority: 'low' })
  await send(product, platform, 'Power cut', { type: 'urgent', priority: 'high' })
  await product.api('PUT', `/notifications/${read}/read`, await tokenOf(product, student))

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password, '/notifications')
  await expect(page.getByRole('tab', { name: 'Sent' })).toHaveAttribute('aria-selected', 'true')
  const figures = page.getByLabel('Notification figures')
  await expect(figures).toHaveText('Total Notifications3Total Recipients3Read1Unread2Read Percentage33.3%')
  await expect(page.getByRole('region', { name: 'By role' })).toHaveText('By roleColleges0Faculty1Students2')
  await expect(page.getByRole('region', { name: 'By priority' })).toHaveText('By priorityHigh1Medium1Low1')
  const recent = page.getByRole('table', { name: 'Recent notifications' })
  await expect(recent.getByRole('row', { name: 'Power cut 1 1 Just now' })).toBeVisible()
  const list = page.getByRole('table', { name: 'Sent notifications' })
  const row = (name: string) => list.getByRole('row').filter({ hasText: name })
  await expect(list.getByRole('row')).toHaveCount(4)
  await expect(row('Hall tickets')).toContainText(`${'a'.repeat(49)}…`)
  await expect(row('Hall tickets')).toContainText('1100.0%')
  await expect(row('Power cut')).toContainText('from ')
  await expectSound(page, 'what was sent')

  // Whose it is decides what can be done with it.
  await row('Hall tickets').getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Recipients'])
  await page.getByRole('menuitem', { name: 'Recipients' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hall tickets' })
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await expect(dialog.getByRole('row').nth(1)).toContainText(student.email)
  await expect(dialog.getByRole('row').nth(1)).toContainText('Just now')
  await dialog.getByRole('button', { name: 'Unread 0' }).click()
  await expect(dialog.getByText('Nobody matches')).toBeVisible()
  await dialog.getByRole('button', { name: 'Read 1', exact: true }).click()
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await dialog.getByRole('searchbox').fill('nobody')
  await expect(dialog.getByText('Nobody matches')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show all' }).click()
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await expectSound(page, 'recipients')
  await page.keyboard.press('Escape')

  for (const [filter, option, left] of [
    ['Type', 'Urgent', 'Power cut'],
    ['Priority', 'Low priority', unbroken],
    ['Sent to', 'Faculty', unbroken],
    ['Sender', 'Master Administrator', 'Power cut'],
  ] as const) {
    await page.getByLabel(filter, { exact: true }).selectOption(option)
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(row(left)).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
  }
  await page.getByLabel('Status').selectOption('Scheduled')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()

  // The files hold what the filters show.
  await page.getByLabel('Sender').selectOption('College Administrator')
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText('Only what the filters show')).toBeVisible()
    const item = page.getByRole('menuitem', { name: format, exact: true })
    return (await Promise.all([page.waitForEvent('download'), item.click()]))[0]
  }
  const csv = await exported('CSV')
  expect(csv.suggestedFilename()).toMatch(/^notification-report-[\d-]+\.csv$/)
  const { header, rows } = parseCsv(readFileSync(await csv.path(), 'utf8').slice(1))
  const cells = rows.map((line) => header.map((_, index) => line.cells[index]))
  expect(header.slice(0, 9).join()).toBe(
    'Title,Message,Type,Priority,Sent To,Total Recipients,Read,Unread,Read Percentage',
  )
  expect(cells.map((line) => line.slice(2, 9).join())).toEqual([
    'general,low,faculty,1,0,1,0',
    'reminder,medium,students,1,1,0,100',
  ])
  const sheet = await readSheet(await exported('Excel'))
  expect(sheet.map((line) => line[0])).toEqual(['Title', unbroken, 'Hall tickets'])
  await page.route('**/api/notifications/export*', (route) => route.fulfill({ status: 409, json: {} }))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  await expect(page.getByText('Failed to export CSV')).toBeVisible()
})

test('a college admin takes back what is scheduled and what is out', async ({ product, newContext }) => {
  const { collegeAdmin, masterAdmin, sitting, student } = await prepareRoles(product)
  const office = await tokenOf(product, collegeAdmin)
  await send(product, office, 'Sports day', { scheduledFor: inDays(3) })
  await send(product, office, 'Wrong hall', { filters: { branches: ['CSE'], batches: [], sections: [] } })
  const platform = await tokenOf(product, masterAdmin)
  const { colleges } = (await product.api('GET', '/admin/colleges', platform)).body
  await send(product, platform, 'Papers due', { targetType: 'colleges', targetColleges: [colleges[0].id] })

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/notifications')
  await expect(title(page, 'Papers due')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Notification' })).toHaveCount(2)
  await page.getByRole('tab', { name: 'Sent' }).click()
  const list = page.getByRole('table', { name: 'Sent notifications' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(list.getByRole('row').nth(1)).toContainText('Goes out in 3 days')
  await expect(list.getByRole('row').nth(2)).toContainText('StudentsCSE')
  await expect(page.getByLabel('Sender')).toHaveCount(0)

  const act = async (row: number, action: string) => {
    await list.getByRole('row').nth(row).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const dialog = page.getByRole('dialog')
  await act(1, 'Cancel')
  await expect(dialog).toContainText('“Sports day” will not go out')
  await expectSound(page, 'cancelling')
  await dialog.getByRole('button', { name: 'Cancel notification' }).click()
  await expect(list.getByRole('row')).toHaveCount(2)
  await act(1, 'Delete')
  await expect(dialog).toContainText('“Wrong hall” disappears for 1 recipient')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
  await expect(page.getByLabel('Notification figures')).toContainText('Total Notifications0')
  expect((await product.api('GET', '/notifications/my-notifications', sitting.token)).body.notifications).toEqual([])

  // A student has no such part, also by its address.
  const other = await (await newContext()).newPage()
  await signIn(other, product.url, student.email, student.password, '/notifications?view=sent')
  await expect(other.getByText('No notifications yet')).toBeVisible()
  await expect(other.getByRole('tab')).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Create Notification' })).toHaveCount(0)
})
