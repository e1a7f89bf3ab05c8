import { join } from 'node:path'
import { ExamRoom } from './pages/exam-room.ts'
import { signInByForm, takeTemporaryPassword } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

const sample = join(import.meta.dirname, '../../public/samples/questions.csv')

test('a test goes from its author to a student’s result, through a network outage during the exam', async ({
  product,
  newContext,
}) => {
  test.setTimeout(180_000)

  // The master admin creates a college and a test with questions from a file, and offers the test to the college.
  const adminPage = await (await newContext()).newPage()
  await signInByForm(adminPage, product.url, 'admin@localhost', 'first-password')
  await expect(adminPage.getByText('You have successfully logged in as Master Admin')).toBeVisible()
  await adminPage.getByRole('link', { name: 'Colleges', exact: true }).first().click()
  await adminPage.getByRole('button', { name: 'Create College' }).first().click()
  const form = adminPage.getByRole('dialog')
  await form.getByRole('button', { name: 'Create College' }).click()
  await expect(form.getByText('College name is required')).toBeVisible()
  await form.getByLabel('College Name').fill('Nilgiri College of Engineering')
  await form.getByLabel('College Code').fill('NCE')
  await form.getByLabel('Email').fill('office@nilgiri.example')
  await form.getByLabel('Address').fill('4 Hill Road, Coimbatore 641001')
  await expect(form.getByText('College name is required')).toBeHidden()
  await form.getByRole('button', { name: 'Create College' }).click()
  const collegePassword = await takeTemporaryPassword(adminPage)
  await expect(adminPage.getByText('Nilgiri College of Engineering').first()).toBeVisible()

  await adminPage.getByRole('link', { name: 'Tests', exact: true }).first().click()
  await adminPage
    .getByRole('link', { name: /Create (First )?Test/ })
    .first()
    .click()
  await adminPage.getByLabel('Test name').fill('Placement aptitude')
  await adminPage.getByLabel('Description').fill('Twenty minutes, five questions.')
  await adminPage.getByRole('combobox', { name: 'Type' }).click()
  await adminPage.getByRole('option', { name: 'Assignment' }).click()
  await adminPage.getByLabel('Number of questions').fill('5')
  await adminPage.getByLabel('Duration in minutes').fill('20')
  const opens = new Date(Date.now() - 3_600_000)
  const local = (time: Date) => new Date(time.getTime() + (5 * 60 + 45) * 60_000).toISOString().slice(0, 16)
  await adminPage.getByLabel(/^Start/).fill(local(opens))
  await adminPage.getByLabel(/^End/).fill(local(new Date(opens.getTime() + 86_400_000)))
  await adminPage.getByLabel('Question file').setInputFiles({
    name: 'broken.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('question,A,B,C,D,answer\n"2 + 2?",3,4,5,6,\n"3 + 3?",5,6,7,8,B\n'),
  })
  const review = adminPage.getByRole('dialog')
  await expect(
    review.getByText('broken.csv has 1 question; 1 row was rejected. Nothing has been added yet.'),
  ).toBeVisible()
  await review.getByRole('button', { name: 'Cancel' }).click()
  await adminPage.getByLabel('Question file').setInputFiles(sample)
  await review.getByRole('button', { name: 'Add 5 questions' }).click()
  await expect(adminPage.getByText('Successfully added 5 questions')).toBeVisible()
  await adminPage.getByRole('button', { name: 'Create Test' }).click()
  await expect(adminPage.getByText('Test created successfully!')).toBeVisible()
  await expect(adminPage).toHaveURL(/\/tests\?.*type=Assignment/)

  const row = adminPage.getByRole('row', { name: /Placement aptitude/ })
  await row.getByRole('button', { name: 'Actions' }).click()
  await adminPage.getByRole('menuitem', { name: 'Assign to colleges' }).click()
  const offer = adminPage.getByRole('dialog')
  await offer.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(offer.getByText('Please select at least one college')).toBeVisible()
  await offer.getByText('Nilgiri College of Engineering').click()
  await offer.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(offer).toBeHidden()

  // The college admin adds a student, accepts the test and assigns it.
  const collegePage = await (await newContext()).newPage()
  await signInByForm(collegePage, product.url, 'office@nilgiri.example', collegePassword)
  await collegePage.getByRole('link', { name: 'Students', exact: true }).first().click()
  await collegePage.getByRole('button', { name: 'Add Student' }).first().click()
  const studentForm = collegePage.getByRole('dialog')
  await studentForm.getByLabel('Name').fill('Anbu Selvan')
  await studentForm.getByLabel('Email').fill('anbu@nilgiri.example')
  await studentForm.getByLabel('Roll Number').fill('22CS017')
  await studentForm.getByLabel('Branch').fill('CSE')
  await studentForm.getByLabel('Batch').fill('2027')
  await studentForm.getByRole('button', { name: 'Add Student' }).click()
  await expect(studentForm.getByText('Section is required')).toBeVisible()
  await studentForm.getByLabel('Section').fill('A')
  await studentForm.getByRole('button', { name: 'Add Student' }).click()
  const studentPassword = await takeTemporaryPassword(collegePage)

  await collegePage.getByRole('link', { name: 'Assigned Tests' }).click()
  await collegePage.getByRole('button', { name: 'Accept', exact: true }).click()
  await collegePage.getByRole('button', { name: 'Accept test' }).click()
  await expect(collegePage.getByText('Test accepted')).toBeVisible()
  await collegePage.getByRole('button', { name: 'Assign to students' }).first().click()
  const pick = collegePage.getByRole('dialog')
  await pick.getByRole('button', { name: /^Assign/ }).click()
  await expect(pick.getByText('Please select at least one student')).toBeVisible()
  await pick.getByLabel('Branches').click()
  await collegePage.getByRole('option', { name: 'CSE' }).click()
  await collegePage.keyboard.press('Escape')
  await expect(pick.getByText('1 student will get this test')).toBeVisible()
  await pick.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(collegePage.getByText('Assigned to 1 student')).toBeVisible()

  // The student starts the test, goes offline and back online, submits, and reads the result.
  const studentContext = await newContext()
  const page = await studentContext.newPage()
  await signInByForm(page, product.url, 'anbu@nilgiri.example', studentPassword)
  await page.getByRole('link', { name: /Start Test/ }).click()
  const room = new ExamRoom(page)
  await page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
  await expect(page.getByText('Please accept the terms and conditions to proceed.')).toBeVisible()
  await room.start()
  await expect(page.getByText('Academic System')).toBeHidden()
  await expect(room.timer).toContainText(/(20:00|19:5\d)/)
  await room.choose('B')
  await expect(room.save).toContainText('Saved')

  await studentContext.setOffline(true)
  await room.next()
  await room.choose('C')
  await expect(room.save).toContainText('Offline · 1 unsent')
  await room.next()
  await room.choose('A')
  await expect(room.save).toContainText('Offline · 2 unsent')
  await studentContext.setOffline(false)
  await expect(room.save).toContainText('Saved')

  await page.reload()
  await room.resume()
  await room.expectQuestion(3)
  await expect(room.option('A')).toBeChecked()
  await room.previous()
  await expect(room.option('C')).toBeChecked()
  await page.getByRole('button', { name: 'Clear Response' }).click()
  await expect(room.option('C')).not.toBeChecked()
  await expect(room.save).toContainText('Saved')

  await room.submit()
  await expect(page.getByText('You have 3 unanswered questions. Are you sure you want to submit?')).toBeVisible()
  await room.confirmSubmit()
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible()
  await expect(page.getByText('Not answered').first()).toBeVisible()

  // The server reports the same result.
  const { body } = await product.api('POST', '/auth/login', undefined, {
    email: 'anbu@nilgiri.example',
    password: studentPassword,
  })
  const { body: listed } = await product.api('GET', '/tests/student/assigned', body.token)
  const [assignment] = listed.assignments as { hasAttempted: boolean; testId: { id: string } }[]
  const { body: answer } = await product.api('GET', `/tests/${assignment?.testId.id}/results`, body.token)
  const report = answer.report as {
    unanswered: number
    questionAnalysis: { studentAnswer: string | null }[]
  }
  expect(report.questionAnalysis.map((item) => item.studentAnswer)).toEqual(['B', null, 'A', null, null])
  expect(report.unanswered).toBe(3)

  await page
    .getByRole('link', { name: /My Tests|Back to (My )?Tests/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'View Results' })).toBeVisible()
})
