import type { Page } from '@playwright/test'
import { aQuestion, aTest } from '#tests/factories/forms.ts'
import type { QuestionInput } from '#tests/factories/question-types.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken, openEditor } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const heap = {
  questionText: 'Which structure does a heap sort use?',
  options: { A: 'A heap', B: 'A stack', C: 'A queue' },
  correctAnswer: 'A',
  explanation: 'It is named after it.',
}
const about = { subject: 'Technical', topic: 'Sorting', difficulty: 'Medium', tags: ['heaps'] }

/** Adds a question to the bank over REST. */
async function inBank({ api }: Product, token: string, fields: object = {}) {
  const { status, body } = await api('POST', '/bank/questions', token, { ...about, ...heap, ...fields })
  expect(status).toBe(201)
  return body.question as { id: string }
}

/** Copies a bank question as an integration would. */
const copyOf = ({ id }: { id: string }) => ({ ...heap, bankQuestionId: id, bankVersion: 1 }) as unknown as QuestionInput

const oneQuestion = { numberOfQuestions: 1, questions: [aQuestion()] }

async function createTest({ api }: Product, token: string, fields: Parameters<typeof aTest>[1] = oneQuestion) {
  const { status, body } = await api('POST', '/tests', token, aTest(Date.now(), fields))
  expect(status).toBe(201)
  return body.test as { id: string; questions: { id: string }[] }
}

/** The test's questions, excluding list items nested in them. */
const questionRows = (page: Page) => page.getByRole('list', { name: 'Questions', exact: true }).locator('> li')

