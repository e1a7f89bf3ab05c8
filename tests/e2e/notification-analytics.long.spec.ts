import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { parseCsv } from '#server/platform/csv.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { dateField, fillDate } from './pages/dates.ts'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { read, readByAll, send } from './pages/notifications-sent.ts'
import { printed } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test, watchConsole } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const master = { email: 'admin@localhost', password: 'first-password' }
const path = '/notification-analytics'
const day = 86_400_000

const cards = (page: Page) => page.getByLabel('Summary')

test('the owner sees notification statistics in cards, charts, a table, details, an export and a printout', async ({
  product,
  newContext,
}, info) => {
  const { student, faculty } = await prepareRoles(product)
  const owner = await tokenOf(product, master)
  const { colleges } = (await product.api('GET', '/admin/colleges', owner)).body
  const long = 'Hall tickets '.repeat(15).trim()
  const drive = await send(product, owner, {
    title: '=Campus drive',
    message: `Bring two photographs.\n${'x'.repeat(60)}`,
  })
  await read(product, drive, student)
  const meeting = await send(product, owner, { title: 'Faculty meeting', targetType: 'faculty' })
  await read(product, meeting, faculty)
  await send(product, owner, { title: long, targetType: 'colleges', targetColleges: [colleges[0].id] })
  for (let n = 0; n < 9; n++) await send(product, owner, { title: 'Weekly reminder' })
  enrolCrowd(product.dataDir, colleges[0].id, 260)
  const all = await send(product, owner, { title: 'To all students' })
  const recipients = async () =>
    (await product.api('GET', '/notifications/analytics/report', owner)).body.summary.totalRecipients
  await expect.poll(recipients).toBe(12 + 261)
  readByAll(product, all)

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, path)
  await expect(cards(page)).toContainText('Total Notifications Sent13')
  await expect(cards(page)).toContainText('Total Recipients273')
  await expect(cards(page)).toContainText('Total Seen263')
  await expect(cards(page)).toContainText('Engagement Rate96.3%')
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing All dates')
  const trend = page.getByRole('figure', { name: 'Daily Engagement Trend' })
  await expect(trend.getByRole('row')).toHaveText(['DateSentSeen', /13263$/])
  await expect(trend.locator('svg.recharts-surface').first()).toBeAttached()
  const overall = page.getByRole('figure', { name: 'Overall Engagement' })
  await expect(overall.getByRole('row')).toHaveText(['StatusRecipientsShare', 'Seen26396.3%', 'Unseen103.7%'])

  const table = page.getByRole('table', { name: 'Notification details' })
  await expect(table.getByRole('columnheader')).toHaveText([
    ...['Title', 'Sent To', 'Total Recipients', 'Seen', 'Unseen', 'Engagement', 'Date', 'Actions'],
  ])
  const row = (title: string) => table.getByRole('row').filter({ has: page.getByRole('cell', { name: title }) })
  await expect(row('=Campus drive').getByRole('cell')).toHaveText([
    `=Campus driveBring two photographs. ${'x'.repeat(27)}…`,
    ...['Students', '1', '1', '0', '100.0%'],
    /^\d+ \w+ \d{4}$/,
    /^View Details/,
  ])
  await expect(row('Faculty meeting').getByRole('cell', { name: 'Faculty', exact: true })).toBeVisible()
  await expect(row(long).getByRole('cell', { name: 'Colleges', exact: true })).toBeVisible()

  // A long list of readers loads page by page, by keyboard too.
  await page.getByRole('button', { name: 'View Details for To all students' }).click()
  const readers = page.getByRole('region', { name: 'People who saw To all students' })
  await expect(readers.getByRole('listitem')).toHaveCount(50)
  expect((await readers.boundingBox())?.height).toBeLessThanOrEqual(240)
  await readers.focus()
  await page.keyboard.press('End')
  await expect(readers.getByRole('listitem')).toHaveCount(100)
  // Several scroll events before the next render load only one page.
  await readers.evaluate((list) => {
    list.scrollTop = list.scrollHeight
    for (let n = 0; n < 3; n++) list.dispatchEvent(new Event('scroll'))
  })
  await expect(readers.getByRole('listitem')).toHaveCount(200)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(readers.getByRole('listitem')).toHaveCount(261)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
  await page.getByRole('button', { name: 'Hide Details for To all students' }).click()
  await expect(readers).toBeHidden()

  // Open the details of a read notification and of an unread one.
  await page.getByRole('button', { name: 'View Details for =Campus drive' }).click()
  await expect(page.getByText(/^Bring two photographs\.\nx{60}$/)).toBeVisible()
  await expect(page.getByText(master.email, { exact: true })).toBeVisible()
  const reader = page.getByRole('region', { name: 'People who saw =Campus drive' }).getByRole('listitem')
  await expect(reader).toHaveText(new RegExp(`^Student \\d+Student${student.email}.*\\d{4}`))
  await page.getByRole('button', { name: `View Details for ${long}` }).click()
  await expect(page.getByText('No one has seen it yet.')).toBeVisible()
  await expectSound(page, 'notification analytics')

  // The export matches the table, with formulas escaped.
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^notification-analytics-\d{4}-\d\d-\d\d\.csv$/)
  const { header, rows } = parseCsv(readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, ''))
  expect(header[header.findIndex((name) => name.startsWith('Date'))]).toContain('Asia/Kathmandu')
  expect(rows).toHaveLength(13)
  const lines = rows.map(({ cells }) => cells.join('|'))
  expect(lines[0]).toMatch(/^To all students\|.*\|students\|261\|261\|0\|100\|/)
  expect(lines.at(-1)).toMatch(/^'=Campus drive\|/)

  // The printout contains every page of the table, and no buttons.
  await page.goto(`${product.url}${path}?limit=5`)
  await expect(page.getByText('1–5 of 13')).toBeVisible()
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = 'yes'
    }
  })
  const mend = await failing(page, 'analytics.report', 409)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  const refused = page.getByRole('dialog')
  await expect(refused).toContainText('Failed to export PDF')
  await mend()
  await refused.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('body[data-asked]')).toBeAttached()
  await page.getByRole('button', { name: 'View Details for To all students' }).click()
  const sheets = await printed(page, info.outputPath('analytics.pdf'))
  const paper = sheets.map(({ text }) => text).join(' ')
  expect(paper).toMatch(/Printed .* by /)
  for (const part of ['Notification Analytics', 'All dates', 'Engagement Rate', 'Overall Engagement', '=Campus drive'])
    expect(paper).toContain(part)
  // The printout includes every reader shown on the screen.
  expect(paper.match(/crowd\d{6}@/g)?.length).toBeGreaterThanOrEqual(150)
  for (const gone of ['Apply Filter', 'View Details', 'Chart View', 'per page']) expect(paper).not.toContain(gone)
  for (const { width, right } of sheets) expect([Math.round(width), right <= 595 - 34 + 1]).toEqual([595, true])

  // The chart view is kept in the URL. It shows the latest ten notifications as bars and ignores paging.
  await page.goto(`${product.url}${path}?limit=5&page=2`)
  await expect(page.getByText('6–10 of 13')).toBeVisible()
  await page.getByText('Chart View').click()
  await expect(page).toHaveURL(/view=chart/)
  await expect(page.getByText('Showing top 10 notifications by date')).toBeVisible()
  const bars = page.getByRole('figure', { name: 'Seen and unseen by notification' })
  await expect(bars.getByRole('row')).toHaveCount(11)
  await expect(bars.getByRole('row').nth(1)).toHaveText('To all students2610')
  await expect(bars.getByRole('row').nth(3)).toHaveText('Weekly reminder (2)01')
  await expectSound(page, 'notification analytics, chart view')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(table.getByRole('row')).toHaveCount(11)
})

