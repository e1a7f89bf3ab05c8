import { aCollege, aFaculty, aStudent } from '#tests/factories/forms.ts'
import { fillDate } from './pages/dates.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const longName =
  'Sri Venkateswara Bhaktavatsalam Institute of Engineering, Technology and Advanced Scientific Research for Women, Salem'

test('college screens and stats pass axe and layout checks', async ({ product, newContext }) => {
  test.setTimeout(180_000)
  const prepared = await prepareTest(product)
  const { api } = product
  const tokenOf = async (person: { email: string; password: string }): Promise<string> =>
    (await api('POST', '/auth/login', undefined, person)).body.token
  const author = await tokenOf(prepared.admin)
  const office = await tokenOf(prepared.collegeAdmin)
  await api('POST', '/college/users', office, aFaculty())
  await api('POST', '/college/users', office, aStudent({ branch: 'Computer Science (Artificial Intelligence)' }))
  const { colleges } = (await api('GET', '/admin/colleges', author)).body
  const of = `${product.url}/college-management/${colleges[0].id}`
  const long = { name: longName, code: 'SVBIETASRW-SALEM-2026-TAMIL-NADU' }
  const { college } = (await api('POST', '/admin/colleges', author, aCollege(long))).body
  await api('PUT', `/admin/colleges/${college.id}/toggle-status`, author)

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.admin.email, prepared.admin.password)
  const dialog = page.getByRole('dialog')
  await page.goto(`${product.url}/college-management`)
  await expect(page.getByRole('row', { name: longName })).toBeVisible()
  await expectSound(page, 'college management')
  await page.goto(`${product.url}/college-management/${college.id}`)
  await expect(page.getByText('No test attempts yet')).toBeVisible()
  await expectSound(page, 'an empty college with a long name')
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Email').fill('another@long.example')
  await expect(dialog.getByText('signs in with the new address')).toBeVisible()
  await expectSound(page, 'edit a college')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.goto(`${of}?tab=batches`)
  await expect(page.getByRole('table', { name: 'Batches' })).toBeVisible()
  await expectSound(page, 'college batches')
  await page.goto(`${of}?tab=tests`)
  await expect(page.getByRole('row', { name: /Weekly quiz/ })).toBeVisible()
  await expectSound(page, 'college tests')
  await page.goto(`${of}?tab=features`)
  await expect(page.getByText('Not used yet').first()).toBeVisible()
  await expectSound(page, 'college features')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog.getByText('signed out immediately')).toBeVisible()
  await expectSound(page, 'deactivate a college')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete College' }).click()
  await dialog.getByRole('textbox').fill(colleges[0].code)
  await page.route('**/trpc/colleges.delete*', (route) => route.abort('connectionrefused'))
  await dialog.getByRole('button', { name: 'Delete College' }).click()
  await expect(dialog.getByText('Network error occurred')).toBeVisible()
  await expectSound(page, 'delete a college')

  await page.goto(`${product.url}/college-management/nothing`)
  await expect(page.getByText('College not found')).toBeVisible()
  await expectSound(page, 'a missing college')
  await page.goto(`${product.url}/stats`)
  await expect(page.getByRole('table', { name: 'Recent logins' })).toBeVisible()
  await expectSound(page, 'stats')
})

test('the audit log passes axe and layout checks', async ({ product, newContext }) => {
  test.setTimeout(120_000)
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.admin.email, prepared.admin.password, '/audit-log')
  await expect(page.getByRole('row', { name: /created the college/ })).toBeVisible()
  for (const summary of await page.getByText('Details', { exact: true }).all()) await summary.click()
  await expectSound(page, 'audit log')
  await page.getByLabel('Dates').selectOption({ label: 'From … to …' })
  await fillDate(page, 'From', '2026-02-02')
  await fillDate(page, 'To', '2026-02-01')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expectSound(page, 'audit log, end before start')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByRole('combobox', { name: 'College' }).click()
  await expect(page.getByRole('option', { name: /Sahyadri/ })).toBeVisible()
  await expectSound(page, 'audit log, colleges', ['desktop'])
})
