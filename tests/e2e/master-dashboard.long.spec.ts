import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parseCsv } from '#server/platform/csv.ts'
import { aCollege, aFaculty } from '#tests/factories/forms.ts'
import { tokenOf } from './four-roles.ts'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { printed } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

/** Lets a page's clock run until a condition holds. */
async function advanceUntil(page: Page, isSo: () => Promise<void>) {
  await page.clock.resume()
  await isSo()
}

const refused = 'SQLITE_CORRUPT: database disk image is malformed (page 4711 of the table notification_recipients)'

/** Fakes a server that cannot save answers and is backing up again after a failed backup and drill. */
async function showFaults(page: Page) {
  const at = new Date().toISOString()
  const run = {
    startedAt: at,
    finishedAt: at,
    file: 'examhall-2026-11-21T020000Z-before-migration-0011.tar.gz',
    bytes: 48_231_004,
  }
  const failed = { ...run, kind: 'backup', reason: 'nightly', failure: refused, detail: {}, bytes: null }
  const runs = [
    { ...failed, id: 'a', file: null },
    { ...failed, id: 'b', kind: 'drill' },
    {
      ...run,
      id: 'c',
      kind: 'backup',
      reason: 'migration',
      failure: null,
      detail: { rows: 1_234_567, tables: 44, files: 812 },
    },
  ]
  const answers: Record<string, unknown> = {
    'backups.overview': {
      ...{
        lastBackup: runs[0],
        lastGoodBackup: runs[2],
        lastDrill: runs[1],
        nextBackupAt: at,
        nextDrillAt: at,
        keep: 14,
        runs,
      },
      running: { kind: 'backup', startedAt: at, done: 0.414, step: 'Copying the database' },
      warnings: ['stale', 'drill_failed'],
      pagination: { page: 1, limit: 5, total: 3, totalPages: 1 },
    },
    'dashboards.health': {
      status: 'degraded',
      reasons: [
        { reason: 'disk_full', text: 'The disk is full. Nothing can be saved until space is freed.', since: at },
        { reason: 'mail_down', text: 'Mail cannot be sent. It stays queued and is retried.', since: at },
      ],
      ...{ databaseBytes: 1, diskFreeBytes: 1, mailsWaiting: 312, attemptsRunning: 40 },
    },
  }
  const calls = /\/trpc\/[^?]*(backups\.overview|dashboards\.health)/
  await page.route(calls, async (route) => {
    const names = new URL(route.request().url()).pathname.replace(/^.*\//, '').split(',')
    const own: unknown[] = await (await route.fetch()).json()
    const json = own.map((answer, place) => {
      const data = answers[names[place] ?? '']
      return data ? { result: { data } } : answer
    })
    await route.fulfill({ json })
  })
  // Wait for pending calls.
  return () => page.unrouteAll({ behavior: 'wait' })
}

const master = { email: 'admin@localhost', password: 'first-password' }

test('the owner’s dashboard shows an empty platform, then live totals, charts and links', async ({
  product,
  newContext,
}, info) => {
  const page = await (await newContext()).newPage()
  await page.clock.install()
  await signIn(page, product.url, master.email, master.password)
  const overview = page.getByLabel('Overview')
  await expect(overview).toContainText(/Total Colleges0.*Total Students0.*Active Exams0.*Completed Tests0/)
  const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem')
  await expect(steps).toHaveText([/^Create a college/, /^Create a test/, /^Assign it to a college/, /^Send a notif/])
  await expect(steps.first().getByRole('link')).toHaveAttribute('href', '/colleges')
  await expectSound(page, 'dashboard of an empty platform')

  // New events appear without a reload.
  const prepared = await prepareTest(product, { testName: '=Loops, "nested"', subject: 'Technical' })
  await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
  await product.api('POST', `/tests/${prepared.testId}/submit`, prepared.token, {})
  const [author, office] = [await tokenOf(product, master), await tokenOf(product, prepared.collegeAdmin)]
  await product.api('POST', '/college/users', office, aFaculty())
  await product.api('POST', '/admin/colleges', author, aCollege({ name: 'Northern College' }))
  await product.api('POST', `/tests/${prepared.testId}/assign-college`, author, {
    collegeIds: (await product.api('GET', '/admin/colleges', author)).body.colleges
      .filter(({ name }: { name: string }) => name === 'Northern College')
      .map(({ id }: { id: string }) => id),
  })
  await page.clock.fastForward(31_000)
  await expect(overview).toContainText(/Total Colleges2.*Total Students1.*Active Exams1.*Completed Tests1/)

  const growth = page.getByLabel('Platform growth')
  await expect(growth).toContainText(/Colleges2 newup \+100.0%Students1 newup \+100.0%Faculty1 newup \+100.0%/)
  await expect(growth).toContainText(/Test completions1 submittedup \+100.0%/)
  const activity = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')
  await expect(activity).toHaveText([
    /^Test assigned=Loops, "nested", to 1 collegeJust now$/,
    /^College createdNorthern College \(SC\d+\)/,
    /^Tests submitted/,
    /^Test accepted/,
    /^Test assigned/,
    /^Test created/,
    /^College created/,
  ])
  const people = page.getByRole('figure', { name: 'User growth' })
  await expect(people.getByRole('row')).toHaveCount(5)
  await expect(people.getByRole('row').last()).toHaveText(/^1 student, 1 faculty.*2$/)
  await expect(people.locator('svg.recharts-surface').first()).toBeAttached()
  const subjects = page.getByRole('figure', { name: 'Tests by subject' })
  await expect(subjects.getByRole('row')).toHaveText([
    'SubjectTests',
    'Verbal0',
    'Reasoning0',
    'Technical1',
    'Arithmetic0',
    'Communication0',
  ])
  // Completed steps are checked off, and events link to their subjects.
  await page.reload()
  await expect(steps).toHaveText(['Create a college', 'Create a test', 'Assign it to a college', /^Send a notif/])
  await expect(page.getByText('3 of 4 done')).toBeVisible()
  await expect(overview).toContainText(/\+2 new in 30 days.*\+1 new in 30 days.*\+1 submitted in 30 days/)
  await expect(activity.first().getByRole('link')).toHaveAttribute('href', `/tests/${prepared.testId}/edit`)
  await expect(activity.nth(1).getByRole('link')).toHaveAttribute('href', /^\/college-management\//)
  await expect(activity.nth(2).getByRole('link')).toHaveAttribute('href', `/tests/${prepared.testId}/report`)
  await expectSound(page, 'platform dashboard')

  // The export matches the screen.
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^dashboard-report-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = readFileSync(await download.path(), 'utf8')
  expect(bytes.startsWith('\ufeff')).toBe(true)
  const { header, rows } = parseCsv(bytes.slice(1))
  expect(header).toEqual(['Part', 'Item', 'Value', 'Growth in 30 days (%)', 'Details', 'Time (Asia/Kathmandu)'])
  const cells = rows.map(({ cells }) => cells)
  expect(cells.slice(0, 8).map((line) => line.slice(0, 4))).toEqual([
    ['Overview', 'Total colleges', '2', ''],
    ['Overview', 'Total students', '1', ''],
    ['Overview', 'Active exams', '1', ''],
    ['Overview', 'Completed tests', '1', ''],
    ['Platform growth', 'New colleges', '2', '100'],
    ['Platform growth', 'New students', '1', '100'],
    ['Platform growth', 'New faculty', '1', '100'],
    ['Platform growth', 'Test completions', '1', '100'],
  ])
  // A name that looks like a formula is escaped, and times are in the viewer's time zone.
  const [assigned] = cells.slice(8)
  expect(assigned?.slice(0, 5)).toEqual(['Recent activity', 'Test assigned', '', '', `'=Loops, "nested", to 1 college`])
  expect(assigned?.[5]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(cells.slice(8).map(([, item]) => item)).toEqual(
    (await activity.allTextContents()).map((text) => /^(Tests? [a-z]+|College created)/.exec(text)?.[0]),
  )

  const sheets = await printed(page, info.outputPath('dashboard.pdf'))
  const paper = sheets.map(({ text }) => text).join(' ')
  for (const part of [
    'Dashboard report',
    'Overview',
    'Total Students',
    'Platform growth',
    '+100.0%',
    'Recent activity',
  ])
    expect(paper).toContain(part)
  expect(paper).toMatch(/Printed .* by /)
  for (const gone of ['Welcome', 'Pending actions', 'Create Test', 'Tests by subject', 'Live'])
    expect(paper).not.toContain(gone)
  expect(sheets.length).toBe(1)

  // Each pending action links to its screen.
  const pending = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
  await expect(pending('College assignments')).toHaveText(/1$/)
  await expect(pending('New college credentials')).toHaveText(/1$/)
  await expect(pending('Tests completed today')).toHaveText(/1$/)
  await pending('College assignments').click()
  const waiting = page.getByRole('dialog', { name: 'Waiting for a decision' })
  await expect(waiting.getByRole('row')).toHaveText([/^TestCollege/, /^=Loops, "nested"Northern College/])
  await expectSound(page, 'pending offers')
  await waiting.getByRole('link', { name: 'Northern College' }).click()
  await expect(page).toHaveURL(/\?tab=tests&status=pending$/)
  await expect(page.getByRole('row', { name: /=Loops/ })).toContainText('Pending')
  await page.goBack()
  await page.goBack()
  await expect(waiting).toBeHidden()
  await pending('New college credentials').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Colleges' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Create Test' }).click()
  await expect(page).toHaveURL(/\/tests\/new$/)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Send Notification' }).click()
  await expect(page).toHaveURL(/\/create-notification$/)
})

test('the owner’s dashboard falls back to totals, and says when they are out of date', async ({
  product,
  newContext,
}) => {
  await prepareTest(product)
  const page = await (await newContext()).newPage()
  await page.clock.install()
  await signIn(page, product.url, master.email, master.password)
  await expect(page.getByText(/Live · updated/)).toBeVisible()

  const recover = await showFaults(page)
  await page.reload()
  await expect(page.getByText('Answers cannot be saved right now')).toBeVisible()
  await expect(page.getByText('There has been no successful backup in the last 36 hours.')).toBeVisible()
  await expectSound(page, 'platform dashboard with problems')
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page).toHaveURL(/\/stats$/)
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '41')
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeDisabled()
  await expectSound(page, 'failed backups')
  await recover()
  await page.reload()
  const backups = page.getByRole('region', { name: 'Backups' })
  await expect(backups.getByText('No backup yet')).toBeVisible()
  await backups.getByRole('button', { name: 'Back up now' }).click()
  await advanceUntil(page, () => expect(backups.getByRole('row', { name: /^Backup, on request/ })).toContainText('OK'))
  await backups.getByRole('button', { name: 'Test the last backup' }).click()
  await advanceUntil(page, () =>
    expect(backups.getByRole('row', { name: /^Test restore, on request/ })).toContainText('OK'),
  )
  await expectSound(page, 'backups')
  await page.goto(`${product.url}/dashboard`)
  await expect(page.getByLabel('Overview')).toContainText('Total Colleges1')

  const mend = await failing(page, 'dashboards.platform', 409)
  await page.clock.fastForward(31_000)
  await expect(page.getByText(/Out of date: last updated at/)).toBeVisible()
  await expect(page.getByLabel('Overview')).toContainText('Total Colleges1')
  await page.reload()
  await expect(page.getByLabel('Totals')).toContainText(/Total Colleges1.*Total Faculty0.*Total Students1/)
  await expect(page.getByText(/Only the totals could be loaded.*The database is being moved/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Master/ }).first()).toBeVisible()
  await expectSound(page, 'dashboard with totals only')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Overview')).toContainText('Total Colleges1')

  const permit = await failing(page, 'dashboards.platform', 403)
  const also = await failing(page, 'colleges.stats', 403)
  await page.reload()
  await expect(page.getByText('Failed to load dashboard data')).toBeVisible()
  await expect(page.getByText('Access denied. You do not have permission to access this resource.')).toBeVisible()
  await expectSound(page, 'dashboard, failed')
  await permit()
  await also()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Overview')).toContainText('Total Colleges1')

  // The rest of the dashboard works even if the charts fail.
  const calls = '**/trpc/*dashboards.charts*'
  await page.route(calls, async (route) => {
    const names = new URL(route.request().url()).pathname.replace(/^.*\//, '').split(',')
    const answers: unknown[] = await (await route.fetch()).json()
    const error = { message: 'The database is being moved', code: -32009, data: { domainCode: 'CONFLICT' } }
    await route.fulfill({
      status: 207,
      json: answers.map((answer, place) => (names[place] === 'dashboards.charts' ? { error } : answer)),
    })
  })
  await page.reload()
  await expect(page.getByText('Failed to load the charts')).toBeVisible()
  await expect(page.getByLabel('Overview')).toContainText('Total Colleges1')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('figure', { name: 'User growth' })).toBeVisible()
})

