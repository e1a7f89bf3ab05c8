import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failing } from './pages/failing.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

const master = { email: 'admin@localhost', password: 'first-password' }

test('an admin creates and revokes an API token, and tests a webhook', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, '/integrations')
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  await expectSound(page, 'no tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Please name the token')).toBeVisible()
  await dialog.getByLabel('Name').fill('Marks export to the ERP of the whole university, nightly at two')
  await dialog.getByLabel('Expires').selectOption('7')
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Password is incorrect')).toBeVisible()
  await expectSound(page, 'token form')
  await dialog.getByLabel('Your password').fill(master.password)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog.getByText(/^exh_/).textContent()) ?? ''
  await expectSound(page, 'a token shown once')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect((await product.api('GET', '/admin/colleges', token)).status).toBe(200)
  expect((await product.api('POST', '/admin/colleges', token, {})).status).toBe(403)
  await page.reload()
  await expect(page.getByText('Expires soon')).toBeVisible()
  await expect(page.getByText('Just now').first()).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  await expectSound(page, 'tokens')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog).toBeVisible()
  await expectSound(page, 'delete a token')
  await page.getByRole('button', { name: 'Delete token' }).click()
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  expect((await product.api('GET', '/admin/colleges', token)).status).toBe(401)

  const calls: string[] = []
  const receiver = createServer((req, res) => {
    calls.push(String(req.headers['webhook-signature']))
    res.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/exams`
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByLabel('Address').fill('erp')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Please enter an address such as')).toBeVisible()
  await dialog.getByLabel('Address').fill(address)
  await expectSound(page, 'webhook form')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Send a test call' }).click()
  await expect(dialog.getByRole('row', { name: /^Test call/ })).toBeVisible()
  await expect(dialog.getByText('Responded with 204')).toBeVisible()
  expect(calls).toEqual([expect.stringMatching(/^v1,/)])
  await expectSound(page, 'webhook deliveries')
  await page.keyboard.press('Escape')
  await expectSound(page, 'webhooks')
  await failing(page, 'integrations.webhooks', 409)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await expectSound(page, 'integrations, failed')
  receiver.close()
})
