import { Secret, TOTP } from 'otpauth'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test('an admin turns on two-step sign-in, signs in with a code and a recovery code, and signs out everywhere', async ({
  product,
  newContext,
}) => {
  const { collegeAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/profile')
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(collegeAdmin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectSound(page, 'two-step setup')
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  let moved = 0
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + moved })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectSound(page, 'recovery codes')
  const recovery = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expectSound(page, 'profile with two-step sign-in')
  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expectSound(page, 'turning off two-step sign-in, nothing filled in')
  await page.keyboard.press('Escape')

  await product.advance(60_000)
  moved += 60_000
  const other = await (await newContext()).newPage()
  const password = async () => {
    await other.goto(`${product.url}/login`)
    await other.getByLabel('Email').fill(collegeAdmin.email)
    await other.getByLabel('Password', { exact: true }).fill(collegeAdmin.password)
    await other.getByRole('button', { name: 'Sign In' }).click()
  }
  const home = () => other.waitForURL((address) => address.pathname !== '/login')
  await password()
  const field = other.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expectSound(other, 'second step')
  await field.fill('000000')
  await field.press('Enter')
  await expect(other.getByText('This code is wrong or has already been used')).toBeVisible()
  await field.fill(code())
  await field.press('Enter')
  await home()

  // Without the phone, a recovery code works.
  await other.evaluate(() => localStorage.clear())
  await password()
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recovery)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await home()

  await other.goto(`${product.url}/profile`)
  const devices = other.getByRole('main').getByRole('listitem').filter({ hasText: 'last used' })
  await expect(devices.filter({ hasText: 'This device' })).toContainText('Chrome on Windows')
  const before = await devices.count()
  await devices.filter({ hasNotText: 'This device' }).first().getByRole('button').click()
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(devices).toHaveCount(before - 1)
  await other.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(other.getByRole('dialog')).toBeVisible()
  await expectSound(other, 'signing out everywhere')
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(other.getByLabel('Email')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email'), 'the first device is signed out too').toBeVisible()
})

test('the owner turns off two-step sign-in for an admin who lost their phone and codes', async ({
  product,
  newContext,
}) => {
  const { masterAdmin, collegeAdmin } = await prepareRoles(product)
  const token = await tokenOf(product, collegeAdmin)
  const { password } = collegeAdmin
  const begun = await product.api('POST', '/auth/two-step', token, { password })
  const code = new TOTP({ secret: Secret.fromBase32(begun.body.secret) }).generate()
  await product.api('PUT', '/auth/two-step', token, { code })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password, '/colleges')
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Turn off two-step sign-in' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'turning off two-step sign-in for an admin')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  expect((await product.api('POST', '/auth/login', undefined, collegeAdmin)).status).toBe(200)
})
