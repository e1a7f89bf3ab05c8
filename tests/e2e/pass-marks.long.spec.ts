import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'
import { takeTests } from './taken-tests.ts'

const usual = { testName: 'Usual', testType: 'Practice', right: 4, wrong: 6 } as const
const strict = { testName: 'Strict', testType: 'Practice', passMark: 47.5, right: 4, wrong: 6 } as const

test('names each test’s pass mark, and draws it only where all tests share it', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await takeTests(product, prepared, [usual, usual])
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password, '/performance')
  const trend = page.getByRole('figure', { name: 'Score trend' })
  const line = trend.locator('.recharts-reference-line')
  await expect(trend.getByText('Pass mark 40%')).toBeVisible()
  await expect(line).toHaveCount(1)

  const [id] = await takeTests(product, prepared, [strict])
  await page.reload()
  await expect(trend.locator('.recharts-line-dot')).toHaveCount(3)
  await expect(trend.getByText(/Pass mark/)).toHaveCount(0)
  await expect(line).toHaveCount(0)

  await page.goto(`${product.url}/reports`)
  await expect(page.getByLabel('Summary')).toContainText(/Passed2Pass mark reached.*Failed1Below a required mark/)
  await expect(page.getByRole('row', { name: /Usual/ }).first()).toContainText(/40\.0%Pass(?!.*Pass mark)/)
  await expect(page.getByRole('row', { name: /Strict/ })).toContainText('40.0%FailPass mark 47.5%')
  await expectSound(page, 'own reports with two pass marks')

  const { api, advance } = product
  const { test: again } = (await api('POST', `/tests/${id}/start`, prepared.token, { again: true })).body
  const answers = again.questions.map(({ _id }: { _id: string }) => ({ questionId: _id, selectedAnswer: 'B' }))
  await advance(60_000)
  await api('POST', `/tests/${id}/submit`, prepared.token, { answers })
  await page.goto(`${product.url}/my-tests/${id}/report`)
  await expect(page.getByRole('figure', { name: /^Your score rose/ })).toContainText('Pass mark 47.5%')

  const office = await (await newContext()).newPage()
  const { email, password } = prepared.collegeAdmin
  await signIn(office, product.url, email, password, `/assigned-tests/${id}/report`)
  await expect(office.getByRole('figure', { name: 'Passed and failed' })).toContainText('the pass mark is 47.5%')
})
