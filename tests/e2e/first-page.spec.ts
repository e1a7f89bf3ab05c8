import { signIn, signInByForm } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.use({ fresh: true })

/** Maximum compressed bytes by file type. */
const limits = { js: 200_000, css: 45_000 }

test('a student’s home loads at most 200 kB of JavaScript and 45 kB of CSS', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  const sizes = new Map<string, Promise<{ kind: keyof typeof limits; size: number }>>()
  page.on('response', (response) => {
    const kind = /\.(js|css)$/.exec(new URL(response.url()).pathname)?.[1] as keyof typeof limits | undefined
    if (!kind) return
    expect(response.headers()['content-encoding']).toMatch(/^(gzip|br)$/)
    // Always measure gzip, which is larger than Brotli.
    const gzipped = fetch(response.url(), { headers: { 'accept-encoding': 'gzip' } })
    sizes.set(
      response.url(),
      gzipped.then((answer) => ({ kind, size: Number(answer.headers.get('content-length')) })),
    )
  })
  await signInByForm(page, product.url, prepared.email, prepared.password)
  await expect(page.getByRole('link', { name: 'Start Test' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(sizes.values())
  expect(files.every(({ size }) => size > 0)).toBe(true)
  for (const [kind, limit] of Object.entries(limits)) {
    const total = files.filter((file) => file.kind === kind).reduce((sum, { size }) => sum + size, 0)
    console.log(`A student’s home loads ${(total / 1000).toFixed(1)} kB of gzipped ${kind}`)
    expect(total, kind).toBeGreaterThan(0)
    expect(total, kind).toBeLessThanOrEqual(limit)
  }
})

test('reports a script that fails to load, and works after a reload', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await page.route('**/assets/index-*.js', (route) => route.abort('connectionreset'))
  await page.goto(`${product.url}/login`)
  await expect(page.getByRole('alert')).toContainText(
    'The page could not be loaded. Check the connection, then reload.',
  )
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

test('reports a server that does not answer', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.clock.install()
  let isSilent = true
  await page.route('**/trpc/*auth.me*', (route) => (isSilent ? undefined : route.continue()))
  await page.goto(`${product.url}/my-tests`)
  await expect(page.getByText('Loading...')).toHaveCount(1)
  await page.clock.fastForward(21_000)
  await expect(page.getByRole('alert')).toContainText('This takes longer than it should.')
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible()
  isSilent = false
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Tests' })).toBeVisible()
})

test('shows a network error when a screen cannot be loaded offline', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const context = await newContext()
  const page = await context.newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await expect(page.getByRole('link', { name: 'Start Test' })).toBeVisible()
  await page.route('**/assets/**', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Performance', exact: true }).click()
  await expect(page.getByText('This page could not be shown')).toBeVisible()
  await expect(page.getByText('Network error occurred', { exact: false })).toBeVisible()
})
