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
  await page.getByRole('link', { name: 'Cancel' }).click()
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

test('lets the author decide when someone else has changed the question', async ({ product, newContext }) => {
  const { api } = product
  const token = await adminToken(product)
  const form = {
    subject: 'Technical',
    questionText: 'Is a stack last in, first out?',
    type: 'boolean',
    correctAnswer: true,
  }
  const { body } = await api('POST', '/bank/questions', token, form)
  const { id } = body.question
  const colleague = (fields: object) => api('PUT', `/bank/questions/${id}`, token, { ...form, ...fields })
  const stored = async () => (await api('GET', `/bank/questions/${id}`, token)).body.question
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', `/bank/${id}`)
  const explanation = page.getByRole('textbox', { name: 'Explanation' })
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed this question' })
  const save = page.getByRole('button', { name: 'Save new version' })

  await explanation.fill('The last plate goes on top.')
  await colleague({ explanation: 'Think of plates.', source: 'A colleague' })
  await save.click()
  await expect(dialog.getByText(/^Version 2 was saved by .* on /)).toBeVisible()
  await expect(dialog.getByText('Different: the explanation and the source.')).toBeVisible()
  const mine = dialog.getByRole('region', { name: 'Yours' })
  const theirs = dialog.getByRole('region', { name: 'Version 2' })
  await expect(mine).toContainText('The last plate goes on top.')
  await expect(theirs).toContainText('Think of plates.')
  await expect(theirs).toContainText('Source: A colleague')
  await expectSound(page, 'a question that someone else has changed')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(explanation).toHaveValue('The last plate goes on top.')
  expect(await stored()).toMatchObject({ version: 2, explanation: 'Think of plates.' })

  // A third version that the author has not seen is not replaced either.
  await save.click()
  await expect(theirs).toBeVisible()
  await colleague({ explanation: 'Think of trays.' })
  await dialog.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(dialog.getByRole('region', { name: 'Version 3' })).toContainText('Think of trays.')
  await dialog.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(page.getByText('Saved as version 4')).toBeVisible()
  expect(await stored()).toMatchObject({ version: 4, explanation: 'The last plate goes on top.' })

  await page.goto(`${product.url}/bank/${id}`)
  await explanation.fill('Mine')
  await colleague({ explanation: 'Theirs' })
  await save.click()
  await dialog.getByRole('button', { name: 'Discard mine and load theirs' }).click()
  await expect(dialog).toBeHidden()
  await expect(explanation).toHaveValue('Theirs')
  await expect(page.getByText('Version 5', { exact: true })).toBeVisible()
  await explanation.fill('Theirs, and mine')
  await save.click()
  await expect(page.getByText('Saved as version 6')).toBeVisible()
})
