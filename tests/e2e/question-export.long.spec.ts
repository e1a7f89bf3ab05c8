import { aQuestion } from '#tests/factories/forms.ts'
import { everyType } from '#tests/factories/question-types.ts'
import { expectSound } from './pages/looks.ts'
import { printed } from './pages/print.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test('a test is printed with its answers and exported', async ({ product, newContext }) => {
  const { testId, admin } = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, admin.email, admin.password, `/tests/${testId}/paper`)
  await expect(page.getByText('Question 3')).toBeVisible()
  await expect(page.getByText('Correct answer')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Show answers' }).check()
  await expect(page.getByText('Correct answer').first()).toBeAttached()
  await expectSound(page, 'a test to print')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByText('Question 3')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export questions' })
  await expect(dialog.getByText('All questions are exported in full.')).toBeVisible()
  await expectSound(page, 'the export of a test')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download 3 questions' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/)
  await expect(page.getByText('3 questions exported')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a paper has room to answer by hand, and no question is split', async ({ product, newContext }) => {
  const passage = 'A stack holds plates.'
  const questions = [
    ...everyType.map((question, place) => ({
      ...question,
      questionText: `${question.questionText} (Start ${place + 1})`,
    })),
    aQuestion({ passage, questionText: 'First about plates? (Start 10)' }),
    aQuestion({ passage, questionText: 'Second about plates? (Start 11)' }),
    { ...aQuestion({ questionText: 'Which one is wrong? (Start 12)' }), ruling: 'dropped' as const },
  ]
  const { testId, admin } = await prepareTest(product, { questions, numberOfQuestions: questions.length })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, admin.email, admin.password, `/tests/${testId}/paper`)
  await expect(page.getByRole('article')).toHaveCount(questions.length)
  const sheets = (await printed(page)).map(({ text }) => text)
  const paper = sheets.join(' ')
  for (const text of ['Roll number', 'Choose all that apply.', 'Questions 10 and 11 are about this text'])
    expect(paper).toContain(text)
  expect(paper.split(passage)).toHaveLength(2)
  expect(paper).not.toContain('dropped')
  // Every question is on the page where it begins, and the passage where its first question is.
  for (const sheet of sheets) expect(sheet.match(/\d marks?\b(?! ·)/g)?.length).toBe(sheet.match(/\(Start/g)?.length)
  expect(sheets.find((sheet) => sheet.includes(passage))).toContain('(Start 10)')

  await page.getByRole('switch', { name: 'Show answers' }).check()
  const key = (await printed(page)).map(({ text }) => text).join(' ')
  expect(key).toContain('This question was dropped. It does not count.')
  expect(key).not.toContain('Roll number')
})

test('the export of the bank reports what a format does not support', async ({ product, newContext }) => {
  const token = await adminToken(product)
  for (const question of everyType)
    await product.api('POST', '/bank/questions', token, { subject: 'Verbal', ...question })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/bank')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export questions' })
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'GIFT' }).click()
  await expect(dialog.getByText('cannot be exported')).toBeVisible()
  await expectSound(page, 'what an export does not keep')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Download/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.gift$/)
})
