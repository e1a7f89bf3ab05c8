import { aFaculty } from '#tests/factories/forms.ts'
import { fillDate } from './pages/dates.ts'
import { Keyboard } from './pages/keyboard.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { openEditor, submitAnswers } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

/** A submitted test with relaxed rules, and a faculty member of the student's college. */
async function submittedTest(product: Product, fields: object = {}) {
  const prepared = await prepareTest(product, fields)
  await submitAnswers(product, prepared, ['A', 'A', 'B'])
  const { api } = product
  const { token: office } = (await api('POST', '/auth/login', undefined, prepared.collegeAdmin)).body
  const { user, temporaryPassword } = (await api('POST', '/college/users', office, aFaculty())).body
  return { ...prepared, faculty: { email: user.email as string, password: temporaryPassword as string } }
}

test('a student objects by keyboard on a phone, staff reply, and the author opens the key from the objection', async ({
  product,
  newContext,
}) => {
  const { testId, email, password, faculty } = await submittedTest(product)
  const author = await (await newContext()).newPage()
  await openEditor(author, product, `/tests/${testId}/edit`)
  await fillDate(author, 'Objections until', 'yesterday 9:00')
  await author.getByRole('button', { name: 'Save Changes' }).click()
  await expect(author.getByText('The objection deadline must be after the start').first()).toBeVisible()
  await fillDate(author, 'Objections until', 'in one week')
  await author.getByRole('button', { name: 'Save Changes' }).click()
  await expect(author.getByText('Test updated successfully!')).toBeVisible()

  const student = await (await newContext()).newPage()
  await student.setViewportSize({ width: 360, height: 740 })
  await signIn(student, product.url, email, password, `/my-tests/${testId}/report`)
  await expect(student.getByText(/^You can object to questions until /)).toBeVisible()
  await expectSound(student, 'a report that takes objections', ['phone'])
  await student.setViewportSize({ width: 360, height: 740 })
  const keys = new Keyboard(student)
  const first = student.getByRole('article', { name: 'Question 1', exact: true })
  await keys.use(first.getByRole('button', { name: 'Object to this question' }))
  const dialog = student.getByRole('dialog', { name: 'Object to question 1' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectSound(student, 'an objection', ['phone'])
  await keys.use(dialog.getByRole('button', { name: 'Send objection' }))
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  // The form focuses the field one frame after it shows the error.
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await keys.type('Option A is right as well')
  await keys.use(dialog.getByRole('button', { name: 'Send objection' }))
  await expect(first.getByText('Objection sent')).toBeVisible()
  await expect(first.getByText('Option A is right as well')).toBeVisible()
  await keys.expectFocusKept()

  const staff = await (await newContext()).newPage()
  await signIn(staff, product.url, faculty.email, faculty.password, '/marking')
  await staff.getByRole('link', { name: '1 open' }).click()
  await expect(staff.getByRole('link', { name: 'Question 1' })).toBeVisible()
  await expectSound(staff, 'questions with objections')
  await staff.getByRole('link', { name: 'Question 1' }).click()
  await expect(staff.getByText('Option A is right as well')).toBeVisible()
  await expect(staff.getByText('Answer: A')).toBeVisible()
  await expect(staff.getByText('Only the author of a test can change its key.')).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Change the key' })).toHaveCount(0)
  await expectSound(staff, 'objections to a question')
  await staff.getByRole('button', { name: 'Reply', exact: true }).click()
  await staff.getByRole('button', { name: 'Send reply' }).click()
  await expect(staff.getByText('Choose whether to accept or reject')).toBeVisible()
  await staff.getByRole('radio', { name: 'Accept' }).check()
  await staff.getByRole('textbox', { name: 'Reply' }).fill('You are right')
  await expectSound(staff, 'a reply to an objection')
  await staff.getByRole('button', { name: 'Send reply' }).click()
  await expect(staff.getByText('All objections to this question are answered.')).toBeVisible()

  await student.reload()
  await expect(first.getByText('Objection accepted')).toBeVisible()
  await expect(first.getByText('You are right')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)

  await author.goto(`${product.url}/marking/${testId}/objections`)
  await author.getByRole('link', { name: 'Question 1' }).click()
  await expect(author.getByText('You are right')).toBeVisible()
  await author.getByRole('link', { name: 'Change the key' }).click()
  await expect(author.getByRole('button', { name: 'Edit question 1', exact: true })).toBeFocused()
})

test('a student withdraws an objection, and staff show names and change a reply', async ({ product, newContext }) => {
  const objectionsUntil = new Date(Date.now() + 3_600_000).toISOString()
  const { testId, email, password, token, faculty } = await submittedTest(product, { objectionsUntil })
  const { api } = product
  const student = await (await newContext()).newPage()
  await signIn(student, product.url, email, password, `/my-tests/${testId}/report`)
  const second = student.getByRole('article', { name: 'Question 2' })
  await second.getByRole('button', { name: 'Object to this question' }).click()
  await student.getByLabel('Reason').fill('A slip of the mouse')
  await student.keyboard.press('Escape')
  await expect(student.getByLabel('Reason')).toHaveValue('A slip of the mouse')
  await student.getByRole('button', { name: 'Send objection' }).click()
  await second.getByRole('button', { name: 'Withdraw' }).click()
  await student.getByRole('button', { name: 'Withdraw objection' }).click()
  await expect(second.getByRole('button', { name: 'Object to this question' })).toBeVisible()

  const { report } = (await api('GET', `/tests/${testId}/results`, token)).body
  const { questionId } = report.questionAnalysis[2]
  await api('POST', `/tests/${testId}/objections`, token, { questionId, reason: 'B and C are right' })
  const staff = await (await newContext()).newPage()
  await signIn(staff, product.url, faculty.email, faculty.password, `/marking/${testId}/objections/${questionId}`)
  const objection = staff.getByRole('article')
  await expect(objection.getByText(report.studentId.name)).toHaveCount(0)
  await staff.getByRole('switch', { name: 'Show names' }).check()
  await expect(objection.getByText(report.studentId.name)).toBeVisible()
  await objection.getByRole('button', { name: 'Reply' }).click()
  await staff.getByRole('radio', { name: 'Reject' }).check()
  await staff.getByRole('textbox', { name: 'Reply' }).fill('Only B is right')
  await staff.getByRole('button', { name: 'Send reply' }).click()
  await staff.getByRole('combobox', { name: 'Objections' }).click()
  await staff.getByRole('option', { name: 'Answered (1)' }).click()
  await expect(objection.getByText('Rejected')).toBeVisible()
  await objection.getByRole('button', { name: 'Change reply' }).click()
  await expect(staff.getByRole('radio', { name: 'Reject' })).toBeChecked()
  await staff.getByRole('textbox', { name: 'Reply' }).fill('Only B is right, see page 12')
  await staff.getByRole('button', { name: 'Send reply' }).click()
  await expect(objection.getByText('Only B is right, see page 12')).toBeVisible()
})
