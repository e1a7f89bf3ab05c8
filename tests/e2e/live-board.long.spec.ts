import type { Page } from '@playwright/test'
import { aSectionedTest, aStudent } from '#tests/factories/forms.ts'
import { type FourRoles, prepareRoles, tokenOf } from './four-roles.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

interface Hall extends FourRoles {
  testId: string
  assignmentId: string
  board: string
}

const longName = 'Venkata Lakshmi Narasimha Subrahmanyeswara Rao Chidambaranathan Pillai'

/** Prepares a running sectioned test, assigned to the student of `prepareRoles` and `others` more students. */
async function prepareHall(product: Product, others = 1): Promise<Hall> {
  const people = await prepareRoles(product)
  const [author, office] = await Promise.all([
    tokenOf(product, people.masterAdmin),
    tokenOf(product, people.collegeAdmin),
  ])
  const { api } = product
  const { colleges } = (await api('GET', '/admin/colleges', author)).body
  const form = aSectionedTest(Date.now(), { testName: 'Placement assessment' })
  const { test: made } = (await api('POST', '/tests', author, form)).body
  await api('POST', `/tests/${made.id}/assign-college`, author, { collegeIds: [colleges[0].id] })
  const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
  const { id } = assignments.find((one: { testId: { id: string } }) => one.testId.id === made.id)
  await api('PUT', `/tests/assignment/${id}/status`, office, { status: 'accepted' })
  for (let n = 0; n < others; n++)
    await api('POST', '/college/users', office, { ...aStudent({ section: 'B' }), ...(n === 0 && { name: longName }) })
  await api('POST', `/tests/assignment/${id}/assign-students`, office, { branches: ['CSE'] })
  return { ...people, testId: made.id, assignmentId: id, board: `/live-board/${id}` }
}

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const connection = (page: Page) => page.getByRole('main').getByRole('status').first()
const count = (page: Page, name: string) => page.getByRole('group', { name: 'Students' }).getByRole('button', { name })

test('the board updates while a student takes the test in another browser', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const hall = await prepareHall(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, hall.faculty.email, hall.faculty.password, '/tests')
  await rowOf(page, /Placement assessment/)
    .getByRole('link', { name: 'Live board' })
    .click()
  await expect(connection(page)).toHaveText('Live')
  await expect(count(page, 'All')).toContainText('2')
  await expect(count(page, 'Not started')).toContainText('2')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))

  const studentPage = await (await newContext()).newPage()
  await signIn(studentPage, product.url, hall.student.email, hall.student.password, `/my-tests/${hall.testId}/take`)
  const room = new ExamRoom(studentPage)
  await room.start()
  const row = rowOf(page, /In progress/)
  await expect(row).toContainText('0 / 6')
  await expect(row).toContainText(/(30:00|29:\d\d)/)
  await room.choose('B')
  await expect(row).toContainText('1 / 6')
  await room.next()
  await room.choose('C')
  await expect(row).toContainText('2 / 6')
  await expect(row).toContainText(/\d s ago/)
  await expect(count(page, 'In progress')).toContainText('1')

  // Leaving the tab is listed with its duration.
  await studentPage.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await row.getByRole('button', { name: /violation/ }).click()
  const log = page.getByRole('dialog', { name: /’s violations$/ })
  await expect(log.getByText('Left the test tab')).toBeVisible()
  await expect(log.getByText('1 s', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()
  // Faculty can watch, but cannot give extra time or reopen attempts.
  await row.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Violations'])
  await page.keyboard.press('Escape')

  await studentPage.request.post(`${product.url}/api/tests/${hall.testId}/submit`, {
    headers: { authorization: `Bearer ${await tokenOf(product, hall.student)}` },
    data: {},
  })
  await expect(rowOf(page, /Submitted/)).toContainText('2 / 6')
  await expect(count(page, 'Submitted')).toContainText('1')
  // All updates came over one stream, without polling and without a token in a URL.
  expect(calls.filter((url) => /attempts\.live\b/.test(url))).toEqual([])
  expect(calls.filter((url) => /authorization|bearer|token/i.test(url))).toEqual([])
})

