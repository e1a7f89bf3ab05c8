import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test('asks an admin for the password again ten minutes after sign-in, but only once', async ({
  product,
  newContext,
}) => {
  const { testId, admin } = await prepareTest(product, { rules: { keyRelease: 'by_staff' } })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, admin.email, admin.password, `/tests/${testId}/edit`)
  await expect(page.getByText('Correct answers are not released yet.')).toBeVisible()
  await product.advance(11 * 60_000)

  const release = async () => {
    await page.getByRole('button', { name: 'Release answers' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release now' }).click()
  }
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await release()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Please enter your password to do this.')).toBeVisible()

  await page.getByRole('button', { name: 'Release now' }).click()
  await proof.getByRole('textbox').fill('wrong')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('Password is incorrect')).toBeVisible()
  await expectSound(page, 'step-up')
  await proof.getByRole('textbox').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Correct answers released /)).toBeVisible()

  await page.getByRole('button', { name: 'Edit question 2' }).click()
  await page.getByRole('radio', { name: 'Option C is correct' }).check()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
})
