import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const minute = 60_000

/** Three sections of 5, 10 and 5 minutes with two questions each. The right answer is B. */
const threeSections = () =>
  aSectionedTest(Date.now(), {
    sections: [
      aSection({ sectionName: 'Aptitude', sectionDuration: 5 }),
      aSection({ sectionName: 'Verbal', sectionDuration: 10 }),
      aSection({ sectionName: 'Logic', sectionDuration: 5, questions: [aQuestion(), aQuestion()] }),
    ],
  })

/** Returns the saved letters in section order, null for unanswered questions. */
async function answersOf(product: Product, testId: string, token: string) {
  const { body } = await product.api('GET', `/tests/${testId}/results`, token)
  return body.report.questionAnalysis.map((item: { studentAnswer: string | null }) => item.studentAnswer)
}

test('a sectioned assessment survives a network outage and ends when its time runs out', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product, threeSections())
  const context = await newContext()
  const page = await context.newPage()
  await page.clock.install()
  /** Advances the server's and the browser's clocks. */
  const pass = async (ms: number) => {
    await product.advance(ms)
    await page.clock.fastForward(ms)
  }
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('row', { name: /1\. Aptitude 2 5 2/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /2\. Verbal 2 10 2/ })).toBeVisible()
  await expect(page.getByText("You can't return to a section", { exact: true })).toBeVisible()
  await expectSound(page, 'instructions for a test with sections')

  const room = new ExamRoom(page)
  await room.start()
  await room.expectSection(1, 'Aptitude')
  await expect(room.timer).toContainText(/^0(5:00|4:5\d)/)
  await expect(page.getByText(/Total (20:00|19:5\d)/)).toBeVisible()
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
  await expectSound(page, 'exam, first of three sections')

  // When time runs out, the next section opens at its first question.
  await room.next()
  await pass(5 * minute)
  await room.expectSection(2, 'Verbal')
  await room.expectQuestion(1)
  await expect(room.notice('Time is up for Aptitude. You are now in Verbal.')).toBeVisible()
  const sections = page.getByRole('list', { name: 'Sections' })
  await expect(sections.getByRole('listitem')).toContainText(['Aptitude', 'Verbal', 'Logic'])
  await expect(sections.getByText('1 of 2 answered')).toBeVisible()
  await room.choose('B')
  await expect(room.save).toContainText('Saved')

  // The section ends even while the student is offline, and late answers are reported.
  await context.setOffline(true)
  await room.next()
  await room.choose('C')
  await expect(room.save).toContainText('1 unsent')
  // Go past the 5 s grace period, regardless of the browser's speed.
  await pass(10 * minute + 6_000)
  await room.expectSection(3, 'Logic')
  await room.choose('B')
  await expect(room.save).toContainText('2 unsent')
  await context.setOffline(false)
  await expect(room.save).toContainText('Saved')
  await expect(
    room.notice('Your latest answer to question 2 of Verbal arrived after the section closed and does not count.'),
  ).toBeVisible()

  // After a reload, the exam resumes in the open section.
  await page.reload()
  await room.resume()
  await room.expectSection(3, 'Logic')
  await expect(room.option('B')).toBeChecked()

  await pass(5 * minute)
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible({ timeout: 30_000 })
  expect(await answersOf(product, prepared.testId, prepared.token)).toEqual(['B', null, 'B', null, 'B', null])
  await expect(page.getByRole('row', { name: /Verbal 1 \/ 2 1 0 1 50.0%/ })).toBeVisible()
  await expect(page.getByText('3 of 6 questions answered')).toBeVisible()
  await expectSound(page, 'report with sections')
})

