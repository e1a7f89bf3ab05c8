import type { Page } from '@playwright/test'
import { prepareRoles } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const byType = ['Assessment', 'Practice', 'Mock Test', 'Company Test']

/** What the sidebar holds, in its order, and what the header calls the role's pages. */
const sidebars = {
  masterAdmin: {
    title: 'Master Admin Dashboard',
    tabs: [
      ...['Dashboard', 'Notifications', 'Colleges', 'College Management', 'Stats', 'Tests', ...byType],
      ...['Coding Questions', 'Create Notification', 'Notification Analytics', 'Audit Log', 'Profile'],
    ],
    anothers: '/students',
  },
  collegeAdmin: {
    title: 'College Admin Dashboard',
    tabs: [
      ...['Dashboard', 'Notifications', 'Faculty', 'Students', 'Student Hierarchy', 'Assigned Tests', 'Tests'],
      ...[...byType, 'Reports', 'Create Notification', 'Audit Log', 'Profile'],
    ],
    anothers: '/colleges',
  },
  faculty: {
    title: 'Faculty Dashboard',
    tabs: ['Dashboard', 'Notifications', 'Tests', ...byType, 'Test Reports', 'Student Reports', 'Profile'],
    anothers: '/audit-log',
  },
  student: {
    title: 'Student Dashboard',
    tabs: [
      ...['Dashboard', 'Notifications', 'My Tests', ...byType, 'Practice Coding', 'Reports', 'Performance', 'Profile'],
    ],
    anothers: '/tests',
  },
} as const

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const tab = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true })
const profileButton = (page: Page) => page.getByRole('button', { name: 'Profile', exact: true })

