import { prepareRoles } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test('a college approves a group change in one click, and the student is notified', async ({ product, newContext }) => {
  const { collegeAdmin, student } = await prepareRoles(product)
  const office = await (await newContext()).newPage()
  await signIn(office, product.url, collegeAdmin.email, collegeAdmin.password, '/profile')
  const setting = office.getByRole('switch', { name: 'Approve changes to batch, branch and section' })
  await expect(setting).toBeEnabled()
  await expect(setting).not.toBeChecked()
  await setting.click({ force: true })
  await expect(office.getByText('Settings saved')).toBeVisible()
  await office.reload()
  await expect(setting).toBeChecked()

  const own = await (await newContext()).newPage()
  await signIn(own, product.url, student.email, student.password, '/profile')
  await own.getByRole('button', { name: 'Edit Profile' }).click()
  await own.getByLabel('Section').fill('Z')
  await own.getByRole('button', { name: 'Save Changes' }).click()
  await expect(own.getByText('Sent for approval')).toBeVisible()
  await expect(own.getByText(/You asked to move to .*Z\. Waiting for your college’s approval\./)).toBeVisible()
  await expectSound(own, 'profile with a group request')

  await office.goto(product.url)
  await expect(office.getByText('1 student wants to change batch, branch or section')).toBeVisible()
  await expectSound(office, 'dashboard with a group request')
  await office.getByRole('button', { name: /^Accept .*’s request$/ }).click()
  await expect(office.getByText('Request accepted')).toBeVisible()
  await expect(office.getByText('1 student wants to change batch, branch or section')).toBeHidden()

  await own.reload()
  await expect(own.getByRole('main').getByText('Z', { exact: true })).toBeVisible()
  await expect(own.getByText(/You asked to move to/)).toBeHidden()
  await own.goto(`${product.url}/notifications`)
  await expect(own.getByText('Your group change was accepted')).toBeVisible()
})

test('a college without approvals sees how many students changed their group', async ({ product, newContext }) => {
  const { collegeAdmin, student } = await prepareRoles(product)
  const own = await (await newContext()).newPage()
  await signIn(own, product.url, student.email, student.password, '/profile')
  await own.getByRole('button', { name: 'Edit Profile' }).click()
  await own.getByLabel('Section').fill('Y')
  await own.getByRole('button', { name: 'Save Changes' }).click()
  await expect(own.getByText('Profile updated successfully!')).toBeVisible()
  const office = await (await newContext()).newPage()
  await signIn(office, product.url, collegeAdmin.email, collegeAdmin.password)
  await expect(office.getByText('1 change to batch, branch or section by students this week')).toBeVisible()
})
