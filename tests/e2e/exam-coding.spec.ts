import type { Page } from '@playwright/test'
import { createCodingQuestion, rightCode } from './pages/coding-question.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { prepareSitting } from './sitting.ts'

/** Replaces what the editor holds, as a person types. */
async function type(page: Page, code: string) {
  const editor = page.getByRole('textbox', { name: 'Code in Python' })
  // It is fetched on the way.
  await expect(editor).toBeVisible({ timeout: 60_000 })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  // In one piece, so that the editor does not indent and close brackets by itself.
  await page.keyboard.insertText(code)
  await expect(editor).toContainText('print')
}

test('a test with choice and code is taken to its marks', async ({ product, newContext }) => {
  const questionId = await createCodingQuestion(product)
  const sitting = await prepareSitting(product, {
    hasCodingSection: true,
    codingQuestions: [{ questionId, points: 50, timeLimit: 600 }],
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  await expect(page.getByRole('row', { name: /2\. Coding 1 10 50/ })).toBeVisible()
  const room = new ExamRoom(page)
  await room.start()
  await room.expectSection(1, 'Multiple choice')
  await room.choose('B')
  await room.nextSection()
  await room.expectSection(2, 'Coding')
  await expect(page.getByRole('button', { name: /1\. Sum of two.*Not begun/ })).toBeVisible()
  await type(page, rightCode)
  await expect(page.getByRole('button', { name: /1\. Sum of two.*Written/ })).toBeVisible()
  await expect(room.save).toContainText('Saved')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('1 of 1 sample passed')).toBeVisible()
  const actions = page.getByRole('region', { name: 'Code' }).locator('xpath=..')
  await actions.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText(/You passed 2\/2 test cases/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Sum of two.*Best 100%/ })).toBeVisible()
  await expectSound(page, 'coding section')

  await page.reload()
  await page.getByRole('button', { name: 'Resume Test in Fullscreen' }).click()
  await expect(page.getByRole('textbox', { name: 'Code in Python' })).toContainText('print(a + b)')
  await page.locator('[data-exam] > header').getByRole('button', { name: 'Submit test' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: 'Coding open 1 0' })).toBeVisible()
  await room.confirmSubmit()
  await expect(page.getByRole('article', { name: 'Sum of two' })).toContainText('50 / 50 marks')
  await expect(page.getByRole('article', { name: 'Question 1' })).toBeVisible()
  await page.getByText('Your best code').click()
  await expectSound(page, 'report with code')
})

test('code that was only typed is judged after a coding-only practice', async ({ product, newContext }) => {
  const questionId = await createCodingQuestion(product)
  const sitting = await prepareSitting(product, {
    testType: 'Practice',
    questions: [],
    hasCodingSection: true,
    codingQuestions: [{ questionId, points: 50, timeLimit: 600 }],
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.getByRole('link', { name: 'Start Practice' }).click()
  await page.getByRole('checkbox', { name: /accept the terms/ }).check()
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  await type(page, rightCode)
  await page.locator('[data-exam] > header').getByRole('button', { name: 'Submit test' }).click()
  await new ExamRoom(page).confirmSubmit()
  await expect(page.getByRole('article', { name: 'Sum of two' })).toContainText('50 / 50 marks', { timeout: 60_000 })
  await expect(page.getByText('100%').first()).toBeVisible()
})
