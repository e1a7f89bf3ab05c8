import { readFileSync } from 'node:fs'
import { parseCsv } from '#server/platform/csv.ts'
import { aCollege, aQuestion, aStudent, aTest } from '#tests/factories/forms.ts'
import { tokenOf } from './four-roles.ts'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { printed } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'
import { readSheet } from './sheets.ts'

test.describe.configure({ mode: 'parallel' })

const master = { email: 'admin@localhost', password: 'first-password' }
const asked = 5

interface Result {
  name: string
  /** Each student's correct answers out of five, or null if not taken. Undefined while the offer is pending. */
  right?: readonly (number | null)[]
}

/** Creates a five-question test with the given results. @returns its id */
async function prepareReport({ api }: Product, testName: string, results: readonly Result[]): Promise<string> {
  const author = (await api('POST', '/auth/login', undefined, master)).body.token
  const questions = Array.from({ length: asked }, () => aQuestion())
  const form = aTest(Date.now(), { testName, questions, numberOfQuestions: asked })
  const { test: made } = (await api('POST', '/tests', author, form)).body
  for (const { name, right } of results) {
    const { college, credentials } = (await api('POST', '/admin/colleges', author, aCollege({ name }))).body
    await api('POST', `/tests/${made.id}/assign-college`, author, { collegeIds: [college.id] })
    if (!right) continue
    const signedIn = { email: credentials.email, password: credentials.temporaryPassword }
    const office = (await api('POST', '/auth/login', undefined, signedIn)).body.token
    const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
    await api('PUT', `/tests/assignment/${assignments[0].id}/status`, office, { status: 'accepted' })
    const people = []
    for (const _ of right) people.push((await api('POST', '/college/users', office, aStudent())).body)
    await api('POST', `/tests/assignment/${assignments[0].id}/assign-students`, office, { branches: ['CSE'] })
    for (const [place, correct] of right.entries()) {
      if (correct === null) continue
      const { user, temporaryPassword } = people[place]
      const login = { email: user.email, password: temporaryPassword }
      const { token } = (await api('POST', '/auth/login', undefined, login)).body
      const paper = (await api('POST', `/tests/${made.id}/start`, token)).body.test.questions
      await api('POST', `/tests/${made.id}/submit`, token, {
        answers: paper.map(({ _id }: { _id: string }, at: number) => ({
          questionId: _id,
          selectedAnswer: at < correct ? 'B' : 'C',
        })),
      })
    }
  }
  return made.id
}

const longName =
  'Brahmaputra Valley Institute of Technology and Management Sciences, Faculty of Engineering and Applied Computing, Second Campus beside the Old Observatory, Guwahati'

const colleges: readonly Result[] = [
  { name: '=Sum of Engineering', right: [5, 4] },
  { name: longName, right: [3, null, null] },
  { name: 'Coastal College', right: [0, 1] },
  { name: 'Deccan College' },
  { name: 'Eastern College', right: [null] },
  { name: 'Farmland College', right: [4] },
]

