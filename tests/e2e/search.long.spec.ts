import { prepareRoles } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test('finds and opens a page, a student and a test by keyboard alone', async ({ product, newContext }) => {
  const { collegeAdmin, student } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password)
  const title = page.getByRole('heading', { level: 1 })
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const box = dialog.getByRole('combobox', { name: 'Search' })
  const selected = dialog.getByRole('option', { selected: true })
  const press = (key: string) => page.keyboard.press(key)
  const openSearch = async () => {
    await press('Control+k')
    await expect(box).toBeFocused()
  }
  await expect(title).toHaveText('College Admin Dashboard')

  await openSearch()
  await press('Escape')
  await expect(dialog).toBeHidden()

  // Find a page without the server.
  await openSearch()
  await page.keyboard.type('hier')
  await expect(selected).toHaveText('Student Hierarchy')
  await press('Enter')
  await expect(title).toHaveText('Student Hierarchy')
  await expect(dialog).toBeHidden()

  // Find a student by part of the email address.
  await openSearch()
  await page.keyboard.type(student.email.slice(0, 6).toUpperCase())
  const people = dialog.getByRole('group', { name: 'Students' }).getByRole('option')
  await expect(people).toHaveCount(1)
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ results?$/)
  await expectSound(page, 'search')
  while ((await selected.textContent()) !== (await people.textContent())) await press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', (await people.getAttribute('id')) ?? '')
  await press('Enter')
  await expect(page).toHaveURL(/\/students\/[\w-]+$/)
  await expect(page.getByRole('main').getByText(student.email).first()).toBeVisible()

  // Find a test, moving up and down the list. Recently opened items are suggested.
  await openSearch()
  await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.type('weekly')
  await expect(selected).toContainText('Weekly practice')
  await press('ArrowUp')
  await press('ArrowDown')
  await press('Enter')
  await expect(title).toHaveText('Weekly practice')

  // Show no results, then a failure, and retry.
  await openSearch()
  await page.keyboard.type('nobody at all')
  await expect(dialog.getByText('No results for “nobody at all”')).toBeVisible()
  await page.route('**/trpc/search.find*', (route) => route.abort('connectionreset'))
  await page.keyboard.type('!')
  await expect(dialog.getByRole('alert')).toContainText('Network error occurred', { timeout: 20_000 })
  await page.unroute('**/trpc/search.find*')
  await press('Tab')
  await press('Tab')
  await press('Enter')
  await expect(dialog.getByText('No results for “nobody at all!”')).toBeVisible()
  await press('Escape')

  // Signing out clears recently opened items.
  await page.getByRole('button', { name: 'Log out' }).focus()
  await press('Enter')
  await page.waitForURL(/login/)
  expect(await page.evaluate(() => localStorage.getItem('examhall.search'))).toBeNull()
})
