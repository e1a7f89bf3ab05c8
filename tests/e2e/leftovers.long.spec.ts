import type { BrowserContext, Page } from '@playwright/test'
import { writeCode } from './pages/coding.ts'
import { createCodingQuestion } from './pages/coding-question.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { signIn, signInByForm } from './pages/sign-in.ts'
import { type PreparedTest, prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

const minute = 60_000

/** Returns the saved letters, in question order. */
async function lettersOf(product: Product, { testId, token }: PreparedTest): Promise<string[]> {
  const { body } = await product.api('POST', `/tests/${testId}/start`, token)
  return body.answers.map((answer: { selectedAnswer: string }) => answer.selectedAnswer)
}

async function begin(context: BrowserContext, product: Product, { email, password }: PreparedTest): Promise<ExamRoom> {
  const page = await openPage(context)
  const { origins } = await context.storageState()
  const signedIn = origins.some(({ localStorage }) => localStorage.some(({ name }) => name === 'token'))
  if (signedIn) await page.goto(`${product.url}/my-tests`)
  // Sign in through the form, because some of these browsers have no storage.
  else await signInByForm(page, product.url, email, password)
  await page.getByRole('link', { name: /^(Start Test|Resume)$/ }).click()
  const room = new ExamRoom(page)
  const resume = page.getByRole('button', { name: 'Resume Test in Fullscreen' })
  await expect(resume.or(page.getByRole('checkbox'))).toBeVisible()
  if (await resume.isVisible()) await room.resume()
  else await room.start()
  return room
}

/** Closes a page without letting it send. Its offline mode and routes end shortly before the page itself does. */
async function closeUnsent(page: Page) {
  await page.evaluate(() => Object.assign(window, { isClosing: true }))
  await page.close()
}

/** Opens a page that {@link closeUnsent} can close. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const { fetch } = window
    const lost = () => Promise.reject(new TypeError('Failed to fetch'))
    window.fetch = (...call) => ('isClosing' in window ? lost() : fetch(...call))
  })
  return page
}

/** Answers question 1 with B while offline and closes the exam. */
async function leaveOffline(context: BrowserContext, product: Product, prepared: PreparedTest) {
  const room = await begin(context, product, prepared)
  await context.setOffline(true)
  await room.choose('B')
  await expect(room.save).toContainText('1 unsent')
  await closeUnsent(room.page)
  expect(await lettersOf(product, prepared)).toEqual([])
}

test('the page before the exam sends offline answers without resuming the exam', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const context = await newContext()
  await leaveOffline(context, product, prepared)
  await context.setOffline(false)
  const page = await context.newPage()
  // Saves fail at first to make the waiting message visible.
  const saves = '**/trpc/attempts.save*'
  await page.route(saves, (route) => route.abort('internetdisconnected'))
  await page.goto(`${product.url}/my-tests/${prepared.testId}/take`)
  await expect(page.getByText('1 answer on this device has not been sent.')).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Time left' })).toContainText(/^\d\d:\d\d/)
  await page.unroute(saves)
  await expect.poll(() => lettersOf(product, prepared)).toEqual(['B'])
  await expect(page.getByText('All answers on this device have been sent.')).toBeVisible()
  const room = new ExamRoom(page)
  await room.resume()
  await expect(room.option('B')).toBeChecked()
})

test('My Tests also sends offline answers, whether it was already open or opens later', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product)
  const context = await newContext()
  const waiting = await context.newPage()
  await signIn(waiting, product.url, prepared.email, prepared.password)
  await leaveOffline(context, product, prepared)
  await context.setOffline(false)
  await expect.poll(() => lettersOf(product, prepared)).toEqual(['B'])
  const outboxes = () =>
    waiting.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.outbox')).length)
  await expect.poll(outboxes).toBe(0)

  await waiting.close()
  const room = await begin(context, product, prepared)
  await context.setOffline(true)
  await room.choose('C')
  await expect(room.save).toContainText('1 unsent')
  await closeUnsent(room.page)
  await context.setOffline(false)
  const page = await context.newPage()
  await page.goto(`${product.url}/my-tests`)
  await expect.poll(() => lettersOf(product, prepared)).toEqual(['C'])
})

