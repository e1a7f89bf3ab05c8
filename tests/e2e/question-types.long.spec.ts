import type { Page } from '@playwright/test'
import { everyType } from '#tests/factories/question-types.ts'
import { markEssay } from './marked-essay.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { Keyboard } from './pages/keyboard.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { type PreparedTest, prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const rightOrder = ['Lexing', 'Parsing', 'Code generation']
const itemsOf = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move up/ }) })

/** Moves items up until they are in the right order. @param moveUp moves the item with this text up by one place */
async function putInOrder(page: Page, moveUp: (text: string) => Promise<void>) {
  for (const [place, text] of rightOrder.entries())
    for (let steps = 0; steps < rightOrder.length; steps++) {
      const shown = await itemsOf(page).allInnerTexts()
      if (shown.findIndex((one) => one.includes(text)) === place) break
      await moveUp(text)
    }
}

/** Waits for the notice about the unmarked essay, marks it, and checks every question's result. */
async function expectAllCorrect(page: Page, product: Product, prepared: PreparedTest) {
  await expect(page.getByText('1 answer is being marked')).toBeVisible()
  await markEssay(product, prepared, 2)
  await page.goto(`${product.url}/my-tests/${prepared.testId}/report`)
  for (let number = 1; number <= everyType.length; number++) {
    const result = page.getByRole('article', { name: `Question ${number}`, exact: true })
    await expect(result.getByText('Correct', { exact: true })).toBeVisible()
  }
}

test('a student answers every type of question by keyboard alone', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { questions: [...everyType] })
  const page = await (await newContext()).newPage()
  const keys = new Keyboard(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await signIn(page, product.url, prepared.email, prepared.password)
  await keys.use(page.getByRole('link', { name: 'Start Test' }))
  await keys.use(page.getByRole('checkbox', { name: /accept the terms/ }), 'Space')
  await keys.use(button('Start Test in Fullscreen'))
  const room = new ExamRoom(page)
  await room.expectQuestion(1)
  await keys.press('b')
  await keys.press('ArrowRight')
  await room.expectQuestion(2)
  for (const key of ['a', '3', 'e']) await keys.press(key)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await keys.press('ArrowRight')
  await room.expectQuestion(3)
  await keys.press('t')
  await keys.press('ArrowRight')
  await room.expectQuestion(4)
  await keys.write(page.getByRole('textbox', { name: /^Your answer/ }), '9,8 m/s^2')
  await expect(page.getByText('Read as 9.8 m/s²')).toBeVisible()
  await keys.use(button('Next'))
  await room.expectQuestion(5)
  await keys.write(page.getByRole('textbox', { name: 'Your answer' }), 'Last')
  await keys.use(button('Next'))
  await room.expectQuestion(6)
  await keys.write(page.getByRole('textbox', { name: 'Gap 1' }), 'stack')
  await keys.write(page.getByRole('textbox', { name: 'Gap 2' }), '1')
  await keys.to(page.getByRole('combobox', { name: 'Gap 3' }))
  await keys.type('pushed')
  await keys.use(button('Next'))
  await room.expectQuestion(7)
  for (const [left, right] of [
    ['TCP', 'Transport'],
    ['IP', 'Network'],
  ] as const) {
    await keys.to(page.getByRole('combobox', { name: left, exact: true }))
    await keys.type(right)
  }
  await keys.use(button('Next'))
  await room.expectQuestion(8)
  await keys.use(button('Keep this order'))
  await putInOrder(page, async (text) => {
    await keys.to(page.getByRole('button', { name: `Move up ${text}` }))
    await keys.press('ArrowUp')
  })
  await keys.use(button('Next'))
  await room.expectQuestion(9)
  const essay = page.getByRole('textbox', { name: 'Your answer' })
  await keys.write(essay, 'To avoid anomalies.')
  for (const key of ['Control+a', 'Control+b']) await keys.press(key)
  await expect(essay).toHaveValue('**To avoid anomalies.**')
  await keys.press('Control+z')
  await expect(essay).toHaveValue('To avoid anomalies.')
  for (const key of ['Control+a', 'Control+b']) await keys.press(key)
  await expect(page.getByText('3 words')).toBeVisible()
  await keys.use(button('Submit'))
  await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Submit test' }))
  await expectAllCorrect(page, product, prepared)
  await expect(page.locator('strong').getByText('To avoid anomalies.')).toBeVisible()
  await expectSound(page, 'results of every type of question')
})

test('every type of question fits a phone, passes axe, and keeps its answer across a reload', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product, { questions: [...everyType] })
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const next = async (number: number) => {
    await expectSound(page, `exam, question ${number - 1} of every type`, ['phone'])
    await room.next()
    await room.expectQuestion(number)
  }
  await room.choose('B')
  await next(2)
  for (const option of ['Merge sort', 'Insertion sort', 'Bubble sort']) await page.getByText(option).click()
  await next(3)
  await page.getByText('True', { exact: true }).click()
  await next(4)
  await page.getByRole('textbox').fill('9.8')
  await next(5)
  await page.getByRole('textbox').fill('last')
  await next(6)
  await page.getByRole('textbox', { name: 'Gap 1' }).fill('Stack')
  await page.getByRole('textbox', { name: 'Gap 2' }).fill('1')
  await page.getByRole('combobox', { name: 'Gap 3' }).selectOption('pushed')
  await next(7)
  await page.getByRole('combobox', { name: 'TCP', exact: true }).selectOption('Transport')
  await page.getByRole('combobox', { name: 'IP', exact: true }).selectOption('Network')
  await next(8)
  await page.getByRole('button', { name: 'Keep this order' }).click()
  await putInOrder(page, (text) => page.getByRole('button', { name: `Move up ${text}` }).click())
  await next(9)
  await page.getByRole('textbox').fill('To avoid anomalies.')
  await page.getByRole('button', { name: 'Numbered list' }).click()
  await expect(page.getByRole('textbox')).toHaveValue('1. To avoid anomalies.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('listitem')).toHaveText('To avoid anomalies.')
  await expectSound(page, 'exam, preview of an essay', ['phone'])
  await expect(room.save).toContainText('Saved')

  await page.reload()
  await room.resume()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit test' }).click()
  await expectAllCorrect(page, product, prepared)
  await expectSound(page, 'results of every type of question on a phone', ['phone'])
})
