import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { read, utils } from 'xlsx'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { printed } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { prepareTakenClass } from './taken-class.ts'

test('opens a college’s test report, exports and prints it, and handles failures', async ({ product, newContext }) => {
  const taken = await prepareTakenClass(product, {
    size: 24,
    groupOf: (place) => ({ branch: place % 2 ? 'ECE' : 'CSE', section: place % 3 ? 'B' : 'A' }),
    answersOf: (place) => [place < 12 ? 'B' : 'C', place < 20 ? 'B' : null, place % 2 ? 'B' : 'D', 'B'],
    test: { testName: 'Placement mock', subject: 'Reasoning' },
  })
  const { email, password } = taken.collegeAdmin
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, email, password, '/assigned-tests')
  await page
    .getByRole('row', { name: /Placement mock/ })
    .getByRole('button', { name: 'Actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(page).toHaveURL(new RegExp(`/assigned-tests/${taken.testId}/report$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Placement mock' })).toBeVisible()
  await expect(page.getByLabel('Test statistics')).toContainText(/Total Students25.*Completed24/)
  await expect(page.getByRole('figure', { name: 'Passed and failed' })).toBeVisible()
  await expectSound(page, 'college test report')

  // The exports match the students on the screen.
  const table = page.getByRole('table', { name: 'Student results' })
  await expect(table.getByRole('row')).toHaveCount(21)
  const file = async (start: () => Promise<void>) => {
    const download = page.waitForEvent('download')
    await start()
    const done = await download
    return { name: done.suggestedFilename(), bytes: readFileSync(await done.path()) }
  }
  const csv = await file(() => page.getByRole('button', { name: 'Download CSV' }).click())
  expect(csv.name).toBe('Placement mock_results.csv')
  const rowsOf = (bytes: Buffer) =>
    Papa.parse<Record<string, string>>(bytes.toString().replace('\ufeff', ''), { header: true, skipEmptyLines: true })
      .data
  const rows = rowsOf(csv.bytes)
  expect(rows).toHaveLength(25)
  for (const shown of await table.locator('tbody tr').allTextContents()) {
    const row = rows.find((one) => shown.startsWith(one['Student Name'] ?? '-'))
    const score = row?.Status === 'Completed' ? `${row['Marks Obtained']} / ${row['Total Marks']}` : 'Not attempted'
    expect(shown).toContain(score)
    expect(shown).toContain(`${row?.['ID Number']} · `)
  }
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const xlsx = await file(() => page.getByRole('menuitem', { name: 'Excel', exact: true }).click())
  const book = read(xlsx.bytes)
  const cells = utils.sheet_to_json<Record<string, string | number>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
  expect(cells.map((row) => [row['Student Name'], row['Marks Obtained'] ?? ''].map(String))).toEqual(
    rows.map((row) => [row['Student Name'], row['Marks Obtained']]),
  )

  // Questions are exported separately.
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const questions = await file(() => page.getByRole('menuitem', { name: 'Question analysis, CSV' }).click())
  expect(questions.name).toBe('Placement mock_questions.csv')
  expect(questions.bytes.toString().trim().split('\n')).toHaveLength(5)

  // The table's filters are kept in the URL and also apply to exports and printouts.
  await page.getByLabel('Result', { exact: true }).selectOption('Not attempted')
  await expect(page).toHaveURL(/status=Not\+Attempted$/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  const narrowed = await file(() => page.getByRole('button', { name: 'Download CSV, filtered' }).click())
  expect(rowsOf(narrowed.bytes).map(({ Status }) => Status)).toEqual(['Not Attempted'])
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Only rows that match the filters')).toBeVisible()
  await page.keyboard.press('Escape')

  // The printout names the test and the filters, and contains no buttons or navigation.
  const sheets = await printed(page)
  const paper = sheets.map(({ text }) => text).join('\n')
  expect(paper).toContain('Placement mock')
  expect(paper).toContain('Only these students: Not Attempted')
  expect(paper).not.toMatch(/Download CSV|Student Hierarchy/)

  const mend = await failing(page, 'reports.tests.summary', 409)
  await page.reload()
  await expect(page.getByText('Failed to load report')).toBeVisible()
  await expectSound(page, 'college test report, failed')
  await mend()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/assigned-tests$/)
  await failing(page, 'reports.tests.summary', 403)
  await page.goto(`${product.url}/assigned-tests/${taken.testId}/report`)
  await expect(
    page.getByText('You do not have permission to access this section. Please contact your admin.'),
  ).toBeVisible()
})
