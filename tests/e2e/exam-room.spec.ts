import { aQuestion } from '#tests/factories/forms.ts'
import { png } from '#tests/support/images.ts'
import { expectApart } from './pages/boxes.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { type PreparedTest, prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const minute = 60_000

/** Gives the test's students extra time, as the college admin. */
async function giveTime(product: Product, { collegeAdmin }: PreparedTest, minutes: number) {
  const { body } = await product.api('POST', '/auth/login', undefined, collegeAdmin)
  const { assignments } = (await product.api('GET', '/tests/college/assigned', body.token)).body
  const form = { minutes, reason: 'Power cut in the hall', batches: ['2027'] }
  await product.api('POST', `/tests/assignment/${assignments[0].id}/extra-time`, body.token, form)
}

test('auto-submits without confirmation when time runs out', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { duration: 5 })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await expect(room.timer).toHaveAccessibleName('Less than 5 minutes left')
  await product.advance(4 * minute + 52_000)
  // The next response corrects the page's clock.
  await room.choose('B')
  await expect(room.timer).toContainText(/00:0\d/)
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible({ timeout: 20_000 })
  const { body } = await product.api('GET', `/tests/${prepared.testId}/results`, prepared.token)
  expect(body.report).toMatchObject({ submittedBy: 'student', correctAnswers: 1, unanswered: 2 })
})

test('the server submits an abandoned attempt from its saved answers', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { duration: 5 })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
  await page.close()
  await product.advance(5 * minute + 5_000)
  await expect
    .poll(async () => (await product.api('GET', `/tests/${prepared.testId}/results`, prepared.token)).status, {
      timeout: 10_000,
    })
    .toBe(200)
  const { body } = await product.api('GET', `/tests/${prepared.testId}/results`, prepared.token)
  expect(body.report).toMatchObject({ submittedBy: 'server', correctAnswers: 1, unanswered: 2 })
})

test('only one tab can save, and the other is read-only until the student continues there', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const context = await newContext()
  const first = await context.newPage()
  await signIn(first, product.url, prepared.email, prepared.password)
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
  await expect(first.getByText('This test was continued in another tab.')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled()
  await expect(one.timer).toBeVisible()
  await expectSound(first, 'exam continued in another tab')
  await two.choose('D')
  // The first tab shows the second tab's answers and ignores keys.
  await first.bringToFront()
  await first.keyboard.press('b')
  await expect(first.locator('input[type=radio]').nth(3)).toBeChecked()

  await first.getByRole('button', { name: 'Continue here' }).click()
  await expect(second.getByText('This test was continued in another tab.')).toBeVisible()
  await one.choose('C')
  await expect(one.save).toContainText('Saved')
  await expect(second.locator('input[type=radio]').nth(2)).toBeChecked()
  await expect(first.getByRole('button', { name: '2 violations recorded' })).toBeVisible()
})

test('another device takes over with the saved answers, and the first can take over again', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const first = await (await newContext()).newPage()
  await signIn(first, product.url, prepared.email, prepared.password)
  await first.getByRole('link', { name: 'Start Test' }).click()
  const laptop = new ExamRoom(first)
  await laptop.start()
  await laptop.choose('A')
  await expect(laptop.save).toContainText('Saved')
  const second = await (await newContext()).newPage()
  await signIn(second, product.url, prepared.email, prepared.password)
  await second.getByRole('link', { name: /Resume/ }).click()
  const phone = new ExamRoom(second)
  await phone.resume()
  await expect(phone.option('A')).toBeChecked()
  await expect(phone.notice(/You can now continue here, and nothing is lost/)).toBeVisible()
  await phone.choose('C')
  await expect(phone.save).toContainText('Saved')
  // The first device becomes read-only at its next heartbeat.
  await expect(first.getByText('This test was continued on another device.')).toBeVisible({ timeout: 30_000 })
  await first.getByRole('button', { name: 'Continue here' }).click()
  await expect(laptop.option('C')).toBeChecked()
  await laptop.choose('D')
  await expect(laptop.save).toContainText('Saved')
  await expect(second.getByText('This test was continued on another device.')).toBeVisible({ timeout: 30_000 })
})

test('a reload counts neither as another tab nor as a violation', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('A')
  await expect(room.save).toContainText('Saved')
  await page.reload()
  await room.resume()
  await expect(room.option('A')).toBeChecked()
  await expect(room.notice(/You can now continue here/)).toBeHidden()
  await expect(page.getByRole('button', { name: '0 violations recorded' })).toBeVisible()
})

