import { readFileSync } from 'node:fs'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { bell, inDays, send, sendFile, setVisible, title, titles, unbroken } from './pages/notifications.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

test('the bell shows new notifications, and polls only while the page is visible', async ({ product, newContext }) => {
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

  // Tab moves through the list. Escape and a click outside close it.
  await page.keyboard.press('Tab')
  await expect(list.getByRole('link', { name: /Power cut/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell(page, 10)).toBeFocused()
  await bell(page, 10).click()
  await expect(list).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(list).toBeHidden()

  // A clicked notification is marked as read and opens in the inbox.
  await bell(page, 10).click()
  await list.getByRole('link', { name: /News 8/ }).click()
  await expect(bell(page, 9)).toBeVisible()
  await expect(badge).toHaveText('9')
  await expect(list).toBeHidden()
  await expect(title(page, 'News 8')).toHaveAttribute('aria-expanded', 'true')
  await expect(title(page, 'News 8')).toBeFocused()
  await page.goBack()

  // The bell polls every 30 s, stops while the page is hidden, and polls immediately when it is visible again.
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

test('reads, searches and filters the inbox, with ten notifications per page', async ({ product, newContext }) => {
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
  await expect(page.getByText('Messages for you, newest first. 12 unread.')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^(Create Notification|Export|Sent|Total Recipients)$/)).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'News 2' })).toContainText('Expires in 2 days')

  // Opening a notification shows its full text and marks it as read.
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

  // Mark a notification as read without opening it. With the Unread filter, an open one is listed until closed.
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
  await page.goto(`${product.url}/notifications?page=99`)
  await expect(page).toHaveURL(/page=2$/)
  await expect.poll(() => titles(page)).toEqual(['News 1', 'The oldest'])

  // A link can also open a notification on another page of the list.
  await page.goto(`${product.url}/notifications?open=${oldest}`)
  await expect(title(page, 'The oldest')).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All read.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Unread', { exact: true })).toHaveCount(0)

  // A notification deleted in the meantime leaves the list, and its link shows a message.
  await product.api('DELETE', `/notifications/${oldest}`, office)
  await setVisible(page, false)
  await setVisible(page, true)
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  await page.goto(`${product.url}/notifications?open=${oldest}`)
  await expect(page.getByText('This notification is no longer available')).toBeVisible()
  await expect(page).not.toHaveURL(/open=/)
})

const news = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => `News ${first - index}`)

test('handles an empty inbox and one that fails to load', async ({ product, newContext }) => {
  const { faculty } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  const repair = await failing(page, 'notifications.inbox', 409)
  await signIn(page, product.url, faculty.email, faculty.password, '/notifications')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load notifications')
  await bell(page).click()
  await expect(page.getByText('Notifications could not be loaded')).toBeVisible()
  await page.keyboard.press('Escape')
  await repair()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('New notifications appear here')).toBeVisible()
  await bell(page).click()
  await expect(page.getByRole('dialog').getByText('No notifications yet')).toBeVisible()
})
