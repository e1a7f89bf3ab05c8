import type { Page } from '@playwright/test'
import { createCodingQuestion } from './pages/coding-question.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

/** Pastes text into the editor as from another program. */
const paste = (page: Page, text: string) =>
  page.getByRole('textbox', { name: 'Code in Python' }).evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('plays back how a student wrote a program', async ({ product, newContext }) => {
  const questionId = await createCodingQuestion(product)
  const prepared = await prepareTest(product, {
    testType: 'Practice',
    questions: [],
    hasCodingSection: true,
    codingQuestions: [{ questionId, points: 50, timeLimit: 600 }],
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Practice' }).click()
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText('your college can play them back')
  await page.getByRole('checkbox', { name: /accept the terms/ }).check()
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  const editor = page.getByRole('textbox', { name: 'Code in Python' })
  await expect(editor).toBeVisible({ timeout: 60_000 })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type('# my own idea')
  await page.keyboard.press('Enter')
  await paste(page, 'numbers = input().split()\n')
  await page.keyboard.type('total = 7')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText(/of 1 sample/)).toBeVisible()
  // The journal continues after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Resume Test in Fullscreen' }).click()
  await expect(editor).toContainText('total = 7')
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('0')
  await page.locator('[data-exam] > header').getByRole('button', { name: 'Submit test' }).click()
  await new ExamRoom(page).confirmSubmit()
  await expect(page.getByRole('heading', { name: /Practice|result/i }).first()).toBeVisible()

  const staff = await (await newContext()).newPage()
  const { email, password } = prepared.collegeAdmin
  await signIn(staff, product.url, email, password, `/tests/${prepared.testId}/journals`)
  const row = staff.getByRole('row', { name: /Sum of two/ })
  // Facts are computed within ten seconds of the submission.
  await expect(row).toContainText('26 characters', { timeout: 30_000 })
  await expect(row).not.toContainText('does not lead')
  await expectSound(staff, 'journals')
  await row.getByRole('link').first().click()
  await expect(staff.getByText('Replaying the journal gives the submitted program.')).toBeVisible()
  const events = staff.getByRole('region', { name: 'Events' })
  await expect(events.getByRole('listitem').filter({ hasText: 'Pasted 26 characters' })).toContainText(
    'numbers = input().split()',
  )
  await expect(events).toContainText('Ran the program')
  const screen = staff.getByRole('region', { name: 'Playback' }).getByRole('textbox')
  await expect(screen).toContainText('total = 70')
  await expectSound(staff, 'playback of a program')
  // Back to the paste, then by keyboard to the typing before it.
  await events.getByRole('listitem').filter({ hasText: 'Pasted 26' }).getByRole('button').first().click()
  await expect(screen).toContainText('numbers')
  await expect(screen).not.toContainText('total')
  const axis = staff.getByRole('slider', { name: 'Time' })
  await axis.focus()
  await staff.keyboard.press('ArrowLeft')
  await expect(screen).not.toContainText('numbers')
  await staff.getByRole('combobox', { name: 'Speed' }).selectOption('32×')
  await staff.keyboard.press('Tab')
  await axis.press(' ')
  await expect(screen).toContainText('total = 70')
  await expect(staff.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})
