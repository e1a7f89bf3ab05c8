import { addQuestion, anAddition, ProblemPage } from './pages/coding.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const programs = {
  Python: {
    wrong: 'import sys\nd = sys.stdin.read().split()\nprint(sum(map(int, d[1:])) if len(d) < 6 else 0)\n',
    right: 'import sys\nprint(sum(map(int, sys.stdin.read().split()[1:])))\n',
  },
  'C++': {
    wrong: '#include <iostream>\nint main() { int n, a; std::cin >> n >> a; std::cout << a << "\\n"; }\n',
    right:
      '#include <iostream>\nint main() { long n, a, s = 0; std::cin >> n; while (std::cin >> a) s += a; std::cout << s << "\\n"; }\n',
  },
  JavaScript: {
    wrong: "console.log('6')\n",
    right:
      "const [, ...all] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number)\nconsole.log(all.reduce((a, b) => a + b, 0))\n",
  },
}

test('solves a problem incorrectly, then correctly, in three languages', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const id = await addQuestion(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(page)
  await problem.open(product, id)
  await expect(problem.language).toHaveValue('python')
  await expect(page.getByRole('region', { name: 'Statement' }).locator('.katex').first()).toBeVisible()

  for (const [name, { wrong, right }] of Object.entries(programs)) {
    await problem.language.selectOption(name)
    await expect(page.getByRole('textbox', { name: `Code in ${name}` })).toBeVisible()
    await problem.write(wrong)
    await problem.submit()
    await expect(
      problem.result(/^Submission completed\. Status: Wrong answer\. Passed \d\/6 test cases\.$/),
    ).toBeVisible()
    // Every case has a verdict icon. Hidden cases show nothing else.
    await expect(problem.cases.getByRole('button')).toHaveCount(6)
    await problem.cases.getByRole('button', { name: 'Hidden 6: Wrong answer' }).click()
    await expect(problem.result('Input and output of hidden test cases are not shown.')).toBeVisible()
    await problem.write(right)
    await problem.submit()
    await expect(problem.result('Success! You passed 6/6 test cases. Score: 100')).toBeVisible()
    await expect(problem.cases.getByRole('button', { name: /: Accepted$/ })).toHaveCount(6)
  }

  // Each language has a separate program, even after a reload.
  await page.reload()
  await expect(problem.language).toHaveValue('javascript')
  await expect(problem.editor).toContainText('readFileSync')
  await problem.language.selectOption('C++')
  await expect(problem.editor).toContainText('std::cin')

  // Submitted code can be loaded into the editor.
  await problem.show('Submissions')
  const rows = page.getByRole('table', { name: 'Submissions' }).getByRole('row')
  await expect(rows).toHaveCount(7)
  await rows.filter({ hasText: 'Python' }).filter({ hasText: 'Wrong answer' }).getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Submitted code' })).toContainText('if len(d) < 6')
  await page.getByRole('dialog').getByRole('button', { name: 'Use this code' }).click()
  await page.getByRole('dialog', { name: 'Replace your code?' }).getByRole('button', { name: 'Replace' }).click()
  await expect(problem.language).toHaveValue('python')
  await expect(problem.editor).toContainText('if len(d) < 6')
})

test('results appear case by case, and polling replaces a broken stream', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const id = await addQuestion(product, anAddition({ time_limit: 5_000 }, 8))
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(page)
  await problem.open(product, id)
  await problem.write(`import time\ntime.sleep(0.4)\n${programs.Python.right}`)
  await problem.submit()
  const waiting = problem.cases.getByRole('button', { name: /not run yet/ })
  const passed = problem.cases.getByRole('button', { name: /Accepted/ })
  await expect(problem.result(/^Running: [3-7] of 10 test cases done$/)).toBeVisible()
  await expect(waiting).not.toHaveCount(0)
  await expect(passed).not.toHaveCount(0)
  await expect(problem.result('Success! You passed 10/10 test cases. Score: 100')).toBeVisible()
  await expect(waiting).toHaveCount(0)

  // Without a stream, the client polls for the result.
  await page.route('**/trpc/coding.follow*', (route) => route.abort('internetdisconnected'))
  await problem.write(programs.Python.wrong)
  await problem.submit()
  await expect(problem.result(/Status: Wrong answer/)).toBeVisible()
})

