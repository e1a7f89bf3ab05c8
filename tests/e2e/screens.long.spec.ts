import type { Page } from '@playwright/test'
import type { FlatFormInput } from '#shared/tests/form.schema.ts'
import { aFaculty, aQuestion, aStudent, aTest } from '#tests/factories/forms.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound, screenPaths } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { type PreparedTest, prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const day = 86_400_000
const longName =
  'Comprehensive End-of-Semester Quantitative Aptitude, Logical Reasoning and Verbal Ability Assessment for Final-Year Undergraduate Engineers, Set 12 B'

const aWindow = (from: number, to: number) => ({
  startDateTime: new Date(Date.now() + from * day).toISOString(),
  endDateTime: new Date(Date.now() + to * day).toISOString(),
})

/** Offers another test to the college. If accepted, the test is assigned to all CSE students. */
async function offer(
  { api }: Product,
  { admin, collegeAdmin }: PreparedTest,
  decision: 'pending' | 'accepted' | 'rejected',
  fields: Partial<FlatFormInput>,
) {
  const tokenOf = async (person: { email: string; password: string }): Promise<string> =>
    (await api('POST', '/auth/login', undefined, person)).body.token
  const [author, office] = await Promise.all([tokenOf(admin), tokenOf(collegeAdmin)])
  const { test } = (await api('POST', '/tests', author, aTest(Date.now(), fields))).body
  const { colleges } = (await api('GET', '/admin/colleges', author)).body
  await api('POST', `/tests/${test.id}/assign-college`, author, { collegeIds: [colleges[0].id] })
  if (decision === 'pending') return
  const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
  const id = assignments.find((one: { testId: { id: string } }) => one.testId.id === test.id).id
  await api('PUT', `/tests/assignment/${id}/status`, office, { status: decision })
  if (decision === 'accepted')
    await api('POST', `/tests/assignment/${id}/assign-students`, office, { branches: ['CSE'] })
}

/** Delays all calls to a procedure until `fail` makes them fail. `end` lets later calls through. */
async function holdCalls(page: Page, procedure: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const error = { message: 'The database is being moved', code: -32004, data: { domainCode: 'NOT_FOUND' } }
  await page.route(`**/trpc/*${procedure}*`, async (route) => {
    await released
    const calls = new URL(route.request().url()).pathname.split(',')
    await route.fulfill({ status: 404, json: calls.map(() => ({ error })) })
  })
  return { fail: release, end: () => page.unroute(`**/trpc/*${procedure}*`) }
}

/** Checks a list while it loads and after it has failed to load. */
async function expectSoundStates(page: Page, url: string, procedure: string, loading: string) {
  const calls = await holdCalls(page, procedure)
  await page.goto(url)
  await expect(page.getByRole('status', { name: loading })).toBeVisible()
  await expectSound(page, `${loading}: loading`)
  calls.fail()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectSound(page, `${loading}: failed`)
  await calls.end()
}

