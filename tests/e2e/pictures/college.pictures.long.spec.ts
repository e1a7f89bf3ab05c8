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

test('the live board matches its screenshot', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  await open('/assigned-tests?search=Campus')
  await page
    .getByRole('row', { name: /Campus Readiness/ })
    .getByRole('link', { name: 'Live board' })
    .click()
  await page.getByRole('row').nth(1).waitFor()
  await expectPictures(page, 'live-board')
})

test('a student’s page, opened from the list of students, matches its screenshot', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  await open('/students?search=Meera')
  await page.getByRole('link', { name: 'Meera Krishnan' }).click()
  await page.getByRole('table').first().waitFor()
  await expectPictures(page, 'student')
})

test('the search matches its screenshot', async ({ visit }) => {
  const { page, open } = await visit('collegeAdmin')
  await open('/notifications')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('me')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  await expectPictures(page, 'search')
})

pictured('faculty', {
  'faculty-dashboard': { path: '/dashboard' },
  'faculty-tests': { path: '/tests' },
  'test-reports': { path: '/test-reports' },
  'student-reports': { path: '/student-reports' },
})

test('a faculty test report matches its screenshot', async ({ visit }) => {
  const { page, open } = await visit('faculty')
  await open('/test-reports?search=Mock')
  await page
    .getByRole('row', { name: /Mock Placement Test 1/ })
    .getByText('Report', { exact: true })
    .click()
  await page.getByText('Question-wise Analysis').waitFor()
  await expectPictures(page, 'faculty-test-report')
})
