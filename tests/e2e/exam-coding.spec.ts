import type { Page } from '@playwright/test'
import { addQuestion, anAddition, writeCode } from './pages/coding.ts'
import { createCodingQuestion, rightCode } from './pages/coding-question.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

/** Replaces the editor's content using the keyboard. */
async function type(page: Page, code: string) {
  const editor = page.getByRole('textbox', { name: 'Code in Python' })
  // The editor is loaded on demand.
  await expect(editor).toBeVisible({ timeout: 60_000 })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  // Insert the code at once. If it were typed, the editor would indent it and close brackets.
  await page.keyboard.insertText(code)
  await expect(editor).toContainText('print')
}

test('takes a test with multiple-choice and coding sections and shows its marks', async ({ product, newContext }) => {
  const questionId = await createCodingQuestion(product)
  const prepared = await prepareTest(product, {
    hasCodingSection: true,
    codingQuestions: [{ questionId, points: 50, timeLimit: 600 }],
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  await expect(page.getByRole('row', { name: /2\. Coding 1 10 50/ })).toBeVisible()
  const rules = page.getByRole('region', { name: 'Rules' })
  await expect(rules).toContainText('In the Coding section, you write a program for each problem.')
  await expect(rules).toContainText('mark answers for review')
  const room = new ExamRoom(page)
  await room.start()
  await room.expectSection(1, 'Multiple choice')
  await room.choose('B')
  await room.nextSection()
  await room.expectSection(2, 'Coding')
  await expect(page.getByRole('button', { name: /1\. Sum of two.*50 marks · Not started/ })).toBeVisible()
  await type(page, rightCode)
  await expect(page.getByRole('button', { name: /1\. Sum of two.*Written/ })).toBeVisible()
  await expect(room.save).toContainText('Saved')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('1 of 1 sample passed')).toBeVisible()
  const actions = page.getByRole('region', { name: 'Code' }).locator('xpath=..')
  await actions.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText(/You passed 2\/2 test cases/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Sum of two.*Best 100.0%/ })).toBeVisible()
  await expectSound(page, 'coding section')
  await room.save.click()
  await expect(page.getByText('Every answer is stored on the server.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Every answer is stored on the server.')).toBeHidden()
  await expect(room.save).toBeFocused()

  await page.reload()
  await page.getByRole('button', { name: 'Resume Test in Fullscreen' }).click()
  await expect(page.getByRole('textbox', { name: 'Code in Python' })).toContainText('print(a + b)')
  await page.locator('[data-exam] > header').getByRole('button', { name: 'Submit test' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: 'Coding open 1 0' })).toBeVisible()
  await room.confirmSubmit()
  await expect(page.getByRole('article', { name: 'Sum of two' })).toContainText('50 of 50 marks')
  await expect(page.getByRole('article', { name: 'Question 1' })).toBeVisible()
  await page.getByText('Your best submission').click()
  await expectSound(page, 'report with code')
})

test('judges unsubmitted code when a coding-only practice test ends', async ({ product, newContext }) => {
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
  const rules = page.getByRole('region', { name: 'Rules' })
  await expect(rules).toContainText('You write a program for each problem.')
  await expect(rules).not.toContainText(/A–D|palette|mark|answer/i)
  await page.getByRole('checkbox', { name: /accept the terms/ }).check()
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  await type(page, rightCode)
  await page.locator('[data-exam] > header').getByRole('button', { name: 'Submit test' }).click()
  await new ExamRoom(page).confirmSubmit()
  await expect(page.getByRole('article', { name: 'Sum of two' })).toContainText('50 of 50 marks', { timeout: 60_000 })
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Test Complete!' })).toBeVisible()
  await expect(page.getByText('100.0%').first()).toBeVisible()
  await expectSound(page, 'practice with code, complete')
})

