import type { Camera } from './camera.ts'

/** Pictures for docs/guides/faculty.md. */
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
  await page.getByRole('button', { name: /^Report of Quantitative Aptitude: Unit Test 1/ }).click()
  await take('faculty-report', page.getByText('Question-wise Analysis'), page.getByRole('dialog'))

  await open('/student-reports', (page) => page.getByText('Total Attempts'))
  await take('faculty-student-reports', page.getByText('Total Attempts'))
}
