import { ExamRoom } from './pages/exam-room.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { prepareSitting } from './sitting.ts'

const minute = 60_000

test('at 0 the test is submitted by itself, without a question', async ({ product, newContext }) => {
  const sitting = await prepareSitting(product, { duration: 5 })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await expect(room.timer).toHaveAccessibleName('Less than 5 minutes left')
  await product.advance(4 * minute + 52_000)
  // The next answer brings the server's time back with it.
  await room.choose('B')
  await expect(room.timer).toContainText(/00:0\d/)
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible({ timeout: 20_000 })
  const { body } = await product.api('GET', `/tests/${sitting.testId}/results`, sitting.token)
  expect(body.report).toMatchObject({ submittedBy: 'student', correctAnswers: 1, unanswered: 2 })
})

test('an abandoned attempt is submitted by the server, from what was saved', async ({ product, newContext }) => {
  const sitting = await prepareSitting(product, { duration: 5 })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
  await page.close()
  await product.advance(5 * minute + 5_000)
  await expect
    .poll(async () => (await product.api('GET', `/tests/${sitting.testId}/results`, sitting.token)).status, {
      timeout: 10_000,
    })
    .toBe(200)
  const { body } = await product.api('GET', `/tests/${sitting.testId}/results`, sitting.token)
  expect(body.report).toMatchObject({ submittedBy: 'server', correctAnswers: 1, unanswered: 2 })
})

test('another device resumes with the answers, and two tabs keep the newest', async ({ product, newContext }) => {
  const sitting = await prepareSitting(product)
  const context = await newContext()
  const first = await context.newPage()
  await signIn(first, product.url, sitting.email, sitting.password)
  await first.getByRole('link', { name: 'Start Test' }).click()
  const one = new ExamRoom(first)
  await one.start()
  await one.choose('A')
  await expect(one.save).toContainText('Saved')

  const second = await context.newPage()
  await second.goto(first.url())
  const two = new ExamRoom(second)
  await two.resume()
  await expect(two.option('A')).toBeChecked()
  await two.choose('D')
  await expect(one.option('D')).toBeChecked()
  await one.choose('C')
  await expect(two.option('C')).toBeChecked()
  await expect(one.save).toContainText('Saved')

  const phone = await (await newContext()).newPage()
  await signIn(phone, product.url, sitting.email, sitting.password)
  await phone.getByRole('link', { name: /Resume/ }).click()
  const three = new ExamRoom(phone)
  await three.resume()
  await expect(three.option('C')).toBeChecked()
})

test('Practice ends with feedback: marks, counts and an explanation for each question', async ({
  product,
  newContext,
}) => {
  const sitting = await prepareSitting(product, { testType: 'Practice' })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await expect(page.getByText('Get instant feedback')).toBeVisible()
  await page.getByRole('link', { name: 'Start Practice' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await room.next()
  await room.choose('A')
  await room.submit()
  await room.confirmSubmit()
  await expect(page.getByText('Practice Test Complete!')).toBeVisible()
  await expect(page.getByText(/33\.33\s?%/)).toBeVisible()
  await expect(page.getByText(/^Twice \d+ is \d+\.$/)).toHaveCount(3)
  await page.getByRole('link', { name: 'Back to Tests' }).first().click()
  await expect(page.getByRole('link', { name: 'View Results' })).toBeVisible()
})

test('keys answer, move and mark; the palette shows the five states', async ({ product, newContext }) => {
  const sitting = await prepareSitting(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const palette = page.getByRole('complementary', { name: 'Question palette' })
  const state = (number: number) => palette.getByRole('button', { name: new RegExp(`^Question ${number},`) })
  await expect(state(1)).toHaveAccessibleName(/not answered/i)
  await expect(state(2)).toHaveAccessibleName(/not visited/i)
  await page.keyboard.press('b')
  await expect(room.option('B')).toBeChecked()
  await expect(state(1)).toHaveAccessibleName('Question 1, answered')
  await page.keyboard.press('m')
  await expect(state(1)).toHaveAccessibleName(/answered and marked/i)
  await page.keyboard.press('ArrowRight')
  await room.expectQuestion(2)
  await page.keyboard.press('m')
  await expect(state(2)).toHaveAccessibleName(/marked for review/i)
})

test('text that looks like HTML is shown as text', async ({ product, newContext }) => {
  const questionText = 'What does <img src=x onerror="alert(1)"> draw?\n<b>Nothing</b> &amp; more'
  const options = { A: '<script>alert(1)</script>', B: '<i>italic</i>', C: '&lt;', D: 'nothing' }
  const sitting = await prepareSitting(product, { questions: [{ questionText, options, correctAnswer: 'D' }] })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  for (const text of [...questionText.split('\n'), ...Object.values(options)])
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
  await expect(page.locator('main img, main script, main b, main i')).toHaveCount(0)
})

test('a session that ends in the exam loses nothing: sign in again and go on', async ({ product, newContext }) => {
  const sitting = await prepareSitting(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await product.api('POST', '/auth/logout', token)
  await room.choose('C')
  await expect(page.getByText(/session (has )?ended/i).first()).toBeVisible()
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.getByLabel('Email').fill(sitting.email)
  await page.getByLabel('Password', { exact: true }).fill(sitting.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await room.resume()
  await expect(room.option('C')).toBeChecked()
  await expect(room.save).toContainText('Saved')
})

test('Back asks first, however often it is pressed, and the exam stays where it is', async ({
  product,
  newContext,
}) => {
  const sitting = await prepareSitting(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
  const back = () => page.evaluate(() => window.history.back())
  await back()
  await expect(page.getByRole('dialog').getByText('Leave the test?')).toBeVisible()
  await expect(page).toHaveURL(/\/take$/)
  await back()
  await expect(page).toHaveURL(/\/take$/)
  await page.getByRole('button', { name: 'Stay in the test' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(room.option('B')).toBeChecked()
  await back()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/my-tests$/)
  await expect(page.getByRole('link', { name: /Resume/ })).toBeVisible()
})
