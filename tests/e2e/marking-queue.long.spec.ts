import type { Page } from '@playwright/test'
import { aFaculty, aStudent } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const essay = { type: 'essay', questionText: 'Why?', marks: 10 } satisfies QuestionInput

/** Three submitted essays, and a faculty member of their college. */
async function threeEssays(product: Product) {
  const { api } = product
  const { testId, token, collegeAdmin } = await prepareTest(product, { questions: [essay], numberOfQuestions: 1 })
  const { token: office } = (await api('POST', '/auth/login', undefined, collegeAdmin)).body
  const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
  const tokens = [token]
  for (const _ of [2, 3]) {
    const { user, temporaryPassword } = (await api('POST', '/college/users', office, aStudent())).body
    const path = `/tests/assignment/${assignments[0].id}/assign-students`
    await api('POST', path, office, { specificStudents: [user.id] })
    const login = { email: user.email, password: temporaryPassword }
    tokens.push((await api('POST', '/auth/login', undefined, login)).body.token)
  }
  const attemptIds: string[] = []
  let questionId = ''
  for (const student of tokens) {
    const started = (await api('POST', `/tests/${testId}/start`, student)).body
    questionId = started.test.questions[0].id
    attemptIds.push(started.attemptId)
    const answers = [{ questionId, answer: { text: 'Because.' } }]
    await api('POST', `/tests/${testId}/submit`, student, { answers })
  }
  const { user, temporaryPassword } = (await api('POST', '/college/users', office, aFaculty())).body
  const marker = { email: user.email as string, password: temporaryPassword as string }
  return { path: `/marking/${testId}/${questionId}`, office, attemptIds, questionId, marker }
}

const choose = async (page: Page, state: string) => {
  await page.getByRole('combobox', { name: 'Answers' }).click()
  await page.getByRole('option', { name: state, exact: true }).click()
}

test('typed marks and the position stay when names are shown or other answers chosen', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  const { path, marker } = await threeEssays(product)
  await signIn(page, product.url, marker.email, marker.password, path)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('textbox', { name: 'Marks' }).fill('3')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Too short')
  const isKept = async () => {
    await expect(page.getByText('Answer 2 of 3')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Marks' })).toHaveValue('3')
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Too short')
  }
  const code = page.getByRole('region', { name: 'Answer' }).getByText(/^Answer [0-9A-F]{5}$/)
  await expect(code).toBeVisible()
  await page.getByRole('switch', { name: 'Show names' }).click()
  await expect(code).toHaveCount(0)
  await isKept()
  await choose(page, 'Marked')
  await expect(page.getByText('No answers here')).toBeVisible()
  await choose(page, 'Waiting')
  await isKept()
  await page.getByRole('switch', { name: 'Show names' }).click()
  await expect(code).toBeVisible()
  await isKept()
})

test('loading more answers for a second opinion skips none, although some were marked', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  const { path, marker, office, attemptIds, questionId } = await threeEssays(product)
  for (const id of attemptIds) await product.api('PUT', `/attempts/${id}/marks`, office, { questionId, marks: 5 })
  // Two answers per request instead of 200.
  await page.route(/\/trpc\/.*marking\.queue/, (route) =>
    route.continue({ url: route.request().url().replace('limit%22%3A200', 'limit%22%3A2') }),
  )
  await signIn(page, product.url, marker.email, marker.password, `${path}?status=second`)
  const seen: (string | null)[] = []
  const see = async (position: string) => {
    await expect(page.getByText(position)).toBeVisible()
    seen.push(await page.getByText(/^Answer [0-9A-F]{5}$/).textContent())
  }
  await see('Answer 1 of 2')
  await page.getByRole('textbox', { name: 'Your marks' }).fill('4')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await see('Answer 2 of 2')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('1 more answer can be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await see('Answer 3 of 3')
  expect(seen.toSorted()).toEqual(attemptIds.map((id) => `Answer ${id.slice(-5).toUpperCase()}`).toSorted())
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('You have seen all of these answers')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  for (const place of [3, 2, 1]) {
    await page.getByRole('button', { name: /^Previous/ }).click()
    await expect(page.getByText(`Answer ${place} of 3, 1 saved`)).toBeVisible()
  }
  await expect(page.getByRole('textbox', { name: 'Your marks' })).toHaveValue('4')
})

test('the student’s name is shown for an answer just marked', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  const { path, marker } = await threeEssays(product)
  await signIn(page, product.url, marker.email, marker.password, path)
  await page.getByRole('textbox', { name: 'Marks' }).fill('3')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByText('Saved', { exact: true })).toBeVisible()
  await expect(answer.getByText(/^Answer [0-9A-F]{5}$/)).toBeVisible()
  await page.getByRole('switch', { name: 'Show names' }).click()
  await expect(answer.getByText(/^Answer [0-9A-F]{5}$/)).toHaveCount(0)
})

test('marks whose response was lost are saved after the marker has gone on', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  const { path, marker } = await threeEssays(product)
  await signIn(page, product.url, marker.email, marker.password, path)
  let isLost = false
  await page.route(/\/trpc\/.*marking\.mark\b/, async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('textbox', { name: 'Marks' }).fill('7')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await expect(page.getByText('Not saved: no connection. Retrying…')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Answer 2 of 3, 1 saved')).toBeVisible()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Marks' })).toHaveValue('7')
  await expect(page.getByText('Someone else has marked this answer')).toHaveCount(0)
  // Nothing is unsaved, so leaving needs no confirmation.
  await page.getByRole('link', { name: 'Back to Marking' }).click()
  await expect(page.getByRole('link', { name: /^Weekly quiz/ })).toBeVisible()
})