test('lists violations and outages, and never blocks the exam', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const context = await newContext()
  const page = await context.newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const count = (words: string) => page.getByRole('button', { name: words, exact: true })
  await expect(count('0 violations recorded')).toBeVisible()
  await page.keyboard.press('Control+v')
  await expect(count('1 violation recorded')).toBeVisible()
  // Without a selection, nothing is copied or recorded.
  await page.keyboard.press('Control+c')
  await page.getByText(/^What is /).dblclick()
  await page.keyboard.press('Control+c')
  await expect(count('2 violations recorded')).toBeVisible()
  // Wait for pending saves, because a late response would end the recorded outage.
  await expect(room.save).toContainText('Saved')
  await context.setOffline(true)
  await expect(room.save).toContainText('Offline')
  const age = () => page.evaluate(() => performance.now())
  const since = await age()
  await expect.poll(age).toBeGreaterThan(since + 3_500)
  await context.setOffline(false)
  await expect(room.save).toContainText('Saved')
  await count('2 violations recorded').click()
  const list = page.getByRole('list', { name: 'Recorded' })
  await expect(list.getByRole('listitem')).toHaveText([
    /Pasted into the test/,
    /Copied from the test/,
    /No connection · not counted\s*\d+ s/,
  ])
  await expectSound(page, 'recorded events')
  await page.keyboard.press('Escape')
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
})

test('enlarges, zooms and closes an image without answering, and retries one that failed to load', async ({
  product,
  newContext,
}) => {
  const author = await product.api('POST', '/auth/login', undefined, {
    email: 'admin@localhost',
    password: 'first-password',
  })
  const upload = async (width: number) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png(width, 400))], { type: 'image/png' }), 'chart.png')
    const headers = { authorization: `Bearer ${author.body.token}` }
    const answer = await fetch(`${product.url}/api/tests/upload-image`, { method: 'POST', headers, body: form })
    return ((await answer.json()) as { imageUrl: string }).imageUrl
  }
  const [large, small] = [await upload(640), await upload(300)]
  const questions = [aQuestion(), aQuestion({ questionImageUrl: large, optionImages: { B: small } })]
  const prepared = await prepareTest(product, { questions, numberOfQuestions: 2 })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  // The next question's images are preloaded.
  const fetched = page.waitForResponse((response) => response.url().endsWith(large))
  await room.start()
  await fetched
  await page.route(`**${small}`, (route) => route.abort('internetdisconnected'))
  await room.next()
  await expectSound(page, 'a question with images')

  const dialog = page.getByRole('dialog', { name: /^Image of/ })
  await page.getByRole('button', { name: 'Enlarge image of question 2' }).click()
  await expect(dialog.getByText('100%')).toBeVisible()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect(dialog.getByText('150%')).toBeVisible()
  await page.keyboard.press('-')
  await expect(dialog.getByText('100%')).toBeVisible()
  await dialog.getByRole('img', { name: 'question 2' }).hover({ force: true })
  await page.mouse.wheel(0, -400)
  await expect(dialog.getByText('100%')).toBeHidden()
  await page.keyboard.press('b')
  await expectSound(page, 'an image, zoomed')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)

  const failed = page.getByRole('button', { name: /The image of option B could not be loaded/ })
  await expect(failed).toBeVisible()
  await page.unroute(`**${small}`)
  await failed.click()
  await page.getByRole('button', { name: 'Enlarge image of option B' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '0 violations recorded' })).toBeVisible()
})

test('shows extra time before the start and after the next save', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await giveTime(product, prepared, 5)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await expect(page.getByText('You have 35 min, including 5 min of extra time.')).toBeVisible()
  await room.start()
  await expect(room.timer).toContainText(/^(35:00|34:\d\d)/)
  await giveTime(product, prepared, 10)
  await room.choose('B')
  await expect(room.notice('You have been given 10 more minutes.')).toBeVisible()
  await expect(room.timer).toContainText(/^(45:00|44:\d\d)/)
})

test('a practice test ends with marks, counts and an explanation for each question', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product, { testType: 'Practice' })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await expect(page.getByText('Get instant feedback')).toBeVisible()
  await page.getByRole('link', { name: 'Start Practice' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await room.next()
  await room.choose('A')
  await room.submit()
  await room.confirmSubmit()
  await expect(page.getByRole('heading', { name: 'Practice Test Complete!' })).toBeVisible()
  await expect(page.getByText('33.3%', { exact: true })).toBeVisible()
  await expect(page.getByText('1 attempt · best 33.3%')).toBeVisible()
  await expect(page.getByText(/^Twice \d+ is \d+\.$/)).toHaveCount(3)
  await page.getByRole('link', { name: 'Back to Tests' }).click()
  await expect(page.getByRole('link', { name: 'View Results' })).toBeVisible()
})

