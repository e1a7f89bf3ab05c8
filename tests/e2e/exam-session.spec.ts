import type { BrowserContext } from '@playwright/test'
import { png } from '#tests/support/images.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { type PreparedTest, prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

async function begin(context: BrowserContext, product: Product, prepared: PreparedTest) {
  const page = await context.newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  return room
}

/** Ends this browser's session on the server. */
async function endSession({ page }: ExamRoom, product: Product) {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await product.api('POST', '/auth/logout', token)
}

test('signs in again when the session ends during the exam, and keeps every answer', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const room = await begin(await newContext(), product, prepared)
  const { page } = room
  await room.next()
  await endSession(room, product)
  await room.choose('C')
  const dialog = page.getByRole('dialog', { name: 'Your session ended' })
  await expect(dialog.getByText(/your 1 unsent answer is kept/)).toBeVisible()
  await expect(dialog.getByText(/The clock keeps running: (30:00|29:\d\d) left/)).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(prepared.email)
  await expect(dialog.getByLabel('Email')).not.toBeEditable()
  await expectSound(page, 'session ended in the exam')

  // The save status reopens a dismissed dialog.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await room.save.click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog.getByText('Invalid email or password')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(prepared.password)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog).toBeHidden()
  await expect(room.save).toContainText('Saved')
  await room.expectQuestion(2)
  await expect(page).toHaveURL(/\/take$/)

  await room.submit()
  await room.confirmSubmit()
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible()
  const { body } = await product.api('GET', `/tests/${prepared.testId}/results`, prepared.token)
  const letters = body.report.questionAnalysis.map((item: { studentAnswer: string | null }) => item.studentAnswer)
  expect(letters).toEqual([null, 'C', null])
})

test('signing out after the session has ended keeps unsent answers for the next sign-in', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const room = await begin(await newContext(), product, prepared)
  const { page } = room
  await endSession(room, product)
  await room.choose('D')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(prepared.email)
  await page.getByLabel('Password', { exact: true }).fill(prepared.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
  await page.goto(`${product.url}/my-tests/${prepared.testId}/take`)
  await room.resume()
  await expect(room.option('D')).toBeChecked()
  await expect(room.save).toContainText('Saved')
})

test('keeps the exam open when another tab signs out or signs in as another person', async ({
  product,
  newContext,
}) => {
  const [prepared, other] = [await prepareTest(product), await prepareTest(product)]
  const context = await newContext()
  const room = await begin(context, product, prepared)
  const second = await context.newPage()
  await second.goto(`${product.url}/my-tests`)
  await second.getByRole('button', { name: 'Log out' }).click()
  await expect(second).toHaveURL(/\/login/)
  await signIn(second, product.url, other.email, other.password)
  await room.page.bringToFront()
  await room.choose('B')
  const dialog = room.page.getByRole('dialog', { name: 'Your session ended' })
  await expect(dialog.getByLabel('Email')).toHaveValue(prepared.email)
  await dialog.getByLabel('Password', { exact: true }).fill(prepared.password)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(room.save).toContainText('Saved')
  const { body } = await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
  expect(body.answers.map((answer: { selectedAnswer: string }) => answer.selectedAnswer)).toEqual(['B'])
})

async function setCollegeLogo({ url, api }: Product, { collegeAdmin }: PreparedTest): Promise<string> {
  const { token } = (await api('POST', '/auth/login', undefined, collegeAdmin)).body
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png(40, 40))]), 'logo.png')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/college/branding/logo`, { method: 'PUT', headers, body: form })
  return (await answer.json()).logoUrl
}

test('submitting offline shows the next retry and ends with a receipt', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const logoUrl = await setCollegeLogo(product, prepared)
  const context = await newContext()
  const page = await context.newPage()
  const logo = page.locator(`img[src="${logoUrl}"]`)
  await signIn(page, product.url, prepared.email, prepared.password, `/my-tests/${prepared.testId}/take`)
  await expect(page.getByRole('main').locator(logo)).toBeVisible()
  const room = new ExamRoom(page)
  await room.start()
  await expect(logo).toBeVisible()
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
  await context.setOffline(true)
  await room.submit()
  await room.confirmSubmit()
  await expect(page.getByText('Not submitted yet. Retrying…')).toBeVisible()
  await expect(page.getByText(/Trying again in \d+ s/)).toBeVisible()
  await expectSound(page, 'submission, offline')
  await context.setOffline(false)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.getByText('1 of 3 questions answered')).toBeVisible()
  const { body } = await product.api('GET', `/tests/${prepared.testId}/results`, prepared.token)
  const { code } = body.report.receipt
  expect(code).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4})+$/)
  await expect(receipt.getByText(code)).toBeVisible()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await receipt.getByRole('button', { name: 'Copy code' }).click()
  await expect(receipt.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  // The printout is one page with only the receipt.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await receipt.getByRole('button', { name: 'Print receipt' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Test submission receipt')).toBeVisible()
  await expect(page.getByText(code).last()).toBeVisible()
  await expect(logo.locator('visible=true')).toHaveCount(1)
  await expect(page.getByRole('main')).toBeHidden()
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages).toHaveLength(1)

  await page.emulateMedia({ media: 'screen' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Report' }).click()
  const text = await (await download).createReadStream()
  let written = ''
  for await (const chunk of text) written += chunk
  expect(written).toContain(`Receipt: ${code} (1 of 3 questions answered)`)
})