test('the board reports a lost stream, polls in the meantime, and catches up afterwards', async ({
  product,
  newContext,
}) => {
  test.setTimeout(240_000)
  const hall = await prepareHall(product)
  const student = await tokenOf(product, hall.student)
  const context = await newContext()
  const page = await context.newPage()
  await signIn(page, product.url, hall.collegeAdmin.email, hall.collegeAdmin.password, hall.board)
  await expect(connection(page)).toHaveText('Live')
  await context.setOffline(true)
  await expect(connection(page)).toHaveText('Reconnecting', { timeout: 40_000 })
  await product.api('POST', `/tests/${hall.testId}/start`, student)
  await expect(count(page, 'Not started')).toContainText('2')
  await context.setOffline(false)
  await expect(connection(page)).toHaveText('Live')
  await expect(count(page, 'In progress')).toContainText('1')

  // If a proxy blocks the stream, the board polls every five seconds.
  await page.route('**/trpc/attempts.liveChanges*', (route) => route.abort('connectionreset'))
  await page.reload()
  await expect(connection(page)).toHaveText('Updating every 5 s')
  await product.api('POST', `/tests/${hall.testId}/submit`, student, {})
  await expect(count(page, 'Submitted')).toContainText('1')
  await page.unroute('**/trpc/attempts.liveChanges*')
  await expect(connection(page)).toHaveText('Live', { timeout: 60_000 })
})

test('gives extra time and reopens an attempt from the board', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const hall = await prepareHall(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, hall.collegeAdmin.email, hall.collegeAdmin.password, hall.board)
  await expect(connection(page)).toHaveText('Live')

  // Give one student extra time before the start.
  await rowOf(page, longName).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Extra time' }).click()
  const time = page.getByRole('dialog')
  await time.getByRole('button', { name: 'Give extra time' }).click()
  await expect(time.getByText('Please give a reason')).toBeVisible()
  await time.getByLabel('Extra minutes').fill('500')
  await time.getByLabel('Reason').fill('Writes with a scribe')
  await time.getByRole('button', { name: 'Give extra time' }).click()
  await expect(time.getByText('Extra time must be between 1 and 300 minutes')).toBeVisible()
  await expectSound(page, 'extra time for one student')
  await time.getByLabel('Extra minutes').fill('15')
  await time.getByRole('button', { name: 'Give extra time' }).click()
  await expect(page.getByText('1 student got 15 more minutes')).toBeVisible()
  await expect(rowOf(page, longName)).toContainText('+15 min')
  await rowOf(page, longName).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Extra time' }).click()
  await time.getByRole('tab', { name: /Time changes/ }).click()
  await expect(time.getByText('Extra time: +15 min')).toBeVisible()
  await expect(time.getByText('Writes with a scribe')).toBeVisible()
  await expectSound(page, 'extra time given')
  await page.keyboard.press('Escape')
  await expect(time).toBeHidden()

  // A reopened attempt keeps its answers.
  const student = await tokenOf(product, hall.student)
  const { test: paper } = (await product.api('POST', `/tests/${hall.testId}/start`, student)).body
  const answers = [{ questionId: paper.sections[0].questions[0].id, selectedAnswer: 'B' }]
  await product.api('POST', `/tests/${hall.testId}/submit`, student, { answers })
  await rowOf(page, /Submitted/)
    .getByRole('button', { name: 'Actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Reopen attempt' }).click()
  const reopen = page.getByRole('dialog', { name: /^Reopen .*’s attempt/ })
  await expect(reopen.getByText(/may have seen the correct answers/)).toBeVisible()
  await reopen.getByRole('button', { name: 'Reopen attempt' }).click()
  await expect(reopen.getByText('Please give a reason')).toBeVisible()
  await expectSound(page, 'reopen an attempt')
  await reopen.getByLabel('Minutes').fill('7')
  await reopen.getByLabel('Reason').fill('Submitted by mistake')
  await reopen.getByRole('button', { name: 'Reopen attempt' }).click()
  const row = rowOf(page, /In progress/)
  await expect(row).toContainText('1 / 6')
  const { body } = await product.api('POST', `/tests/${hall.testId}/start`, student)
  expect(body.answers).toMatchObject([{ selectedAnswer: 'B' }])
})

