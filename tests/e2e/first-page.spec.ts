import { signInByForm } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { prepareSitting } from './sitting.ts'

const limit = 180_000

test('the first page of a student needs at most 180 kB of compressed JavaScript', async ({ product, newContext }) => {
  const sitting = await prepareSitting(product)
  const page = await (await newContext()).newPage()
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (!/\.js$/.test(new URL(response.url()).pathname)) return
    expect(response.headers()['content-encoding']).toMatch(/^(gzip|br)$/)
    // What lies on the disk in gzip, whatever this browser was sent: the larger of the two.
    const gzipped = fetch(response.url(), { headers: { 'accept-encoding': 'gzip' } })
    sizes.set(
      response.url(),
      gzipped.then((answer) => Number(answer.headers.get('content-length'))),
    )
  })
  await signInByForm(page, product.url, sitting.email, sitting.password)
  await expect(page.getByRole('link', { name: 'Start Test' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const all = await Promise.all(sizes.values())
  expect(all.every((size) => size > 0)).toBe(true)
  const total = all.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'compressed JavaScript', description: `${total} bytes in ${all.length} files` })
  console.log(`first page of a student: ${(total / 1000).toFixed(1)} kB of JavaScript in gzip, ${all.length} files`)
  expect(total).toBeLessThanOrEqual(limit)
})
