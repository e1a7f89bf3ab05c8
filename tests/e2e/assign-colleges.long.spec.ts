import { aCollege, aTest } from '#tests/factories/forms.ts'
import { expectSound } from './pages/looks.ts'
import { adminToken } from './pages/test-editor.ts'
import { testCards as cards, openTests } from './pages/tests-list.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const longName =
  'Sri Venkateswara Bhaktavatsalam Institute of Engineering, Technology and Advanced Scientific Research for Women, Salem'

test('assigns a test to colleges, shows their status and handles failures', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { testName: 'Offered once' })
  const token = await adminToken(product)
  const college = async (name: string) =>
    (await product.api('POST', '/admin/colleges', token, aCollege({ name }))).body.college.id as string
  await college('Nilgiri College of Engineering 2')
  await college('Nilgiri College of Engineering 10')
  const long = await college(longName)
  const closed = await college('Closed College')
  await product.api('PUT', `/admin/colleges/${closed}/toggle-status`, token)
  const page = await (await newContext()).newPage()
  await openTests(page, product)
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('listitem')
  const open = () => cards(page).getByRole('button', { name: 'Assign' }).click()
  await page.route('**/trpc/*colleges.list*', (route) => route.abort('connectionrefused'))
  await open()
  await expect(dialog.getByText('Failed to load colleges')).toBeVisible()
  await expectSound(page, 'assign to colleges, failed')
  await page.unroute('**/trpc/*colleges.list*')
  await dialog.getByRole('button', { name: 'Retry' }).click()

  await expect(rows).toHaveCount(4)
  await expect(dialog.getByText('Closed College')).toHaveCount(0)
  await expect(dialog.getByText('Assigned to 1 college: 1 accepted')).toBeVisible()
  const had = rows.filter({ hasText: 'Accepted' })
  await expect(had.getByRole('checkbox')).toBeDisabled()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Please select at least one college')).toBeVisible()
  await expectSound(page, 'assign to colleges')

  await dialog.getByPlaceholder('Search by name, code or email').fill('nilgiri')
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Select all 2 found' }).click()
  await expect(dialog.getByText('2 selected')).toBeVisible()
  await expect(dialog.getByText('Please select at least one college')).toHaveCount(0)
  await dialog.getByPlaceholder('Search by name, code or email').fill('nobody is called that')
  await expect(dialog.getByText('No active college matches your search')).toBeVisible()
  await dialog.getByPlaceholder('Search by name, code or email').fill('')
  await expect(rows).toHaveCount(4)
  await dialog.getByRole('button', { name: 'Deselect all' }).click()
  await expect(dialog.getByText('0 selected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Select all 4' }).click()
  await expect(dialog.getByText('3 selected')).toBeVisible()
  await rows.filter({ hasText: 'Engineering 10' }).getByText('Engineering 10').click()
  await expect(dialog.getByText('2 selected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Assigned to 2 colleges')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(cards(page).locator('dl > div').filter({ hasText: 'Colleges' })).toHaveText('Colleges3')
  const { colleges } = (await product.api('GET', `/tests/${prepared.testId}/assigned-colleges`, token)).body
  expect(colleges.map((one: { collegeId: string }) => one.collegeId)).toContain(long)
})

test('assigns a test to hundreds of colleges', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const token = await adminToken(product)
  await product.api('POST', '/tests', token, aTest(Date.now(), { testName: 'For everybody' }))
  for (let batch = 0; batch < 12; batch++)
    await Promise.all(Array.from({ length: 20 }, () => product.api('POST', '/admin/colleges', token, aCollege())))
  const page = await (await newContext()).newPage()
  await openTests(page, product)
  await cards(page).getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(100)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(200)
  await expect(dialog.getByText('200 of 240, newest first')).toBeVisible()
  await dialog.getByRole('button', { name: 'Select all 240' }).click()
  await expect(dialog.getByText('240 selected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Assigned to 240 colleges')).toBeVisible()
})
