import { everyType } from '#tests/factories/question-types.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test('a test is printed with its answers and exported', async ({ product, newContext }) => {
  const { testId, admin } = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, admin.email, admin.password, `/tests/${testId}/paper`)
  await expect(page.getByText('Question 3')).toBeVisible()
  await expect(page.getByText('Correct answer')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Show answers' }).check()
  await expect(page.getByText('Correct answer').first()).toBeAttached()
  await expectSound(page, 'a test to print')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByText('Question 3')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export questions' })
  await expect(dialog.getByText('All questions can be written completely.')).toBeVisible()
  await expectSound(page, 'the export of a test')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download 3 questions' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/)
  await expect(page.getByText('3 questions exported')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('the export of the bank tells what a format cannot hold', async ({ product, newContext }) => {
  const token = await adminToken(product)
  for (const question of everyType)
    await product.api('POST', '/bank/questions', token, { subject: 'Verbal', ...question })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/bank')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export questions' })
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'GIFT' }).click()
  await expect(dialog.getByText('cannot be written')).toBeVisible()
  await expectSound(page, 'what an export does not keep')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Download/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.gift$/)
})
