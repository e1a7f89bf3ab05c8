import { readFileSync } from 'node:fs'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'
import { takeTests } from './taken-tests.ts'

test.describe.configure({ mode: 'parallel' })

const longName =
  'Comprehensive End-of-Semester Quantitative Aptitude, Logical Reasoning and Verbal Ability Assessment for Final-Year Undergraduate Engineers, Set 12 B'
const taken = [
  { testName: 'Data structures', testType: 'Practice', subject: 'Technical', right: 3, wrong: 1, minutes: 8 },
  { testName: longName, testType: 'Assessment', subject: 'Reasoning', right: 5, wrong: 2, minutes: 51 },
  { testName: 'Trees: 1/2 “graphs”', testType: 'Practice', subject: 'Technical', right: 8, wrong: 1, minutes: 19 },
  {
    testName: 'Hiring round',
    testType: 'Specific Company Test',
    companyName: 'Infosys Technologies (Bengaluru Campus Hiring Programme)',
    subject: 'Communication',
    right: 6,
    wrong: 0,
    minutes: 44,
  },
] as const

test('a student’s reports handle no data, load failures and refused access', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'My reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Test Reports' })).toBeVisible()
  await expect(page.getByText('Complete some tests to see your performance reports here.')).toBeVisible()
  await expectSound(page, 'own reports, none')
  await page.getByRole('link', { name: 'Open My Tests' }).click()
  await expect(page).toHaveURL(/\/my-tests$/)

  const mend = await failing(page, 'reports.student.list', 409)
  await page.goto(`${product.url}/reports`)
  await expect(page.getByText('Failed to load reports')).toBeVisible()
  await expect(page.getByText('The database is being moved')).toBeVisible()
  await expectSound(page, 'own reports, failed')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Complete some tests to see your performance reports here.')).toBeVisible()

  const permit = await failing(page, 'reports.student.list', 403)
  await page.reload()
  await expect(
    page.getByText('You do not have permission to access this section. Please contact your admin.'),
  ).toBeVisible()
  await permit()
})

test('shows a student’s reports with charts, filters and sorting', async ({ product, newContext, complaints }) => {
  const prepared = await prepareTest(product)
  await takeTests(product, prepared, taken)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/reports')

  const summary = page.getByLabel('Summary')
  await expect(summary).toContainText(/Total tests4.*Passed3.*Failed1.*Avg score55.0%.*Time spent2 h 2 min/)
  const row = (name: string | RegExp) => page.getByRole('row', { name })
  await expect(row(/Data structures/)).toContainText(
    /Medium.*Practice.*Technical.*3 \/ 10.*3 correct, 1 incorrect.*30.0%.*Fail.*8 min spent/,
  )
  await expect(row(/Hiring round/)).toContainText(/Infosys Technologies.*Company Test.*Communication.*60.0%.*Pass/)

  // Each chart has a table with its values.
  const answers = page.getByRole('figure', { name: 'Answers by subject' })
  await expect(answers.getByRole('row')).toHaveText([
    'SubjectCorrectIncorrect',
    'Reasoning52',
    'Technical112',
    'Communication60',
  ])
  const results = page.getByRole('figure', { name: 'Passed and failed' })
  await expect(results.getByRole('row')).toHaveText(['ResultTestsShare', 'Pass375.0%', 'Fail125.0%'])
  for (const chart of [answers, results]) await expect(chart.locator('svg.recharts-surface').first()).toBeAttached()
  await expect(answers.locator('.recharts-bar-rectangle')).toHaveCount(6)
  await expectSound(page, 'own reports')

  // Filters and order are kept in the URL, and the statistics follow the filters.
  const names = page.getByRole('table', { name: 'Reports' }).locator('tbody').getByRole('button')
  await page.getByRole('button', { name: 'Percentage' }).click()
  await expect(names).toHaveText([/Trees/, /Hiring/, /Comprehensive/, /Data/])
  await page.getByLabel('Type', { exact: true }).selectOption('Practice')
  await expect(names).toHaveText([/Trees/, /Data/])
  await expect(summary).toContainText(/Total tests2.*Passed1.*Failed1.*Avg score55.0%.*27 min/)
  await expect(page).toHaveURL(/sort=-percentage&type=Practice$/)
  await page.reload()
  await expect(names).toHaveText([/Trees/, /Data/])
  await page.getByRole('searchbox').fill('no such test')
  await expect(page.getByText('No submitted tests match these filters.')).toBeVisible()
  await expectSound(page, 'own reports, none found')
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(names).toHaveCount(4)

  // If the chart code fails to load, tables of the values are shown instead.
  await page.route('**/assets/*-plot-*', (route) => route.abort('connectionfailed'))
  await page.reload()
  await expect(answers.getByRole('cell', { name: '11' })).toBeVisible()
  await expect(summary).toContainText('Total tests4')
  await expect.poll(() => complaints.length).toBe(2)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/dynamically imported module.*-plot-/)
})

test('opens a student’s detailed report over the list and downloads it', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await takeTests(product, prepared, taken.slice(1, 3))
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/reports')
  await page.getByRole('button', { name: 'Trees: 1/2 “graphs”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trees: 1/2 “graphs”' })
  await expect(dialog.getByLabel('Score')).toContainText(/80.0%.*8 of 10 marks.*Pass.*Grade A/)
  await expectSound(page, 'detailed report over the list')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download Report' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Trees_1_2_graphs_report.txt')
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain('Test report: Trees: 1/2 “graphs”\n')
  expect(text).toContain('Score: 8 / 10 (80.0%)\nGrade: A\nResult: Pass\nCorrect: 8, incorrect: 1, unanswered: 1\n')
  // The file lists each question as on the screen, with the given and the correct answer.
  const shown = dialog.getByRole('article')
  await expect(shown).toHaveCount(10)
  const questions = text.split(/\n\n(?=Question \d)/).slice(1)
  expect(questions).toHaveLength(10)
  for (const [place, question] of questions.entries()) {
    const [head = '', asked = ''] = question.split('\n')
    const outcome = place < 8 ? 'Correct' : place === 8 ? 'Incorrect' : 'Not answered'
    expect(head).toBe(`Question ${place + 1} - ${outcome} - ${place < 8 ? 1 : 0} of 1 mark`)
    await expect(shown.nth(place)).toContainText(asked)
    await expect(shown.nth(place)).toContainText(outcome)
    expect(question).toContain(`Your answer: ${place < 8 ? 'B' : place === 8 ? 'A' : 'Not answered'}\n`)
    expect(question).toContain('Correct answer: B\n')
  }

  // The URL identifies the open report: going back closes it, and the link reopens it.
  const address = page.url()
  expect(address).toMatch(/\/reports\?report=/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/reports$/)
  await page.goto(address)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/reports$/)
  await expect(page.getByRole('row', { name: /Comprehensive/ })).toBeVisible()
})