test('answers, navigates and marks questions with the keyboard, and the palette shows all five states', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
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
  await page.keyboard.press('c')
  await expect(room.option('C')).toBeChecked()
  await page.keyboard.press('Delete')
  await expect(room.option('C')).not.toBeChecked()
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await page.keyboard.press('?')
  await expect(help.getByText('clear the answer')).toBeVisible()
  await expectSound(page, 'exam keyboard shortcuts', ['desktop'])
  await page.keyboard.press('4')
  await expect(room.option('D')).toBeChecked()
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
})

test('Escape closes open popups regardless of focus, and records no violation', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const isFullscreen = () => page.evaluate(() => document.fullscreenElement !== null)
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  const list = page.getByRole('dialog', { name: 'violations recorded' })
  expect(await isFullscreen()).toBe(true)
  await page.getByRole('button', { name: 'Keyboard' }).click()
  await room.option('B').focus()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.getByRole('button', { name: '0 violations recorded' }).click()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  expect(await isFullscreen()).toBe(true)

  // Without a keyboard lock, the browser handles Escape itself and leaves full screen.
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.evaluate(() => document.exitFullscreen())
  await expect(help).toBeHidden()
  await expect(room.notice('Please allow fullscreen mode to continue with the test.')).toBeVisible()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: '0 violations recorded' })).toBeVisible()
  await expect(page).toHaveURL(/\/take$/)
  await room.expectQuestion(1)
})

test('notices never cover the header or the question, and closing one moves nothing', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const warning = page.getByRole('alert').filter({ hasText: 'You switched tabs!' })
  const news = page.getByRole('alert').filter({ hasText: 'You have been given 5 more minutes.' })
  /** Simulates switching to another tab and back. */
  const switchTabs = () =>
    page.evaluate(() => {
      for (const state of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })
  const firstOption = page.getByRole('radiogroup').locator('label').first()
  const top = async () => (await firstOption.boundingBox())?.y ?? 0
  const around = [
    page.locator('[data-exam] > header'),
    page.getByRole('heading', { name: 'Question 1' }),
    page.locator('#question-text'),
    firstOption,
    page.getByRole('navigation', { name: 'Question' }),
  ]
  await giveTime(product, prepared, 5)
  await page.setViewportSize({ width: 390, height: 844 })
  const before = await top()
  await room.choose('B')
  await expect(news).toBeVisible()
  expect(await top()).toBe(before)
  for (const width of [1440, 320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await switchTabs()
    await expect(warning).toBeVisible()
    await expectApart([warning], [news, ...around])
  }
  const pushed = await top()
  expect(pushed).toBeGreaterThan(before)
  await news.getByRole('button', { name: 'Close message' }).click()
  await warning.getByRole('button', { name: 'Close message' }).click()
  await expect(warning).toBeHidden()
  // Closed notices keep their space until the next question, so nothing moves under a finger.
  expect(await top()).toBe(pushed)
  await room.next()
  await room.expectQuestion(2)
  expect(await top()).toBe(before)
})

test('Next is the solid button until the last question, then Submit, and a click leaves no focus ring', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const solid = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-exam] button:enabled')]
        .filter((one) => getComputedStyle(one).backgroundColor === 'rgb(79, 70, 229)' && one.offsetParent !== null)
        .map((one) => one.textContent.trim()),
    )
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  expect(await solid()).toEqual(['Next'])
  await room.option('B').click({ force: true })
  await page.getByRole('button', { name: /^Question 3,/ }).click()
  await room.expectQuestion(3)
  expect(await solid()).toEqual(['Submit'])
  expect(await ring()).toBe('none')
  // A heading focused by script shows a ring only once the keyboard is used.
  await room.option('C').click({ force: true })
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('heading', { name: 'Question 2' }).focus()
  expect(await ring()).toBe('none')
  await page.keyboard.press('m')
  await expect.poll(ring).toBe('solid')
  await room.submit()
  expect(await ring()).toBe('none')
  await page.getByRole('dialog').getByRole('button', { name: 'Back to test' }).click()
  expect(await ring()).toBe('none')
})

test('shows HTML in questions and options as plain text', async ({ product, newContext }) => {
  const questionText = 'What does <img src=x onerror="alert(1)"> draw?\n<b>Nothing</b> &amp; more'
  const options = { A: '<script>alert(1)</script>', B: '<i>italic</i>', C: '&lt;', D: 'nothing' }
  const prepared = await prepareTest(product, { questions: [{ questionText, options, correctAnswer: 'D' }] })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  for (const text of [...questionText.split('\n'), ...Object.values(options)])
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
  await expect(page.locator('main img, main script, main b, main i')).toHaveCount(0)
})

test('Back always asks before leaving the exam', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
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
