import { ExamRoom } from '#tests/e2e/pages/exam-room.ts'
import type { Camera } from './camera.ts'

/** Takes the screenshots for docs/guides/college-admin.md. */
export async function collegeAdmin(camera: Camera) {
  const { page, open, take } = await camera.sit('collegeAdmin', 'desk')
  const dialog = page.getByRole('dialog')

  await open('/students', (page) => page.getByRole('button', { name: 'Bulk Upload' }))
  await page.getByRole('button', { name: 'Bulk Upload' }).click()
  await take('college-upload', dialog.getByRole('button', { name: 'Download template' }), dialog)

  await open('/assigned-tests', (page) => page.getByRole('row'))
  await page.locator('label').filter({ hasText: 'Cards' }).click()
  await take('college-assigned-tests', page.getByRole('button', { name: 'Accept', exact: true }))
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Data Structures and Databases' })
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click()
  await take('college-assign-students', dialog.getByRole('button', { name: 'Assign', exact: true }), dialog)

  await open('/students', (page) => page.getByRole('row'))
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
  await take('college-erase', dialog.getByText(/attempts? with all answers/), dialog)

  await open('/assigned-tests', (page) => page.getByText('Campus Readiness Assessment'))
  const running = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Campus Readiness Assessment' })
  await running.getByRole('link', { name: 'Live board' }).click()
  await page.getByRole('button', { name: /^In progress/ }).click()
  const row = page.getByRole('row', { name: /In progress/ })
  await take('college-live-board', row)
  await row.first().getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Extra time' }).click()
  await dialog.getByLabel('Extra minutes').fill('15')
  await dialog.getByLabel('Reason').fill('Writes with a scribe')
  await take('college-extra-time', dialog.getByRole('button', { name: 'Give extra time' }), dialog)

  await open('/integrations', (page) => page.getByRole('button', { name: 'Create token' }))
  await page.getByRole('button', { name: 'Create token' }).first().click()
  await dialog.getByLabel('Name').fill('Marks export to the ERP')
  await take('college-token', dialog.getByRole('button', { name: 'Create token' }), dialog)

  await open('/profile', (page) => page.getByRole('button', { name: 'Turn on two-step sign-in' }))
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).scrollIntoViewIfNeeded()
  await take('college-two-step', page.getByRole('button', { name: 'Turn on two-step sign-in' }))
}

/** Takes the screenshots for docs/guides/faculty.md. */
export async function faculty(camera: Camera) {
  const { page, open, take } = await camera.sit('faculty', 'desk')

  await open('/dashboard', (page) => page.getByRole('main').getByRole('heading'))
  await take('faculty-dashboard', page.getByText('Open now'))

  await open('/tests', (page) => page.getByText('Campus Readiness Assessment'))
  await page
    .getByRole('row', { name: /Campus Readiness Assessment/ })
    .getByRole('link', { name: 'Live board' })
    .click()
  await take('faculty-live-board', page.getByRole('row', { name: /In progress/ }))
  await open('/test-reports', (page) => page.getByText('Quantitative Aptitude: Unit Test 1'))
  await take('faculty-test-reports', page.getByText('Quantitative Aptitude: Unit Test 1'))
  await page.getByRole('button', { name: /^Report for Quantitative Aptitude: Unit Test 1/ }).click()
  await take('faculty-report', page.getByText('Question-wise Analysis'), page.getByRole('dialog'))

  await open('/student-reports', (page) => page.getByText('Total Attempts'))
  await take('faculty-student-reports', page.getByText('Total Attempts'))

  await open('/tests?search=Placement', (page) => page.getByText('Placement Coding Round'))
  await page
    .getByRole('row', { name: /Placement Coding Round/ })
    .getByRole('button', { name: 'Actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Code playback' }).click()
  const rows = page.getByRole('row', { name: /characters/ })
  await take('faculty-journals', rows)
  await rows.first().getByRole('link').click()
  await page.getByRole('slider').first().press('Home')
  for (let event = 0; event < 12; event++) await page.getByRole('slider').first().press('ArrowRight')
  await take('faculty-playback', page.getByRole('button', { name: 'Play' }))
}

/** Takes the screenshots for docs/guides/student.md. */
export async function student(camera: Camera) {
  const { page, open, take } = await camera.sit('student', 'phone')

  await open('/dashboard', (page) => page.getByRole('main').getByRole('heading'))
  await take('student-home', page.getByRole('link', { name: /Start/ }))

  await open('/my-tests', (page) => page.getByText('Programming Fundamentals'))
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Programming Fundamentals' })
    .getByRole('link', { name: 'Start Test' })
    .click()
  await take('student-rules', page.getByRole('button', { name: 'Start Test in Fullscreen' }))
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await take('student-exam-room', page.getByText('Saved', { exact: true }))
  await page.context().setOffline(true)
  await room.next()
  await room.choose('C')
  await take('student-offline', page.getByText(/Offline/))
  await page.context().setOffline(false)
  await room.submit()
  await take('student-submit', page.getByRole('dialog').getByRole('button', { name: 'Submit test' }))
  await room.confirmSubmit()
  await page.getByRole('button', { name: 'Download Report' }).waitFor()
  await open('/my-tests', (page) => page.getByText('Reading and Grammar Drill'))
  const taken = page.getByRole('listitem').filter({ hasText: 'Reading and Grammar Drill' })
  await taken.getByRole('link', { name: 'View Results' }).click()
  await take('student-result', page.getByRole('button', { name: 'Download Report' }))
}
