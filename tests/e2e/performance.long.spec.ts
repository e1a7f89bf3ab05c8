import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'
import { takeTests } from './taken-tests.ts'

test.describe.configure({ mode: 'parallel' })

const quiz = (testName: string, right: number) => ({
  testName,
  right,
  wrong: 10 - right,
  subject: 'Technical' as const,
})

test('a student’s performance handles no data, load failures and refused access', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/performance')
  await expect(page.getByText('No Test Data Yet')).toBeVisible()
  await expectSound(page, 'performance, no data')

  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/trpc/*reports.student.performance*', async (route) => {
    await arrived
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('Loading your performance')).toBeAttached()
  await expectSound(page, 'performance, loading')
  arrive()
  await expect(page.getByText('No Test Data Yet')).toBeVisible()
  await page.unroute('**/trpc/*reports.student.performance*')

  const mend = await failing(page, 'reports.student.performance', 409)
  await page.reload()
  await expect(page.getByText('Failed to load performance data')).toBeVisible()
  await expectSound(page, 'performance, failed')
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No Test Data Yet')).toBeVisible()

  const permit = await failing(page, 'reports.student.performance', 403)
  await page.reload()
  await expect(
    page.getByText('You do not have permission to access this section. Please contact your admin.'),
  ).toBeVisible()
  await permit()

  await takeTests(product, prepared, [quiz('The first', 5)])
  await page.reload()
  await expect(page.getByLabel('Your performance')).toContainText(/Average score50.0%Take two tests to see a trend/)
})

test('shows a student’s statistics, trend and charts', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await takeTests(product, prepared, [
    { ...quiz('Too old to be drawn', 3), testType: 'Practice' },
    { ...quiz('Words', 9), subject: 'Verbal' },
    { ...quiz('Logic', 2), subject: 'Reasoning' },
    { ...quiz('Sums', 6), subject: 'Arithmetic', testType: 'Mock Test' },
    ...[4, 4, 5, 5, 5, 7, 8].map((right, n) => quiz(`Week ${n + 1}`, right)),
  ])
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/performance')
  const figures = page.getByLabel('Your performance')
  // (3+9+2+6+4+4+5+5+5+7+8) / 11 correct answers out of ten on average. Only 3 and 2 fail.
  await expect(figures).toContainText(
    /Average score52\.7%Improving.*Tests taken11In 11 attempts.*Pass rate81\.8%9 passed, 2 failed/,
  )
  await expect(figures).toContainText(/Time spent2 h 12 min.*Best score90.0%Words.*Lowest score20.0%Logic/)
  await expect(figures.locator('[data-tone]').filter({ hasText: '90.0%' })).toHaveAttribute('data-tone', 'green')
  await expect(figures.locator('[data-tone]').filter({ hasText: '52.7%' })).toHaveAttribute('data-tone', 'yellow')

  const trend = page.getByRole('figure', { name: 'Score trend' })
  await expect(trend.getByRole('row')).toHaveCount(11)
  await expect(trend.getByRole('row').nth(1)).toContainText(/^Words.*90.0%$/)
  await expect(trend.getByRole('row').last()).toContainText(/^Week 7.*80.0%$/)
  await expect(trend.locator('.recharts-line-dot')).toHaveCount(10)
  await expect(page.getByRole('figure', { name: 'Average by subject' }).getByRole('row')).toHaveText([
    'SubjectAverage score',
    'Verbal90.0%',
    'Reasoning20.0%',
    'Technical51.3%',
    'Arithmetic60.0%',
  ])
  await expect(page.getByRole('figure', { name: 'Areas to Improve' }).getByRole('row')).toHaveText([
    'SubjectAverage score',
    'Reasoning20.0%',
    'Technical51.3%',
  ])
  for (const title of [
    'Scores rose in the latest 3 tests',
    'Reasoning is the weakest subject',
    'Most tests are Assignment',
  ])
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Tests by type' }).getByRole('row')).toHaveText([
    'TypeTestsShare',
    'Practice19.1%',
    'Assignment981.8%',
    'Mock Test19.1%',
  ])
  await expect(page.getByText('Top Performer!')).toBeHidden()
  await expectSound(page, 'performance')

  // Statistics link to the attempts behind them.
  await figures.getByRole('link', { name: 'Logic' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Logic' })).toBeVisible()

  await takeTests(product, prepared, [quiz('Bad day', 0), quiz('Worse day', 0)])
  await page.goto(`${product.url}/performance`)
  await expect(figures).toContainText('Needs Focus')
})

test('praises a student at an average of 75% or more, and again at 90% or more', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await takeTests(product, prepared, [quiz('One', 7), quiz('Two', 8)])
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/performance')
  await expect(page.getByRole('heading', { name: 'Top Performer!' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Outstanding' })).toBeHidden()
  await takeTests(
    product,
    prepared,
    Array.from({ length: 5 }, (_, n) => quiz(`Full ${n}`, 10)),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Top Performer!' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Outstanding' })).toBeVisible()
  await expectSound(page, 'performance of an outstanding student')
})
