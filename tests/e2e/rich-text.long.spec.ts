import { ExamRoom } from './pages/exam-room.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

const question = (questionText: string, A: string, B: string, C: string, D: string) => ({
  questionText,
  options: { A, B, C, D },
  correctAnswer: 'A' as const,
  explanation: null,
})

const questions = [
  question('Which is plain? <img src=x onerror="document.title=1"> costs $5 or $10', '- 5', '# x', '1. a', '__init__'),
  question(
    'Find\n\n$$\\lim_{x \\to 1} \\frac{x^2-1}{x-1} + \\sum_{k=1}^{n} \\frac{1}{k^2} + \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$$\n\nin **one** step',
    '$\\frac12$',
    '$\\sqrt{2}$',
    '$\\href{javascript:alert(1)}{x}$',
    '$\\frac{1$',
  ),
  question(
    'What is printed?\n\nfor i in range(3):\n    print(i ** 2, __name__)  # a line that is longer than the screen of a telephone\n\n| n | $n^2$ |\n|---|---|\n| 1 | 1 |',
    '`0`',
    'for i in a:\n    print(i)\n    x()',
    '```\nint a;\n```',
    '2*3*4',
  ),
]

test('renders Markdown, code and formulas in the exam room, including for screen readers', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product, { questions })
  const page = await (await newContext()).newPage()
  const katex: string[] = []
  page.on('request', (request) => {
    if (/katex/i.test(request.url())) katex.push(new URL(request.url()).pathname)
  })
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeVisible()
  expect(katex, 'KaTeX files loaded before the paper').toEqual([])
  await room.start()
  // KaTeX loads together with a paper that has formulas. The network may fail before the first formula is shown.
  await expect.poll(() => katex.length, { message: 'KaTeX files loaded with the paper' }).toBeGreaterThan(0)
  await expect(page.locator('#question-text')).toHaveText(`${questions[0]?.questionText}`)
  await expect(page.locator('#question-text img')).toHaveCount(0)
  for (const option of ['- 5', '# x', '1. a', '__init__'])
    await expect(page.getByRole('radio', { name: option, exact: true })).toBeAttached()

  await room.next()
  await room.expectQuestion(2)
  await expect(page.getByRole('radio', { name: 'start fraction, 1, divided by, 2, end fraction' })).toBeAttached()
  await expect(page.getByRole('radio', { name: '$\\href{javascript:alert(1)}{x}$', exact: true })).toBeAttached()
  await expect(page.getByRole('radio', { name: '$\\frac{1$', exact: true })).toBeAttached()
  await expect(page.locator('#question-text math mfrac')).toHaveCount(2)
  // Sanitising keeps a formula's layout and hides its source from screen readers.
  await expect(page.locator('#question-text math annotation')).toBeHidden()
  await expect(page.locator('#question-text .katex-html[aria-hidden=true] .mfrac')).toHaveCount(2)
  await expect(page.locator('.katex-html svg path')).toHaveCount(1)
  await expect.poll(() => katex.filter((path) => !/\.(js|woff2)$/.test(path))).toEqual([])
  await expectSound(page, 'a question with formulas')

  await page.setViewportSize({ width: 360, height: 800 })
  await room.next()
  await room.expectQuestion(3)
  const code = page.getByRole('group', { name: 'Code' })
  await expect(code).toContainText('    print(i ** 2, __name__)')
  await code.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => code.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await expect(page.getByRole('cell', { name: '1' })).toHaveCount(2)
  await expect(page.locator('label pre')).toHaveCount(2)
  await expectSound(page, 'a question with code')
})