test('leaving a section asks first, retries while offline and is permanent', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, threeSections())
  const context = await newContext()
  const page = await context.newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('A')
  await page.getByRole('button', { name: 'Next section' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You have 1 unanswered question in Aptitude.')).toBeVisible()
  await expect(dialog.getByText(/You can't return to a section/)).toBeVisible()
  await expectSound(page, 'leaving a section')
  await dialog.getByRole('button', { name: 'Stay in this section' }).click()
  await room.expectSection(1, 'Aptitude')

  await context.setOffline(true)
  await room.choose('B')
  await room.nextSection()
  await expect(page.getByText(/Trying again in \d+ s/)).toBeVisible()
  await expectSound(page, 'leaving a section, offline')
  await context.setOffline(false)
  await room.expectSection(2, 'Verbal')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/was closed elsewhere/)).toBeHidden()
  await expect(room.timer).toContainText(/^(10:00|09:[345]\d)/)

  await page.getByRole('button', { name: 'Submit whole test' }).click()
  await expect(dialog.getByText('You have 5 unanswered questions. Are you sure you want to submit?')).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Aptitude closed 1 1' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Logic not opened 0 2' })).toBeVisible()
  await expect(dialog.getByText(/Submitting ends the whole test/)).toBeVisible()
  await expectSound(page, 'submit before the last section')
  await dialog.getByRole('button', { name: 'Back to test' }).click()

  // Another device continues in the same section.
  const phone = await (await newContext()).newPage()
  await signIn(phone, product.url, prepared.email, prepared.password)
  await phone.getByRole('link', { name: /Resume/ }).click()
  const other = new ExamRoom(phone)
  await other.resume()
  await other.expectSection(2, 'Verbal')
  await expect(other.notice(/You can now continue here, and nothing is lost/)).toBeVisible()
  await other.nextSection()
  await other.expectSection(3, 'Logic')
  await other.submit()
  await other.confirmSubmit()
  await expect(phone.getByRole('button', { name: 'Download Report' })).toBeVisible()
  expect(await answersOf(product, prepared.testId, prepared.token)).toEqual(['B', null, null, null, null, null])
})

test('locked sections open one at a time and wait for a connection', async ({ product, newContext }) => {
  const rules = { lockSections: true, keyRelease: 'after_end' } as const
  const prepared = await prepareTest(product, { ...threeSections(), rules })
  const context = await newContext()
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.expectSection(1, 'Aptitude')
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
  await room.nextSection()
  await room.expectSection(2, 'Verbal')
  await room.expectQuestion(1)
  await room.choose('B')
  await expect(room.save).toContainText('Saved')

  // The last section's time starts even while the student is offline, but its questions wait for a connection.
  await context.setOffline(true)
  await product.advance(10 * minute + 6_000)
  await page.clock.fastForward(10 * minute + 6_000)
  await expect(page.getByText('Logic is open')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sections' })).toHaveCount(0)
  await expectSound(page, 'a locked section, offline')
  await context.setOffline(false)
  await page.clock.fastForward(30_000)
  await room.expectSection(3, 'Logic')
  await room.expectQuestion(1)
  await room.choose('B')
  await expect(room.save).toContainText('Saved')

  await page.reload()
  await room.resume()
  await room.expectSection(3, 'Logic')
  await expect(room.option('B')).toBeChecked()
  await room.submit()
  await room.confirmSubmit()
  await expect(page.getByText('3 of 6 questions answered')).toBeVisible()
  await expect(page.getByText('Correct answers have not been released.')).toBeVisible()
  await expectSound(page, 'a report without the key')
})

test('withheld results show their release time instead of a score', async ({ product, newContext }) => {
  const rules = { resultRelease: 'after_end' } as const
  const prepared = await prepareTest(product, { rules })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await room.submit()
  await room.confirmSubmit()
  await expect(page.getByText(/Results on .+\. You don’t have to do anything\./)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  await expectSound(page, 'withheld results')
  await page.goto(`${product.url}/dashboard`)
  await expect(page.getByText(/Results on /).first()).toBeVisible()
  await page.goto(`${product.url}/my-tests`)
  await expect(page.getByText(/Results on /)).toBeVisible()
  await page.goto(`${product.url}/reports`)
  await expect(page.getByRole('row', { name: /Results on .* Submitted/ })).toBeVisible()
  await expectSound(page, 'reports with withheld results')
})
