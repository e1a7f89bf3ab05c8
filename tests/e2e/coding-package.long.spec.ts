import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { zip } from '#tests/members/bulk/packages.ts'
import { ProblemPage } from './pages/coding.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

/** Draws a figure that is wider than a phone, and a statement of one page. */
async function drawn(page: Page) {
  await page.setViewportSize({ width: 900, height: 300 })
  // The window may show a PDF or an image of an earlier test, in which no page can be written.
  await page.goto('about:blank')
  await page.setContent('<h1>A tree</h1><svg width="800" height="150"><path d="M0 0L800 150" stroke="black"/></svg>')
  return { png: await page.screenshot(), pdf: await page.pdf() }
}

test('students see figures and download the PDF of an imported statement', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const author = await (await newContext()).newPage()
  const { png, pdf } = await drawn(author)
  await author.setViewportSize({ width: 1440, height: 900 })
  await signIn(author, product.url, prepared.admin.email, prepared.admin.password, '/coding-questions')
  await author.getByRole('button', { name: 'Import package' }).first().click()
  const dialog = author.getByRole('dialog')
  const buffer = zip([
    { name: 'problem.yaml', content: 'name: Trees\n' },
    { name: '.timelimit', content: '1' },
    {
      name: 'problem_statement/problem.en.tex',
      content: 'Climb it.\n\\begin{figure}\\includegraphics[width=9cm]{tree}\\caption{A tree}\\end{figure}\nQuickly.',
    },
    { name: 'problem_statement/tree.png', content: png },
    { name: 'problem_statement/problem.en.pdf', content: pdf },
    { name: 'data/sample/1.in', content: '21\n' },
    { name: 'data/sample/1.ans', content: '42\n' },
  ])
  await dialog.getByLabel('Problem package').setInputFiles({ name: 'trees.zip', mimeType: 'application/zip', buffer })
  await expect(dialog.getByText(/“Trees” was added to the bank/)).toBeVisible()
  await dialog.getByRole('link', { name: 'Open question' }).click()
  await expect(author.getByLabel('Title')).toHaveValue('Trees')
  await expect(author.getByRole('button', { name: 'Remove PDF' })).toBeVisible()
  await expectSound(author, 'an imported question')
  const id = /coding-questions\/([^/]+)/.exec(author.url())?.[1] ?? ''
  await author.getByRole('switch', { name: 'Available for practice' }).click({ force: true })
  await author.getByRole('button', { name: 'Save Changes' }).click()
  await expect(author.getByRole('row', { name: 'Trees' })).toBeVisible()

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(page)
  await problem.open(product, id)
  const statement = page.getByRole('region', { name: 'Statement' })
  const figure = statement.getByRole('img').first()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(figure).toBeVisible()
    await expect.poll(() => figure.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(900)
    const [outer, inner] = [await statement.boundingBox(), await figure.boundingBox()]
    expect(inner?.width).toBeGreaterThan(100)
    expect(inner?.width).toBeLessThanOrEqual(outer?.width ?? 0)
    await page.screenshot({ path: `/tmp/figure-${width}.png` })
  }
  await expectSound(page, 'a problem with a figure')
  const download = page.waitForEvent('download')
  await statement.getByRole('button', { name: 'Download statement (PDF)' }).click()
  expect(readFileSync(await (await download).path())).toEqual(pdf)
})