test('Run uses the samples or custom input, and explains failures', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const id = await addQuestion(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(page)
  await problem.open(product, id)
  const { Python: python } = programs

  await problem.write(`${python.right}print('more')\n`)
  await page.keyboard.press('Control+Enter')
  await expect(problem.result('0 of 2 samples passed')).toBeVisible()
  const output = page.getByRole('region', { name: 'Your output' })
  const extra = output.getByText('Not expected: more')
  await expect(extra).toBeVisible()
  // No marker could be mistaken for part of the line, such as a minus sign before a number.
  expect(await extra.evaluate((line) => getComputedStyle(line, '::before').content)).toBe('none')
  await expect(output.getByText('not expected', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Expected' }).locator('pre')).toHaveText(/^\s*6\s*$/)
  await expectSound(page, 'a problem, samples failed')
  await problem.cases.getByRole('button', { name: 'Sample 2: Wrong answer' }).click()
  await expect(page.getByRole('region', { name: 'Expected' }).locator('pre')).toHaveText(/-5/)

  // Truncated output is marked.
  await problem.write("print('x' * 70_000)")
  await problem.run()
  await expect(problem.result('Only the beginning is shown.')).toBeVisible()

  await problem.write('print(')
  await problem.run()
  await expect(problem.result('Nothing was run.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Compiler' })).toContainText('SyntaxError')

  await problem.show('Input')
  await page.getByText('Your own input', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Your own input' }).fill('2\n40 2\n')
  await problem.write(python.right)
  await problem.run()
  await expect(page.getByRole('region', { name: 'Output' }).locator('pre')).toHaveText('42\n')
  await problem.write("print('x' * 70_000)")
  await problem.run()
  await expect(problem.result('Only the first 64 kB of output is shown.')).toBeVisible()

  await problem.write('  ')
  await problem.run()
  await expect(page.getByRole('alert').getByText('Please write some code first')).toBeVisible()
  await problem.show('Submissions')
  await expect(problem.result(/^Nothing submitted yet/)).toBeVisible()
})

test('the editor, the divider and Submit work with the keyboard', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const id = await addQuestion(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(page)
  await problem.open(product, id)
  await expect(problem.editor).toHaveAttribute('aria-description', /Escape and then Tab/)

  // Tab inserts two spaces, but moves focus after Escape.
  await problem.write('x')
  await page.keyboard.press('Home')
  await page.keyboard.press('Tab')
  await expect(problem.editor).toHaveText('  x')
  await expect(problem.editor).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(problem.editor).not.toBeFocused()
  const divider = page.getByRole('separator', { name: 'Code editor height' })
  await expect(divider).toBeFocused()
  const before = Number(await divider.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowUp')
  await expect(divider).toHaveAttribute('aria-valuenow', String(before - 4))

  // Reset to the template, then undo.
  await page.getByRole('button', { name: 'Reset to the template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(problem.editor).toContainText('import sys')
  await problem.editor.focus()
  await page.keyboard.press('Control+Z')
  await expect(problem.editor).toHaveText('  x')

  await problem.write(programs.Python.right)
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(problem.result(/^Success!/)).toBeVisible()
  await expectSound(page, 'a problem, accepted')
})

test('finds and replaces text in the code', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const id = await addQuestion(product)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(page)
  await problem.open(product, id)
  await problem.write('best = 0\nBest = best\nprint(best)\n')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+F')
  const bar = page.getByRole('search', { name: 'Find in the code' })
  await expect(bar.getByLabel('Find')).toBeFocused()
  await page.keyboard.type('best')
  await expect(bar.getByRole('status')).toHaveText('4 matches')
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('1 of 4')
  await page.keyboard.press('Shift+Enter')
  await expect(bar.getByRole('status')).toHaveText('4 of 4')
  await bar.getByRole('button', { name: 'Match case' }).click()
  await expect(bar.getByRole('status')).toHaveText('3 of 3')
  await expectSound(page, 'find in the code', ['desktop'])

  await bar.getByLabel('Replace with').fill('top')
  await bar.getByRole('button', { name: 'Replace all' }).click()
  await expect(problem.editor).toHaveText('top = 0Best = topprint(top)')
  await expect(bar.getByRole('status')).toHaveText('No match')
  await bar.getByRole('button', { name: 'Regular expression' }).click()
  await bar.getByLabel('Find').fill('(')
  await expect(bar.getByRole('status')).toHaveText('Not a valid pattern')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(problem.editor).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(problem.editor).toHaveText('best = 0Best = bestprint(best)')
})

test('shows one pane at a time on a phone, with Run and Submit within reach', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const title =
    'Sum of integers with a title so long that a narrow screen has to give it a second line, and cut it there'
  const id = await addQuestion(product, anAddition({ title }))
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product.url, prepared.email, prepared.password, `/practice-coding/${id}`)
  const problem = new ProblemPage(page)
  const parts = page.getByRole('radiogroup', { name: 'Part of the problem' })
  const run = page.getByRole('button', { name: 'Run', exact: true })
  await expect(page.getByRole('heading', { name: 'Sample 1' })).toBeVisible()
  await expect(problem.editor).toBeHidden()
  await expect(run).toBeInViewport()
  await expectSound(page, 'problem statement', ['phone'])
  await parts.getByText('Code', { exact: true }).click()
  await problem.write(programs.Python.right)
  await expect(run).toBeInViewport()
  await expectSound(page, 'problem code', ['phone'])
  await run.click()
  await expect(problem.result('2 of 2 samples passed')).toBeVisible()
  await expect(problem.editor).toBeHidden()
  await expect(run).toBeInViewport()
  await expectSound(page, 'run result', ['phone'])
  await problem.submit()
  await expect(problem.result(/^Success!/)).toBeVisible()
  await problem.show('Submissions')
  await page.getByRole('table', { name: 'Submissions' }).getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Submitted code' })).toBeVisible()
  await expectSound(page, 'a submission', ['phone'])
})

test('handles a missing problem and one that fails to load', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const id = await addQuestion(product)
  const page = await (await newContext()).newPage()
  await signIn(
    page,
    product.url,
    prepared.email,
    prepared.password,
    '/practice-coding/01a1fad0-2e08-7806-a653-7640abcca6d2',
  )
  await expect(page.getByRole('heading', { name: 'Coding question not found' })).toBeVisible()
  await expectSound(page, 'an unavailable problem')
  const error = { message: 'The database is being moved', code: -32004, data: { domainCode: 'CONFLICT' } }
  await page.route('**/trpc/*coding.get*', (route) =>
    route.fulfill({
      status: 409,
      json: new URL(route.request().url()).pathname.split(',').map(() => ({ error })),
    }),
  )
  await page.goto(`${product.url}/practice-coding/${id}`)
  await expect(page.getByText('Error fetching question. Please try again.')).toBeVisible()
  await page.unroute('**/trpc/*coding.get*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sum of integers' })).toBeVisible()
})
