import type { Page } from '@playwright/test'
import { aQuestion } from '#tests/factories/forms.ts'
import { enrolCrowd, submitForCrowd } from '#tests/support/crowd.ts'
import { tokenOf } from './four-roles.ts'
import { failing } from './pages/failing.ts'
import { printed, type Sheet } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

/** Adds `size` students to a college and opens the list of students as the college's admin. */
async function openStudents(product: Product, page: Page, size: number) {
  const prepared = await prepareTest(product)
  const { admin, collegeAdmin } = prepared
  const { body } = await product.api('GET', '/admin/colleges', await tokenOf(product, admin))
  const collegeId: string = body.colleges[0].id
  enrolCrowd(product.dataDir, collegeId, size)
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/students?limit=100&sort=name')
  await expect(page.getByRole('row')).toHaveCount(101)
  return prepared
}

/** Checks that all pages are A4 portrait and that no text reaches into the 12 mm right margin. */
function expectWhole(sheets: readonly Sheet[]) {
  for (const { width, height, right } of sheets) {
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
    expect(right).toBeLessThanOrEqual(595 - 34 + 1)
    expect(right).toBeGreaterThan(400)
  }
}

test('prints long lists and complete reports on A4, with table headings on every page and without controls', async ({
  product,
  newContext,
}, info) => {
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  const { testId, collegeAdmin } = await openStudents(product, page, 410)
  const sheets = await printed(page, info.outputPath('students.pdf'))
  expect(sheets.length).toBeGreaterThan(1)
  expect(sheets.length).toBeLessThanOrEqual(8)
  expectWhole(sheets)
  const [first, second] = sheets
  expect(first?.text).toMatch(/Printed .* by /)
  expect(first?.text).toContain('Students')
  for (const sheet of [first, second])
    for (const heading of ['Name', 'Branch', 'Batch']) expect(sheet?.text).toContain(heading)
  const all = sheets.map(({ text }) => text).join(' ')
  for (const gone of [
    'Bulk Upload',
    'Dashboard',
    'Academic System',
    'per page',
    'Actions',
    'Skip to content',
    'Log out',
  ])
    expect(all).not.toContain(gone)
  expect(all).toContain(`1 / ${sheets.length}`)
  expect(all.match(/crowd\d{6}@/g)?.length).toBeGreaterThanOrEqual(99)

  // A screen with wide tables prints in landscape.
  await page.getByRole('table').evaluate((table) => {
    table.dataset.print = 'landscape'
  })
  const lying = (await printed(page)).filter(({ text }) => text.includes('crowd'))
  expect(lying.every(({ width, height }) => width > height)).toBe(true)

  // Ctrl+P prints only the opened parts of a report. The Print menu item loads the rest first.
  const office = await tokenOf(product, collegeAdmin)
  const { assignments } = (await product.api('GET', '/tests/college/assigned', office)).body
  const { batches } = (await product.api('GET', '/college/batches', office)).body
  await product.api('POST', `/tests/assignment/${assignments[0].id}/assign-students`, office, { batches })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${product.url}/assigned-tests/${testId}/report`)
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = 'yes'
    }
  })
  await expect(page.getByRole('figure', { name: 'Passed and failed' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Student results' })).toBeVisible()
  const opened = (await printed(page)).map(({ text }) => text).join(' ')
  expect(opened).toContain('Top 5 Students')
  expect(opened).toContain('All Student Results')
  expect(opened).not.toContain('Question-wise Analysis')

  const repair = await failing(page, 'reports.tests.students', 409)
  const exporting = page.getByRole('button', { name: 'Export', exact: true })
  await exporting.click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  const refused = page.getByRole('dialog', { name: 'Failed to prepare for printing' })
  await expect(refused).toContainText('The database is being moved')
  await repair()
  await refused.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('body[data-asked]')).toBeAttached()
  await expect(exporting).toHaveAttribute('aria-busy', 'false')
  const whole = await printed(page, info.outputPath('report.pdf'))
  expectWhole(whole)
  const words = whole.map(({ text }) => text).join(' ')
  for (const part of ['Performance Overview', 'Top 5 Students', 'Question-wise Analysis', 'All Student Results'])
    expect(words).toContain(part)
  expect(new Set(words.match(/crowd\d{6}@/g)).size).toBe(410)
  for (const { text } of whole.filter(({ text }) => text.includes('crowd'))) expect(text).toContain('Percentage')
  await expect(page.getByRole('button', { name: /Question-wise Analysis/ })).toHaveAttribute('aria-expanded', 'false')

  // The performance report shows 20 students on the screen, and loads and prints all 210.
  submitForCrowd(product.dataDir, testId, 210)
  await page.goto(`${product.url}/reports`)
  const table = page.getByRole('table', { name: 'Student performance' })
  await expect(table.getByRole('row')).toHaveCount(21)
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.asked = 'report'
    }
  })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let calls = 0
  await page.route('**/trpc/*reports.performance.rows*', async (route) => {
    if (++calls === 2) await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.getByRole('button', { name: 'Loading 200 of 210' })).toBeVisible()
  release()
  await expect(page.locator('body[data-asked=report]')).toBeAttached()
  const performance = await printed(page, info.outputPath('performance.pdf'))
  expectWhole(performance)
  const names = performance.map(({ text }) => text).join(' ')
  expect(new Set(names.match(/crowd\d{6}@/g)).size).toBe(210)
  // After printing, the screen shows one page of students again.
  await expect(table.getByRole('row')).toHaveCount(21)
})

test('prints a report in light colours from a dark screen, without splitting questions', async ({
  product,
  newContext,
}, info) => {
  const questions = Array.from({ length: 14 }, (_, index) =>
    aQuestion({ questionText: `Question of page ${index + 1}: which of these statements holds for every such graph?` }),
  )
  const prepared = await prepareTest(product, { questions, numberOfQuestions: questions.length })
  await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
  await product.api('POST', `/tests/${prepared.testId}/submit`, prepared.token, {})
  const page = await (await newContext()).newPage()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, product.url, prepared.email, prepared.password, `/my-tests/${prepared.testId}/report`)
  await expect(page.getByText('Question of page 14')).toBeVisible()
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    // Runs after the theme's listener, because that one was added first.
    window.addEventListener('beforeprint', () => {
      dataset.printedAs = dataset.mantineColorScheme ?? ''
    })
  })
  const scheme = () => page.evaluate(() => ({ ...document.documentElement.dataset }))
  expect(await scheme()).toMatchObject({ mantineColorScheme: 'dark' })
  const sheets = await printed(page, info.outputPath('report.pdf'))
  expect(await scheme()).toMatchObject({ mantineColorScheme: 'dark', printedAs: 'light' })
  expect(sheets.length).toBeGreaterThan(1)
  expectWhole(sheets)
  for (const { text } of sheets)
    expect(text.match(/Correct answer/g)?.length).toBe(text.match(/Question of page/g)?.length)

  // The receipt is printed alone, on one page.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print' }).click()
  const [receipt, ...more] = await printed(page, info.outputPath('receipt.pdf'))
  expect([more.length, receipt?.text.includes('Question analysis')]).toEqual([0, false])
  expect(receipt?.text).toContain('questions answered')
})
