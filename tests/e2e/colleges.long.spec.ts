import type { Page } from '@playwright/test'
import { aCollege, aFaculty, aStudent } from '#tests/factories/forms.ts'
import { signIn, takeTemporaryPassword } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ timeout: 150_000 })

const master = { email: 'admin@localhost', password: 'first-password' }

const tokenOf = async ({ api }: Product, sign: { email: string; password: string }): Promise<string> =>
  (await api('POST', '/auth/login', undefined, sign)).body.token

async function choose(page: Page, row: string | RegExp, action: string) {
  await page.getByRole('row', { name: row }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Submits the sign-in form without waiting for the next page, for sign-ins that fail. */
async function trySignIn(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('creates, edits, deactivates and reactivates a college', async ({ product, newContext }) => {
  const taken = aCollege({ name: 'Taken College', code: 'TAKEN' })
  await product.api('POST', '/admin/colleges', await tokenOf(product, master), taken)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, '/colleges')

  // Each error is shown until its field is edited, and the form is empty after success.
  await page.getByRole('button', { name: 'Create College' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('College Code').fill('X')
  await dialog.getByLabel('Email').fill('no address')
  await dialog.getByLabel('Address').fill('short')
  await dialog.getByRole('button', { name: 'Create College' }).click()
  await expect(dialog.getByText('College name is required')).toBeVisible()
  await expect(dialog.getByText('College code must be at least 2 characters')).toBeVisible()
  await expect(dialog.getByText('Please enter a valid email')).toBeVisible()
  await expect(dialog.getByText('Please enter a complete address')).toBeVisible()
  await dialog.getByLabel('College Name').fill('Nilgiri College')
  await expect(dialog.getByText('College name is required')).toBeHidden()
  await dialog.getByLabel('College Code').fill('taken')
  await dialog.getByLabel('Email').fill('office@nilgiri.example')
  await dialog.getByLabel('Address').fill('4 Hill Road, Coimbatore 641001')
  await dialog.getByRole('button', { name: 'Create College' }).click()
  await expect(dialog.getByText('A college with this code already exists')).toBeVisible()
  await dialog.getByLabel('College Code').fill('NCE')
  await dialog.getByRole('button', { name: 'Create College' }).click()
  const password = await takeTemporaryPassword(page)
  await expect(page.getByRole('row', { name: /Nilgiri College.*NCE/ })).toBeVisible()
  await page.getByRole('button', { name: 'Create College' }).click()
  await expect(dialog.getByLabel('College Name')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  // After an email change, the college admin signs in with the new address.
  await choose(page, /Nilgiri College/, 'Edit')
  await expect(dialog.getByLabel('College Name')).toHaveValue('Nilgiri College')
  await dialog.getByLabel('College Name').fill('Nilgiri Institute')
  await dialog.getByLabel('Email').fill('dean@nilgiri.example')
  await expect(dialog.getByText('signs in with the new address')).toBeVisible()
  await expect(dialog.getByText('office@nilgiri.example')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('College updated')).toBeVisible()
  await expect(page.getByRole('row', { name: /Nilgiri Institute.*dean@nilgiri\.example/ })).toBeVisible()
  const collegePage = await (await newContext()).newPage()
  await signIn(collegePage, product.url, 'dean@nilgiri.example', password)

  // Search by code, and by text that matches nothing.
  await page.getByRole('searchbox').fill('nce')
  await expect(page.getByRole('row', { name: /Taken College/ })).toBeHidden()
  await expect(page.getByRole('row', { name: /Nilgiri Institute/ })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No colleges match your search')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByRole('row', { name: /Taken College/ })).toBeVisible()

  // Deactivating a college signs its people out immediately.
  await choose(page, /Nilgiri Institute/, 'Deactivate')
  await expect(
    dialog.getByText('signed out immediately and cannot sign in until you activate the college again'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await choose(page, /Nilgiri Institute/, 'Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('College deactivated')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Nilgiri Institute is now active')).toBeVisible()
  await choose(page, /Nilgiri Institute/, 'Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('row', { name: /Nilgiri Institute.*Inactive/ })).toBeVisible()
  await page.getByLabel('Status').selectOption('inactive')
  await expect(page.getByRole('row', { name: /Taken College/ })).toBeHidden()
  await expect(page.getByRole('row', { name: /Nilgiri Institute.*Inactive/ })).toBeVisible()
  await collegePage.reload()
  await collegePage.waitForURL(/\/login/)
  await trySignIn(collegePage, product.url, 'dean@nilgiri.example', password)
  await expect(collegePage.getByText('Your account is inactive. Please contact your administrator.')).toBeVisible()
  await choose(page, /Nilgiri Institute/, 'Activate')
  await expect(page.getByText('College activated')).toBeVisible()
  await expect(page.getByText('No colleges match your search')).toBeVisible()
  await signIn(collegePage, product.url, 'dean@nilgiri.example', password)

  // A new temporary password ends all earlier sessions.
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await choose(page, /Nilgiri Institute/, 'New temporary password')
  await dialog.getByRole('button', { name: 'New password' }).click()
  await expect(dialog.getByText('the administrator of Nilgiri Institute')).toBeVisible()
  const another = await takeTemporaryPassword(page)
  await collegePage.reload()
  await collegePage.waitForURL(/\/login/)
  await signIn(collegePage, product.url, 'dean@nilgiri.example', another)
})

test('remembers the page size and puts it in the URL', async ({ product, newContext }) => {
  const author = await tokenOf(product, master)
  for (let made = 0; made < 23; made++) await product.api('POST', '/admin/colleges', author, aCollege())
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, '/colleges')
  await expect(page.getByText('1–20 of 23')).toBeVisible()
  await page.getByRole('button', { name: 'next page' }).click()
  await expect(page.getByText('21–23 of 23')).toBeVisible()
  await page.getByLabel('Rows per page').selectOption('50')
  await expect(page.getByText('1–23 of 23')).toBeVisible()
  await expect(page).toHaveURL(/limit=50/)
  await page.goto(`${product.url}/college-management`)
  await expect(page.getByText('1–23 of 23')).toBeVisible()
  await page.goto(`${product.url}/college-management?limit=20`)
  await expect(page.getByText('1–20 of 23')).toBeVisible()
})

test('a college’s page shows its people and activity', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const { api } = product
  const office = await tokenOf(product, prepared.collegeAdmin)
  await api('POST', '/college/users', office, aStudent({ batch: '2028', branch: 'ECE', section: 'B' }))
  await api('POST', '/college/users', office, aStudent({ batch: '2028', branch: 'CSE', section: 'B' }))
  await api('POST', '/college/users', office, aFaculty({ branch: 'ECE' }))
  const started = (await api('POST', `/tests/${prepared.testId}/start`, prepared.token)).body
  const answers = started.test.questions.map(({ id }: { id: string }) => ({ questionId: id, selectedAnswer: 'B' }))
  await api('POST', `/tests/${prepared.testId}/submit`, prepared.token, { answers })

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, '/college-management')
  await page.getByRole('searchbox').fill('sahyadri')
  await page.getByRole('link', { name: /Sahyadri College/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Sahyadri College/ })).toBeVisible()
  await expect(page.getByText(prepared.collegeAdmin.email)).toBeVisible()
  await expect(page.getByLabel('Statistics')).toContainText(
    /Attempts1Latest Just now.*Average score100.0%.*Pass rate100.0%/,
  )
  await expect(page.getByRole('figure', { name: 'Average by subject' })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Average score over time' }).getByRole('row')).toHaveText([
    'AttemptsDateAverage score',
    /1 attempt.*100.0%/,
  ])

  await page.getByRole('tab', { name: /Batches/ }).click()
  const batches = page.getByRole('table', { name: 'Batches' })
  await expect(batches.getByRole('row', { name: '2027 1 1 1 of 1 100.0% 0 1 1' })).toBeVisible()
  await expect(batches.getByRole('row', { name: '2028 2 2 0 of 2 0.0% 0 2 1' })).toBeVisible()
  await expect(batches.getByRole('row', { name: 'Total 3 3 1 of 3 33.3% 0 2' })).toBeVisible()
  await expect(page.getByText('1 faculty member belongs to no batch')).toBeVisible()

  await page.getByRole('tab', { name: /Streams/ }).click()
  await expect(page).toHaveURL(/tab=streams/)
  const streams = page.getByRole('table', { name: 'Streams' })
  await expect(streams.getByRole('row', { name: 'CSE 2 2 1 of 2 50.0% 0 2 2' })).toBeVisible()
  await expect(streams.getByRole('row', { name: 'ECE 1 1 0 of 1 0.0% 1 1 1' })).toBeVisible()

  await page.getByRole('tab', { name: /Test Assignments/ }).click()
  await expect(page.getByRole('row', { name: /Weekly quiz.*Accepted.*1 of 1 100\.0% 100\.0%/ })).toBeVisible()
  await page.getByRole('button', { name: 'Pending 0' }).click()
  await expect(page).toHaveURL(/status=pending/)
  await expect(page.getByText('No tests match these filters')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pending 0' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByRole('row', { name: /Weekly quiz/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Features' }).click()
  await expect(page.getByText('1 of 1 offered test accepted')).toBeVisible()
  await expect(page.getByText('1 attempt by its students')).toBeVisible()
  await expect(page.getByText('2 of 5 people signed in at least once')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Bulk upload' }).getByText('Not used yet')).toBeVisible()

  await page.goto(`${product.url}/stats`)
  await expect(page.getByLabel('Totals')).toContainText(/Total Colleges1.*Total Faculty1.*Total Students3/)
  const logins = page.getByRole('table', { name: 'Recent logins' })
  await expect(logins.getByRole('row', { name: /Master Administrator None Just now/ })).toBeVisible()
  await expect(logins.getByRole('row', { name: /Student Sahyadri College \d+ Just now/ })).toBeVisible()
  await expect(logins.getByRole('link', { name: /Sahyadri College/ }).first()).toHaveAttribute(
    'href',
    /\/college-management\/[\w-]+$/,
  )
  await api('POST', '/college/users', office, aFaculty())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByLabel('Totals')).toContainText('Total Faculty2')
})

test('deletes a college after typing its code', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const author = await tokenOf(product, master)
  const { colleges } = (await product.api('GET', '/admin/colleges', author)).body
  const { id, code, name, email, address } = colleges[0]
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, `/college-management/${id}`)
  await page.getByRole('button', { name: 'Delete College' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete College' })
  await expect(dialog.getByText('1 student', { exact: true })).toBeVisible()
  await expect(dialog.getByText('its administrator and 0 faculty members')).toBeVisible()
  await expect(dialog.getByText('1 test assignment (the tests themselves are kept)')).toBeVisible()
  await expect(confirm).toBeDisabled()
  const typed = dialog.getByLabel(/Type the college code/)
  await typed.fill(code.toLowerCase())
  await expect(confirm).toBeDisabled()
  await typed.fill(code)
  await expect(confirm).toBeEnabled()

  // If the code was changed elsewhere, the server asks for the new code.
  await product.api('PUT', `/admin/colleges/${id}`, author, { name, code: 'OTHER', email, address })
  await confirm.click()
  await expect(dialog.getByText('Please type the college code OTHER to confirm')).toBeVisible()
  await product.api('PUT', `/admin/colleges/${id}`, author, { name, code, email, address })
  await page.route('**/trpc/colleges.delete*', (route) => route.abort('connectionrefused'))
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText('Network error occurred')
  await page.unroute('**/trpc/colleges.delete*')

  // Nothing closes the dialog while the request runs.
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/trpc/colleges.delete*', async (route) => {
    await held
    await route.continue()
  })
  await confirm.click()
  await expect(dialog.getByText('Deleting the college. This may take a few seconds.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  go()
  await expect(page.getByText('College deleted')).toBeVisible()
  await page.waitForURL((address) => address.pathname === '/college-management')
  await expect(page.getByText('No colleges yet')).toBeVisible()
  await page.goto(`${product.url}/colleges`)
  await expect(page.getByText('No colleges yet')).toBeVisible()
  await page.goto(`${product.url}/college-management/${id}`)
  await expect(page.getByRole('heading', { name: 'College not found' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.getByRole('banner').getByRole('link', { name: 'College Management' }).click()
  await expect(page.getByText('No colleges yet')).toBeVisible()

  const studentPage = await (await newContext()).newPage()
  for (const { email: who, password } of [prepared, prepared.collegeAdmin]) {
    await trySignIn(studentPage, product.url, who, password)
    await expect(studentPage.getByText('Incorrect password. Please try again.')).toBeVisible()
  }
})
