import type { Locator, Page } from '@playwright/test'
import { maxSheetBytes } from '#shared/members/bulk.schema.ts'
import { expectSound } from './pages/looks.ts'
import { signIn, signInByForm } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'
import { asFile, headings, makeSheet, readSheet, studentRow } from './sheets.ts'

const place = { batch: '2027', branch: 'CSE', section: 'A' }
const good = (n: number) => studentRow(n, place)
/** Copies a row with one column changed. */
const changed = (row: string[], heading: string, value: string) => row.with(headings('student').indexOf(heading), value)

/** Opens the upload dialog as a college admin. */
async function openUpload(product: Product, page: Page) {
  const prepared = await prepareTest(product)
  await signIn(page, product.url, prepared.collegeAdmin.email, prepared.collegeAdmin.password)
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk Upload' }).click()
  await expect(page).toHaveURL(/upload=1/)
  const dialog = page.getByRole('dialog', { name: 'Upload Students' })
  await expect(dialog).toBeVisible()
  return { dialog, prepared }
}

const give = (dialog: Locator, name: string, buffer: Buffer) =>
  dialog.getByLabel('Excel file', { exact: true }).setInputFiles(asFile(name, buffer))

const send = (dialog: Locator) => dialog.getByRole('button', { name: /^Upload( again)?$/ }).click()

async function expectFigures(dialog: Locator, total: number, successful: number, failed: number) {
  const figures = new RegExp(`Total\\s*${total}\\s*Successful\\s*${successful}\\s*Failed\\s*${failed}`)
  await expect(dialog.locator('dl')).toHaveText(figures)
}

async function download(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return file
}

