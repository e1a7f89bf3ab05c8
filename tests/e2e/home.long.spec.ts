import { readFileSync } from 'node:fs'
import { aFaculty, aSectionedTest, aTest } from '#tests/factories/forms.ts'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()

/** Runs `prepareRoles`, then adds an upcoming test, an ended test and a pending offer. */
async function prepareTerm(product: Product) {
  const { api } = product
  const people = await prepareRoles(product)
  const [author, office] = await Promise.all([
    tokenOf(product, people.masterAdmin),
    tokenOf(product, people.collegeAdmin),
  ])
  const { colleges } = (await api('GET', '/admin/colleges', author)).body
  const offer = async (form: object, accept: boolean) => {
    const { test: made } = (await api('POST', '/tests', author, form)).body
    await api('POST', `/tests/${made.id}/assign-college`, author, { collegeIds: [colleges[0].id] })
    if (!accept) return
    const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
    const { id } = assignments.find((one: { testId: { id: string } }) => one.testId.id === made.id)
    await api('PUT', `/tests/assignment/${id}/status`, office, { status: 'accepted' })
    await api('POST', `/tests/assignment/${id}/assign-students`, office, { branches: ['CSE'] })
  }
  const form = (fields: object) => aTest(Date.now(), fields)
  await offer(
    aSectionedTest(Date.now(), { testName: 'Evening mock', startDateTime: at(0.1), endDateTime: at(2) }),
    true,
  )
  await offer(
    form({ testName: 'Missed quiz', testType: 'Assignment', startDateTime: at(-9), endDateTime: at(-8) }),
    true,
  )
  await offer(form({ testName: 'Waiting for a decision' }), false)
  return { ...people, college: colleges[0] as { name: string; code: string; address: string } }
}

test('shows open, upcoming and completed tests on a student’s home page and list', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const { student, prepared, college } = await prepareTerm(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, student.email, student.password)
  const cards = page.getByLabel('Your tests')
  await expect(cards).toContainText(/Total tests3.*Completed0.*Pending1.*Upcoming1/)
  await expect(page.getByText('Submitted tests appear here.')).toBeVisible()
  const timeline = page
    .getByRole('region', { name: 'Testing Timeline' })
    .or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'Testing Timeline' }) }))
  await expect(timeline.getByRole('listitem')).toHaveText([
    /Evening mock.*Upcoming/,
    /Weekly practice.*Available/,
    /Missed quiz.*Expired/,
  ])
  await expect(page.getByText(college.address)).toBeVisible()
  await expectSound(page, 'student home')
  await cards.getByRole('link', { name: 'Upcoming' }).click()
  await expect(page).toHaveURL(/\/my-tests\?status=upcoming$/)

  await page.goto(`${product.url}/my-tests`)
  const list = page.getByRole('main').getByRole('listitem')
  const practice = list.filter({ hasText: 'Weekly practice' })
  await expect(practice).toContainText('Get instant feedback')
  await expect(practice.getByRole('link', { name: 'Start Practice' })).toBeVisible()
  const mock = list.filter({ hasText: 'Evening mock' })
  await expect(mock).toContainText('Sections3')
  await expect(mock).toContainText(/Opens in 2 h 2\d min/)
  await expect(mock.getByRole('button', { name: 'Upcoming' })).toBeDisabled()
  const missed = list.filter({ hasText: 'Missed quiz' })
  await expect(missed).toContainText('Not taken. Closed 8 days ago')
  await expect(missed.getByRole('button', { name: 'Expired' })).toBeDisabled()
  await expectSound(page, 'student tests')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    mock.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Evening_mock.ics')
  expect(readFileSync(await download.path(), 'utf8')).toContain('\r\nSUMMARY:Evening mock\r\n')

  // Filters are kept in the URL and survive opening a test and going back.
  await page.getByRole('navigation').getByRole('link', { name: 'Assignment 1' }).click()
  await expect(list).toHaveText([/Missed quiz/])
  await page.goto(`${product.url}/my-tests?status=in_progress`)
  await expect(page.getByRole('button', { name: 'In progress' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${product.url}/my-tests?status=upcoming`)
  await expect(list).toHaveText([/Evening mock/])
  await page.getByRole('link', { name: 'Evening mock' }).click()
  await expect(page.getByText(/This test opens on/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/my-tests\?status=upcoming$/)
  await expect(list).toHaveText([/Evening mock/])
  await page.getByRole('searchbox').fill('quiz')
  await expect(page.getByText('No tests match these filters')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Expired 1' })).toBeVisible()
  await expectSound(page, 'student tests, none found')
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL(/\/my-tests$/)
  await expect(list).toHaveCount(3)

  // The test opens by the server's clock.
  await product.advance(0.1 * day)
  await page.reload()
  await expect(mock.getByRole('link', { name: 'Start Test' })).toBeVisible()

  await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
  await product.api('POST', `/tests/${prepared.testId}/submit`, prepared.token, {})
  await page.reload()
  await expect(practice.getByRole('link', { name: 'View Results' })).toBeVisible()
  await practice.getByRole('link', { name: 'Weekly practice' }).click()
  await expect(page).toHaveURL(/\/report$/)
  await page.goto(`${product.url}/dashboard`)
  await expect(cards).toContainText(/Completed133.3% of all/)
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Weekly practice' })).toContainText(/0.0%.*Completed/)
  await expectSound(page, 'student home with results')
  await timeline.getByRole('link', { name: 'Weekly practice' }).click()
  await expect(page).toHaveURL(/\/report$/)
})

test('shows faculty their college, colleagues and tests', async ({ product, newContext }) => {
  const { faculty, collegeAdmin, college } = await prepareTerm(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, faculty.email, faculty.password)
  const cards = page.getByLabel('Your college')
  await expect(cards).toContainText(`College${college.name}`)
  await expect(cards).toContainText(`College Code${college.code}`)
  await expect(cards).toContainText('Fellow Faculty0')
  await expect(page.getByText('No other faculty members in your college yet')).toBeVisible()
  await expectSound(page, 'faculty home without colleagues')
  const office = await tokenOf(product, collegeAdmin)
  const { user } = (await product.api('POST', '/college/users', office, aFaculty({ branch: 'Mathematics' }))).body
  await page.reload()
  await expect(page.getByRole('row', { name: user.name })).toContainText(`${user.email}Mathematics`)
  await expect(cards).toContainText('Fellow Faculty1')

  await page.goto(`${product.url}/tests`)
  await expect(page.getByRole('row', { name: /Weekly practice/ })).toContainText(/Active.*0 \/ 1.*–/)
  await expect(page.getByRole('row', { name: /Waiting for a decision/ })).toHaveCount(0)
  await page.getByLabel('Timing').selectOption('Ended')
  await expect(page.getByRole('row', { name: /Missed quiz/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectSound(page, 'faculty tests')
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No tests have been assigned for the selected category and subject.')).toBeVisible()
})

test('shows pending work on a college admin’s home page', async ({ product, newContext }) => {
  const { collegeAdmin } = await prepareTerm(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password)
  await expect(page.getByRole('row', { name: /Waiting for a decision/ })).toBeVisible()
  await expectSound(page, 'college admin home')
  await page
    .getByRole('row', { name: /Weekly practice/ })
    .getByRole('link', { name: 'Live board' })
    .click()
  await expect(page.getByRole('heading', { name: 'Weekly practice' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Decide (1)' }).click()
  await expect(page).toHaveURL(/\/assigned-tests\?status=pending$/)
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(1)
})
