import type { Page } from '@playwright/test'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const begin = async (page: Page, url: string, { email, password }: { email: string; password: string }) => {
  await signIn(page, url, email, password)
  await page.getByRole('link', { name: /Start Test|Resume/ }).click()
}

/** Chooses an action for the only student on the live board. */
const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a second device is locked out until staff move the attempt, and the answers are kept', async ({
  product,
  newContext,
}) => {
  test.setTimeout(180_000)
  const rules = { ...relaxedRules, oneDevice: true }
  const prepared = await prepareTest(product, { testName: 'Hall quiz', rules })
  const first = await (await newContext()).newPage()
  await begin(first, product.url, prepared)
  await expect(first.getByText('Use one device and one browser tab.', { exact: false })).toBeVisible()
  const hall = new ExamRoom(first)
  await hall.start()
  await hall.choose('B')

  const second = await (await newContext()).newPage()
  await begin(second, product.url, prepared)
  await second.getByRole('button', { name: /^Resume Test/ }).click()
  await expect(second.getByRole('alert').filter({ hasText: 'This test is open on another device' })).toContainText(
    'ask a staff member to move your attempt',
  )
  await expectSound(second, 'a test open on another device')

  const staff = await (await newContext()).newPage()
  await signIn(staff, product.url, prepared.collegeAdmin.email, prepared.collegeAdmin.password, '/live-board')
  await staff.getByRole('link', { name: /Hall quiz/ }).click()
  await expect(staff.getByText(/Tried another device at .*Chrome/)).toBeVisible()
  await expectSound(staff, 'a live board with a refused device')
  await act(staff, 'Move to another device')
  await staff.getByRole('dialog').getByRole('button', { name: 'Move attempt' }).click()
  await expect(staff.getByText(/Tried another device/)).toBeHidden()

  // The second device continues without another click.
  await expect(new ExamRoom(second).option('B')).toBeChecked({ timeout: 30_000 })
  await expect(first.getByRole('heading', { name: 'This test is open on another device.' })).toBeVisible({
    timeout: 30_000,
  })
  await expectSound(first, 'exam room, open on another device')
  await first.getByRole('button', { name: 'Retry' }).click()
  await expect(first.getByText('The other device is still in use.')).toBeVisible()
  await expect(first.getByText('submitted', { exact: false })).toBeHidden()
})

test('a second tab in the browser and a duplicate of the first tab are locked out', async ({ product, newContext }) => {
  const rules = { ...relaxedRules, oneDevice: true }
  const prepared = await prepareTest(product, { testName: 'Tab quiz', rules })
  const context = await newContext()
  const first = await context.newPage()
  await begin(first, product.url, prepared)
  const room = new ExamRoom(first)
  await room.start()
  await room.choose('C')

  const other = await context.newPage()
  await other.goto(first.url())
  await other.getByRole('button', { name: /^Resume Test/ }).click()
  await expect(other.getByText('This test is open on another device')).toBeVisible()
  await other.close()

  // Like "Duplicate tab", this copies the session storage.
  const [copy] = await Promise.all([context.waitForEvent('page'), first.evaluate(() => void open(location.href))])
  await copy.getByRole('button', { name: /^Resume Test/ }).click()
  await expect(copy.getByRole('heading', { name: 'This test is open in another tab.' })).toBeVisible()
  await room.choose('D')
  await expect(room.option('D')).toBeChecked()
  await first.reload()
  await first.getByRole('button', { name: /^Resume Test/ }).click()
  await expect(room.option('D')).toBeChecked()
})

test('a test does not open outside its networks until staff allow it', async ({ product, newContext }) => {
  const rules = { ...relaxedRules, networks: ['10.20.0.0/16'] }
  const prepared = await prepareTest(product, { testName: 'Campus quiz', rules })
  const student = await (await newContext()).newPage()
  await begin(student, product.url, prepared)
  const room = new ExamRoom(student)
  await student.getByRole('checkbox', { name: /accept the terms/ }).check({ force: true })
  await student.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  const sentence = 'This test can be taken only on the networks your college allows. Your address is 127.0.0.1.'
  await expect(student.getByRole('alert').filter({ hasText: sentence }).first()).toBeVisible()

  const staff = await (await newContext()).newPage()
  await signIn(staff, product.url, prepared.collegeAdmin.email, prepared.collegeAdmin.password, '/live-board')
  await staff.getByRole('link', { name: /Campus quiz/ }).click()
  await expect(staff.getByText(/Tried another network at .*127\.0\.0\.1/)).toBeVisible()
  await act(staff, 'Allow any network')
  await staff.getByRole('dialog').getByRole('button', { name: 'Allow any network' }).click()
  await expect(staff.getByText('Any network allowed', { exact: true })).toBeVisible()
  await student.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  await room.choose('B')

  await act(staff, 'Remove network exception')
  await staff.getByRole('dialog').getByRole('button', { name: 'Remove exception' }).click()
  await expect(staff.getByText('Any network allowed', { exact: true })).toBeHidden()
  await room.choose('D')
  await expect(student.getByRole('button', { name: 'Not saved · 1' })).toBeVisible()
  await act(staff, 'Allow any network')
  await staff.getByRole('dialog').getByRole('button', { name: 'Allow any network' }).click()
  await expect(student.getByRole('button', { name: 'Saved', exact: true })).toBeVisible({ timeout: 30_000 })
})

test('the form limits a test to networks and rejects invalid ones', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { testName: 'Form quiz' })
  const owner = await (await newContext()).newPage()
  await signIn(owner, product.url, prepared.admin.email, prepared.admin.password)
  await owner.goto(`${product.url}/tests/${prepared.testId}/edit`)
  await owner.getByRole('switch', { name: 'One device' }).check({ force: true })
  await owner.getByRole('switch', { name: 'Limit to networks' }).check({ force: true })
  const field = owner.getByRole('combobox', { name: 'Networks' })
  await field.fill('campus')
  await field.press('Enter')
  await expect(owner.getByText('“campus” is not an IP address or a range such as 10.20.0.0/16')).toBeVisible()
  await field.fill('10.20.0.0/16')
  await field.press('Enter')
  await field.fill('192.0.2.7')
  await field.press('Enter')
  await expect(owner.getByText('192.0.2.7/32')).toBeVisible()
  await expectSound(owner, 'rules of a test with networks')
  await owner.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(async () => {
      const { token } = (await product.api('POST', '/auth/login', undefined, prepared.admin)).body
      return (await product.api('GET', `/tests/${prepared.testId}`, token)).body.test.rules
    })
    .toMatchObject({ oneDevice: true, networks: ['10.20.0.0/16', '192.0.2.7/32'] })
})
