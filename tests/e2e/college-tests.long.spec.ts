import type { Page } from '@playwright/test'
import { fillDate } from './pages/dates.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ timeout: 240_000 })

async function choose(page: Page, row: RegExp, action: string) {
  await page.getByRole('row', { name: row }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the owner lets a college write questions and tests, a student takes one, and the owner withdraws the permission', async ({
  product,
  newContext,
}) => {
  const { url } = product
  const { admin, collegeAdmin, email, password } = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, url, collegeAdmin.email, collegeAdmin.password)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live board' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Question Bank' })).toBeHidden()
  await page.goto(`${url}/tests/new`)
  await expect(page.getByText('Your college doesn’t write its own tests')).toBeVisible()

  // The owner turns on own tests.
  const owner = await (await newContext()).newPage()
  await signIn(owner, url, admin.email, admin.password, '/college-management')
  await owner
    .getByRole('link', { name: /Sahyadri College/ })
    .first()
    .click()
  await owner.getByRole('tab', { name: 'Features' }).click()
  await owner.getByRole('switch', { name: 'Own tests' }).click()
  await expect(owner.getByText('The college can write its own tests', { exact: true })).toBeVisible()
  await expectSound(owner, 'the features of a college')

  // The college writes a question.
  await page.goto(`${url}/dashboard`)
  await page.getByRole('link', { name: 'Question Bank' }).click()
  await page.getByRole('link', { name: 'Add Question' }).first().click()
  await page.getByRole('textbox', { name: /^Question/ }).fill('Which structure does a heap sort use?')
  // The list has a topic filter, so this comes after a field that only the form has.
  await page.getByRole('combobox', { name: 'Topic' }).fill('Heaps')
  for (const [letter, text] of Object.entries({ A: 'A heap', B: 'A stack', C: 'A queue', D: 'A list' }))
    await page.getByRole('textbox', { name: `Option ${letter}` }).fill(text)
  await page.getByRole('radio', { name: 'Option A is correct' }).check()
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByText('Question added to the bank')).toBeVisible()
  await expectSound(page, 'the bank of a college')

  // The college writes a test that draws the question.
  await page.goto(`${url}/tests?type=Practice`)
  await page.getByRole('link', { name: 'Create Test' }).click()
  await page.getByLabel('Test name').fill('Heaps at home')
  await page.getByLabel('Description').fill('One question of our own.')
  await fillDate(page, 'Start', '2020-01-10 09:00')
  await fillDate(page, 'End', '2040-01-10 18:00')
  await page.getByRole('textbox', { name: 'Questions' }).fill('1')
  await page.getByRole('button', { name: 'Draw from the bank' }).click()
  await page.getByRole('combobox', { name: 'Subject' }).last().click()
  await page.getByRole('option', { name: 'Technical' }).click()
  await expect(page.getByText('Pool 1: 1 question to draw 1 from.')).toBeVisible()
  await expect(page.getByText('Coding section')).toBeHidden()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Test created successfully!')).toBeVisible()
  const row = page.getByRole('row', { name: /Heaps at home/ })
  await expect(row.getByText('Own', { exact: true })).toBeVisible()
  await expect(row.getByText('Accepted')).toBeVisible()
  await expectSound(page, 'the tests of a college with one of its own')

  // The college assigns the test, and the student takes it.
  await row.getByRole('button', { name: 'Assign to students' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('CSE').first().click()
  await dialog.getByRole('button', { name: /^Assign/ }).click()
  await expect(page.getByText(/assigned to 1 student/i)).toBeVisible()
  const student = await (await newContext()).newPage()
  await signIn(student, url, email, password, '/my-tests')
  await student.getByRole('link', { name: 'Heaps at home' }).click()
  const room = new ExamRoom(student)
  await room.start()
  await room.choose('A')
  await room.submit()
  await room.confirmSubmit()
  await expect(student.getByText('100.0%').first()).toBeVisible()

  await page.reload()
  await choose(page, /Heaps at home/, 'Report')
  await expect(page.getByText('100.0%').first()).toBeVisible()

  // The owner opens the test and turns own tests off again.
  await owner.goto(`${url}/tests`)
  await expect(owner.getByRole('row', { name: /Heaps at home.*Sahyadri College/ })).toBeVisible()
  await owner.getByRole('link', { name: 'Heaps at home' }).click()
  await expect(owner.getByText(/wrote this test for its own students/)).toBeVisible()
  await expectSound(owner, 'a test of a college')
  await owner.goto(`${url}/college-management`)
  await owner
    .getByRole('link', { name: /Sahyadri College/ })
    .first()
    .click()
  await owner.getByRole('tab', { name: 'Features' }).click()
  await owner.getByRole('switch', { name: 'Own tests' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Turn off own tests' }).click()
  await expect(owner.getByText('The college can no longer write its own tests', { exact: true })).toBeVisible()

  await page.goto(`${url}/bank`)
  await expect(page.getByText(/can no longer write its own tests and questions/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Question' })).toBeHidden()
  await page.getByRole('link', { name: /heap sort/ }).click()
  await expect(page.getByText('How students see it, with the answer.')).toBeVisible()
  await expectSound(page, 'a question that can only be read')

  await page.goto(`${url}/assigned-tests`)
  await expect(page.getByRole('link', { name: 'Create Test' })).toBeHidden()
  await choose(page, /Heaps at home/, 'View')
  await expect(page.getByText('Drawn from the bank for each student: 1 of 1 question.')).toBeVisible()
  await expectSound(page, 'a test that can only be read')
})
