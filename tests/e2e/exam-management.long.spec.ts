import type { Page } from '@playwright/test'
import { aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { prepareRoles } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const choice = (page: Page, list: string, name: string | RegExp) =>
  page.getByRole('list', { name: list }).getByRole('link', { name })
const row = (page: Page, name: string) =>
  page.getByRole('table').locator('tbody').getByRole('row').filter({ hasText: name })

test('the owner finds a test by type and subject, goes back, and edits, assigns, deletes and creates tests', async ({
  product,
  newContext,
}) => {
  const { masterAdmin } = await prepareRoles(product)
  const token = await adminToken(product)
  const { body } = await product.api('POST', '/tests', token, {
    ...aSectionedTest(Date.now(), { testName: 'Campus drive', subject: 'Verbal', difficulty: 'Hard' }),
    testType: 'Specific Company Test',
    companyName: 'Infosys',
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Exam Management' }).click()
  await expect(page.getByRole('list', { name: 'Test types' }).getByRole('link')).toHaveCount(5)
  await expect(choice(page, 'Test types', /^Practice.*1 test$/)).toBeVisible()
  await expect(choice(page, 'Test types', /^Assignment.*0 tests$/)).toBeVisible()
  await expectSound(page, 'exam management, types')

  await choice(page, 'Test types', /^Company Test/).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company Test' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(choice(page, 'Subjects', /^Reasoning 0 tests$/)).toBeVisible()
  await expectSound(page, 'exam management, subjects')
  await choice(page, 'Subjects', /^Verbal 1 test$/).click()
  const dense = row(page, 'Campus drive')
  await expect(dense).toContainText(/Campus drive.*Infosys.*Hard.*6.*6.*30 min.*Active/)
  await expectSound(page, 'exam management, table of tests')
  await dense.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Print or export', 'Edit', 'Assign to colleges', 'Delete'])
  await page.keyboard.press('Escape')
  await page.getByTitle('Cards', { exact: true }).click()
  const drive = page.getByRole('article').filter({ hasText: 'Campus drive' })
  for (const badge of ['Active', 'Hard', 'Infosys']) await expect(drive.getByText(badge, { exact: true })).toBeVisible()
  for (const [fact, value] of [
    ['Questions', /^Questions6$/],
    ['Total marks', /^Total marks6$/],
    ['Duration', /^Duration30 min$/],
    ['Created', /^Created\d/],
    ['Start', /^Start\d.*:/],
    ['End', /^End\d.*:/],
  ] as const)
    await expect(drive.locator('dl > div').filter({ hasText: fact })).toHaveText(value)
  await expectSound(page, 'exam management, tests')

  await page.reload()
  await expect(drive).toBeVisible()
  await page.getByRole('link', { name: 'Back to subjects' }).click()
  await expect(page.getByRole('list', { name: 'Subjects' })).toBeVisible()
  await page.goBack()
  await expect(drive).toBeVisible()
  await page.getByRole('link', { name: 'Back to test types' }).click()
  await expect(page).toHaveURL(`${product.url}/exam-management`)
  await page.goBack()

  const dialog = page.getByRole('dialog')
  await drive.getByRole('button', { name: 'View' }).click()
  await dialog.getByLabel('Show answers').check()
  await expect(dialog.getByText('Correct answer').first()).toBeAttached()
  await page.keyboard.press('Escape')
  await drive.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toHaveAccessibleName('Assign Test to Colleges')
  await page.keyboard.press('Escape')
  await drive.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`${product.url}/tests/${body.test.id}/edit`)
  await page.goBack()
  await drive.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('Are you sure you want to delete this test? This action cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Test deleted successfully')).toBeVisible()
  await expect(page.getByText('No tests found')).toBeVisible()
  await expectSound(page, 'exam management, none')
  await page.getByRole('link', { name: 'Create First Test' }).click()
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('Company Test')
})

test('shows college roles their tests read-only', async ({ product, newContext }) => {
  const roles = await prepareRoles(product)
  const token = await adminToken(product)
  await product.api('POST', '/tests', token, aTest(Date.now(), { testName: 'Nobody has it', testType: 'Practice' }))
  for (const role of ['collegeAdmin', 'faculty', 'student'] as const) {
    const page = await (await newContext()).newPage()
    await signIn(page, product.url, roles[role].email, roles[role].password, '/exam-management')
    await choice(page, 'Test types', /^Practice.*1 test( offered)?$/).click()
    await choice(page, 'Subjects', /^Technical 1 test( offered)?$/).click()
    const weekly = row(page, 'Weekly practice')
    await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(1)
    await expect(weekly.getByRole('button')).toHaveText(['View'])
    await expect(page.getByRole('main').getByRole('link', { name: /^(Edit|Create)/ })).toHaveCount(0)
    await weekly.getByRole('button', { name: 'View' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('3 questions · 3 marks')).toBeVisible()
    await expect(dialog.getByText('Question 1', { exact: true })).toHaveCount(role === 'student' ? 0 : 1)
    await expect(dialog.getByLabel('Show answers')).toHaveCount(0)
    await expectSound(page, `exam management, a test for the ${role}`)
  }
})

test('a student sees sections but no questions, and an invalid link starts at the first step', async ({
  product,
  newContext,
}) => {
  const { email, password } = await prepareTest(product, aSectionedTest(Date.now(), { testName: 'In parts' }))
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, email, password, '/exam-management?type=Assessment&subject=Technical')
  await row(page, 'In parts').getByRole('button', { name: 'View' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('table', { name: 'Sections' }).getByRole('row')).toHaveCount(4)
  await expect(dialog.getByText('The questions are shown when you start the test.')).toBeVisible()
  await expectSound(page, 'exam management, sections for a student')
  await page.goto(`${product.url}/exam-management?type=Nothing&subject=Verbal`)
  await expect(page.getByRole('list', { name: 'Test types' })).toBeVisible()
  await page.goto(`${product.url}/exam-management?type=Practice&subject=Verbal`)
  await expect(page.getByText('There are no Verbal tests of type Practice yet.')).toBeVisible()
  await page.route('**/trpc/*tests.subjectCounts*', (route) => route.abort('connectionrefused'))
  await page.goto(`${product.url}/exam-management`)
  await expect(page.getByText('Failed to load tests')).toBeVisible()
  await page.unroute('**/trpc/*tests.subjectCounts*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('list', { name: 'Test types' })).toBeVisible()
})
