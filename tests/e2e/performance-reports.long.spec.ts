import { readFileSync } from 'node:fs'
import { dateField } from './pages/dates.ts'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { prepareTakenClass } from './taken-class.ts'

const notPermitted = 'You do not have permission to access this section. Please contact your admin.'
const longName =
  'Comprehensive End-of-Semester Quantitative Aptitude, Logical Reasoning and Verbal Ability Assessment for Final-Year Undergraduate Engineers, Set 12 B'

/** Twelve students. The first two have full marks, and each following pair has one fewer correct answer. */
const taken = {
  size: 12,
  groupOf: (place: number) => ({ branch: place % 2 ? 'ECE' : 'CSE', section: place < 6 ? 'A' : 'B' }),
  answersOf: (place: number) =>
    [0, 1, 2, 3, 4, 5].map((at) => (at < 6 - Math.floor(place / 2) ? 'B' : 'A') as 'A' | 'B'),
  test: { testName: longName, subject: 'Verbal' } as const,
}

test('shows the performance of a college’s students to its admin and faculty', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const { collegeAdmin, faculty } = await prepareTakenClass(product, taken)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password)
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Performance Reports' })).toBeVisible()
  const summary = page.getByLabel('Summary')
  await expect(summary).toHaveText(/Total Students13.*Total Attempts12.*Average Performance58.3%/)
  const students = page.getByRole('table', { name: 'Student performance' }).locator('tbody').getByRole('row')
  await expect(students).toHaveCount(12)
  await expect(students.first()).toContainText(/Student 00[01].*2027.*A.*1100.0%6 \/ 6/)
  await expect(page.getByRole('heading', { name: 'Section-wise Performance' })).toBeHidden()
  const recent = page.getByRole('table', { name: 'Recent test attempts' }).locator('tbody').getByRole('row')
  await expect(recent).toHaveCount(10)
  await expect(recent.first()).toContainText(/Comprehensive.*Verbal.*%\d \/ 6/)
  await expectSound(page, 'college performance reports')

  // Filters and the sort order are kept in the URL.
  await page.getByLabel('Branch').selectOption('ECE')
  await page.getByLabel('Section').selectOption('B')
  await expect(summary).toHaveText(/Total Students3.*Total Attempts3.*Average Performance33.3%/)
  await expect(students).toHaveCount(3)
  await page.getByRole('button', { name: 'Average Score' }).click()
  await page.getByRole('button', { name: 'Average Score' }).click()
  await expect(students.first()).toContainText('16.7%')
  await expect(page).toHaveURL(/branch=ECE&section=B&sort=average$/)
  await page.reload()
  await expect(students.first()).toContainText('16.7%')
  await page.getByRole('searchbox').fill('student 009')
  await expect(students).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Only rows that match the filters')).toBeVisible()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect(readFileSync(await (await download).path(), 'utf8').match(/Student \d+/g)).toEqual(['Student 009'])
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByText('No one with a test attempt matches your search.')).toBeVisible()
  await page.goto(`${product.url}/reports?batch=1999`)
  await expect(page.getByText('No data available')).toBeVisible()
  await expect(page.getByText('No test attempts found for the selected filters')).toBeVisible()
  await expectSound(page, 'performance reports, none')
  await page.getByRole('button', { name: 'Clear All' }).first().click()
  await expect(page).toHaveURL(/\/reports$/)
  await expect(students).toHaveCount(12)

  // The date, subject and test filters fit on one line and are kept in the URL.
  await expect(page.getByRole('figure', { name: 'Average score over time' }).getByRole('row')).toHaveText([
    'AttemptsDateAverage score',
    /12 attempts.*58.3%/,
  ])
  await page.getByLabel('Dates').selectOption('Last 30 days')
  await page.getByLabel('Subject').selectOption('Verbal')
  await page.getByRole('combobox', { name: 'Test' }).click()
  await page.getByRole('option', { name: longName }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&.*subject=Verbal.*test=/)
  await expect(students).toHaveCount(12)
  const filters = page.getByRole('search').filter({ hasText: 'All Batches' })
  expect((await filters.boundingBox())?.height).toBeLessThan(50)
  await page.goto(page.url().replace(/from=[\d-]+/, 'from=2025-12-05'))
  await expect(page.getByRole('combobox', { name: 'Test' })).toHaveValue(longName)
  await expect(dateField(page, 'From')).toHaveValue('5 Dec 2025')
  expect((await filters.boundingBox())?.height).toBeLessThan(50)
  await expect(summary).toHaveText(/Total Attempts12/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filters (3)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Subject').selectOption('Technical')
  await sheet.getByRole('button', { name: 'Show results' }).click()
  await expect(page.getByText('No test attempts found for the selected filters')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Clear All' }).first().click()
  await expect(students).toHaveCount(12)

  // A load failure can be retried, and refused access to the report or its filters is explained.
  const repair = await failing(page, 'reports.performance.summary', 409)
  await page.reload()
  await expect(page.getByText('Unable to Load Reports')).toBeVisible()
  await expect(page.getByText('The database is being moved')).toBeVisible()
  await expectSound(page, 'performance reports, failed')
  await repair()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(students).toHaveCount(12)
  for (const refused of ['reports.performance.summary', 'members.sections']) {
    const permit = await failing(page, refused, 403)
    await page.reload()
    await expect(page.getByText(notPermitted)).toBeVisible()
    await permit()
  }

  // Faculty see all sections but cannot filter by branch.
  const other = await (await newContext()).newPage()
  await signIn(other, product.url, faculty.email, faculty.password)
  await other.getByRole('link', { name: 'Performance Reports' }).click()
  const sections = other.getByRole('list', { name: 'Section-wise Performance' }).getByRole('listitem')
  await expect(sections).toHaveText([
    /Section A83.3%Students7Attempts6Marks30 \/ 36/,
    /Section B33.3%Students6Attempts6Marks12 \/ 36/,
  ])
  await expect(other.getByLabel('Branch')).toHaveCount(0)
  await expectSound(other, 'faculty performance reports')
  await other.getByLabel('Section', { exact: true }).selectOption('B')
  await expect(sections).toHaveCount(1)

  // A name opens the student's page, and Reports is still the active tab.
  await other
    .getByRole('row', { name: /Student 006/ })
    .first()
    .getByRole('link', { name: 'Student 006' })
    .click()
  await expect(other.getByRole('heading', { level: 1, name: 'Student 006' })).toBeVisible()
  await expect(other.getByLabel('Summary')).toContainText(/Tests taken1.*Average score50.0%.*Passed1/)
  await expect(other.getByRole('link', { name: 'Reports', exact: true })).toHaveAttribute('data-active', 'true')
  await expectSound(other, 'student page')

  // An attempt shows the paper with the answers. Going back keeps the report's filters, even after a reload.
  await other.getByLabel('Type', { exact: true }).selectOption('Assignment')
  await other.getByRole('link', { name: longName }).click()
  await expect(other.getByRole('heading', { level: 1, name: longName })).toBeVisible()
  await expect(other.getByRole('heading', { name: '0 violations' })).toBeVisible()
  const wrong = other.getByRole('article', { name: 'Question 4' })
  await expect(wrong).toContainText('Incorrect')
  await expect(wrong.getByText('Chosen')).toBeVisible()
  await expectSound(other, 'student attempt')
  await other.reload()
  await other.getByRole('link', { name: 'Student 006' }).click()
  await expect(other.getByLabel('Summary')).toContainText('Tests taken1')
  await other.getByRole('link', { name: 'Performance Reports' }).first().click()
  await expect(other).toHaveURL(/\/reports\?section=B$/)
  await expect(sections).toHaveCount(1)

  // A direct link works, and an unknown student is not found.
  const student = other
    .getByRole('row', { name: /Student 006/ })
    .first()
    .getByRole('link', { name: 'Student 006' })
  const address = await student.getAttribute('href')
  await other.goto(`${product.url}${address}`)
  await expect(other.getByRole('heading', { level: 1, name: 'Student 006' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Student Reports' }).first()).toBeVisible()
  await other.goto(`${product.url}/students/none`)
  await expect(other.getByText('Student not found')).toBeVisible()
})