test('uploads a sheet and fixes invalid rows in the errors sheet until everyone is added', async ({
  product,
  newContext,
}) => {
  test.setTimeout(180_000)
  const page = await (await newContext()).newPage()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const { dialog, prepared } = await openUpload(product, page)

  // The template has the expected columns.
  const template = await download(page, dialog.getByRole('button', { name: 'Download template' }))
  expect(template.suggestedFilename()).toBe('student_template.xlsx')
  expect((await readSheet(template))[0]).toEqual(headings('student'))

  const rows = [
    good(1),
    changed(good(2), 'Email', 'not an email'),
    good(3),
    changed(good(4), 'Roll Number', 'R00001'),
    changed(changed(good(5), 'Section', ''), 'Email', ''),
    changed(good(6), 'Name', '=HYPERLINK("http://x.example")'),
    changed(good(7), 'Email', prepared.email),
  ]
  await give(dialog, 'first years.xlsx', makeSheet([headings('student'), ...rows]))
  await expect(dialog.getByText('first years.xlsx')).toBeVisible()
  await send(dialog)

  await expectFigures(dialog, 7, 3, 4)
  await expect(dialog.getByRole('group', { name: 'Upload result' })).toBeFocused()
  await expect(dialog.getByText('5 errors')).toBeVisible()
  const errors = dialog.getByRole('region', { name: 'Errors' }).getByRole('row')
  await expect(errors.filter({ hasText: 'Please enter a valid email' })).toContainText('3Email')
  await expect(errors.filter({ hasText: 'already in row 2 of this sheet' })).toContainText('5Roll Number')
  await expect(errors.filter({ hasText: 'Section is required' })).toContainText('6Section')
  await expect(errors.filter({ hasText: 'Email is required' })).toContainText('6Email')
  await expect(errors.filter({ hasText: 'already' }).filter({ hasText: '8Email' })).toBeVisible()

  // Passwords are shown only once, so closing asks first. Without a mail server, no one was emailed.
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const question = page.getByRole('dialog', { name: 'Close without the sign-in details?' })
  await expect(question).toContainText(
    'The temporary passwords for 3 students cannot be shown again. No one was emailed',
  )
  await question.getByRole('button', { name: 'Go back' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  expect(scripts.some((url) => /\/xlsx-[^/]+\.js$/.test(url))).toBe(false)
  const details = await download(page, dialog.getByRole('button', { name: 'Download sign-in details' }))
  expect(details.suggestedFilename()).toBe('first years - sign-in details.xlsx')
  expect(scripts.some((url) => /\/xlsx-[^/]+\.js$/.test(url))).toBe(true)
  await expect(dialog.getByText('Downloaded')).toBeVisible()
  await expectSound(page, 'upload result')
  const [head, ...credentials] = await readSheet(details)
  expect(head).toEqual(['Email', 'Temporary password'])
  expect(credentials.map(([email]) => email)).toEqual([1, 3, 6].map((n) => `student${n}@nilgiri.example`))

  // The errors sheet contains the failed rows unchanged, plus a column for their errors.
  const failed = await download(page, dialog.getByRole('button', { name: 'Download rows with errors' }))
  expect(failed.suggestedFilename()).toBe('first years - rows with errors.xlsx')
  const [columns, ...bad] = await readSheet(failed)
  expect(columns).toEqual([...headings('student'), 'Errors'])
  expect(bad.map((row) => row.slice(0, -1))).toEqual([rows[1], rows[3], rows[4], rows[6]])
  expect(bad[2]?.at(-1)).toBe('Section is required; Email is required')

  // Fix some rows and upload the sheet while the others are still invalid.
  const again = bad.map((row) => [...row])
  again[0] = [...good(2), 'fixed']
  again[1] = [...good(4), 'fixed']
  await dialog.getByRole('button', { name: 'Upload Another File' }).click()
  await give(dialog, failed.suggestedFilename(), makeSheet([columns ?? [], ...again]))
  await send(dialog)
  await expectFigures(dialog, 4, 2, 2)
  const rest = await download(page, dialog.getByRole('button', { name: 'Download rows with errors' }))
  expect(rest.suggestedFilename()).toBe('first years - rows with errors.xlsx')
  await dialog.getByRole('button', { name: 'Upload Another File' }).click()
  await page.getByRole('button', { name: 'Close without them' }).click()
  await give(dialog, 'last.xlsx', makeSheet([headings('student'), good(5), good(7)]))
  await send(dialog)
  await expectFigures(dialog, 2, 2, 0)
  await expect(dialog.getByRole('button', { name: 'Download rows with errors' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Close without them' }).click()
  await expect(dialog).toBeHidden()

  // Everyone is listed, the formula is plain text, and a temporary password works.
  await expect(page.getByText(/of 8$/)).toBeVisible()
  await expect(page.getByRole('row', { name: '=HYPERLINK("http://x.example")' })).toBeVisible()
  const student = await (await newContext()).newPage()
  await signInByForm(student, product.url, credentials[1]?.[0] ?? '', credentials[1]?.[1] ?? '')
  await expect(student.getByText('You have successfully logged in as Student 00003')).toBeVisible()
})

test.describe('with a mail server', () => {
  test.use({ smtp: true })

  test('says that passwords are also emailed, and emails them', async ({ product, newContext }) => {
    test.setTimeout(180_000)
    const page = await (await newContext()).newPage()
    const { dialog } = await openUpload(product, page)
    await give(dialog, 'people.xlsx', makeSheet([headings('student'), good(1)]))
    await send(dialog)
    await expect(dialog.getByText('Everyone also gets their password by email.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const question = page.getByRole('dialog', { name: 'Close without the sign-in details?' })
    await expect(question).toContainText('Everyone also gets their password by email.')
    await expect
      .poll(() => product.mails().find(({ to }) => to.includes('student1@nilgiri.example'))?.text)
      .toContain('Temporary password: ')
  })
})

test('rejects files that are not sheets, are too large or lack a column, and says why', async ({
  product,
  newContext,
}) => {
  test.setTimeout(180_000)
  const page = await (await newContext()).newPage()
  const { dialog } = await openUpload(product, page)
  await send(dialog)
  await expect(dialog.getByText('Please choose an Excel file', { exact: true })).toBeVisible()
  await give(dialog, 'students.csv', Buffer.from('Name,Email'))
  await expect(dialog.getByText('Please choose an Excel file (.xlsx or .xls)')).toBeVisible()
  await give(dialog, 'huge.xlsx', Buffer.alloc(maxSheetBytes + 1))
  await expect(dialog.getByText('The file must be smaller than 5 MB')).toBeVisible()

  // Some errors are detected only by the server.
  await give(dialog, 'a picture.xlsx', Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(2000, 'x'), 'latin1'))
  await send(dialog)
  await expect(dialog.getByText('Bulk upload failed')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText(/\.xlsx/)
  await expectSound(page, 'upload, refused')
  const without = headings('student').filter((heading) => heading !== 'Email')
  await give(dialog, 'no email.xlsx', makeSheet([without, good(1).slice(0, without.length)]))
  await send(dialog)
  await expect(dialog.getByRole('alert')).toContainText('Email')
  await expect(dialog.getByRole('button', { name: 'Upload again' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/students$/)
})

test('shows upload progress, warns before leaving, and explains a lost connection', async ({ product, newContext }) => {
  test.setTimeout(180_000)
  const page = await (await newContext()).newPage()
  const { dialog } = await openUpload(product, page)
  const waiting: ((how: 'lose' | 'go on') => void)[] = []
  await page.route('**/api/college/users/bulk-upload', async (route) => {
    const how = await new Promise((resolve) => waiting.push(resolve))
    await (how === 'lose' ? route.abort('connectionreset') : route.continue())
  })
  await give(dialog, 'people.xlsx', makeSheet([headings('student'), good(1)]))
  await send(dialog)
  await expect(dialog.getByText('Sending the file').first()).toBeVisible()

  // Escape and Back do not end the upload without asking.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave this upload?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByText('Sending the file').first()).toBeVisible()
  await expect.poll(() => waiting.length).toBe(1)
  await expectSound(page, 'uploading')
  waiting[0]?.('lose')
  await expect(dialog.getByText('Bulk upload failed')).toBeVisible()
  await expect(dialog.getByText('It is safe to upload the sheet again')).toBeVisible()

  // The upload finishes while the confirmation is open. Confirming does not discard the result.
  await send(dialog)
  await expect.poll(() => waiting.length).toBe(2)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(question).toBeVisible()
  waiting[1]?.('go on')
  await expect(dialog.locator('dl')).toBeAttached()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectFigures(dialog, 1, 1, 0)
  await dialog.getByRole('button', { name: 'Upload Another File' }).click()
  await page.getByRole('button', { name: 'Close without them' }).click()
  await give(dialog, 'more people.xlsx', makeSheet([headings('student'), good(2)]))

  // If the admin leaves the page, the upload continues and its result is still reported.
  await send(dialog)
  await expect.poll(() => waiting.length).toBe(3)
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  waiting[2]?.('go on')
  await expect(page.getByText('Upload finished: 1 student added')).toBeVisible()

  // A second upload of the sheet reports the people who already exist.
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Bulk Upload' }).click()
  await give(dialog, 'people.xlsx', makeSheet([headings('student'), good(1)]))
  await send(dialog)
  await expectFigures(dialog, 1, 0, 1)
  await expect(dialog.getByText(/already/).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})
