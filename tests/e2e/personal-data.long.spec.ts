import { readFileSync } from 'node:fs'
import { prepareRoles } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test('a student and the college download the student’s data, and the college erases it', async ({
  product,
  newContext,
}) => {
  const { collegeAdmin, student } = await prepareRoles(product)
  const own = await (await newContext()).newPage()
  await signIn(own, product.url, student.email, student.password, '/profile')
  const [ownFile] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(ownFile.suggestedFilename()).toMatch(/^personal-data-.+\.zip$/)
  expect(
    readFileSync(await ownFile.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await expectSound(own, 'student profile')

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, `/students?search=${student.email}`)
  const menu = async (name: string) => {
    await page.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name }).click()
  }
  const [file] = await Promise.all([page.waitForEvent('download'), menu('Export personal data')])
  expect(file.suggestedFilename()).toBe(ownFile.suggestedFilename())
  await menu('Erase personal data')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/attempts? with all answers/)).toBeVisible()
  await expectSound(page, 'erase dialog')
  const erase = dialog.getByRole('button', { name: 'Erase' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill((await dialog.locator('strong').last().textContent()) ?? '')
  await erase.click()
  await expect(page.getByText('The student’s personal data has been erased')).toBeVisible()
  await expect(page.getByText(student.email)).toBeHidden()
  await own.reload()
  await expect(own.getByLabel('Email')).toBeVisible()
})