test('a college admin’s dashboard shows quick actions and first steps, and offers a retry after a failure', async ({
  product,
  newContext,
}) => {
  const { collegeAdmin } = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password)
  await expect(page.getByLabel('People')).toContainText(
    /Total Faculty0.*Total Students1\+1 new in 30 days.*Active Users1.*Pending0/,
  )
  const actions = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link')
  await expect(actions).toHaveText(['Add Faculty', 'Bulk Faculty', 'Add Student', 'Bulk Students', 'Send Notification'])
  const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem')
  await expect(steps).toHaveText([
    'Add students',
    /^Add faculty.*Add faculty$/,
    'Accept a test',
    'Assign it to students',
    /^Send/,
  ])
  await actions.last().click()
  await expect(page).toHaveURL(/\/create-notification$/)
  // The completed first steps can be dismissed permanently.
  const office = await tokenOf(product, collegeAdmin)
  await product.api('POST', '/college/users', office, aFaculty())
  await product.api('POST', '/notifications', office, {
    title: 'Hello',
    message: 'Welcome',
    targetType: 'students',
  })
  await page.goto(product.url)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('People')).toContainText('Total Faculty1')
  await expect(steps).toHaveCount(0)

  const mend = await failing(page, 'dashboards.college', 409)
  await page.goto(product.url)
  await page.reload()
  await expect(page.getByText('Failed to load dashboard data')).toBeVisible()
  await expectSound(page, 'college dashboard, failed')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('People')).toContainText('Total Students1')
  await expectSound(page, 'college dashboard')
})
