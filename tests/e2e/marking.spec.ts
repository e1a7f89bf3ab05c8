import { aFaculty, aQuestion } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { Keyboard } from './pages/keyboard.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const essay = {
  type: 'essay',
  questionText: 'Why do databases **normalise**?',
  marks: 10,
  maxWords: 5,
  rubric: [
    {
      criterion: 'Content',
      levels: [
        { label: 'Nothing relevant', marks: 0 },
        { label: 'All anomalies named', marks: 6 },
      ],
    },
    {
      criterion: 'Language',
      levels: [
        { label: 'Hard to follow', marks: 1 },
        { label: 'Clear', marks: 4 },
      ],
    },
  ],
} satisfies QuestionInput

/** A submitted essay, and two faculty members of the student's college. */
async function submittedEssay(product: Product, question: QuestionInput = essay) {
  const prepared = await prepareTest(product, { questions: [aQuestion(), question] })
  const { api } = product
  const { testId, token } = prepared
  const started = (await api('POST', `/tests/${testId}/start`, token)).body
  const [, asked] = started.test.questions
  const answers = [{ questionId: asked.id, answer: { text: 'To avoid update, insert and delete anomalies.' } }]
  await api('POST', `/tests/${testId}/submit`, token, { answers })
  const { token: office } = (await api('POST', '/auth/login', undefined, prepared.collegeAdmin)).body
  const markers = []
  for (const _ of [1, 2]) {
    const { user, temporaryPassword } = (await api('POST', '/college/users', office, aFaculty())).body
    markers.push({ email: user.email as string, password: temporaryPassword as string })
  }
  return { prepared, markers }
}

test('faculty mark an essay by keyboard, a colleague gives a second opinion, and the student sees the result', async ({
  product,
  newContext,
}) => {
  const { prepared, markers } = await submittedEssay(product)
  const [first, second] = markers
  if (!first || !second) throw new Error('Two markers are needed')
  const page = await (await newContext()).newPage()
  const keys = new Keyboard(page)
  await signIn(page, product.url, first.email, first.password)
  await keys.use(page.getByRole('link', { name: 'Marking' }))
  await expect(page.getByRole('link', { name: /^Weekly quiz/ })).toBeVisible()
  await expectSound(page, 'tests to mark')
  await keys.use(page.getByRole('link', { name: /^Weekly quiz/ }))
  await expect(page.getByRole('link', { name: 'Question 2' })).toBeVisible()
  await expectSound(page, 'questions to mark')
  await keys.use(page.getByRole('link', { name: 'Question 2' }))
  await expect(page.getByText('To avoid update, insert and delete anomalies.')).toBeVisible()
  await expect(page.getByText('7 words (at most 5)')).toBeVisible()
  await expectSound(page, 'an answer to mark')
  await keys.to(page.getByRole('radio', { name: /Nothing relevant/ }))
  await keys.press('2')
  await keys.to(page.getByRole('radio', { name: /Hard to follow/ }))
  await keys.press('2')
  await expect(page.getByRole('textbox', { name: 'Marks' })).toHaveValue('10')
  await keys.write(page.getByRole('textbox', { name: 'Comment' }), 'Well put')
  await keys.press('Control+Enter')
  await expect(page.getByText('You have seen all of these answers')).toBeVisible()

  const colleague = await (await newContext()).newPage()
  await signIn(colleague, product.url, second.email, second.password, `/marking/${prepared.testId}`)
  await colleague.getByRole('link', { name: 'Question 2' }).click()
  await expect(colleague.getByText('No answers here')).toBeVisible()
  await colleague.getByRole('combobox', { name: 'Answers' }).click()
  await colleague.getByRole('option', { name: 'For a second opinion' }).click()
  await expect(colleague.getByText('Well put')).toHaveCount(0)
  await colleague.getByRole('textbox', { name: 'Your marks' }).fill('7,5')
  await colleague.getByRole('button', { name: 'Save and next' }).click()
  await expect(colleague.getByText('You have seen all of these answers')).toBeVisible()
  await colleague.getByRole('combobox', { name: 'Answers' }).click()
  await colleague.getByRole('option', { name: 'Marks differ' }).click()
  await expect(colleague.getByText(/Second opinion: 7\.5 by .* \(−2\.5\)/)).toBeVisible()
  await expectSound(colleague, 'marks that differ')

  const student = await (await newContext()).newPage()
  await signIn(student, product.url, prepared.email, prepared.password, `/my-tests/${prepared.testId}/report`)
  const result = student.getByRole('article', { name: 'Question 2' })
  await expect(result).toContainText('10 of 10 marks')
  await expect(result).toContainText('Well put')

  await colleague.getByRole('button', { name: 'Use 7.5 marks' }).click()
  await expect(colleague.getByText('You have seen all of these answers')).toBeVisible()
  await student.reload()
  await expect(result).toContainText('7.5 of 10 marks')
  await expect(result).toContainText('Well put')
})