for (const role of ['masterAdmin', 'collegeAdmin', 'faculty', 'student'] as const)
  test(`every tab of the ${role} opens something`, async ({ product, newContext }) => {
    const { title, tabs, anothers } = sidebars[role]
    const account = (await prepareRoles(product))[role]
    const page = await (await newContext()).newPage()
    await signIn(page, product.url, account.email, account.password)
    await expect(page).toHaveURL(/\/dashboard$/)
    const header = page.getByRole('banner')
    await expect(header.getByText(title)).toBeVisible()
    const names = async () =>
      (await sidebar(page).getByRole('link').allTextContents()).map((text) => text.replace(/\d+$/, ''))
    expect(await names()).toEqual(tabs)

    for (const name of tabs.filter((other) => !byType.includes(other))) {
      await tab(page, name).click()
      await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
      await expect(sidebar(page).locator('[aria-current]')).toHaveCount(1)
      await expect(page).toHaveTitle(`${name} · Examhall`)
      await expect(header.getByText(name, { exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('This page could not be shown')).toBeHidden()
    }
    // The address of nothing, and of another role's tab, lead to the own dashboard.
    for (const path of ['/exam-management', '/no/such/place', anothers, '/']) {
      await page.goto(product.url + path)
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
    }
    await expectSound(page, `dashboard of the ${role}`)
  })

test('a part that is still to come says so and leads somewhere useful', async ({ product, newContext }) => {
  const { student, masterAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, student.email, student.password)
  await tab(page, 'Performance').click()
  await expect(page.getByText('This part of Examhall is not in this version yet.')).toBeVisible()
  await expectSound(page, 'a part to come')
  await page.getByRole('link', { name: 'Open My Tests' }).click()
  await expect(page.getByRole('link', { name: 'Start Practice' })).toBeVisible()
  const other = await (await newContext()).newPage()
  await signIn(other, product.url, masterAdmin.email, masterAdmin.password)
  await tab(other, 'Notification Analytics').click()
  await other.getByRole('link', { name: 'Open Stats' }).click()
  await expect(other.getByRole('heading', { name: 'Stats' })).toBeVisible()
})

for (const [role, list, path] of [
  ['masterAdmin', 'Tests', '/tests'],
  ['collegeAdmin', 'Tests', '/tests'],
  ['faculty', 'Tests', '/tests'],
  ['student', 'My Tests', '/my-tests'],
] as const)
  test(`types of tests for the ${role}: counted, chosen, announced`, async ({ product, newContext }) => {
    const account = (await prepareRoles(product))[role]
    const page = await (await newContext()).newPage()
    await page.addInitScript(() => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      window.addEventListener('testTypeChanged', (event) => heard.push((event as CustomEvent).detail))
    })
    await signIn(page, product.url, account.email, account.password)
    await expect(tab(page, 'Practice 1')).toBeVisible()
    await expect(tab(page, 'Company Test 0')).toBeVisible()
    await tab(page, 'Practice 1').click()
    await expect(page).toHaveURL(`${product.url}${path}?type=Practice`)
    await expect(tab(page, 'Practice 1')).toHaveAttribute('aria-current', 'page')
    await expect(sidebar(page).locator('[aria-current]')).toHaveCount(1)
    await expect(page.getByRole('main').getByText('Weekly practice').first()).toBeVisible()
    await tab(page, 'Company Test 0').click()
    await expect(page).toHaveURL(/type=Specific\+Company\+Test$/)
    await expect(tab(page, 'Company Test 0')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main').getByText('Weekly practice')).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.getItem('selectedTestType'))).toBe('Specific Company Test')
    await page.goBack()
    await expect(tab(page, 'Practice 1')).toHaveAttribute('aria-current', 'page')
    await tab(page, list).click()
    await expect(page).toHaveURL(product.url + path)
    await expect(tab(page, list)).toHaveAttribute('aria-current', 'page')
    expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([
      'Practice',
      'Specific Company Test',
      'Practice',
      null,
    ])
    expect(await page.evaluate(() => sessionStorage.getItem('selectedTestType'))).toBeNull()
  })

test('the counts follow the list, and the types fold away and stay so', async ({ product, newContext }) => {
  const { masterAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password)
  await tab(page, 'Practice 1').click()
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(tab(page, 'Practice 0')).toBeVisible()

  const fold = sidebar(page).getByRole('button', { name: 'Types of tests' })
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(tab(page, 'Practice 0')).toBeHidden()
  // What is chosen is still marked, now on the tab above.
  await expect(tab(page, 'Tests')).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(tab(page, 'Tests')).toBeVisible()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.click()
  await expect(tab(page, 'Practice 0')).toHaveAttribute('aria-current', 'page')
})

test('on a phone the tabs are a drawer', async ({ product, newContext }) => {
  const { masterAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password)
  const open = page.getByRole('button', { name: 'Open navigation' })
  const close = page.getByRole('button', { name: 'Close navigation' })
  await expect(tab(page, 'Profile')).toBeHidden()
  await open.click()
  await tab(page, 'Profile').scrollIntoViewIfNeeded()
  await expect(tab(page, 'Profile')).toBeInViewport()
  await expectSound(page, 'drawer', ['phone'])
  await page.keyboard.press('Escape')
  await expect(tab(page, 'Profile')).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await tab(page, 'Practice 1').click()
  await expect(close).toBeHidden()
  await open.click()
  await tab(page, 'Mock Test 0').click()
  await expect(close).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('while logging out the page is covered; unsaved work is asked about first', async ({ product, newContext }) => {
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

test('a dialog: what closes it, where the focus is, what scrolls', async ({ product, newContext }) => {
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
  // The focus goes round inside.
  for (let step = 0; step < 20; step++) {
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
  }
  // The page behind stays where it is.
  await page.mouse.move(20, 300)
  await page.mouse.wheel(0, 400)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await scrolled()).toBe(0)
  await expect(profileButton(page)).toBeFocused()
  await page.mouse.move(700, 300)
  await page.mouse.wheel(0, 200)
  await expect.poll(scrolled).toBeGreaterThan(0)

  await profileButton(page).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(profileButton(page)).toBeFocused()
  await profileButton(page).click()
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 250)
  await expect(dialog).toBeHidden()
  await expect(profileButton(page)).toBeFocused()

  // Of two dialogs Escape closes the one in front; the focus goes back step by step.
  await profileButton(page).click()
  await dialog.getByLabel('Phone Number').fill('98765 43210')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  expect((await question.boundingBox())?.width).toBe(380)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByLabel('Phone Number')).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()
  await expect(profileButton(page)).toBeFocused()

  // On the smallest phone it fits, and it scrolls by itself.
  await page.setViewportSize({ width: 360, height: 640 })
  await profileButton(page).click()
  const box = await dialog.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  await dialog.getByRole('button', { name: 'Change Password' }).scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('button', { name: 'Change Password' })).toBeInViewport()
})

test('a dialog that shows something once is closed by its buttons alone; one from a menu gives the focus back', async ({
  product,
  newContext,
}) => {
  const { masterAdmin } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password)
  await page.getByRole('link', { name: 'Add College' }).click()
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
  await expect(dialog).toBeHidden()

  await tab(page, 'Tests').click()
  const actions = page.getByRole('button', { name: 'Actions' }).first()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Preview' }).click()
  await expect(dialog.getByText('Question 1', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(actions).toBeFocused()
})
