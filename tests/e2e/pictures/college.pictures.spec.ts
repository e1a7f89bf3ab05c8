import { everyLook, expectPictures, pictured, test } from './gallery.ts'

pictured('collegeAdmin', {
  'college-dashboard': { path: '/dashboard', looks: everyLook },
  students: { path: '/students', looks: everyLook },
  'bulk-upload': {
    path: '/students',
    act: (page) => page.getByRole('button', { name: 'Bulk Upload' }).click(),
  },
  'add-student': {
    path: '/students',
    act: (page) => page.getByRole('button', { name: 'Add Student' }).click(),
  },
  'student-hierarchy': { path: '/student-hierarchy' },
  'assigned-tests': { path: '/assigned-tests', looks: everyLook },
  'performance-reports': { path: '/reports', looks: everyLook },
  'create-notification': { path: '/create-notification' },
  'college-profile': { path: '/profile' },
  'no-access': { path: '/colleges' },
})

test('the live board looks as stored', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  await open('/assigned-tests?search=Campus')
  const row = page.getByRole('row', { name: /Campus Readiness/ })
  const direct = row.getByRole('link', { name: 'Live board' })
  await direct.click()
  await page.getByRole('row').nth(1).waitFor()
  await expectPictures(page, 'live-board')
})

pictured('faculty', {
  'faculty-dashboard': { path: '/dashboard' },
  'test-reports': { path: '/test-reports' },
  'student-reports': { path: '/student-reports' },
})

test('a faculty test report looks as stored', async ({ visit }) => {
  const { page, open } = await visit('faculty')
  await open('/test-reports')
  await page
    .getByRole('row', { name: /Mock Placement Test 1/ })
    .getByRole('button', { name: 'Report', exact: true })
    .click()
  await page.getByText('Question-wise Analysis').waitFor()
  await expectPictures(page, 'faculty-test-report')
})