test('My Tests also sends code typed offline', async ({ product, newContext }) => {
  const questionId = await createCodingQuestion(product)
  const prepared = await prepareTest(product, {
    testType: 'Practice',
    questions: [],
    hasCodingSection: true,
    codingQuestions: [{ questionId, points: 50, timeLimit: 600 }],
  })
  const codes = async () => {
    const { body } = await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
    return body.answers.map(({ code }: { code: string }) => code)
  }
  const context = await newContext()
  const page = await openPage(context)
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Practice' }).click()
  await page.getByRole('checkbox', { name: /accept the terms/ }).check()
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  const editor = page.getByRole('textbox', { name: 'Code in Python' })
  await expect(editor).toBeVisible({ timeout: 60_000 })
  await context.setOffline(true)
  await writeCode(editor, 'print(7)')
  await expect(new ExamRoom(page).save).toContainText('1 unsent')
  await closeUnsent(page)
  expect(await codes()).toEqual([])

  await context.setOffline(false)
  const list = await context.newPage()
  await list.goto(`${product.url}/my-tests`)
  await expect.poll(codes).toEqual(['print(7)'])
  const kept = () => list.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('examhall.attempt.')))
  await expect.poll(async () => (await kept()).filter((key) => key.endsWith('.code'))).toEqual([])
})

test('does not send one student’s answers as another student on the same computer', async ({ product, newContext }) => {
  const [first, second] = [await prepareTest(product), await prepareTest(product)]
  const context = await newContext()
  await leaveOffline(context, product, first)
  await context.setOffline(false)
  const page = await context.newPage()
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('attempts.save')) saves.push(request.url())
  })
  // Simulate the first student having signed out on this computer.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('cleared')) return
    sessionStorage.setItem('cleared', 'yes')
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  })
  await signIn(page, product.url, second.email, second.password)
  await expect(page.getByRole('link', { name: 'Start Test' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(saves).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('.outbox')))).toBe(true)
})

test('links to the results when time runs out before the test is resumed', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { duration: 5 })
  await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
  const page = await (await newContext()).newPage()
  await page.clock.install()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Resume' }).click()
  await expect(page.getByRole('timer', { name: 'Time left' })).toContainText(/^0[45]:\d\d$/)
  // The list fails to load at first to make the waiting message visible.
  const list = '**/trpc/*assignments.listForStudent*'
  await page.route(list, (route) => route.abort('internetdisconnected'))
  await page.clock.fastForward(5 * minute)
  await expect(page.getByText(/Time’s up\. Your test is being submitted/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume Test in Fullscreen' })).toBeHidden()
  await product.advance(5 * minute + 6_000)
  await page.unroute(list)
  await expect(page.getByRole('link', { name: 'View Results' })).toBeVisible({ timeout: 20_000 })
})

test('a newer answer from another device replaces a stale one, with a notice', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const phone = await newContext()
  const one = await begin(phone, product, prepared)
  await phone.setOffline(true)
  await one.choose('A')
  await expect(one.save).toContainText('1 unsent')

  const two = await begin(await newContext(), product, prepared)
  await two.choose('D')
  await expect(two.save).toContainText('Saved')

  await phone.setOffline(false)
  await expect(one.option('D')).toBeChecked()
  await expect(one.save).toContainText('Saved')
  await expect(
    one.page.getByText('Question 1 was answered on another device. The newer answer is shown.'),
  ).toBeVisible()
  expect(await lettersOf(product, prepared)).toEqual(['D'])
})

test('works without browser storage, and does not claim that answers are kept', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const context = await newContext()
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('refused', 'QuotaExceededError')
    }
  })
  const room = await begin(context, product, prepared)
  await room.choose('A')
  await expect(room.save).toContainText('Saved')
  await context.setOffline(true)
  await room.choose('B')
  await expect(room.save).toContainText('1 unsent')
  await room.save.click()
  await expect(room.page.getByText(/only while this page stays open/).first()).toBeVisible()
  await expect(room.page.getByText(/kept on this device/)).toHaveCount(0)
  await context.setOffline(false)
  await expect(room.save).toContainText('Saved')
  expect(await lettersOf(product, prepared)).toEqual(['B'])
})