/** Opens a browser window in another time zone. */
async function windowIn(browser: Browser, timezoneId: string, complaints: string[]) {
  const context = await browser.newContext({ locale: 'en-IN', timezoneId, reducedMotion: 'reduce' })
  context.on('page', (page) => watchConsole(page, complaints))
  return context
}

test('applies and clears a range of days in the viewer’s time zone', async ({ product, browser, complaints }) => {
  const { student } = await prepareRoles(product)
  // At 20:00 UTC, it is still afternoon in New York and already the next day in Kolkata.
  const evening = (Math.floor(Date.now() / day) + 1) * day + 20 * 3_600_000
  await product.advance(evening - Date.now())
  const owner = await tokenOf(product, master)
  await read(product, await send(product, owner, { title: 'An evening call' }), student)
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const [first, second] = [dayAt(evening), dayAt(evening + day)]

  for (const [zone, own, other] of [
    ['Asia/Kolkata', second, first],
    ['America/New_York', first, second],
  ] as const) {
    const context = await windowIn(browser, zone, complaints)
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, product.url, master.email, master.password, path)
    const shown = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' })
    const [start, end] = [dateField(page, 'Start date'), dateField(page, 'End date')]
    const apply = page.getByRole('button', { name: 'Apply Filter' })
    await fillDate(page, 'Start date', own)
    await fillDate(page, 'End date', own)
    await apply.click()
    await expect(page).toHaveURL(new RegExp(`from=${own}&to=${own}`))
    await expect(page.getByText(/^Showing \d+ \w+ \d{4}$/)).toBeVisible()
    await expect(cards(page)).toContainText('Total Notifications Sent1')
    const trend = page.getByRole('figure', { name: 'Daily Engagement Trend' })
    await expect(trend.getByRole('row')).toHaveText(['DateSentSeen', /^\d+ \w+ \d{4}11$/])
    await page.reload()
    await expect(start).toHaveValue(shown.format(new Date(`${own}T12:00`)))
    await expect(page.getByText('1–1 of 1')).toBeVisible()

    await fillDate(page, 'Start date', other)
    await fillDate(page, 'End date', other)
    await apply.click()
    await expect(page.getByText('No notifications found for the selected date range')).toBeVisible()
    await expect(cards(page)).toContainText('Total Notifications Sent0')
    await expect(page.getByText('Nothing was sent or seen on these days.')).toBeVisible()
    await expect(page.getByText('No notifications were sent on these days.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()

    // An invalid range shows an error at the field and changes nothing.
    await fillDate(page, 'Start date', second)
    await fillDate(page, 'End date', first)
    await apply.click()
    await expect(end).toHaveAccessibleDescription('The end date must not be before the start date')
    await expect(end).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`from=${other}&to=${other}`))
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page).not.toHaveURL(/from|to=/)
    await expect(start).toHaveValue('')
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await page.goBack()
    await context.close()
  }
})

test('handles an empty platform, analytics that fail to load, and a failed export', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, path)
  await expect(page.getByText('No notifications found for the selected date range')).toBeVisible()
  await expect(cards(page)).toContainText('Engagement Rate0.0%')
  await expectSound(page, 'notification analytics, empty')

  const mend = await failing(page, 'analytics.report', 409)
  await page.reload()
  await expect(page.getByText('Failed to fetch analytics data')).toBeVisible()
  await expect(page.getByText('The database is being moved')).toBeVisible()
  await expectSound(page, 'notification analytics, failed')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toContainText('Total Notifications Sent0')

  const permit = await failing(page, 'analytics.report', 403)
  await page.reload()
  await expect(page.getByText('Access denied. You do not have permission to access this resource.')).toBeVisible()
  await permit()

  await prepareRoles(product)
  await send(product, await tokenOf(product, master), { title: 'One at last' })
  await page.reload()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.route('**/api/notifications/analytics/export*', (route) =>
    route.fulfill({ status: 409, json: { message: 'The database is being moved' } }),
  )
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to export CSV' })).toBeVisible()
})
