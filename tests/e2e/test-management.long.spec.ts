import type { Page } from '@playwright/test'
import { aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken, openEditor } from './pages/test-editor.ts'
import { testCards as cards, openTests } from './pages/tests-list.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const day = 86_400_000
const longName =
  'Comprehensive End-of-Semester Quantitative Aptitude, Logical Reasoning and Verbal Ability Assessment for Final-Year Undergraduate Engineers, Set 12 B'
const longCompany = 'Tata Consultancy Services Limited (Digital and Prime)'

const aWindow = (from: number, to: number) => ({
  startDateTime: new Date(Date.now() + from * day).toISOString(),
  endDateTime: new Date(Date.now() + to * day).toISOString(),
})

/** Creates a test of each kind that the list distinguishes. */
async function writeTests({ api }: Product, token: string) {
  const now = Date.now()
  const forms = [
    aTest(now, { testName: 'Beta quiz', difficulty: 'Easy', ...aWindow(4, 5) }),
    aTest(now, { testName: 'alpha practice', testType: 'Practice', subject: 'Verbal' }),
    aSectionedTest(now, { testName: longName, subject: 'Reasoning', difficulty: 'Hard', ...aWindow(-3, -2) }),
    {
      ...aSectionedTest(now, { testName: 'Gamma drive', ...aWindow(1, 2) }),
      testType: 'Specific Company Test',
      companyName: longCompany,
    },
  ]
  const ids: string[] = []
  for (const form of forms) ids.push((await api('POST', '/tests', token, form)).body.test.id)
  return ids
}

const names = (page: Page) => cards(page).getByRole('heading').allTextContents()
const chip = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name })

test('shows a table by default, and remembers the chosen view', async ({ product, newContext }) => {
  await writeTests(product, await adminToken(product))
  const context = await newContext()
  const page = await context.newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/tests')
  await expect(page.getByRole('row', { name: longName })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  await expectSound(page, 'test management, table')
  await page.getByTitle('Cards', { exact: true }).click()
  const long = cards(page).filter({ hasText: longName })
  for (const [fact, value] of [
    ['Questions', '6'],
    ['Sections', '3'],
    ['Total marks', '6'],
    ['Duration', '30 min'],
    ['Colleges', '0'],
    ['Attempts', '0'],
  ] as const)
    await expect(long.locator('dl > div').filter({ hasText: fact })).toHaveText(`${fact}${value}`)
  for (const badge of ['Ended', 'Assessment', 'Hard'])
    await expect(long.getByText(badge, { exact: true })).toBeVisible()
  await expect(cards(page).filter({ hasText: 'Gamma drive' }).getByText(longCompany)).toBeVisible()
  await expectSound(page, 'test management, cards')

  await page.getByTitle('Compact cards').click()
  await expect(long.getByText('3 sections · 6 questions · 6 marks · 30 min')).toBeVisible()
  await expectSound(page, 'test management, compact cards')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Compact cards' })).toBeChecked()
  await page.getByTitle('Table', { exact: true }).click()
  await expect(page.getByRole('row', { name: longName })).toBeVisible()
})

test('filters show counts, are kept in the URL and can be collapsed', async ({ product, newContext }) => {
  await writeTests(product, await adminToken(product))
  const page = await (await newContext()).newPage()
  await openTests(page, product)
  await expect(chip(page, 'Type', 'Practice')).toHaveText('Practice1')
  await expect(chip(page, 'Type', 'All')).toHaveText('All4')
  await expect(chip(page, 'Subject', 'Technical')).toHaveText('Technical2')
  await chip(page, 'Subject', 'Technical').click()
  await expect(cards(page)).toHaveCount(2)
  await expect(chip(page, 'Type', 'Practice')).toHaveText('Practice0')
  await chip(page, 'Timing', 'Upcoming').click()
  await expect(page).toHaveURL(/subject=Technical&timing=Upcoming/)
  await chip(page, 'Difficulty', 'Easy').click()
  await expect.poll(() => names(page)).toEqual(['Beta quiz'])
  await page.reload()
  await expect(chip(page, 'Difficulty', 'Easy')).toHaveAttribute('aria-pressed', 'true')

  const toggle = page.getByRole('button', { name: /^Filters/ })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(chip(page, 'Timing', 'Upcoming')).toBeHidden()
  await expectSound(page, 'test management, filters collapsed')
  await page.getByRole('button', { name: 'Remove filter: Easy' }).click()
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards(page)).toHaveCount(4)

  await page.getByLabel('Sort').selectOption('Name A–Z')
  await expect.poll(() => names(page)).toEqual(['alpha practice', 'Beta quiz', longName, 'Gamma drive'])
  await page.getByLabel('Sort').selectOption('Upcoming first')
  await expect.poll(() => names(page)).toEqual(['Gamma drive', 'Beta quiz', 'alpha practice', longName])
  await page.getByPlaceholder('Search tests by name').fill('QUIZ')
  await expect.poll(() => names(page)).toEqual(['Beta quiz'])
  await expect(page).toHaveURL(/search=QUIZ/)
  await page.getByPlaceholder('Search tests by name').fill('nothing like it')
  await expect(page.getByText('No tests found')).toBeVisible()
})

