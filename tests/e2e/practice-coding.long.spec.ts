import { addQuestion, anAddition } from './pages/coding.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

test('finds, filters and opens practice problems, and returns to the filtered list', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/practice-coding')
  await expect(page.getByText('No practice questions available yet.')).toBeVisible()
  await expectSound(page, 'practice without problems')

  const solved = await addQuestion(product, anAddition({ tags: ['arrays', 'math', 'sums', 'warm-up', 'io'] }))
  const tried = await addQuestion(
    product,
    anAddition({ title: 'Two pointers', difficulty: 'medium', tags: ['Arrays'] }),
  )
  await addQuestion(product, anAddition({ title: 'Shortest path', difficulty: 'hard', tags: ['graphs'] }))
  const submit = (questionId: string, code: string) =>
    product.api('POST', '/coding/submit', prepared.token, { questionId, code, language: 'python', isPractice: true })
  await submit(solved, 'import sys\nprint(sum(map(int, sys.stdin.read().split()[1:])))')
  await submit(tried, 'print(6)')
  await page.reload()

  const figures = page.getByLabel('Your practice')
  await expect(figures).toContainText(/Total3.*Solved1.*Attempted2.*Success rate50\.0%/)
  const row = (title: string) => page.getByRole('row', { name: title })
  await expect(row('Sum of integers')).toContainText(/Solved.*Easy.*arraysmathsums\+2.*100.0%.*1/)
  await expect(row('Two pointers')).toContainText(/Attempted.*Medium.*Arrays.*16\.7%.*1/)
  await expect(row('Shortest path')).toContainText(/Not attempted.*Hard.*graphs-0/)
  await expect(row('Sum of integers').getByRole('link', { name: /^Solved: / })).toHaveText('Solved')
  await expect(row('Two pointers').getByRole('link', { name: /^Solve: / })).toHaveText('Solve')
  await expectSound(page, 'practice')

  // The search by title or tag and the filters are kept in the URL.
  const bodyRows = page.getByRole('table').locator('tbody').getByRole('row')
  await page.getByRole('searchbox', { name: 'Search by title or tag' }).fill('ARRAY')
  await expect(bodyRows).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Attempted')
  await expect(bodyRows).toHaveCount(1)
  await expect(page).toHaveURL(/search=ARRAY&status=attempted$/)
  await page.getByRole('link', { name: 'Solve: Two pointers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two pointers' })).toBeVisible()
  await page.reload()
  await page.getByRole('banner').getByRole('link', { name: 'Practice Coding' }).click()
  await expect(page).toHaveURL(/\/practice-coding\?search=ARRAY&status=attempted$/)
  await expect(bodyRows).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption({ label: 'Hard (1)' })
  await expect(page.getByText('No questions match your filters.')).toBeVisible()
  await expectSound(page, 'practice, none found')
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(bodyRows).toHaveCount(3)

  // A failed load can be retried.
  const error = { message: 'The database is being moved', code: -32004, data: { domainCode: 'CONFLICT' } }
  await page.route('**/trpc/*coding.practice*', (route) =>
    route.fulfill({ status: 409, json: new URL(route.request().url()).pathname.split(',').map(() => ({ error })) }),
  )
  await page.reload()
  await expect(page.getByText('Failed to fetch coding questions')).toBeVisible()
  await expectSound(page, 'practice, failed')
  await page.unroute('**/trpc/*coding.practice*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(bodyRows).toHaveCount(3)
})
