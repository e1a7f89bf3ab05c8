import type { Page } from '@playwright/test'
import { addQuestion, anAddition, ProblemPage, writeCode } from './pages/coding.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { adminToken } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

async function select(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Fills in a question with one case and one Python solution, and leaves out how output is judged. */
async function writeQuestion(page: Page, title: string, solution: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('textbox', { name: 'Description' }).fill('Print a third.')
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('1\n')
  await page.getByRole('textbox', { name: 'Expected output' }).fill('0.3333\n')
  await page.getByRole('button', { name: 'Add solution' }).click()
  await writeCode(page.getByRole('textbox', { name: 'Code of solution 1' }), solution)
}

test('an author writes a question with a tolerance, and one with a checker and groups', async ({
  product,
  newContext,
}) => {
  // The judge tries every language when it is first used, which takes a while.
  await product.api('GET', '/coding/languages', await adminToken(product))
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/coding-questions/new')
  const first = page.getByRole('region', { name: 'Solution 1' })
  const run = first.getByRole('button', { name: 'Run solution 1' })
  await writeQuestion(page, 'A third', 'print(1 / 3)\n')
  await run.click()
  await expect(first.getByText('expected Accepted')).toBeVisible()
  await select(page, 'Comparison', 'Numbers with a tolerance')
  await expect(first.getByText('Run before your last changes:')).toBeVisible()
  await page.getByLabel('Absolute tolerance').fill('0,001')
  await run.click()
  await expect(page.getByText('A tolerance must be a number, such as 0.001').first()).toBeVisible()
  await page.getByLabel('Absolute tolerance').fill('0.001')
  await run.click()
  await expect(first.getByText('as expected')).toBeVisible()
  await expectSound(page, 'a question judged by numbers')
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page.getByText('The reference solution got its expected verdict.')).toBeVisible()
  await expect(page.getByLabel('Absolute tolerance')).toHaveValue('0.001')

  await page.goto(`${product.url}/coding-questions/new`)
  await writeQuestion(page, 'About a third', 'print(0.3)\n')
  await select(page, 'Comparison', 'An interactor program')
  await page.getByRole('button', { name: 'Start from the Python template' }).click()
  await expect(page.getByRole('textbox', { name: 'Interactor code' })).toContainText('sys.stdin.readline')
  await first.getByRole('button', { name: 'Run solution 1' }).click()
  await expect(first.getByRole('region', { name: 'Message from the checker' })).toContainText('A number was expected')
  await expectSound(page, 'a question with an interactor')

  // An unmodified template is replaced.
  await select(page, 'Comparison', 'A checker program')
  await select(page, 'Protocol', 'Plain (JSON)')
  const checker = page.getByRole('textbox', { name: 'Checker code' })
  await expect(checker).toContainText('json.load')
  await page.getByLabel('Header files to add').setInputFiles({
    name: 'share.h',
    mimeType: 'text/plain',
    buffer: Buffer.from('#define HALF 0.5\n'),
  })
  await expect(page.getByRole('list', { name: 'Header files' })).toContainText('share.h')
  await writeCode(checker, 'print("right")\n')
  await run.click()
  await expect(first.getByRole('alert')).toContainText('The checker failed, not this solution')
  await writeCode(checker, 'import json\nprint(json.dumps({"score": 0.5, "message": "too short"}))\n')
  await run.click()
  await expect(first.getByText('50% of its points')).toBeVisible()
  await expect(first.getByRole('region', { name: 'Message from the checker' })).toContainText('too short')
  await select(page, 'Expected verdict', 'Wrong answer')

  await page.getByRole('button', { name: 'Add group' }).click()
  await expect(page.getByLabel('Group name')).toBeFocused()
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page.getByText('Please name the group').first()).toBeVisible()
  await page.getByLabel('Group name').fill('Everything')
  await select(page, 'Scoring', 'The worst case counts')
  await page.getByRole('button', { name: 'Select all without a group' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('1 test case assigned to “Everything”')).toBeVisible()
  await run.click()
  await expect(first.getByRole('table', { name: 'Points of each group' })).toContainText('5 of 10')
  await expectSound(page, 'a question with a checker and groups')
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page.getByText('The reference solution got its expected verdict.')).toBeVisible()

  const token = await adminToken(product)
  const { questions } = (await product.api('GET', '/coding/questions?search=About', token)).body
  const { question } = (await product.api('GET', `/coding/questions/${questions[0].id}`, token)).body
  expect(question).toMatchObject({
    comparison: 'checker',
    checker: { protocol: 'plain', language: 'python', files: [{ name: 'share.h' }] },
    groups: [{ name: 'Everything', points: 10, scoring: 'min' }],
    testCases: [{ group: 'Everything' }],
  })
})

