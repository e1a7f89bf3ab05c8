import type { Camera } from './camera.ts'

/** Takes the screenshots for docs/guides/master-admin.md. */
export async function masterAdmin(camera: Camera) {
  const { page, open, take } = await camera.sit('masterAdmin', 'desk')

  await open('/dashboard', (page) => page.getByRole('heading', { name: 'Overview' }))
  await take('master-dashboard', page.getByText('Total Colleges'))
  await open('/stats', (page) => page.getByRole('button', { name: 'Back up now' }))
  const backups = page.getByRole('button', { name: 'Back up now' })
  await backups.scrollIntoViewIfNeeded()
  await take('master-backups', backups)

  await open('/tests', (page) => page.getByRole('row', { name: /Email Etiquette/ }))
  const untaken = page.getByRole('row', { name: /Email Etiquette/ })
  await untaken.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Assign to colleges' }).click()
  await take(
    'master-assign',
    page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }),
    page.getByRole('dialog'),
  )

  await open('/tests/new', (page) => page.getByLabel('Test name'))
  await page.getByLabel('Test name').fill('Aptitude: Unit Test 2')
  await page.getByLabel('Description').fill('Ratios and averages. Rough work on paper is welcome.')
  await take('master-new-test', page.getByRole('button', { name: 'Create Test' }))

  await open('/tests?search=Unit+Test+1', (page) => page.getByRole('row', { name: /Unit Test 1/ }))
  const taken = page.getByRole('row', { name: /Unit Test 1/ })
  await taken.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Analytics & Reports' }).click()
  await take('master-report', page.getByText('Average').first())

  await open('/create-notification', (page) => page.getByLabel('Title'))
  await page.getByLabel('Title').fill('Hall change for tomorrow')
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('The unit test is held in Lab 3, not in Lab 1. Please be there by 9:45.')
  await take('master-notification', page.getByRole('button', { name: 'Send', exact: true }))
}
