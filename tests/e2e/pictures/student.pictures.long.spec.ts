import { everyLook, expect, expectPictures, pictured, test } from './gallery.ts'

pictured(null, {
  'sign-in': { path: '/login', looks: everyLook },
  'forgot-password': { path: '/forgot-password' },
})

pictured('student', {
  'student-dashboard': { path: '/dashboard', looks: everyLook },
  'my-tests': { path: '/my-tests', looks: everyLook },
  'student-reports-own': { path: '/reports' },
  performance: { path: '/performance' },
  'practice-coding': { path: '/practice-coding' },
  notifications: { path: '/notifications' },
  'student-profile': { path: '/profile' },
  'not-found': { path: '/nowhere' },
})

test('a coding problem matches its screenshot', async ({ visit }) => {
  const { page, open } = await visit('student')
  await open('/practice-coding')
  await page.getByRole('row').filter({ hasText: 'Late Books' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  await expectPictures(page, 'coding-problem')
})

test('a test report matches its screenshot', async ({ visit }) => {
  const { page, open } = await visit('student')
  await open('/reports')
  await page.getByRole('row').filter({ hasText: 'Mock Placement Test 1' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Download Report' }).waitFor()
  await expectPictures(page, 'test-report')
})
