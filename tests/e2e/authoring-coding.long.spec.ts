import { fillDate } from './pages/dates.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

const admin = { email: 'admin@localhost', password: 'first-password' }

async function withQuestions({ api }: Product, titles: string[]) {
  const { token } = (await api('POST', '/auth/login', undefined, admin)).body
  for (const title of titles)
    await api('POST', '/coding/questions', token, {
      title,
      description: 'Print what is read.',
      tags: ['strings'],
      testCases: [{ input: 'a\n', expected_output: 'a\n', is_sample: true }],
    })
  return token as string
}

test('a practice test with a coding section has only coding questions, each with marks and a time limit', async ({
  product,
  newContext,
}) => {
  const token = await withQuestions(product, ['Echo', 'Reverse a string', 'Count vowels'])
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, admin.email, admin.password, '/tests/new?type=Practice')
  await page.getByLabel('Test name').fill('Coding practice')
  await page.getByLabel('Description').fill('Two small programs.')
  await fillDate(page, 'Start', '2030-01-01 09:00')
  await fillDate(page, 'End', '2030-01-02 09:00')
  await expect(page.getByLabel('Number of questions')).toBeVisible()
  await page.getByRole('switch', { name: 'Coding section' }).click()
  await expect(page.getByLabel('Number of questions')).toBeHidden()

  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('At least one coding question is required').first()).toBeVisible()

  await page.getByRole('button', { name: 'Add coding questions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Coding Questions' })
  await dialog.getByLabel('Search by title or tag').fill('rev')
  await dialog.getByLabel('Reverse a string').check()
  await dialog.getByLabel('Search by title or tag').fill('')
  await dialog.getByLabel('Echo').check()
  await expectSound(page, 'coding question picker')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const entries = page.getByRole('list', { name: 'Coding questions' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await page.getByLabel('Marks for Echo').fill('40')
  await page.getByLabel('Time limit for Echo in seconds').fill('600')
  await page.getByRole('button', { name: 'Move Echo up' }).click()
  await expect(entries.first()).toContainText('Echo')
  await expect(page.getByText('2 coding questions · 140 marks · 1 h 10 min')).toBeVisible()
  // Moving the pointer and focus away hides the button's tooltip.
  await page.getByLabel('Marks for Echo').focus()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await expectSound(page, 'coding section of the test form')
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Coding practice')).toBeVisible()

  const { tests } = (await product.api('GET', '/tests', token)).body
  const { test: made } = (await product.api('GET', `/tests/${tests[0].id}`, token)).body
  expect(made).toMatchObject({ hasCodingSection: true, numberOfQuestions: 0, duration: 0, totalMarks: 140 })
  expect(made.codingQuestions).toMatchObject([
    { title: 'Echo', points: 40, timeLimit: 600 },
    { title: 'Reverse a string', points: 100, timeLimit: 3600 },
  ])

  // The form loads the saved values, and saving again keeps them.
  await page.goto(`${product.url}/tests/${made.id}/edit`)
  await expect(page.getByLabel('Marks for Echo')).toHaveValue('40')
  await page.getByLabel('Test name').fill('Coding practice 2')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Coding practice 2')).toBeVisible()
  const again = (await product.api('GET', `/tests/${made.id}`, token)).body.test
  expect(again.codingQuestions).toHaveLength(2)
})
