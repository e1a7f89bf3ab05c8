import type { BrowserContext, Page, Route } from '@playwright/test'
import { tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { enter, signIn, signInByForm, startSession } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

const minute = 60_000
const hour = 60 * minute
const admin = { email: 'admin@localhost', password: 'first-password' }

const submit = (page: Page) => page.getByRole('button', { name: 'Sign In' }).click()
/** The alert above the form. Toasts are also alerts, but are outside the main region. */
const refusalOn = (page: Page) => page.getByRole('main').getByRole('alert')
const stored = (page: Page) => page.evaluate(() => ({ token: localStorage.token, user: localStorage.user }))

async function fill(page: Page, { email, password }: typeof admin) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** Header buttons and titles that a toast covers. The toast may vanish before the header renders, so keep its box. */
const coveredBy = async (page: Page, text: string) => {
  const found = await page.waitForFunction((text) => {
    const kept = window as { toastPlace?: DOMRect }
    const toast = [...document.querySelectorAll('[role=alert]')].find((one) => one.textContent?.includes(text))
    if (toast) kept.toastPlace = toast.getBoundingClientRect()
    const a = kept.toastPlace
    if (!a || !document.querySelector('header h1')) return null
    return [...document.querySelectorAll('header button, h1')]
      .filter((one) => {
        const b = one.getBoundingClientRect()
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
      })
      .map((one) => one.outerHTML)
  }, text)
  return found.jsonValue()
}

/** Responds with this error message. */
const refusal = (route: Route, message: string) =>
  route.fulfill({ status: 404, json: [{ error: { message, code: -32004, data: { domainCode: 'NOT_FOUND' } } }] })

test('missing fields show an error, and the password can be shown', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await page.goto(product.url)
  await expect(page).toHaveURL(/\/login$/)
  await submit(page)
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await fill(page, { email: '', password: 'secret' })
  await expect(page.getByText('Password is required')).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show or hide password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show or hide password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
})

test('every failed sign-in shows its reason, and unknown accounts look like wrong passwords', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  await page.goto(`${product.url}/login`)
  for (const email of [admin.email, 'nobody@localhost']) {
    await fill(page, { email, password: 'not-this-one' })
    await submit(page)
    await expect(refusalOn(page)).toHaveText('Incorrect password. Please try again.')
  }
  const answers: [(route: Route) => Promise<void>, string][] = [
    [(route) => refusal(route, 'There is no such email'), 'Invalid email address.'],
    [(route) => refusal(route, 'The server room is flooded'), 'The server room is flooded'],
    [(route) => refusal(route, ''), 'Login failed'],
    [(route) => route.abort('internetdisconnected'), 'Network error occurred'],
    [
      (route) => route.fulfill({ json: [{ result: { data: { token: 'of-nobody', user: null } } }] }),
      'Account not found. Please sign up first.',
    ],
  ]
  for (const [answer, sentence] of answers) {
    await page.route('**/trpc/auth.login*', answer)
    await submit(page)
    await expect(refusalOn(page)).toHaveText(sentence)
    await page.unroute('**/trpc/auth.login*')
  }
  expect(await stored(page)).toEqual({})
  await expectSound(page, 'sign-in, no such account')
})

test('shows progress while signing in, then a greeting and the dashboard', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await page.goto(`${product.url}/login`)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/trpc/auth.login*', async (route) => {
    await held
    await route.continue()
  })
  await fill(page, admin)
  await submit(page)
  await expect(page.getByRole('button', { name: 'Signing you in...' })).toBeDisabled()
  answer()
  await expect(page.getByText('You have successfully logged in as Master Admin')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  const { token, user } = await stored(page)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(user)).toMatchObject({ email: admin.email, role: 'master_admin' })
})

test('shows the greeting once per sign-in, without covering the header’s buttons or the page title', async ({
  product,
  newContext,
}) => {
  const opened = async (of: Page) => expect(of.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const greeted = async (context: BrowserContext, width: number) => {
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 800 })
    const session = await startSession(product.url, admin.email, admin.password)
    // Use a new page each time, because only the visible document shows the toast.
    const covered = coveredBy(page, 'Welcome back, Master Admin!')
    await enter(page, product.url, session, '/dashboard')
    expect(await covered).toEqual([])
    return page
  }
  for (const width of [390, 360]) await greeted(await newContext(), width)
  const context = await newContext()
  const page = await greeted(context, 1440)
  const welcome = (of = page) => of.getByText('Welcome back, Master Admin!')
  await expect(welcome()).toBeHidden()
  await page.reload()
  await opened(page)
  await expect(welcome()).toHaveCount(0)
  const second = await context.newPage()
  await second.goto(product.url)
  await opened(second)
  await expect(welcome(second)).toHaveCount(0)
  // Simulate a restarted browser, which keeps its storage.
  const stored = await context.storageState()
  const later = await newContext()
  await later.addInitScript((entries) => {
    if (location.protocol === 'http:') for (const { name, value } of entries) localStorage.setItem(name, value)
  }, stored.origins[0]?.localStorage ?? [])
  const third = await later.newPage()
  await third.goto(product.url)
  await opened(third)
  await expect(welcome(third)).toHaveCount(0)

  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('button', { name: 'Log out' }).click()
  await fill(page, admin)
  const greeting = page.getByText('You have successfully logged in as Master Admin')
  const covered = coveredBy(page, 'You have successfully logged in as Master Admin')
  await submit(page)
  expect(await covered).toEqual([])
  await page.reload()
  await opened(page)
  await expect(greeting).toHaveCount(0)
  await expect(welcome()).toHaveCount(0)
})