test('previews, edits, duplicates and deletes a test from its card', async ({ product, newContext }) => {
  await writeTests(product, await adminToken(product))
  const page = await (await newContext()).newPage()
  await openTests(page, product)
  const card = cards(page).filter({ hasText: 'Beta quiz' })
  const dialog = page.getByRole('dialog')

  const preview = card.getByRole('button', { name: 'Preview' })
  await preview.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Question 1', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Correct answer')).toHaveCount(0)
  await dialog.getByLabel('Show answers').check()
  await expect(dialog.getByText('Correct answer').first()).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(preview).toBeFocused()

  await card.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Test name')).toHaveValue('Beta quiz')
  await page.goBack()
  await card.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Print or export', 'Duplicate', 'Analytics & Reports', 'Delete'])
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Test name')).toHaveValue('Copy of Beta quiz')
  await page.goto(`${product.url}/tests`)
  await expect(cards(page)).toHaveCount(5)

  const copy = cards(page).filter({ hasText: 'Copy of Beta quiz' })
  await copy.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog).toContainText('Are you sure you want to delete this test? This action cannot be undone.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(copy).toBeVisible()
  await copy.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Test deleted successfully')).toBeVisible()
  await expect(copy).toHaveCount(0)
  await expect(chip(page, 'Type', 'All')).toHaveText('All4')
})

test('paginates many tests, and explains an empty list and a failure', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const token = await adminToken(product)
  const page = await (await newContext()).newPage()
  await openTests(page, product)
  await expect(page.getByText('No tests found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create First Test' })).toBeVisible()
  await expectSound(page, 'test management, no tests')
  for (let n = 1; n <= 45; n++)
    await product.api('POST', '/tests', token, aTest(Date.now(), { testName: `Quiz ${String(n).padStart(2, '0')}` }))

  await page.goto(`${product.url}/tests?sort=name`)
  await expect(cards(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText('41–45 of 45')).toBeVisible()
  expect((await names(page))[0]).toBe('Quiz 41')
  await page.getByLabel('Rows per page').selectOption('50 per page')
  await expect(cards(page)).toHaveCount(45)
  await page.goto(`${product.url}/tests`)
  await expect(cards(page)).toHaveCount(45)

  await page.route('**/trpc/*tests.list*', (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(page.getByText('Failed to load tests')).toBeVisible()
  await page.unroute('**/trpc/*tests.list*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cards(page)).toHaveCount(45)
})

test('after creating a test, the list shows all tests of its type, in any subject', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await openTests(page, product, '?type=Assessment&subject=Verbal')
  await page.getByRole('main').getByRole('link', { name: 'Create Test' }).first().click()
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Practice' }).click()
  await page.getByLabel('Test name').fill('Fresh practice')
  await page.getByLabel('Description').fill('Three warm-up questions.')
  await page.getByLabel('Number of questions').fill('2')
  const local = (ms: number) => new Date(Date.now() + ms + (5 * 60 + 45) * 60_000).toISOString().slice(0, 16)
  await page.getByLabel(/^Start/).fill(local(-day))
  await page.getByLabel(/^End/).fill(local(day))
  await page.getByLabel('Question file').setInputFiles({
    name: 'two.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('question,A,B,C,D,answer\n"2 + 2?",3,4,5,6,B\n"3 + 3?",5,6,7,8,B\n'),
  })
  await page.getByRole('button', { name: 'Add 2 questions' }).click()
  await expect(page.getByText('Successfully added 2 questions')).toBeVisible()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Test created successfully!')).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/tests?type=Practice`)
  await expect.poll(() => names(page)).toEqual(['Fresh practice'])
})

test('a confirmation opens in front of any dialog', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await openEditor(page, product)
  await page.getByLabel('Test name').fill('Half written')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Add question' }).click()
  const writing = page.getByRole('dialog', { name: /^Add question/ })
  await writing.getByRole('textbox', { name: /^Question/ }).fill('What is 2 + 2?')
  await writing.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Discard this question?' })
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(question).toHaveCount(0)
  await expect(writing.getByRole('textbox', { name: /^Question/ })).toHaveValue('What is 2 + 2?')
  await writing.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