async function closeDialog(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('signed-out screens pass axe', async ({ product, newContext }, info) => {
  const page = await (await newContext()).newPage()
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const paths = await screenPaths(page)
  expect(paths).toContain('/login')
  info.annotations.push(...paths.map((description) => ({ type: 'every screen', description })))
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectSound(page, 'sign-in, nothing filled in')
  await page.goto(`${product.url}/forgot-password`)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectSound(page, 'forgot password')
  for (const link of ['reset-password#any', 'reset-password/any']) {
    await page.goto(`${product.url}/${link}`)
    await expect(page.getByLabel('Confirm new password')).toBeVisible()
    await expectSound(page, `new password, ${link}`)
  }
})

test('the master admin’s tests and colleges pass axe', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await offer(product, prepared, 'pending', { testName: longName, difficulty: 'Hard', ...aWindow(1, 2) })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.admin.email, prepared.admin.password, '/tests')
  await page.getByTitle('Cards', { exact: true }).click()
  const card = page.getByRole('article', { name: longName })
  await card.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog').getByText('Question 1', { exact: true })).toBeVisible()
  await expectSound(page, 'test preview')
  await closeDialog(page)
  await card.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectSound(page, 'test actions', ['desktop'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'delete a test')
  await closeDialog(page)
  await page.getByTitle('Table', { exact: true }).click()
  await expect(page.getByRole('row', { name: longName })).toBeVisible()
  await expectSound(page, 'tests in a table')

  await expectSoundStates(page, `${product.url}/tests`, 'tests.list', 'Loading tests')

  await page.goto(`${product.url}/colleges`)
  await expect(page.getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expectSound(page, 'colleges, navigation open', ['phone'])
  await page.getByRole('button', { name: 'Close navigation' }).click()
  await expectSound(page, 'colleges')
  await page.getByRole('button', { name: 'Create College' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create College' }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await expectSound(page, 'create college, nothing filled in')
  await form.getByLabel('College Name').fill(longName)
  await form.getByLabel('College Code').fill('LONG')
  await form.getByLabel('Email').fill('the.office.of.the.controller.of.examinations@long-names.example')
  await form.getByLabel('Address').fill('1 Long Road, Coimbatore 641001')
  await form.getByRole('button', { name: 'Create College' }).click()
  await expect(page.getByText('This password is shown only once. Copy it now.')).toBeVisible()
  await expectSound(page, 'temporary password')
})

test('the test form passes axe', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.admin.email, prepared.admin.password, '/tests/new')
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Description is required')).toBeVisible()
  await expectSound(page, 'test form, nothing filled in')
  await page.getByLabel('Question file').setInputFiles({
    name: 'questions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('question,A,B,C,D,answer\n"2 + 2?",3,4,5,6,\n"3 + 3?",5,6,7,8,B\n"4 + 4?",5,6,7,8,D\n'),
  })
  const review = page.getByRole('dialog')
  await expect(
    review.getByText('questions.csv has 2 questions; 1 row was rejected. Nothing has been added yet.'),
  ).toBeVisible()
  await expectSound(page, 'question file review')
  await review.getByRole('button', { name: 'Use the 2 questions from this file' }).click()
  await expect(review).toBeHidden()
  await expectSound(page, 'test form with questions')
})

test('college admin and faculty screens pass axe', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await offer(product, prepared, 'pending', { testName: longName })
  await offer(product, prepared, 'rejected', { testType: 'Practice' })
  const office = (await product.api('POST', '/auth/login', undefined, prepared.collegeAdmin)).body.token
  const { user, temporaryPassword } = (await product.api('POST', '/college/users', office, aFaculty())).body
  await product.api('POST', '/college/users', office, {
    ...aStudent({ branch: 'Computer Science and Engineering (Artificial Intelligence)' }),
    name: 'Venkata Lakshmi Narasimha Subrahmanyeswara Rao Chidambaranathan Pillai',
    email: 'venkata.lakshmi.narasimha.subrahmanyeswara.rao@students.long-names.example',
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.collegeAdmin.email, prepared.collegeAdmin.password, '/assigned-tests')
  await page
    .getByRole('row', { name: /Comprehensive/ })
    .getByRole('button', { name: 'Actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Reject' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'reject a test')
  await closeDialog(page)
  await page.goto(`${product.url}/students`)
  await expect(page.getByRole('row', { name: /Venkata/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add Student' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add Student' }).click()
  await expect(page.getByText('Section is required')).toBeVisible()
  await expectSound(page, 'add student, nothing filled in')
  await page.goto(`${product.url}/faculty`)
  await expect(page.getByRole('row', { name: user.name })).toBeVisible()
  await expectSound(page, 'faculty')

  const teacher = await (await newContext()).newPage()
  await signIn(teacher, product.url, user.email, temporaryPassword, '/tests')
  await teacher.getByRole('table').getByRole('button').first().click()
  await expect(teacher.getByRole('dialog').getByText('Question 1', { exact: true })).toBeVisible()
  await expectSound(teacher, 'preview for faculty')
})

test('a student’s screens pass axe', async ({ product, newContext }) => {
  const code = 'What does it print?\n\nint i = 1;\nfor (;;) {\n  printf("%d", i);\n}'
  const questions = [aQuestion({ questionText: code }), aQuestion(), aQuestion(), aQuestion()]
  const prepared = await prepareTest(product, { testName: longName, questions, duration: 5 })
  await offer(product, prepared, 'accepted', { testName: 'Upcoming', testType: 'Practice', ...aWindow(1, 2) })
  await offer(product, prepared, 'accepted', { testName: 'Expired', difficulty: 'Hard', ...aWindow(-2, -1) })
  await offer(product, prepared, 'accepted', { testName: 'Quick practice', testType: 'Practice', subject: 'Verbal' })
  const context = await newContext()
  const page = await context.newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/my-tests')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4)
  await expectSound(page, 'my tests')
  const calls = await holdCalls(page, 'assignments.listForStudent')
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading tests' })).toBeVisible()
  await expectSound(page, 'my tests: loading')
  calls.fail()
  await expect(page.getByText('Failed to load tests')).toBeVisible()
  await expectSound(page, 'my tests: failed')
  await calls.end()

  await page.goto(`${product.url}/my-tests`)
  await page.getByRole('link', { name: 'Start Practice' }).click()
  const practice = new ExamRoom(page)
  await practice.start()
  await practice.choose('B')
  await practice.submit()
  await practice.confirmSubmit()
  await expect(page.getByRole('heading', { name: 'Practice Test Complete!' })).toBeVisible()
  await expectSound(page, 'practice feedback')

  await page.goto(`${product.url}/my-tests/${prepared.testId}/take`)
  await expect(page.getByRole('button', { name: 'Start Test in Fullscreen' })).toBeVisible()
  await expectSound(page, 'instructions')
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await room.next()
  await room.choose('A')
  await page.keyboard.press('m')
  await room.next()
  await page.keyboard.press('m')
  await room.previous()
  await room.previous()
  await expectSound(page, 'exam, five minutes left')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Questions' }).click()
  await expect(page.getByRole('dialog', { name: 'Question palette' })).toBeVisible()
  await expectSound(page, 'exam palette', ['phone'])
  await closeDialog(page)
  await context.setOffline(true)
  await room.choose('C')
  await expect(room.save).toContainText('Offline')
  await room.save.click()
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible()
  await expectSound(page, 'exam, offline')
  await context.setOffline(false)
  await expect(room.save).toContainText('Saved')
  await page.keyboard.press('Escape')
  await room.submit()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'submit dialog')
  await room.confirmSubmit()
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible()
  await page.goto(`${product.url}/my-tests/${prepared.testId}/report`)
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible()
  await expectSound(page, 'report')
  await page.goto(`${product.url}/my-tests/not-mine/take`)
  await expect(page.getByText('Test not found')).toBeVisible()
  await expectSound(page, 'a missing test')
})
