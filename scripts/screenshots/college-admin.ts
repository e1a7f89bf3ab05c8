import type { Camera } from './camera.ts'

/** Pictures for docs/guides/college-admin.md. */
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
  await dialog.getByLabel('Name').fill('Marks into the ERP')
  await take('college-token', dialog.getByRole('button', { name: 'Create token' }), dialog)

  await open('/profile', (page) => page.getByRole('button', { name: 'Turn on two-step sign-in' }))
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).scrollIntoViewIfNeeded()
  await take('college-two-step', page.getByRole('button', { name: 'Turn on two-step sign-in' }))
}
