import { aTest } from '#tests/factories/forms.ts'
import { adminToken, openEditor } from './pages/test-editor.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

async function aStoredTest(product: Product) {
  const token = await adminToken(product)
  const stored = (await product.api('POST', '/tests', token, aTest(Date.now()))).body.test
  return { token, stored, path: `/tests/${stored.id}/edit` }
}

test('warns before restoring a draft that is older than the stored test', async ({ product, newContext }) => {
  const { token, stored, path } = await aStoredTest(product)
  const page = await (await newContext()).newPage()
  await openEditor(page, product, path)
  await page.getByLabel('Test name').fill('From the draft')
  await expect(page.getByText(/Draft saved in this browser at/)).toBeVisible()
  await product.api('PUT', `/tests/${stored.id}`, token, { ...stored, testDescription: 'Changed elsewhere.' })
  await page.reload()
  await expect(page.getByText(/The test was saved after you started this draft/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  const { test: after } = (await product.api('GET', `/tests/${stored.id}`, token)).body
  expect(after).toMatchObject({ testName: 'From the draft', testDescription: stored.testDescription })
  expect(after.questions.map((question: { id: string }) => question.id)).toEqual(
    stored.questions.map((question: { id: string }) => question.id),
  )
})

test('keeps a draft when the author leaves, and restores a discarded one', async ({ product, newContext }) => {
  const { stored, path } = await aStoredTest(product)
  const page = await (await newContext()).newPage()
  await openEditor(page, product, path)
  await page.getByLabel('Test name').fill('Half done')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText(/They stay in this browser as a draft/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/tests$/)
  await page.goto(`${product.url}${path}`)
  await expect(page.getByText('Half done')).toBeVisible()
  await expect(page.getByText(/saved after you started this draft/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Test name')).toHaveValue(stored.testName)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Test name')).toHaveValue('Half done')
})

test('warns if the browser cannot store drafts', async ({ product, newContext }) => {
  const context = await newContext()
  await context.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('examhall.draft.')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  const page = await context.newPage()
  await openEditor(page, product)
  await page.getByLabel('Test name').fill('Nowhere to go')
  await expect(page.getByText('This browser cannot keep drafts. Save before you leave')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText(/If you leave now, you lose them/)).toBeVisible()
})
