import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { expect, test } from './product.ts'

test('the owner writes a question, changes it, draws it in a test, and retires it', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/bank')
  await expect(page.getByText('No questions yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add Question' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add question', level: 1 })).toBeVisible()
  await page.getByRole('combobox', { name: 'Topic' }).fill('Trees/Heaps')
  await page.getByRole('textbox', { name: /^Question/ }).fill('Which structure does a heap sort use?')
  for (const [letter, text] of [
    ['A', 'A heap'],
    ['B', 'A stack'],
    ['C', 'A queue'],
    ['D', 'A list'],
  ] as const)
    await page.getByRole('textbox', { name: `Option ${letter}` }).fill(text)
  await page.getByRole('radio', { name: 'Option A is correct' }).check()
  await expectSound(page, 'a new question of the bank')
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByText('Question added to the bank')).toBeVisible()
  await expectSound(page, 'the question bank')

  await page.getByRole('link', { name: 'Add Question' }).first().click()
  await page.getByRole('textbox', { name: /^Question/ }).fill('Which structure does heap sort use')
  await expect(page.getByText('Similar questions in the bank')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()

  await page.getByRole('link', { name: /^Which structure does a heap sort use/ }).click()
  await page.getByRole('textbox', { name: 'Explanation' }).fill('It is named after it.')
  await page.getByRole('button', { name: 'Save new version' }).click()
  await expect(page.getByText('Saved as version 2')).toBeVisible()
  await page.getByRole('link', { name: /^Which structure does a heap sort use/ }).click()
  await expect(page.getByText('Earlier versions')).toBeVisible()
  await expect(page.getByText('Not used in any test yet.')).toBeVisible()

  await page.goto(`${product.url}/tests/new?type=Assignment`)
  await page.getByRole('button', { name: 'Draw from the bank' }).click()
  await page.getByRole('combobox', { name: 'Subject' }).last().click()
  await page.getByRole('option', { name: 'Technical' }).click()
  await expect(
    page.getByText('Pool 1: 1 question to draw 1 from. Two students share about 100% of them.'),
  ).toBeVisible()
  await expectSound(page, 'a test that draws from the bank')

  await page.goto(`${product.url}/bank`)
  await page
    .getByRole('row', { name: /heap sort/ })
    .getByRole('button', { name: 'Actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Retire' }).click()
  await expect(page.getByText('No questions yet')).toBeVisible()
})

test('keeps what was typed when someone else has changed the question', async ({ product, newContext }) => {
  const { api } = product
  const token = await adminToken(product)
  const about = { subject: 'Technical', questionText: 'Is a stack last in, first out?', type: 'boolean' }
  const { body } = await api('POST', '/bank/questions', token, { ...about, correctAnswer: true })
  const { id } = body.question
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', `/bank/${id}`)
  const explanation = page.getByRole('textbox', { name: 'Explanation' })
  await explanation.fill('The last plate goes on top.')
  const source = 'Changed by a colleague'
  expect((await api('PUT', `/bank/questions/${id}`, token, { ...about, correctAnswer: true, source })).status).toBe(200)
  await page.getByRole('button', { name: 'Save new version' }).click()
  await expect(
    page.getByText('Someone else has changed this question. Please reload it before you save.'),
  ).toBeVisible()
  await expect(explanation).toHaveValue('The last plate goes on top.')
  expect((await api('GET', `/bank/questions/${id}`, token)).body.question).toMatchObject({ version: 2, source })
})
