import type { Page } from '@playwright/test'
import { prepareRoles } from './four-roles.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const profileButton = (page: Page) => page.getByRole('button', { name: 'Profile', exact: true })

const motions = ['no-preference', 'reduce'] as const

test('logging out asks about unsaved work, then covers the page', async ({ product, newContext }) => {
  const { masterAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password)
  await page.getByRole('link', { name: 'Create Test' }).click()
  await page.getByLabel('Test name').fill('Half written')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByLabel('Test name')).toHaveValue('Half written')
  await page.getByRole('button', { name: 'Log out' }).click()

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/trpc/auth.logout*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('status').getByText('Signing you out...')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  answer()
  await expect(page.getByText('Signing you out...')).toBeHidden()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a dialog traps focus, closes with Escape, its button or a click outside, and scrolls on a phone', async ({
  product,
  newContext,
}) => {
  const { student } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 1280, height: 500 })
  await signIn(page, product.url, student.email, student.password)
  const dialog = page.getByRole('dialog')
  const scrolled = () => page.evaluate(() => window.scrollY)

  await profileButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveAccessibleName('Profile')
  expect((await dialog.boundingBox())?.width).toBe(620)
  // Focus is trapped in the dialog.
  for (let step = 0; step < 20; step++) {
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
  }
  // The page behind the dialog does not scroll.
  await page.mouse.move(20, 300)
  await page.mouse.wheel(0, 400)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await scrolled()).toBe(0)
  await expect(profileButton(page)).toBeFocused()
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 200)
  await expect.poll(scrolled).toBeGreaterThan(0)

  await profileButton(page).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(profileButton(page)).toBeFocused()
  await profileButton(page).click()
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 250)
  await expect(dialog).toHaveCount(0)
  await expect(profileButton(page)).toBeFocused()

  // Escape closes the top dialog and returns focus to the one below, with or without animation.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (const reducedMotion of motions) {
    await page.emulateMedia({ reducedMotion })
    await profileButton(page).click()
    await dialog.getByLabel('Phone Number').fill('98765 43210')
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    expect((await question.boundingBox())?.width).toBe(380)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog.getByLabel('Phone Number')).toBeFocused()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(profileButton(page)).toBeFocused()
  }

  // The dialog fits on the smallest phone and scrolls internally.
  await page.setViewportSize({ width: 360, height: 640 })
  await profileButton(page).click()
  const box = await dialog.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  await dialog.getByRole('button', { name: 'Change Password' }).scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('button', { name: 'Change Password' })).toBeInViewport()
})

test('only Done closes a dialog with a one-time secret, and a menu’s dialog returns focus to the menu button', async ({
  product,
  newContext,
}) => {
  const { masterAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password, '/colleges')
  await page.getByRole('button', { name: 'Create College' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('College Name').fill('Nilgiri College')
  await dialog.getByLabel('College Code').fill('NC')
  await dialog.getByLabel('Email').fill('office@nilgiri.example')
  await dialog.getByLabel('Address').fill('4 Hill Road, Coimbatore')
  await dialog.getByRole('button', { name: 'Create College' }).click()
  await expect(page.getByText('This password is shown only once. Copy it now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 300)
  await expect(page.getByText('This password is shown only once. Copy it now.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto(`${product.url}/tests`)
  await page.getByTitle('Table', { exact: true }).click()
  const actions = page.getByRole('button', { name: 'Actions' }).first()
  for (const reducedMotion of motions) {
    await page.emulateMedia({ reducedMotion })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Preview' }).click()
    await expect(dialog.getByText('Question 1', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(actions).toBeFocused()
  }
})
