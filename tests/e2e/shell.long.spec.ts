import type { Page } from '@playwright/test'
import { prepareRoles } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const byType = ['Assessment', 'Practice', 'Mock Test', 'Company Test']

/**
 * Tabs in order, page titles that differ from their tab, and URLs. The first URL has an unknown id, and the others
 * belong to other roles.
 */
const sidebars = {
  masterAdmin: {
    titles: { Dashboard: 'Master Admin Dashboard', Tests: 'Test Management' },
    tabs: [
      ...['Dashboard', 'Notifications', 'Colleges', 'College Management', 'Stats', 'Tests', ...byType],
      ...[
        'Exam Management',
        'Question Bank',
        'Coding Questions',
        'Create Notification',
        'Notification Analytics',
        'Integrations',
        'Judge Workers',
        'Audit Log',
        'Profile',
      ],
    ],
    anothers: ['/tests/:id/edit', '/students', '/my-tests/:id/take'],
  },
  collegeAdmin: {
    titles: { Dashboard: 'College Admin Dashboard', Reports: 'Performance Reports' },
    tabs: [
      ...['Dashboard', 'Notifications', 'Faculty', 'Students', 'Student Hierarchy', 'Assigned Tests', 'Live board'],
      ...[
        'Tests',
        ...byType,
        'Exam Management',
        'Reports',
        'Create Notification',
        'Integrations',
        'Audit Log',
        'Profile',
      ],
    ],
    // /tests/:id/edit explains own tests instead: college-tests.long.spec.ts.
    anothers: ['/assigned-tests/:id/report', '/colleges', '/coding-questions/:id/edit'],
  },
  faculty: {
    titles: {
      Dashboard: 'Faculty Dashboard',
      'Test Reports': 'Test Reports & Analytics',
      'Student Reports': 'Student Test Reports',
      Reports: 'Performance Reports',
    },
    tabs: [
      'Dashboard',
      'Notifications',
      'Live board',
      'Tests',
      ...byType,
      'Exam Management',
      'Test Reports',
      'Student Reports',
      'Reports',
      'Profile',
    ],
    anothers: ['/live-board/:id', '/audit-log', '/assigned-tests/:id/report'],
  },
  student: {
    titles: { Dashboard: 'Student Dashboard', Reports: 'My Test Reports', Performance: 'My Performance' },
    tabs: [
      ...[
        'Dashboard',
        'Notifications',
        'My Tests',
        ...byType,
        'Exam Management',
        'Practice Coding',
        'Reports',
        'Performance',
        'Profile',
      ],
    ],
    anothers: ['/my-tests/:id/report', '/tests', '/live-board/:id', '/college-management/:id'],
  },
} as const

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const tab = (page: Page, name: string) => sidebar(page).getByRole('link', { name, exact: true })

for (const role of ['masterAdmin', 'collegeAdmin', 'faculty', 'student'] as const)
  test(`every tab of the ${role} opens a screen`, async ({ product, newContext }) => {
    const { tabs, anothers } = sidebars[role]
    const titles: Record<string, string> & { Dashboard: string } = sidebars[role].titles
    const account = (await prepareRoles(product))[role]
    const page = await (await newContext()).newPage()
    await signIn(page, product.url, account.email, account.password)
    await expect(page).toHaveURL(/\/dashboard$/)
    const header = page.getByRole('banner')
    await expect(header.getByRole('heading', { level: 1 })).toHaveText(titles.Dashboard)
    const names = async () =>
      (await sidebar(page).getByRole('link').allTextContents()).map((text) => text.replace(/\d+$/, ''))
    expect(await names()).toEqual(tabs)

    for (const name of tabs.filter((other) => !byType.includes(other))) {
      await tab(page, name).click()
      await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
      await expect(sidebar(page).locator('[aria-current]')).toHaveCount(1)
      const title = titles[name] ?? name
      await expect(page).toHaveTitle(`${title} · Academic System`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([title])
      await expect(page.getByRole('main')).toHaveAccessibleName(title)
      // The header shows the role's title exactly once, even on the dashboard.
      await expect(header.getByText(titles.Dashboard, { exact: true })).toHaveCount(1)
      await expect(page.getByText('This page could not be shown')).toBeHidden()
    }
    const missing = '00000000-0000-7000-8000-000000000000'
    const [wrong = '', ...notMine] = anothers
    for (const [path, heading, says] of [
      ['/no/such/place', 'Page not found', 'There is no page at /no/such/place'],
      [wrong.replace(':id', missing), 'Page not found', / not found$/],
      ...notMine.map((path) => [path.replace(':id', missing), 'You don’t have access', / is for /] as const),
    ] as const) {
      await page.goto(product.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(says)
      await expect(page).toHaveURL(product.url + path)
    }
    await page.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(page.getByText(/^Welcome, /)).toBeVisible()
    await page.goto(`${product.url}/`)
    await expect(page).toHaveURL(/\/dashboard$/)
  })

test('explains a wrong URL and another role’s screen', async ({ product, newContext }) => {
  const { student } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, student.email, student.password, '/no/such/place')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expectSound(page, 'page not found')
  await page.goto(`${product.url}/students`)
  await expect(page.getByText('/students is for college administrators')).toBeVisible()
  await expect(page.getByText('ask your college administrator')).toBeVisible()
  await expectSound(page, 'no access')
})

for (const [role, list, path] of [
  ['masterAdmin', 'Tests', '/tests'],
  ['collegeAdmin', 'Tests', '/tests'],
  ['faculty', 'Tests', '/tests'],
  ['student', 'My Tests', '/my-tests'],
] as const)
  test(`counts, selects and announces test types for the ${role}`, async ({ product, newContext }) => {
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

test('test type counts follow the list, and collapsed types are remembered', async ({ product, newContext }) => {
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
  // The current page is still marked, now on the parent tab.
  await expect(tab(page, 'Tests')).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(tab(page, 'Tests')).toBeVisible()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.click()
  await expect(tab(page, 'Practice 0')).toHaveAttribute('aria-current', 'page')
})

test('shows the tabs in a drawer on a phone', async ({ product, newContext }) => {
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
