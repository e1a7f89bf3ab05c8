import { readFileSync } from 'node:fs'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { prepareRoles } from './four-roles.ts'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { printed } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { prepareTakenClass } from './taken-class.ts'

test.describe.configure({ mode: 'parallel' })

const longName =
  'Comprehensive End-of-Semester Quantitative Aptitude, Logical Reasoning and Verbal Ability Assessment for Final-Year Undergraduate Engineers, Set 12 B'
const notPermitted = 'You do not have permission to access this section. Please contact your admin.'
const rightIf = (yes: boolean, place: number): OptionLetter =>
  (yes ? 'B' : (['A', 'C', 'D'] as const)[place % 3]) ?? 'A'

/**
 * 32 students, best first. Everyone answers the second question correctly. In the third, the better half chooses C,
 * which is wrong. A quarter of all students skip the last question.
 */
const taken = {
  size: 32,
  groupOf: (place: number) => ({ branch: place % 2 ? 'ECE' : 'CSE', section: place % 4 < 2 ? 'A' : 'B' }),
  answersOf: (place: number) => [
    rightIf(place < 16, place),
    'B' as const,
    place < 16 ? ('C' as const) : rightIf(place % 2 === 0, place * 2),
    rightIf(place < 20, place),
    rightIf(place < 10, place),
    place < 24 ? rightIf(place < 20, place) : null,
  ],
  test: { testName: longName, subject: 'Reasoning', difficulty: 'Hard' } as const,
}

test('shows a test’s results in the list and in its report', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const { faculty } = await prepareTakenClass(product, taken)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, faculty.email, faculty.password)
  await page.getByRole('link', { name: 'Test Reports' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Test Reports & Analytics' })).toBeVisible()
  const summary = page.getByLabel('Summary')
  await expect(summary).toContainText(
    /Total Tests2.*Students Assigned34.*Completed32.*Avg Score55.2%.*Completion Rate94.1%/,
  )
  const row = page.getByRole('row', { name: longName })
  await expect(row).toContainText(/Reasoning · 6 questions · 30 min.*Hard.*Assignment.*33.*32 \/ 33.*55.2%/)
  await expect(row.locator('[data-tone]')).toHaveAttribute('data-tone', 'yellow')
  await expect(page.getByRole('row', { name: /Weekly practice/ })).toContainText(/0 \/ 1–/)
  await expectSound(page, 'test reports')

  // The type and subject filters show counts and are kept in the URL.
  await page.getByRole('button', { name: 'Practice 1' }).click()
  await expect(summary).toContainText(/Total Tests1.*Students Assigned1.*Completed0/)
  await expect(page.getByLabel('Subject')).toContainText('Reasoning (0)')
  await page.getByLabel('Subject').selectOption('Reasoning')
  await expect(page).toHaveURL(/type=Practice&subject=Reasoning$/)
  await expect(page.getByText('No test reports found')).toBeVisible()
  await expect(page.getByText('No tests have been assigned for the selected category and subject.')).toBeVisible()
  await expectSound(page, 'test reports, none found')
  await page.getByRole('button', { name: 'Clear filters' }).last().click()

  // Only one part of the report is open at a time.
  await row.getByRole('button', { name: /^Report for/ }).click()
  const report = page.getByRole('dialog', { name: longName })
  await expect(report.getByLabel('Test statistics')).toContainText(
    /Total Students33.*Completed3297.0% of those assigned.*Avg Score55.2%.*Pass Rate62.5%20 passed, 12 failed/,
  )
  const passed = report.getByRole('figure', { name: 'Passed and failed' })
  await expect(passed.getByRole('row')).toHaveText(['ResultStudentsShare', 'Pass2062.5%', 'Fail1237.5%'])
  const sections = report.getByRole('figure', { name: 'Average score by section' })
  await expect(sections.getByRole('row')).toHaveText(['SectionAverage score', /^A5\d\.\d%$/, /^B5\d\.\d%$/])
  for (const chart of [passed, sections]) await expect(chart.locator('svg.recharts-surface').first()).toBeAttached()
  await expectSound(page, 'test report, overview')
  const part = (name: RegExp) => report.getByRole('button', { name })
  await part(/Performance Overview/).click()
  await expect(passed).toBeHidden()
  await part(/Top 5 Students/).click()
  await expect(report.getByRole('table', { name: 'Top 5 Students' }).getByRole('row')).toHaveCount(6)
  await expect(report.getByRole('row', { name: /^1 / })).toContainText(/Student 00\d.*83.3%5 \/ 6/)

  // The analysis shows statistics and the questions that need attention.
  await part(/Question-wise Analysis/).click()
  await expect(report.getByRole('table', { name: 'Top 5 Students' })).toBeHidden()
  const whole = report.getByLabel('The test as a whole')
  await expect(whole).toContainText(/Cronbach’s alpha\d\.\d\d.*Mean3.31About right.*Standard deviation.*± /)
  const questions = report.getByRole('table', { name: 'Questions' }).locator('tbody')
  await expect(questions.getByRole('row')).toHaveCount(6)
  await expect(questions.getByRole('row', { name: /Question 2/ })).toContainText(/320100.0%100.0%/)
  await report.getByRole('button', { name: 'Needs attention 2' }).click()
  await expect(questions.getByRole('row')).toHaveText([/Question 2.*Too easy/s, /Question 3.*The key may be wrong/s])
  await expect(questions.getByRole('row').last().getByText('B ✓')).toBeAttached()
  await expectSound(page, 'test report, questions')
  // Escape closes the explanation but not the report, even if the explanation's button still has focus.
  const alpha = whole.getByRole('button', { name: /Cronbach’s alpha/ })
  await alpha.click()
  await expect(report.getByText('To raise it, fix the questions that need attention')).toBeVisible()
  await alpha.focus()
  await page.keyboard.press('Escape')
  await expect(report.getByText('To raise it')).toBeHidden()
  await report.getByRole('button', { name: 'Question 3' }).click()
  const question = page.getByRole('dialog', { name: 'Question 3' })
  await expect(question).toContainText('Check the key. If you change it, every attempt is regraded.')
  await expect(question.getByRole('row', { name: /^C/ })).toContainText(/19 59.4%100.0%\d+\.\d%$/)
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(question).toBeHidden()

  // All students are listed, page by page.
  await part(/All Student Results/).click()
  const results = report.getByRole('table', { name: 'Student results' }).locator('tbody')
  await expect(results.getByRole('row')).toHaveCount(20)
  await expect(results.getByRole('row').first()).toContainText(/Student 00\d.*2027.*5 \/ 683.3%5 \/ 612 minPass/)

  // The printout contains the whole report but not the list behind it.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = 'yes'
    }
  })
  await report.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('body[data-asked]')).toBeAttached()
  const paper = (await printed(page)).map(({ text }) => text).join(' ')
  for (const whole of [longName, 'Average score by section', 'Top 5 Students', 'Question 6', 'Not attempted'])
    expect(paper).toContain(whole)
  expect(new Set(paper.match(/Student 0\d\d/g)).size).toBe(32)
  expect(paper).not.toContain('Weekly practice')
  await report.getByLabel('Result', { exact: true }).selectOption('Not attempted')
  await expect(results.getByRole('row')).toHaveText([/–––.*Not attempted/])
  await report.getByLabel('Result', { exact: true }).selectOption('Failed')
  await report.getByLabel('Branch').selectOption('ECE')
  await expect(results.getByRole('row')).toHaveCount(6)
  await expectSound(page, 'test report, students')
  await report.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Only rows that match the filters')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  const json = await download
  expect(json.suggestedFilename()).toMatch(/_results\.json$/)
  expect(JSON.parse(readFileSync(await json.path(), 'utf8')).results).toHaveLength(6)
  await report.getByRole('searchbox').fill('nobody of this name')
  await expect(report.getByText('No students match these filters.')).toBeVisible()

  // The open report is in the URL.
  const address = page.url()
  await page.goBack()
  await expect(report).toBeHidden()
  await page.goto(address)
  await expect(report.getByRole('figure', { name: 'Passed and failed' })).toBeVisible()
  await report.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/test-reports$/)

  // The attempts are also listed on the Student Reports screen.
  await page.getByRole('link', { name: 'Student Reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Student Test Reports' })).toBeVisible()
  await expect(summary).toContainText(/Total Attempts32.*Students32.*Passed20.*Failed12.*Avg Score55.2%/)
  await page.getByRole('button', { name: 'Percentage' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(
    /Student 00\d.*Hard.*Assignment.*Reasoning.*5 \/ 65 correct1 incorrect83.3%Pass.*12 min spent/,
  )
  await expectSound(page, 'student reports')
  await page.getByLabel('Branch').selectOption('ECE')
  await expect(summary).toContainText('Total Attempts16')
  await page.getByPlaceholder('Search by student name or email').fill('student 001')
  await expect(summary).toContainText(/Total Attempts1.*Students1.*Passed1/)
  await expect(page).toHaveURL(/branch=ECE&search=student\+001$/)
  await page.getByLabel('Type', { exact: true }).selectOption('Practice')
  await expect(page.getByText('No test reports found')).toBeVisible()
})