test('markers and authors see that a rubric is worth more than its question', async ({ product, newContext }) => {
  const { prepared, markers } = await submittedEssay(product, { ...essay, marks: 8 })
  const [marker] = markers
  if (!marker) throw new Error('A marker is needed')
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, marker.email, marker.password, `/marking/${prepared.testId}`)
  await page.getByRole('link', { name: 'Question 2' }).click()
  const notice = page.getByText('The chosen levels add up to 10 marks, but the question is worth 8.')
  await page.getByRole('radio', { name: /All anomalies named/ }).check()
  await page.getByRole('radio', { name: /Hard to follow/ }).check()
  await expect(page.getByRole('textbox', { name: 'Marks' })).toHaveValue('7')
  await expect(notice).toHaveCount(0)
  await page.getByRole('radio', { name: /Clear/ }).check()
  await expect(page.getByRole('textbox', { name: 'Marks' })).toHaveValue('8')
  await expect(notice).toBeVisible()
  await expectSound(page, 'levels worth more than the question')

  const author = await (await newContext()).newPage()
  const token = await adminToken(product)
  const body = { ...essay, subject: 'Technical' }
  const { question } = (await product.api('POST', '/bank/questions', token, body)).body
  await signIn(author, product.url, 'admin@localhost', 'first-password', `/bank/${question.id}`)
  await expect(author.getByText('The best levels add up to')).toHaveCount(0)
  await author.getByRole('textbox', { name: 'Marks', exact: true }).fill('8')
  await expect(
    author.getByText('The best levels add up to 10 marks, but the question is worth 8. Higher sums count as 8.'),
  ).toBeVisible()
  await expectSound(author, 'a rubric worth more than its question')

  await author.setViewportSize({ width: 360, height: 740 })
  await author.getByRole('textbox', { name: 'Marks of level 2' }).first().fill('1,500')
  const refusal = author.getByText('This could be 1500 or 1.5. Enter it without the comma.')
  await expect(refusal).toBeVisible()
  // The message must not wrap into a column of single words beside the label.
  expect((await refusal.boundingBox())?.width).toBeGreaterThan(180)
  await expectSound(author, 'an ambiguous number in a rubric', ['phone'])
})

test('a marker sees the option that a student chose', async ({ product, newContext }) => {
  const options = { A: 'A *stack* of $2^n$ plates', B: 'A queue', C: 'A tree', D: 'A graph' }
  const multiple: QuestionInput = {
    type: 'multiple',
    questionText: 'Which are linear?',
    options,
    correctAnswers: ['A', 'B'],
  }
  const prepared = await prepareTest(product, { questions: [multiple, essay] })
  const { api } = product
  const { testId, token } = prepared
  const { test: paper, attemptId } = (await api('POST', `/tests/${testId}/start`, token)).body
  const [question] = paper.questions
  await api('POST', `/tests/${testId}/submit`, token, { answers: [{ questionId: question.id, answer: ['A', 'C'] }] })
  const { token: office } = (await api('POST', '/auth/login', undefined, prepared.collegeAdmin)).body
  await api('PUT', `/attempts/${attemptId}/marks`, office, { questionId: question.id, marks: 1 })
  const { user, temporaryPassword } = (await api('POST', '/college/users', office, aFaculty())).body
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, user.email, temporaryPassword, `/marking/${testId}/${question.id}?status=marked`)
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByText('C. A tree')).toBeVisible()
  await expect(answer.locator('em')).toHaveText('stack')
  await expectSound(page, 'chosen options to mark')
})

test('an essay is marked on a phone, and unsaved marks survive a lost connection', async ({ product, newContext }) => {
  const { prepared, markers } = await submittedEssay(product)
  const [marker] = markers
  if (!marker) throw new Error('A marker is needed')
  const context = await newContext()
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, product.url, marker.email, marker.password, `/marking/${prepared.testId}`)
  await page.getByRole('link', { name: 'Question 2' }).click()
  await page.getByRole('textbox', { name: 'Marks' }).fill('11')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await expect(page.getByText('Enter 0 to 10')).toBeVisible()
  await page.getByRole('textbox', { name: 'Marks' }).fill('1,500')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await expect(page.getByText('This could be 1500 or 1.5. Enter it without the comma.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Marks' })).toHaveValue('1,500')
  await expect(page.getByText('You have seen all of these answers')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Marks' }).fill('6.5')
  await expectSound(page, 'an answer to mark on a phone', ['phone'])
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save and next' }).click()
  await expect(page.getByText('Not saved: no connection. Retrying…')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You have seen all of these answers')).toBeVisible()
})