test('an author adds bank questions to a test by keyboard, and saves a test question to the bank', async ({
  product,
  newContext,
}) => {
  const { api } = product
  const token = await adminToken(product)
  await inBank(product, token)
  await inBank(product, token, { questionText: 'Is a heap a tree?', difficulty: 'Hard', tags: ['trees'], marks: 3 })
  for (let number = 1; number <= 20; number++)
    await inBank(product, token, { questionText: `What is ${number} squared?`, options: { A: '1', B: '2' }, tags: [] })
  const { id } = await createTest(product, token)
  const page = await (await newContext()).newPage()
  await openEditor(page, product, `/tests/${id}/edit`)
  await page.getByRole('button', { name: 'Add from bank' }).click()
  await expect(page.getByText('Maximum 1 questions allowed')).toBeVisible()
  await page.getByRole('alert').filter({ hasText: 'Maximum' }).getByLabel('Close message').click()
  await page.getByRole('textbox', { name: 'Number of questions' }).fill('3')
  await page.getByRole('button', { name: 'Add from bank' }).click()

  const picker = page.getByRole('dialog', { name: 'Add from the bank' })
  const rows = picker.getByRole('list', { name: 'Bank questions' }).locator('> li')
  await expect(picker.getByText('1–20 of 22')).toBeVisible()
  await picker.getByRole('button', { name: 'Page 2' }).click()
  await expect(picker.getByText('21–22 of 22')).toBeVisible()
  await picker.getByRole('combobox', { name: 'Tag' }).selectOption('trees')
  await expect(rows).toHaveCount(1)
  await picker.getByRole('combobox', { name: 'Difficulty' }).selectOption('Easy')
  await expect(picker.getByText('No questions match')).toBeVisible()
  await picker.getByRole('button', { name: 'Clear filters' }).first().click()
  await picker.getByRole('searchbox').fill('heap')
  await expect(rows).toHaveCount(2)
  await rows.nth(0).getByRole('button', { name: 'Preview' }).click()
  await expect(rows.nth(0).getByText('Correct answer')).toBeAttached()
  await expectSound(page, 'questions of the bank to add to a test')

  const all = picker.getByRole('checkbox', { name: 'Select all on this page' })
  await all.check()
  await expect(picker.getByText('2 selected, no room for more')).toBeVisible()
  await all.uncheck()
  await rows.nth(0).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(picker.getByText('2 selected, no room for more')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully added 2 questions')).toBeVisible()
  await expect(page.getByText('3 of 3 questions')).toBeVisible()

  await page.getByRole('textbox', { name: 'Number of questions' }).fill('4')
  await page.getByRole('button', { name: 'Add from bank' }).click()
  await picker.getByRole('searchbox').fill('Is a heap a tree')
  await expect(rows.getByRole('checkbox', { name: 'Is a heap a tree?' })).toBeDisabled()
  await expect(rows).toContainText('Already in this test')
  await picker.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('textbox', { name: 'Number of questions' }).fill('3')

  const questions = questionRows(page)
  await questions.nth(0).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Save to the bank' }).click()
  const saving = page.getByRole('dialog', { name: 'Save question to the bank' })
  await saving.getByRole('combobox', { name: 'Topic' }).fill('Sums/Small')
  await saving.getByLabel('Tags').fill('sums')
  await expect(saving.getByText('1 question selected')).toBeVisible()
  await expectSound(page, 'a question to save to the bank')
  await saving.getByRole('button', { name: 'Save to the bank' }).click()
  await expect(page.getByText('1 question saved to the bank')).toBeVisible()
  await expect(questions.nth(0)).toContainText('From the bank, version 1')
  await expect(page.getByRole('button', { name: 'All questions are in the bank' })).toBeDisabled()

  await questions.nth(1).getByRole('button', { name: 'Edit question 2' }).click()
  await page.getByRole('textbox', { name: /^Question/ }).fill('Is a heap really a tree?')
  await page.getByRole('button', { name: 'Keep changes' }).click()
  await expect(questions.nth(1)).not.toContainText('From the bank')
  await page.getByRole('button', { name: 'Save questions to the bank' }).click()
  await expect(page.getByRole('dialog').getByText('Similar questions in the bank')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectSound(page, 'a test with questions of the bank')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  const stored = (await api('GET', `/tests/${id}`, token)).body.test.questions
  const held = stored.map(({ bankVersion }: { bankVersion?: number }) => bankVersion)
  expect(held).toEqual([1, undefined, 1])
  const saved = (await api('GET', `/bank/questions/${stored[0].bankQuestionId}`, token)).body.question
  expect(saved).toMatchObject({ topic: 'Sums/Small', tags: ['sums'], subject: 'Technical' })
})

test('an author compares a test question with a newer bank version and switches to it', async ({
  product,
  newContext,
}) => {
  const { api } = product
  const token = await adminToken(product)
  const banked = await inBank(product, token)
  const before = await createTest(product, token, { numberOfQuestions: 1, questions: [copyOf(banked)] })
  const next = { ...about, ...heap, questionText: 'Which structure is behind heap sort?', correctAnswer: 'B' }
  await api('PUT', `/bank/questions/${banked.id}`, token, next)
  const page = await (await newContext()).newPage()
  await openEditor(page, product, `/tests/${before.id}/edit`)
  const question = questionRows(page).first()
  await question.getByRole('button', { name: 'A newer version is in the bank' }).click()
  const dialog = page.getByRole('dialog', { name: 'Question 1 in the bank' })
  await expect(dialog.getByText('Changed: the text and the correct answer.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'In this test' })).toContainText('a heap sort use?')
  await expect(dialog.getByRole('region', { name: 'In the bank' })).toContainText('behind heap sort?')
  await expectSound(page, 'a newer version in the bank')
  await dialog.getByRole('button', { name: 'Use new version' }).click()
  await expect(question).toContainText('From the bank, version 2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(question).toContainText('From the bank, version 1')
  await question.getByRole('button', { name: 'A newer version is in the bank' }).click()
  await dialog.getByRole('button', { name: 'Use new version' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  const { questions } = (await api('GET', `/tests/${before.id}`, token)).body.test
  const { id } = before.questions[0] ?? {}
  expect(questions).toMatchObject([{ id, bankVersion: 2, correctAnswer: 'B', questionText: next.questionText }])
})

test('a test that students have taken adopts only a new key from the bank, accepts more options, and links to its marking', async ({
  product,
  newContext,
}) => {
  const { api } = product
  const token = await adminToken(product)
  const [reworded, rekeyed] = [await inBank(product, token), await inBank(product, token)]
  const essay = { type: 'essay', questionText: 'Why does heap sort need no memory?', marks: 10 } as const
  const prepared = await prepareTest(product, {
    numberOfQuestions: 4,
    questions: [copyOf(reworded), copyOf(rekeyed), aQuestion(), essay],
  })
  const { testId } = prepared
  const started = (await api('POST', `/tests/${testId}/start`, prepared.token)).body.test.questions
  const given = ['A', 'B', 'C', { text: 'It sorts in place.' }]
  const answers = given.map((answer, place) => ({ questionId: started[place].id, answer }))
  await api('POST', `/tests/${testId}/submit`, prepared.token, { answers })
  await api('PUT', `/bank/questions/${reworded.id}`, token, { ...about, ...heap, questionText: 'Which one?' })
  await api('PUT', `/bank/questions/${rekeyed.id}`, token, { ...about, ...heap, correctAnswer: 'B' })

  const page = await (await newContext()).newPage()
  await openEditor(page, product, `/tests/${testId}/edit`)
  const questions = questionRows(page)
  const newer = { name: 'A newer version is in the bank' }
  await questions.nth(0).getByRole('button', newer).click()
  await expect(page.getByText(/its questions and options cannot change/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use new version' })).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await questions.nth(1).getByRole('button', newer).click()
  await page.getByRole('button', { name: 'Use new version' }).click()
  await questions.nth(2).getByRole('button', { name: 'Edit question 3' }).click()
  await page.getByRole('checkbox', { name: 'Option C is also accepted' }).check()
  await expect(page.getByRole('dialog').getByText('Also accepted')).toHaveCount(2)
  await expectSound(page, 'an option that is also accepted')
  await page.getByRole('button', { name: 'Keep changes' }).click()
  await expect(questions.nth(2)).toContainText('Also accepted')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/You changed the correct answer to 2 questions/)).toBeVisible()
  await page.getByRole('button', { name: /^Save/ }).last().click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()

  await page.goto(`${product.url}/tests/${testId}/report`)
  await expect(page.getByText('1 answer is waiting to be marked.')).toBeVisible()
  await expectSound(page, 'a report with answers to mark')
  await page.getByRole('link', { name: 'Mark answers' }).click()
  await page.getByRole('textbox', { name: 'Marks' }).fill('8')

  const office = await (await newContext()).newPage()
  const { email, password } = prepared.collegeAdmin
  const { token: officeToken } = (await api('POST', '/auth/login', undefined, prepared.collegeAdmin)).body
  const { answers: waiting } = (
    await api('GET', `/tests/${testId}/marking/answers?questionId=${started[3].id}&names=true`, officeToken)
  ).body
  const [{ attemptId, student }] = waiting
  await signIn(office, product.url, email, password, `/students/${student.id}/attempts/${attemptId}`)
  await expect(office.getByText('1 answer is waiting to be marked.')).toBeVisible()
  await expectSound(office, 'an attempt with an answer to mark')
  await office.getByRole('link', { name: 'Mark this answer' }).click()
  await expect(office.getByText('It sorts in place.')).toBeVisible()
  await page.getByRole('button', { name: 'Save and next' }).click()
  await expect(page.getByText('You have seen all of these answers')).toBeVisible()
  await page.goto(`${product.url}/tests/${testId}/report`)
  await expect(page.getByText('Total Assigned')).toBeVisible()
  await expect(page.getByText(/waiting to be marked/)).toHaveCount(0)
  const { report } = (await api('GET', `/tests/${testId}/results`, prepared.token)).body
  expect(report.marksObtained).toBe(11)
})

test('on a phone, Escape closes the filters in front of the bank, and not the bank', async ({
  product,
  newContext,
}) => {
  const token = await adminToken(product)
  await inBank(product, token)
  const { id } = await createTest(product, token)
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await openEditor(page, product, `/tests/${id}/edit`)
  await page.getByRole('textbox', { name: 'Number of questions' }).fill('2')
  await page.getByRole('button', { name: 'Add from bank' }).click()
  const picker = page.getByRole('dialog', { name: 'Add from the bank' })
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await picker.getByRole('button', { name: 'Filters' }).click()
  await filters.getByLabel('Difficulty').selectOption('Hard')
  await expect(filters.getByLabel('Difficulty')).toHaveValue('Hard')
  await page.keyboard.press('Escape')
  await expect(filters).toBeHidden()
  await expect(picker.getByText('No questions match')).toBeVisible()
  await expect(picker.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
})