test('faculty reports handle no data, load failures and refused access', async ({ product, newContext }) => {
  const { faculty } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, faculty.email, faculty.password)
  const screens = [
    { path: '/test-reports', procedure: 'reports.tests.list', after: 'Weekly practice' },
    { path: '/student-reports', procedure: 'reports.results.list', after: 'No student has completed any tests yet.' },
  ]
  for (const { path, procedure, after } of screens) {
    const repair = await failing(page, procedure, 409)
    await page.goto(product.url + path)
    await expect(page.getByText('Failed to load reports')).toBeVisible()
    await expect(page.getByText('The database is being moved')).toBeVisible()
    await repair()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(after).first()).toBeVisible()
    const permit = await failing(page, procedure, 403)
    await page.reload()
    await expect(page.getByText(notPermitted)).toBeVisible()
    await expectSound(page, `${path}, refused`)
    await permit()
  }

  // Open an empty report, one that fails to load and a slow one.
  await page.goto(`${product.url}/tests`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Weekly practice' })
  await expect(report.getByText('No student has completed this test yet.').first()).toBeVisible()
  await report.getByRole('button', { name: /Question-wise/ }).click()
  await expect(report.getByText('No one has completed this test yet.')).toBeVisible()
  await expectSound(page, 'test report without attempts')
  const repair = await failing(page, 'reports.tests.summary', 409)
  await page.reload()
  const failed = page.getByRole('dialog', { name: 'Test report' })
  await expect(failed.getByText('Failed to load report')).toBeVisible()
  await expectSound(page, 'a report, failed')
  await failed.getByRole('button', { name: 'Close' }).last().click()
  await expect(failed).toBeHidden()
  await repair()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Report for Weekly practice' })).toBeVisible()
  await page.route('**/trpc/*reports.tests.summary*', () => {})
  await page.getByRole('button', { name: 'Report for Weekly practice' }).click()
  await expect(page.getByRole('status', { name: 'Loading the report' })).toBeVisible()
  await expectSound(page, 'a report, loading')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
