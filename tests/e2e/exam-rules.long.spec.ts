import { fillDate } from './pages/dates.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test('the college releases scores, the owner releases the key, and the student sees both rules', async ({
  product,
  newContext,
}) => {
  const rules = { resultRelease: 'by_staff', keyRelease: 'by_staff' } as const
  const prepared = await prepareTest(product, { testName: 'Quiz on hold', rules })
  const student = await (await newContext()).newPage()
  await signIn(student, product.url, prepared.email, prepared.password)
  await student.getByRole('link', { name: 'Start Test' }).click()
  await expect(student.getByText('Scores are shown when your college releases them.')).toBeVisible()
  await expect(student.getByText('Correct answers are shown when they are released.')).toBeVisible()
  const room = new ExamRoom(student)
  await room.start()
  await room.choose('B')
  await room.submit()
  await room.confirmSubmit()
  await expect(student.getByText(/Results not released yet/)).toBeVisible()

  const college = await (await newContext()).newPage()
  await signIn(college, product.url, prepared.collegeAdmin.email, prepared.collegeAdmin.password)
  await college.goto(`${product.url}/assigned-tests`)
  const release = async () => {
    await college.getByRole('button', { name: /Actions/ }).click()
    await college.getByRole('menuitem', { name: 'Release scores' }).click()
  }
  await release()
  const dialog = college.getByRole('dialog', { name: 'Release scores?' })
  await expectSound(college, 'releasing scores')
  await fillDate(college, 'Release at (optional)', '24 Nov 2099 9:00')
  // Reopen the dialog before the list is refetched. It shows the schedule once the list arrives.
  const opened = Promise.withResolvers<void>()
  await college.route(/assignments\.collegeTests/, (route) => opened.promise.then(() => route.continue()))
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(college.getByText('Scores will be released')).toBeVisible()
  await release()
  await expect(dialog.getByRole('button', { name: 'Release now' })).toBeVisible()
  opened.resolve()
  await dialog.getByRole('button', { name: 'Cancel schedule' }).click()
  await expect(college.getByText('Scores will not be released')).toBeVisible()
  await release()
  await dialog.getByRole('button', { name: 'Release now' }).click()
  await expect(college.getByText('Scores released')).toBeVisible()

  await student.goto(`${product.url}/my-tests/${prepared.testId}/report`)
  await expect(student.getByText('Correct answers have not been released.')).toBeVisible()

  const owner = await (await newContext()).newPage()
  await signIn(owner, product.url, prepared.admin.email, prepared.admin.password)
  await owner.goto(`${product.url}/tests/${prepared.testId}/edit`)
  await expect(owner.getByText('Correct answers are not released yet.')).toBeVisible()
  await expectSound(owner, 'rules of a stored test')
  await owner.getByLabel('Test name').fill('Not saved yet')
  await owner.getByRole('button', { name: 'Release answers' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Release now' }).click()
  await expect(owner.getByText(/^Correct answers released /)).toBeVisible()
  await student.reload()
  await expect(student.getByText('Correct answer', { exact: false }).first()).toBeVisible()
  // Releasing answers neither saves the form nor leaves the page.
  await expect(owner.getByLabel('Test name')).toHaveValue('Not saved yet')
  await expect(student.getByRole('heading', { name: 'Quiz on hold' })).toBeVisible()
})
