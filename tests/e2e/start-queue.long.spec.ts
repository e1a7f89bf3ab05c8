import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

/** The server's response to a student in the queue. */
const queued = (place: number, seconds: number) => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  json: [
    {
      error: {
        message: `Many students are starting at the same time. You are number ${place} in the queue: about ${seconds} seconds to go. Your time has not started.`,
        code: -32029,
        data: {
          code: 'TOO_MANY_REQUESTS',
          httpStatus: 429,
          path: 'attempts.start',
          domainCode: 'TOO_MANY_REQUESTS',
          retryAfter: seconds,
        },
      },
    },
  ],
})

test('waits in the queue of a large hall and starts automatically, even after the connection was down', async ({
  product,
  newContext,
  complaints,
}) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  let calls = 0
  await page.route('**/trpc/attempts.start*', (route) => {
    calls++
    if (calls === 1) return route.fulfill(queued(412, 3))
    if (calls === 2) return route.abort()
    return route.continue()
  })
  await page.getByLabel(/I have read the rules/).check()
  // By keyboard alone.
  const start = page.getByRole('button', { name: 'Start Test in Fullscreen' })
  await start.focus()
  await page.keyboard.press('Enter')
  const place = page.getByRole('status').filter({ hasText: 'You are number 412 in the queue' })
  await expect(place).toContainText('Keep this page open: your test opens automatically.')
  await expectSound(page, 'waiting in the queue')
  // The place stays on screen while the connection is down.
  await expect.poll(() => calls, { timeout: 15_000 }).toBe(2)
  await expect(place).toBeVisible()
  await new ExamRoom(page).expectQuestion(1)
  expect(calls).toBe(3)
  // Chromium reports the aborted call.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED/)
})

test('leaves the queue with Cancel', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  await page.route('**/trpc/attempts.start*', (route) => route.fulfill(queued(412, 30)))
  await page.getByLabel(/I have read the rules/).check()
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  await expect(page.getByText('You are number 412 in the queue')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Start Test' })).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
})