test('reopens the same question and language after a reload, and does not count a template as an answer', async ({
  product,
  newContext,
}) => {
  const ids = [
    await addQuestion(product, anAddition({ title: 'First' })),
    await addQuestion(product, anAddition({ title: 'Second' })),
  ]
  const prepared = await prepareTest(product, {
    testType: 'Practice',
    questions: [],
    hasCodingSection: true,
    codingQuestions: ids.map((questionId) => ({ questionId, points: 50, timeLimit: 600 })),
  })
  const codes = async () => {
    const { body } = await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
    return body.answers.map(({ code, language }: { code: string; language: string }) => `${language}: ${code}`)
  }
  const page = await (await newContext()).newPage()
  const tab = (words: RegExp) => page.getByRole('button', { name: words })
  const language = page.getByRole('combobox', { name: 'Language' })
  const save = new ExamRoom(page).save
  const reload = async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Resume Test in Fullscreen' }).click()
  }
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Practice' }).click()
  await page.getByRole('checkbox', { name: /accept the terms/ }).check()
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()

  // Choosing a language without writing code leaves the question unstarted.
  await tab(/2\. Second/).click()
  await language.selectOption('JavaScript')
  await expect(page.getByRole('textbox', { name: 'Code in JavaScript' })).toContainText('readFileSync')
  await expect(tab(/2\. Second.*Not started/)).toBeVisible()
  await reload()
  await expect(tab(/2\. Second/)).toHaveAttribute('aria-current', 'true')
  await expect(language).toHaveValue('javascript')

  // A program remains the answer while another language's template is shown. It also loads without a local copy.
  await language.selectOption('Python')
  await type(page, 'print(1)')
  await expect(tab(/2\. Second.*Written/)).toBeVisible()
  await expect(save).toContainText('Saved')
  await language.selectOption('C++')
  await expect(page.getByRole('textbox', { name: 'Code in C++' })).toContainText('#include')
  await reload()
  await expect(language).toHaveValue('cpp')
  await expect(tab(/2\. Second.*Written/)).toBeVisible()
  expect(await codes()).toEqual(['python: print(1)'])
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('examhall.code.')) localStorage.removeItem(key)
  })
  await language.selectOption('Python')
  await expect(page.getByRole('textbox', { name: 'Code in Python' })).toContainText('print(1)')

  // The template cannot be submitted. Restoring it in the answer's language clears the answer.
  await page.getByRole('button', { name: 'Reset to the template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('textbox', { name: 'Code in Python' })).toContainText('Write your solution here')
  await expect(tab(/2\. Second.*Not started/)).toBeVisible()
  await expect(save).toContainText('Saved')
  expect(await codes()).toEqual(['python: '])
  const actions = page.getByRole('region', { name: 'Code' }).locator('xpath=..')
  await actions.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('Please write some code first')).toBeVisible()
  await page.locator('[data-exam] > header').getByRole('button', { name: 'Submit test' }).click()
  await expect(page.getByRole('dialog')).toContainText('You have 2 unanswered questions.')
})

for (const keeps of [true, false])
  test(`restores a program and its language in a browser that ${keeps ? 'has no copy of it' : 'stores nothing'}`, async ({
    product,
    newContext,
  }) => {
    const ids = [
      await addQuestion(product, anAddition({ title: 'First' })),
      await addQuestion(product, anAddition({ title: 'Second' })),
    ]
    const prepared = await prepareTest(product, {
      testType: 'Practice',
      questions: [],
      hasCodingSection: true,
      codingQuestions: ids.map((questionId) => ({ questionId, points: 50, timeLimit: 600 })),
    })
    await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
    await product.api('PUT', `/tests/${prepared.testId}/answers`, prepared.token, {
      answers: [{ questionId: ids[0], code: 'print("here before")', language: 'python', revision: 1 }],
    })
    const page = await (await newContext()).newPage()
    if (!keeps)
      await page.addInitScript(() => {
        const { setItem } = Storage.prototype
        Storage.prototype.setItem = function (key, value) {
          if (key.startsWith('examhall.code.')) throw new DOMException('refused', 'QuotaExceededError')
          setItem.call(this, key, value)
        }
      })
    await signIn(page, product.url, prepared.email, prepared.password)
    await page.getByRole('link', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Resume Test in Fullscreen' }).click()
    const language = page.getByRole('combobox', { name: 'Language' })
    const editor = page.getByRole('textbox', { name: /^Code in / })
    await expect(editor).toContainText('here before')
    await language.selectOption('C++')
    await expect(editor).toContainText('#include')
    await writeCode(editor, 'int elsewhere;')
    await expect(new ExamRoom(page).save).toContainText('Saved')
    // Open another question in between to recreate the editor.
    await page.getByRole('button', { name: /2\. Second/ }).click()
    await expect(editor).toContainText('Write your solution here')
    await page.getByRole('button', { name: /1\. First/ }).click()
    await expect(editor).toContainText('int elsewhere;')
    await language.selectOption('Python')
    await expect(editor).toContainText('here before')
    await language.selectOption('C++')
    await expect(editor).toContainText('int elsewhere;')
  })
