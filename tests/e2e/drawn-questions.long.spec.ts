import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

/** A submitted test with two of three questions from a pool. The student answered C, which is wrong, and objected. */
async function drawnTest(product: Product) {
  const { api } = product
  const author = await adminToken(product)
  const topic = `Trees ${Date.now()}`
  for (const word of ['oak', 'pine', 'yew'])
    await api('POST', '/bank/questions', author, {
      subject: 'Technical',
      topic,
      difficulty: 'Easy',
      questionText: `Which leaf grows on the ${word}?`,
      options: { A: 'none', B: 'the right one', C: 'the other right one', D: 'all' },
      correctAnswer: 'B',
      explanation: 'See a book.',
    })
  const prepared = await prepareTest(product, {
    testName: 'Trees and leaves',
    questions: [],
    numberOfQuestions: 2,
    pools: [{ pick: 2, from: { topics: [topic] } }],
    objectionsUntil: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const { testId, token } = prepared
  const { test, startTime } = (await api('POST', `/tests/${testId}/start`, token)).body
  const [first, second] = test.questions
  const answers = [first, second].map(({ id }) => ({ questionId: id, selectedAnswer: 'C', timeSpent: 5 }))
  await api('POST', `/tests/${testId}/submit`, token, { answers, startTime, timeSpent: 1, violations: 0 })
  await api('POST', `/tests/${testId}/objections`, token, { questionId: first.id, reason: 'C is right' })
  return { ...prepared, topic, objected: first as { id: string; questionText: string } }
}

test('the author changes the key of a drawn question from an objection, and sees who would then pass', async ({
  product,
  newContext,
}) => {
  const { testId, token, admin, topic, objected } = await drawnTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, admin.email, admin.password, `/marking/${testId}/objections/${objected.id}`)
  await page.getByRole('link', { name: 'Change the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit drawn question' })
  await expect(dialog.getByText(objected.questionText).first()).toBeVisible()
  await expectSound(page, 'the key of a drawn question')
  await dialog.getByRole('radio', { name: 'Option C is correct' }).check()
  await dialog.getByRole('textbox', { name: 'Explanation' }).fill('See page 12.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  const edit = page.getByRole('button', { name: `Edit drawn question: ${objected.questionText}` })
  await expect(edit).toBeFocused()

  await expect(page.getByText('Pool 1: 2 questions with 1 mark each')).toBeVisible()
  await expect(page.getByText(`topics: ${topic}`)).toBeVisible()
  const list = page.getByRole('list', { name: 'Drawn questions' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Changed, not saved' })).toContainText(
    `${topic} · In 1 paper · 1 mark`,
  )
  await page.getByRole('button', { name: 'Show all drawn questions' }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'Which leaf' })).toHaveCount(3)
  await expectSound(page, 'the drawn questions of a test')
  const search = page.getByRole('searchbox', { name: 'Search drawn questions' })
  await search.fill('no such leaf')
  await search.press('Enter')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByText('1 drawn question changed. Save to regrade.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText('Changed, not saved')).toHaveCount(0)
  await expect(edit).toBeFocused()
  await edit.click()
  await dialog.getByRole('combobox', { name: 'Marks for this question' }).click()
  await page.getByRole('option', { name: 'Give everyone the marks' }).click()
  await dialog.getByRole('button', { name: 'Keep changes' }).click()
  await expect(list.getByText('Marks for everyone')).toBeVisible()

  await page.getByRole('button', { name: 'Save Changes' }).click()
  const regrade = page.getByRole('dialog', { name: 'Regrade with the new key?' })
  await expect(regrade.getByText('You changed the correct answer to 1 question.')).toBeVisible()
  await expect(regrade.getByRole('row', { name: /0.0% becomes 50.0% Pass/ })).toBeVisible()
  await regrade.getByRole('button', { name: 'Save and regrade' }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  const { report } = (await product.api('GET', `/tests/${testId}/results`, token)).body
  expect(report).toMatchObject({ percentage: 50, passed: true })
})

test('changes to drawn questions are kept as a draft in the browser', async ({ product, newContext }) => {
  const { testId, admin, objected } = await drawnTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, admin.email, admin.password, `/tests/${testId}/edit`)
  await page.getByRole('button', { name: `Edit drawn question: ${objected.questionText}` }).click()
  await page.getByRole('radio', { name: 'Option C is correct' }).check()
  await page.getByRole('button', { name: 'Keep changes' }).click()
  await expect(page.getByText(/^Draft saved in this browser/)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('1 drawn question changed. Save to regrade.')).toBeVisible()
  await page.getByRole('button', { name: `Edit drawn question: ${objected.questionText}` }).click()
  await expect(page.getByRole('radio', { name: 'Option C is correct' })).toBeChecked()
})