test('the board filters and searches, and passes axe in every state', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const hall = await prepareHall(product, 24)
  const student = await tokenOf(product, hall.student)
  await product.api('POST', `/tests/${hall.testId}/start`, student)
  await product.api('PUT', `/tests/${hall.testId}/answers`, student, {
    answers: [],
    violations: [{ kind: 'tab_switch', at: new Date().toISOString(), durationMs: 61_000 }],
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, hall.collegeAdmin.email, hall.collegeAdmin.password, hall.board)
  await expect(connection(page)).toHaveText('Live')
  await expect(page.getByText('1–20 of 25')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('In progress')
  await expectSound(page, 'live board')
  await page.getByRole('button', { name: /: 1 violation$/ }).click()
  await expect(page.getByRole('dialog').getByText('1 min 1 s')).toBeVisible()
  await expectSound(page, 'violations')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Not started/ }).click()
  await expect(page.getByText('1–20 of 24')).toBeVisible()
  await page.getByRole('button', { name: 'All groups' }).click()
  await page.getByLabel('Section', { exact: true }).selectOption('A')
  await expect(page.getByText('No one matches your filters')).toBeVisible()
  await expectSound(page, 'live board, nobody found')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox').fill('venkata')
  await expect(page.getByRole('row')).toHaveCount(2)
  // A student without a save for over a minute is flagged and counted.
  await page.getByRole('searchbox').fill('')
  await product.advance(61_000)
  await expect(rowOf(page, /In progress/).getByLabel('No save for over a minute')).toBeVisible({ timeout: 40_000 })
  await page.getByRole('button', { name: /^No recent save 1/ }).click()
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.goto(`${product.url}/live-board/nowhere`)
  await expect(page.getByText('Assignment not found')).toBeVisible()
  await expectSound(page, 'live board, assignment not found')
})

test('running tests link to their boards, and an empty list says so', async ({ product, newContext }) => {
  const hall = await prepareHall(product)
  await product.api('POST', `/tests/${hall.testId}/start`, await tokenOf(product, hall.student))
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, hall.faculty.email, hall.faculty.password, '/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Live board', exact: true }).click()
  await expect(page).toHaveURL(/\/live-board$/)
  const row = rowOf(page, /Placement assessment/)
  await expect(row.getByRole('cell')).toContainText([/Placement assessment/, /in/, '1', '1', '0', 'Open'])
  await expectSound(page, 'running tests')
  await row.getByRole('link', { name: 'Placement assessment' }).click()
  await expect(page).toHaveURL(new RegExp(hall.board))
  await expect(page.getByRole('banner')).toContainText('Live board')

  await product.api('DELETE', `/tests/${hall.testId}`, await tokenOf(product, hall.masterAdmin))
  await product.api('DELETE', `/tests/${hall.prepared.testId}`, await tokenOf(product, hall.masterAdmin))
  await page.goto(`${product.url}/live-board`)
  await expect(page.getByText('No tests in progress')).toBeVisible()
  await expectSound(page, 'no running test')
})

test('accepts a receipt in lower case with spaces, and rejects invalid and unknown ones', async ({
  product,
  newContext,
}) => {
  const hall = await prepareHall(product)
  const student = await tokenOf(product, hall.student)
  await product.api('POST', `/tests/${hall.testId}/start`, student)
  const { receipt } = (await product.api('POST', `/tests/${hall.testId}/submit`, student, {})).body
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, hall.faculty.email, hall.faculty.password, '/tests')
  await page.getByRole('link', { name: 'Check a receipt' }).click()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Please enter a receipt code')).toBeVisible()
  await page.getByLabel('Receipt code').fill(` ${receipt.code.toLowerCase().replaceAll('-', ' ')} `)
  await page.keyboard.press('Enter')
  const result = page.getByRole('status', { name: 'Result' })
  await expect(result.getByRole('heading', { name: 'Genuine' })).toBeVisible()
  await expect(result).toContainText('Placement assessment')
  await expect(result).toContainText('0 of 6 questions')
  await expectSound(page, 'a genuine receipt')
  await page.getByLabel('Receipt code').fill('hello')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('This is not a receipt code.')).toBeVisible()
  await expect(result).toHaveCount(0)
  await expectSound(page, 'invalid receipt')
  await page.getByLabel('Receipt code').fill(`${receipt.code.slice(0, -1)}${receipt.code.endsWith('A') ? 'B' : 'A'}`)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(result.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await expect(result).toContainText('No test submitted at your college has this receipt. Check the code for typos.')
  await expectSound(page, 'unknown receipt')
})
