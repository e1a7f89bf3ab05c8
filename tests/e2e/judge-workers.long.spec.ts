import { startWorker } from '#tests/judge-workers/worker-process.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test('the owner adds, drains and revokes a judge worker', async ({ product, newContext }) => {
  test.slow()
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/judge-workers')
  await expect(page.getByText('No workers yet')).toBeVisible()
  await expectSound(page, 'no workers')

  await page.getByRole('button', { name: 'Add worker' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add worker' }).click()
  await expect(dialog.getByText('Please name the worker')).toBeVisible()
  const name = 'The second machine of the lab on the third floor, by the window'.slice(0, 60)
  await dialog.getByLabel('Name').fill(name)
  await expectSound(page, 'new worker')
  await dialog.getByLabel('Name').press('Enter')
  const token = (await dialog.getByText(/^exj_/).textContent()) ?? ''
  await expect(dialog.getByText(`examhall judge --server ${product.url}`)).toBeVisible()
  await expectSound(page, 'a worker’s token')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('New', { exact: true })).toBeVisible()

  const worker = await startWorker(product.url, token)
  try {
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row.getByText('Idle')).toBeVisible()
    await expect(row.getByText('0 of 1')).toBeVisible()
    await expectSound(page, 'workers')
    for (const [action, state] of [
      ['Drain', 'Drained'],
      ['Resume', 'Idle'],
    ] as const) {
      await row.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: action }).click()
      await expect(row.getByText(state, { exact: true })).toBeVisible()
    }
    await row.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await expectSound(page, 'revoke a worker')
    await page.getByRole('button', { name: 'Revoke worker' }).click()
    await expect(page.getByText('No workers yet')).toBeVisible()
    expect(await worker.exited).toBe(1)
  } finally {
    worker.kill('SIGKILL')
  }
})
