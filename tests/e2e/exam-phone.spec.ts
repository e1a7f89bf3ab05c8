import { devices } from '@playwright/test'
import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test, watchConsole } from './product.ts'
import { allowResizing } from './windows.ts'

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

const longName = 'Verbal Ability, Grammar and Reading Comprehension for Engineers'

test('takes an exam on a phone by touch', async ({ product, browser, complaints }) => {
  const prepared = await prepareTest(
    product,
    aSectionedTest(Date.now(), {
      sections: [
        aSection({
          sectionName: 'Aptitude',
          questions: Array.from({ length: 12 }, () => aQuestion()),
          numberOfQuestions: 12,
        }),
        aSection({ sectionName: longName }),
      ],
    }),
  )
  const context = await browser.newContext({ ...phone, locale: 'en-IN', timezoneId: 'Asia/Kathmandu' })
  context.on('page', (page) => watchConsole(page, complaints))
  const page = await context.newPage()
  allowResizing(page)
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Email').fill(prepared.email)
  await page.getByLabel('Password', { exact: true }).fill(prepared.password)
  await page.getByRole('button', { name: 'Sign In' }).tap()
  await page.getByRole('link', { name: 'Start Test' }).tap()
  const room = new ExamRoom(page)
  await page.getByRole('checkbox', { name: /accept the terms/ }).tap()
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).tap()
  await room.expectSection(1, 'Aptitude')
  await expectSound(page, 'exam on a phone', ['phone'])

  // Nothing moves while an answer is saved or the network fails.
  const places = async () =>
    JSON.stringify(
      await Promise.all(
        [page.getByRole('radio').first(), page.getByRole('button', { name: 'Next', exact: true }), room.timer].map(
          (locator) => locator.boundingBox(),
        ),
      ),
    )
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .nth(1)
    .tap()
  await expect(room.option('B')).toBeChecked()
  await expect(room.save).toContainText('Saved')
  const before = await places()
  await context.setOffline(true)
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .nth(2)
    .tap()
  await expect(room.save).toContainText('1 unsent')
  expect(await places()).toBe(before)
  await context.setOffline(false)
  await expect(room.save).toContainText('Saved')
  expect(await places()).toBe(before)

  // Keyboard hints are hidden.
  await expect(page.getByRole('button', { name: 'Keyboard' })).toBeHidden()

  await page.getByRole('button', { name: 'Questions' }).tap()
  const palette = page.getByRole('dialog', { name: 'Question palette' })
  await expect(palette.getByRole('heading', { name: 'Aptitude' })).toBeVisible()
  await expect(palette.getByText('2 questions · 10 min')).toBeVisible()
  await expectSound(page, 'palette on a phone', ['phone'])
  await palette.getByRole('button', { name: /^Question 7,/ }).tap()
  await expect(palette).toBeHidden()
  await room.expectQuestion(7)

  await page.getByRole('button', { name: 'Next section' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Close section and continue' }).tap()
  await room.expectSection(2, longName)
  await expectSound(page, 'a long section name on a phone', ['phone'])
  const header = page.locator('[data-exam] > header')
  for (const name of [/^Saved/, /violations? recorded/, 'Submit'])
    expect((await header.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(36)

  await page.getByRole('button', { name: 'Submit', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit test' }).tap()
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  await expectSound(page, 'report on a phone', ['phone'])
  await context.close()
})
