import { aQuestion } from '#tests/factories/forms.ts'
import { expectSound } from './pages/looks.ts'
import { printed } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test('prints a submitted paper as the student saw it, without splitting questions', async ({
  product,
  newContext,
}, info) => {
  const questions = Array.from({ length: 12 }, (_, index) =>
    aQuestion({ questionText: `Printed question ${index + 1}: which of these statements holds for every graph?` }),
  )
  const fields = { questions, numberOfQuestions: 12, shuffleQuestions: true, shuffleOptions: true }
  const prepared = await prepareTest(product, fields)
  const { body: started } = await product.api('POST', `/tests/${prepared.testId}/start`, prepared.token)
  const asked: { id: string; questionText: string }[] = started.test.questions
  const answers = [{ questionId: asked[0]?.id, answer: 'C' }]
  await product.api('POST', `/tests/${prepared.testId}/submit`, prepared.token, { answers })

  const page = await (await newContext()).newPage()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, product.url, prepared.email, prepared.password, `/my-tests/${prepared.testId}/report`)
  await page.getByRole('link', { name: 'Print paper' }).click()
  await expect(page.getByRole('article')).toHaveCount(12)
  await expect(page.getByRole('article').first()).toContainText(asked[0]?.questionText ?? '')
  await expect(page.getByRole('article').first()).toContainText('AnswerC')
  await expect(page.getByText('Correct answer')).toHaveCount(0)
  await expectSound(page, 'a printed paper')

  await page.getByRole('switch', { name: 'Show answer key' }).click()
  await expect(page.getByText('Correct answer')).toHaveCount(12)
  const sheets = await printed(page, info.outputPath('paper.pdf'))
  expect(sheets.length).toBeGreaterThan(1)
  const words = sheets.map(({ text }) => text).join(' ')
  expect([...words.matchAll(/Printed question \d+/g)].map(([text]) => text)).toEqual(
    asked.map(({ questionText }) => questionText.split(':')[0]),
  )
  expect(words).toContain(`1 / ${sheets.length}`)
  for (const gone of ['Show answer key', 'Skip to content']) expect(words).not.toContain(gone)
  // Every question ends on the page where it begins.
  for (const { text } of sheets)
    expect(text.match(/Not answered|Answer C/g)?.length).toBe(text.match(/Printed question/g)?.length)

  await page.getByRole('switch', { name: 'Show answers' }).click()
  await expect(page.getByText('Not answered')).toHaveCount(0)
})

test('prints an essay as its markers see it, not as Markdown', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { questions: [{ type: 'essay', questionText: 'Why?' }] })
  const { api } = product
  const { testId, token } = prepared
  const { test: paper } = (await api('POST', `/tests/${testId}/start`, token)).body
  const answer = { text: 'Because **all** of $x^2$\n\n- first\n- second' }
  const { attemptId } = (
    await api('POST', `/tests/${testId}/submit`, token, { answers: [{ questionId: paper.questions[0].id, answer }] })
  ).body
  const { email, password } = prepared.collegeAdmin
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, email, password, `/attempts/${attemptId}/paper`)
  const article = page.getByRole('article')
  await expect(article.getByRole('strong')).toHaveText('all')
  await expect(article.getByRole('listitem')).toHaveText(['first', 'second'])
  await expect(article.locator('.katex').first()).toBeVisible()
  await expectSound(page, 'a printed essay')
})
