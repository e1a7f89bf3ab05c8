import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { zip } from '#tests/members/bulk/packages.ts'
import { addQuestion, anAddition, writeCode } from './pages/coding.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const admin = { email: 'admin@localhost', password: 'first-password' }
const right = 'import sys\nprint(sum(map(int, sys.stdin.read().split()[1:])))\n'

async function openBank(page: Page, { url }: Product, path = '/coding-questions') {
  await signIn(page, url, admin.email, admin.password, path)
}

async function choose(page: Page, within: string, list: string, option: string) {
  await page.getByRole('region', { name: within }).getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const bodyRows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

test('writes a question, checks its solutions, fixes them and publishes it', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await openBank(page, product)
  await expect(page.getByText('No coding questions yet')).toBeVisible()
  await expectSound(page, 'empty question bank')
  await page.getByRole('link', { name: 'Add Question' }).first().click()

  // Missing fields show the schema's messages, and the first one is focused.
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page.getByRole('alert').getByText('Title is required')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByText('Description is required')).toBeVisible()
  await expect(page.getByText('Expected output is required')).toBeVisible()
  await expectSound(page, 'a coding question, nothing filled in')

  await page.getByLabel('Title').fill('Sum of integers')
  await page.getByRole('textbox', { name: 'Description' }).fill('Print $\\sum a_i$ for **all** of them.')
  const preview = page.getByRole('region', { name: 'Preview: Description' })
  await expect(preview.locator('.katex').first()).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('all')
  const tags = page.getByRole('combobox', { name: 'Tags' })
  for (const tag of [' arrays ', 'Arrays', 'math']) {
    await tags.fill(tag)
    await tags.press('Enter')
  }
  await expect(page.getByText('arrays', { exact: true })).toBeVisible()
  await expect(page.getByText('Arrays', { exact: true })).toHaveCount(0)
  for (const language of ['JavaScript', 'Python', 'Java', 'C++'])
    await page.getByRole('checkbox', { name: language, exact: true }).uncheck()
  await page.getByLabel('Time limit (ms)').fill('50')
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('2\n40 2\n')
  await page.getByRole('textbox', { name: 'Expected output' }).fill('42\n')
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page.getByText('Please select at least one programming language').first()).toBeVisible()
  await expect(page.getByText('Time limit must be at least 100 ms')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Python', exact: true }).check()
  await page.getByLabel('Time limit (ms)').fill('1,500')
  await expect(page.getByText('This could be 1500 or 1.5. Enter it without the comma.')).toBeVisible()
  await page.getByLabel('Time limit (ms)').fill('150')
  await page.getByLabel('Memory limit (MB)').fill('70')
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page.getByText('Memory limit must be a multiple of 32 MB')).toBeVisible()
  await expect(page.getByText('Time limit must be a multiple of 100 ms').first()).toBeVisible()
  await page.getByLabel('Memory limit (MB)').fill('256')
  await page.getByLabel('Time limit (ms)').fill('1000')

  // The last test case cannot be removed. A zip import adds cases and reports the files it could not use.
  await expect(page.getByRole('button', { name: 'The last test case cannot be removed' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByLabel('Zip of test cases').setInputFiles({
    name: 'cases.zip',
    mimeType: 'application/zip',
    buffer: zip([
      { name: 'sample1.in', content: '1\n7\n' },
      { name: 'sample1.ans', content: '7\n' },
      { name: 'big.in', content: `3\n${'1 '.repeat(40_000)}\n` },
      { name: 'big.out', content: '40000\n' },
      { name: 'alone.in', content: '1\n' },
    ]),
  })
  await expect(page.getByText('2 test cases added')).toBeVisible()
  // The imported cases do not push the report out of view.
  await expect(page.getByText(/^alone/)).toBeInViewport()
  const cases = page.getByRole('list', { name: 'Test cases' }).getByRole('listitem')
  await expect(cases).toHaveCount(3)
  await page.getByRole('button', { name: 'Move test case 3 up' }).click()
  await page.getByRole('button', { name: 'Remove test case 2' }).click()
  await expect(page.getByText('Test case 2 removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cases).toHaveCount(3)
  // Text too long for the field is truncated.
  const big = cases.filter({ hasText: '40000' })
  await big.getByRole('button', { expanded: false }).click()
  await expect(page.getByText(/^80,003 characters\. Only the beginning is shown\.$/)).toBeVisible()

  // A solution with an unexpected verdict blocks publishing, and the page says why.
  await page.getByRole('button', { name: 'Add solution' }).click()
  const solution = page.getByRole('textbox', { name: 'Code of solution 1' })
  const first = page.getByRole('region', { name: 'Solution 1' })
  await writeCode(solution, 'print(42\n')
  await first.getByRole('button', { name: 'Run solution 1' }).click()
  await expect(first.getByText('expected Accepted')).toBeVisible()
  await writeCode(solution, 'print(42)\n')
  await first.getByRole('button', { name: 'Run solution 1' }).click()
  await expect(first.getByText('1 of 3 test cases passed')).toBeVisible()
  await expect(first.getByRole('region', { name: 'Your output' })).toContainText('42')
  await expectSound(page, 'a solution run before saving')
  await writeCode(solution, 'import time\ntime.sleep(60)\n')
  await expect(first.getByText('Run before your last changes:')).toBeVisible()
  await writeCode(solution, 'print(42)\n')
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page).toHaveURL(/\/coding-questions\/[\w-]+\/edit$/)
  await expect(page.getByText('Not published: students can’t see this question')).toBeVisible()
  await expect(
    page.getByText('Solution 1 (Python): expected Accepted, got Wrong answer at test case 2.').first(),
  ).toBeVisible()
  await expectSound(page, 'an unpublished coding question')
  await writeCode(solution, right)
  await page.getByRole('button', { name: 'Add solution' }).click()
  await writeCode(page.getByRole('textbox', { name: 'Code of solution 2' }), 'print(42)\n')
  await choose(page, 'Solution 2', 'Expected verdict', 'Wrong answer')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('All 2 reference solutions got their expected verdicts.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Solution 1' }).getByText('Accepted').last()).toBeVisible()

  await page.getByRole('banner').getByRole('link', { name: 'Coding Questions' }).click()
  await expect(bodyRows(page)).toHaveCount(1)
  await expect(bodyRows(page)).toContainText(/Sum of integers.*Medium.*arraysmath.*Python.*3.*Published/)
})