test('shows a test’s report for all colleges, with search, sorting, exports and printing', async ({
  product,
  newContext,
}, info) => {
  const testId = await prepareReport(product, 'Weekly: 1/2 "quiz"', colleges)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, '/tests')
  await page.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Analytics & Reports' }).click()
  await expect(page).toHaveURL(new RegExp(`/tests/${testId}/report$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly: 1/2 "quiz"' })).toBeVisible()
  await expect(page.getByLabel('Test statistics')).toContainText(
    /Total Assigned9Students in 5 of 6 colleges.*Total Attempted6.*Average Score56\.7%.*Completion Rate66\.7%/,
  )

  const chart = page.getByRole('figure', { name: 'Average score by college' })
  await expect(chart.getByRole('row')).toHaveText([
    'CollegeAverage score',
    '=Sum of Engineering90.0%',
    'Farmland College80.0%',
    `${longName}60.0%`,
    'Coastal College10.0%',
  ])
  await expect(chart.locator('.recharts-bar-rectangle')).toHaveCount(4)

  const table = page.getByRole('table', { name: 'Colleges' })
  const names = table.locator('tbody').getByRole('link')
  await expect(names).toHaveCount(6)
  const row = (name: RegExp) => table.getByRole('row', { name })
  await expect(row(/Brahmaputra/)).toHaveText(/31 of 333.3%60\.0%$/)
  await expect(row(/Deccan/)).toHaveText(/No response yet00 of 0––$/)
  await expect(row(/Eastern/)).toHaveText(/10 of 10\.0%–$/)
  for (const [name, tone] of [
    ['Farmland', 'green'],
    ['Brahmaputra', 'blue'],
    ['Coastal', 'red'],
  ])
    await expect(row(new RegExp(`${name}`)).locator('[data-tone]')).toHaveAttribute('data-tone', `${tone}`)
  await expect(page.getByRole('table', { name: 'Questions' }).getByRole('row', { name: /Question 1/ })).toContainText(
    '83.3%',
  )
  await expectSound(page, 'test report for all colleges')

  // The order survives a reload and a search.
  await table.getByRole('button', { name: 'Average score' }).click()
  await expect(names.first()).toHaveText('=Sum of Engineering')
  await table.getByRole('button', { name: 'Average score' }).click()
  await expect(names).toHaveText([/Coastal/, /Brahma/, /Farmland/, /=Sum/, /Deccan/, /Eastern/])
  await page.reload()
  await expect(names.first()).toHaveText('Coastal College')
  await page.getByRole('searchbox').fill('col')
  await expect(names).toHaveText([/Coastal/, /Farmland/, /Deccan/, /Eastern/])
  await page.getByRole('searchbox').fill('no such')
  await expect(page.getByText('No college name matches your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(names).toHaveCount(6)

  // The exports match the table.
  const file = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format, exact: true }).click(),
    ])
    return download
  }
  const csv = await file('CSV')
  expect(csv.suggestedFilename()).toBe('Weekly- 1-2 -quiz-_results.csv')
  const { header, rows } = parseCsv(readFileSync(await csv.path(), 'utf8').slice(1))
  expect(header).toEqual(['College', 'Students Assigned', 'Attempted', 'Completion Rate', 'Average Score'])
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["'=Sum of Engineering", '2', '2', '100', '90'],
    [colleges[1]?.name, '3', '1', '33.33', '60'],
    ['Coastal College', '2', '2', '100', '10'],
    ['Deccan College', '0', '0', '', ''],
    ['Eastern College', '1', '0', '0', ''],
    ['Farmland College', '1', '1', '100', '80'],
  ])
  const sheet = await readSheet(await file('Excel'))
  expect(sheet).toHaveLength(7)
  expect(sheet[1]?.slice(0, 3)).toEqual(['=Sum of Engineering', '2', '2'])

  await page.goto(`${product.url}/tests/${testId}/report?limit=2`)
  await expect(names).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Question 5' })).toBeVisible()
  await expect(chart.locator('.recharts-bar-rectangle')).toHaveCount(4)
  const sheets = await printed(page, info.outputPath('report.pdf'))
  const paper = sheets.map(({ text }) => text).join(' ')
  for (const part of ['Weekly: 1/2 "quiz"', 'Total Assigned', 'Deccan College', 'Farmland College'])
    expect(paper).toContain(part)
  expect(paper).toContain('Question 5')
  expect(paper.replace(/\s/g, '')).toContain(longName.replace(/\s/g, ''))
  for (const gone of ['Back to Tests', 'Export', 'per page']) expect(paper).not.toContain(gone)
  for (const { right, width } of sheets) expect(right).toBeLessThanOrEqual(width - 34 + 1)
  await expect(names).toHaveCount(2)
})

test('a test’s report handles many or no colleges, load failures, refused access and missing tests', async ({
  product,
  newContext,
}) => {
  const testId = await prepareReport(product, 'Nobody’s test', [])
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password)
  const failed = await failing(page, 'reports.tests.platform', 409)
  await page.goto(`${product.url}/tests/${testId}/report`)
  await expect(page.getByText('Failed to load test report')).toBeVisible()
  await expectSound(page, 'test report, failed')
  await failed()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Not assigned to any college')).toBeVisible()
  await expectSound(page, 'test report without colleges')

  const permit = await failing(page, 'reports.tests.platform', 403)
  await page.reload()
  await expect(
    page.getByText('You do not have permission to access this section. Please contact your admin.'),
  ).toBeVisible()
  await permit()
  await page.goto(`${product.url}/tests/01890000-0000-7000-8000-000000000000/report`)
  await expect(page.getByText('Test not found')).toBeVisible()

  // With more than ten colleges, the chart shows either the ten best or the ten lowest.
  const many = Array.from({ length: 11 }, (_, place) => ({
    name: `College ${String.fromCharCode(65 + place)}`,
    right: [place === 0 ? 0 : place === 10 ? 5 : 3],
  }))
  const large = await prepareReport(product, 'Everybody’s test', many)
  await page.goto(`${product.url}/tests/${large}/report`)
  const best = page.getByRole('figure', { name: 'Average score of the 10 best colleges' })
  await expect(best.getByRole('row')).toHaveCount(11)
  await expect(best.getByRole('row').nth(1)).toHaveText('College K100.0%')
  await page.getByRole('button', { name: '10 lowest' }).click()
  const lowest = page.getByRole('figure', { name: 'Average score of the 10 lowest colleges' })
  await expect(lowest.getByRole('row').nth(1)).toHaveText('College A0.0%')

  // Only the owner can open the report's URL.
  const { collegeAdmin } = await (async () => {
    const author = await tokenOf(product, master)
    const { credentials } = (await product.api('POST', '/admin/colleges', author, aCollege())).body
    return { collegeAdmin: { email: credentials.email, password: credentials.temporaryPassword } }
  })()
  const other = await (await newContext()).newPage()
  await signIn(other, product.url, collegeAdmin.email, collegeAdmin.password, `/tests/${large}/report`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('You don’t have access')
})