test('after ten failures, even the correct password is refused, for longer each time', async ({
  product,
  newContext,
}) => {
  for (let attempt = 0; attempt < 10; attempt++)
    await product.api('POST', '/auth/login', undefined, { ...admin, password: 'guess' })
  const page = await (await newContext()).newPage()
  await page.goto(`${product.url}/login`)
  await fill(page, admin)
  await submit(page)
  await expect(refusalOn(page)).toHaveText('Too many attempts. Please try again in a minute.')
  await product.advance(minute)
  await product.api('POST', '/auth/login', undefined, { ...admin, password: 'guess' })
  await submit(page)
  await expect(refusalOn(page)).toHaveText('Too many attempts. Please try again in 2 minutes.')
  await product.advance(2 * minute)
  await submit(page)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a session ends after 12 hours without use, a remembered one after 30 days', async ({ product, newContext }) => {
  const short = await (await newContext()).newPage()
  await signInByForm(short, product.url, admin.email, admin.password)
  const long = await (await newContext()).newPage()
  await long.goto(`${product.url}/login`)
  await fill(long, admin)
  await long.getByLabel('Remember me').check()
  await submit(long)
  await expect(long).toHaveURL(/\/dashboard$/)

  // Activity extends the session.
  for (let day = 0; day < 2; day++) {
    await product.advance(11 * hour)
    await short.reload()
    await expect(short.getByText('Welcome, Master Admin.')).toBeVisible()
    // Let pending requests finish before the clock moves.
    await short.waitForLoadState('networkidle')
  }
  await product.advance(12 * hour)
  await short.goto(`${product.url}/colleges`)
  await expect(short.getByText('Session expired. Please log in again.')).toBeVisible()
  await expect(short).toHaveURL(/\/login/)
  expect(await stored(short)).toEqual({})
  // After signing in again, people return to the screen where the session ended.
  await fill(short, admin)
  await submit(short)
  await expect(short).toHaveURL(/\/colleges$/)

  // Including the hours above, this is still less than 30 days.
  await product.advance(28 * 24 * hour)
  await long.reload()
  await expect(long.getByText('Welcome, Master Admin.')).toBeVisible()
  await long.waitForLoadState('networkidle')
  await product.advance(30 * 24 * hour)
  await long.reload()
  await expect(long.getByText('Session expired. Please log in again.')).toBeVisible()
})

test('a deactivated person is signed out and sees the reason at the next sign-in', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signInByForm(page, product.url, prepared.email, prepared.password)
  const office = await tokenOf(product, prepared.collegeAdmin)
  const { body } = await product.api('GET', '/auth/me', prepared.token)
  // Otherwise, a pending request from before the deactivation could answer the refetch below.
  await page.waitForLoadState('networkidle')
  const deactivate = async () => {
    await product.api('PUT', `/college/users/${body.user.id}/toggle-status`, office)
    // Screens refetch when their tab becomes visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  }
  // Any request can detect the deactivation, so start waiting for the message first.
  await Promise.all([expect(page.getByText('Session expired. Please log in again.')).toBeVisible(), deactivate()])
  await fill(page, prepared)
  await submit(page)
  await expect(refusalOn(page)).toHaveText('Your account is inactive. Please contact your administrator.')
})

test('keeps the session without a connection, and offers to check again or start over', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  await signInByForm(page, product.url, admin.email, admin.password)
  const { token } = await stored(page)
  const check = '**/trpc/auth.me*'
  await page.route(check, (route) => route.abort('internetdisconnected'))
  await page.goto(`${product.url}/colleges`)
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible()
  await expectSound(page, 'authentication error')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible()
  await page.unroute(check)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'Colleges' })).toBeVisible()
  expect(await stored(page)).toMatchObject({ token })

  await page.route(check, (route) => route.abort('internetdisconnected'))
  await page.reload()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page)).toEqual({})
  await expect.poll(async () => (await product.api('GET', '/auth/me', token)).status).toBe(401)
})

test('staff see who is locked out after failed sign-ins, and let them in', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  for (let n = 0; n < 10; n++)
    await product.api('POST', '/auth/login', undefined, { email: prepared.email, password: 'guessed' })
  const student = await (await newContext()).newPage()
  await student.goto(`${product.url}/login`)
  await fill(student, prepared)
  await submit(student)
  await expect(refusalOn(student)).toHaveText('Too many attempts. Please try again in a minute.')

  const office = await (await newContext()).newPage()
  await signIn(office, product.url, prepared.collegeAdmin.email, prepared.collegeAdmin.password, '/students')
  await expect(office.getByRole('alert').filter({ hasText: '1 person has to wait' })).toContainText(prepared.email)
  await expectSound(office, 'a locked-out person')
  await office.getByRole('button', { name: /^Allow sign-in for / }).click()
  await expect(office.getByText(/can sign in again$/)).toBeVisible()
  await expect(office.getByText('1 person has to wait')).toBeHidden()

  await submit(student)
  await expect(student).toHaveURL(/dashboard/)
})