test('filters and searches the bank, rechecks a question, deletes one and archives another', async ({
  product,
  newContext,
}) => {
  const title = 'Maximum subarray with a name that is longer than any table has room for, and then some more of it'
  const sum = await addQuestion(product, anAddition({ tags: ['arrays', 'math', 'sums', 'warm-up'] }))
  await addQuestion(product, anAddition({ title, difficulty: 'hard', tags: ['dynamic programming'] }))
  await addQuestion(product, {
    ...anAddition({ title: 'Shortest path', difficulty: 'medium', tags: ['graphs'] }),
    solutions: [{ language: 'python', code: right, expected_verdict: 'wrong_answer' }],
  })
  const page = await (await newContext()).newPage()
  await openBank(page, product)
  await expect(bodyRows(page)).toHaveCount(3)
  await expect(page.getByRole('row', { name: 'Sum of integers' })).toContainText('+1')
  await expect(page.getByRole('row', { name: 'Shortest path' })).toContainText('Draft')
  await expectSound(page, 'question bank')
  await page.getByRole('group', { name: 'Difficulty' }).getByRole('button', { name: 'Hard 1' }).click()
  await expect(bodyRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox', { name: 'Search by title or tag' }).fill('GRAPH')
  await expect(bodyRows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=GRAPH$/)

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Run check again' }).click()
  await expect(page.getByText('Running the reference solutions of “Shortest path”')).toBeVisible()
  await expect(bodyRows(page)).toContainText('Draft')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/delete “Shortest path”\? This action cannot be undone\.$/)).toBeVisible()
  await expectSound(page, 'delete a coding question')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No coding questions match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(bodyRows(page)).toHaveCount(2)

  // A question that a test uses is archived instead of deleted, and can be restored.
  const used = await product.api('POST', '/tests', await adminToken(product), {
    testName: 'Campus drive',
    testDescription: 'One problem.',
    testType: 'Practice',
    subject: 'Technical',
    difficulty: 'Easy',
    startDateTime: '2030-01-10T09:00:00Z',
    endDateTime: '2030-01-10T18:00:00Z',
    hasCodingSection: true,
    codingQuestions: [{ questionId: sum }],
  })
  expect(used.status).toBe(201)
  const archive = async () => {
    await page.getByRole('row', { name: 'Sum of integers' }).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await expect(bodyRows(page)).toHaveCount(1)
  }
  await page.getByRole('row', { name: 'Sum of integers' }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(
    dialog.getByText('“Sum of integers” cannot be deleted. It is used by 1 test (“Campus drive”).'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await archive()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Sum of integers” is back in the bank')).toBeVisible()
  await expect(bodyRows(page)).toHaveCount(2)
  await archive()
  await page.getByLabel('Questions shown').selectOption('Archived questions')
  await expect(bodyRows(page)).toContainText(['Archived'])
  await bodyRows(page).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(page.getByText('No archived questions')).toBeVisible()
})

test('exports a question as a problem package and imports it', async ({ product, newContext }) => {
  await addQuestion(product, { ...anAddition(), solutions: [{ language: 'python', code: right }] })
  const page = await (await newContext()).newPage()
  await openBank(page, product)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Export package' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('sum-of-integers.zip')
  const content = readFileSync(await file.path())

  await page.getByRole('button', { name: 'Import package' }).first().click()
  const dialog = page.getByRole('dialog')
  await expectSound(page, 'import a package')
  await dialog
    .getByLabel('Problem package')
    .setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip at all') })
  await expect(dialog.getByText('The package was not imported')).toBeVisible()
  await dialog
    .getByLabel('Problem package')
    .setInputFiles({ name: 'package.zip', mimeType: 'application/zip', buffer: content })
  await expect(dialog.getByText(/“Sum of integers” was added to the bank/)).toBeVisible()
  await dialog.getByRole('link', { name: 'Open question' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sum of integers')
  await expect(page.getByRole('list', { name: 'Test cases' }).getByRole('listitem')).toHaveCount(6)
  await expect(page.getByText('The reference solution got its expected verdict.')).toBeVisible()
})

test('asks about unsaved changes, keeps them as a draft and offers to restore it', async ({ product, newContext }) => {
  const id = await addQuestion(product)
  const page = await (await newContext()).newPage()
  await openBank(page, product, `/coding-questions/${id}/edit`)
  await page.getByLabel('Title').fill('Sum of many integers')
  await expect(page.getByText(/^Draft saved in this browser/)).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sum of many integers')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('row', { name: 'Sum of integers' })).toBeVisible()
  await page.getByRole('link', { name: 'Sum of integers' }).click()
  await expect(page.getByRole('heading', { name: /^You have an unsaved draft/ })).toBeVisible()
  await expectSound(page, 'a coding question draft')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sum of many integers')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('row', { name: 'Sum of many integers' })).toBeVisible()
  // After saving, no draft is offered.
  await page.getByRole('link', { name: 'Sum of many integers' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sum of many integers')

  // A draft discarded by mistake can be restored.
  await page.getByLabel('Title').fill('Sum of a few integers')
  await expect(page.getByText(/^Draft saved in this browser/)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sum of many integers')
  await expect(page.getByText(/^Draft from .* discarded$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sum of a few integers')
})

/**
 * Opens a question with `cases` long test cases and expands the middle one.
 *
 * @returns a function that types into a field and returns the main thread's work in seconds
 */
async function typingIn(context: BrowserContext, product: Product, cases: number) {
  const text = (n: number) => `${n}\n${'17 '.repeat(3_000)}\n`
  const testCases = Array.from({ length: cases }, (_, n) => ({ input: text(n), expected_output: `${n}\n` }))
  const id = await addQuestion(product, anAddition({ title: `Sum of ${cases}`, testCases }))
  const page = await context.newPage()
  await openBank(page, product, `/coding-questions/${id}/edit`)
  // Find the case by position. Finding it by name among two thousand buttons takes too long.
  const middle = Math.ceil(cases / 2) - 1
  await page.locator('[data-row]').nth(middle).locator('button').first().click()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    return of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration')
  }
  return async (label: string, typed: string) => {
    await page.bringToFront()
    const field = page.getByRole('textbox', { name: label, exact: true })
    await field.click()
    const before = await work()
    await page.keyboard.type(typed, { delay: 30 })
    await expect(field).toHaveValue(new RegExp(typed))
    return (await work()) - before
  }
}

test('five hundred long cases do not slow down typing', async ({ product, newContext }) => {
  const few = await typingIn(await newContext(), product, 5)
  const many = await typingIn(await newContext(), product, 500)
  for (const label of ['Title', 'Input']) {
    const ofFew = await few(label, 'typing goes on')
    const ofMany = await many(label, 'typing goes on')
    // Rendering every case on every keystroke would take many times longer.
    expect(ofMany / ofFew, `work when typing in ${label}, 500 cases compared with 5`).toBeLessThan(3)
  }
})

test('a focused field is not covered by the save bar', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await openBank(page, product, '/coding-questions/new')
  const field = page.getByRole('textbox', { name: 'Explanation' })
  await field.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight))
  await field.focus()
  const save = await page.getByRole('button', { name: 'Create Question' }).boundingBox()
  await expect
    .poll(async () => {
      const box = await field.boundingBox()
      return box && save && box.y + box.height < save.y
    })
    .toBe(true)
})