test('a student sees how output is judged and the points of each group', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  const id = await addQuestion(product, {
    title: 'Close to the input',
    description: 'Print the number.',
    supported_languages: ['python'],
    comparison: 'checker',
    checker: {
      language: 'python',
      protocol: 'plain',
      code: `import json, sys
case = json.load(sys.stdin)
gap = abs(float(case["output"]) - float(case["expected"]))
print(json.dumps({"score": max(0, 1 - gap), "message": "The gap is %g" % gap}))`,
    },
    groups: [
      { name: 'Small', points: 20, scoring: 'sum' },
      { name: 'Medium', points: 30 },
      { name: 'Large', points: 50, needs: ['Medium'] },
    ],
    testCases: [
      { input: '1', expected_output: '1', is_sample: true, group: 'Small' },
      { input: '1', expected_output: '1.5', is_sample: true, group: 'Small' },
      { input: '5', expected_output: '9', group: 'Medium' },
      { input: '9', expected_output: '9', group: 'Large' },
    ],
  })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(page)
  await problem.open(product, id)
  const statement = page.getByRole('region', { name: 'Statement' })
  await expect(statement).toContainText('Several answers may be right: a checker judges your output.')
  await expect(statement.getByRole('row', { name: /^Large.*Needs Medium 50$/ })).toBeVisible()

  await problem.write('print(input())\n')
  await problem.submit()
  const points = page.getByRole('table', { name: 'Points of each group' })
  await expect(points.getByRole('row', { name: 'Small 15 of 20' })).toBeVisible()
  await expect(points.getByRole('row', { name: 'Medium 0 of 30' })).toBeVisible()
  await expect(points.getByRole('row', { name: 'Large Needs Medium 0 of 50' })).toBeVisible()
  await expect(problem.result('15.0%')).toBeVisible()
  await problem.cases.getByRole('button', { name: 'Sample 2: Partly correct: 50%' }).click()
  await expect(page.getByRole('region', { name: 'Message from the checker' })).toContainText('The gap is 0.5')
  await expectSound(page, 'the points of groups')
  await problem.cases.getByRole('button', { name: 'Hidden 4: Skipped: its group had already failed' }).click()
  await expect(problem.result('Not run, because its group had already failed.')).toBeVisible()

  const broken = await addQuestion(
    product,
    anAddition({
      comparison: 'checker',
      checker: { language: 'python', protocol: 'plain', code: 'print("right")' },
    }),
  )
  await problem.open(product, broken)
  await problem.write('print(6)\n')
  await problem.run()
  await expect(problem.result(/This is not a fault of your program/)).toBeVisible()
})

test('an author asks for a function, and a student completes it', async ({ product, newContext }) => {
  const prepared = await prepareTest(product)
  await product.api('GET', '/coding/languages', await adminToken(product))
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/coding-questions/new')
  await page.getByLabel('Title').fill('Add two numbers')
  await page.getByRole('textbox', { name: 'Description' }).fill('Return the sum.')
  await page.getByRole('textbox', { name: 'Input', exact: true }).fill('2 3\n')
  await page.getByRole('textbox', { name: 'Expected output' }).fill('5\n')
  for (const language of ['JavaScript', 'Java', 'C++']) await page.getByLabel(language, { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Start from an example function' }).click()
  await expect(page.getByRole('combobox', { name: 'Starter code for' })).toHaveValue('Python: function')
  await expect(page.getByRole('textbox', { name: 'Driver in Python' })).toContainText('from solution import add')
  await page.getByLabel('Other files to add').setInputFiles({
    name: 'units.py',
    mimeType: 'text/plain',
    buffer: Buffer.from('one = 1\n'),
  })
  // A new solution begins with the starter code.
  await page.getByRole('button', { name: 'Add solution' }).click()
  const solution = page.getByRole('textbox', { name: 'Code of solution 1' })
  await expect(solution).toContainText('def add(a, b):')
  await writeCode(solution, 'from units import one\ndef add(a, b):\n  return a * one + b\n')
  await page.getByRole('button', { name: 'Run solution 1' }).click()
  await expect(page.getByRole('region', { name: 'Solution 1' }).getByText('as expected')).toBeVisible()
  await expectSound(page, 'a question with starter code')
  await page.getByRole('button', { name: 'Create Question' }).click()
  await expect(page.getByText('The reference solution got its expected verdict.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Other files' })).toContainText('units.py')
  const id = /coding-questions\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
  const { question } = (await product.api('GET', `/coding/questions/${id}`, await adminToken(product))).body
  await product.api('PUT', `/coding/questions/${id}`, await adminToken(product), { ...question, practice: true })

  const student = await (await newContext()).newPage()
  await signIn(student, product.url, prepared.email, prepared.password)
  const problem = new ProblemPage(student)
  await problem.open(product, id)
  await expect(problem.editor).toContainText('def add(a, b):')
  await expect(student.getByRole('region', { name: 'Statement' })).toContainText('Complete the code in the editor.')
  await problem.write('def add(a, b):\n  return a +\n')
  await problem.run()
  await expect(problem.result(/solution\.py", line 2/)).toBeVisible()
  await problem.write('def add(a, b):\n  return a + b\n')
  await problem.submit()
  await expect(problem.result('100.0%')).toBeVisible()
  await student.getByRole('button', { name: 'Reset' }).click()
  await student.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(problem.editor).toContainText('# Write your solution here.')
})
