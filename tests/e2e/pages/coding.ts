import { expect, type Locator, type Page } from '@playwright/test'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import type { Product } from '../product.ts'
import { adminToken } from './test-editor.ts'

/** A question about adding integers, with two samples followed by `hidden` hidden cases. */
export const anAddition = (fields: Partial<CodingQuestionInput> = {}, hidden = 4): CodingQuestionInput => ({
  title: 'Sum of integers',
  description: 'Print the sum of $n$ integers.',
  difficulty: 'easy',
  tags: ['arrays', 'math'],
  supported_languages: ['python', 'cpp', 'javascript'],
  testCases: [
    { input: '3\n1 2 3\n', expected_output: '6\n', is_sample: true },
    { input: '1\n-5\n', expected_output: '-5\n', is_sample: true },
    ...Array.from({ length: hidden }, (_, n) => ({
      input: `${n + 4}\n${Array.from({ length: n + 4 }, () => n).join(' ')}\n`,
      expected_output: `${(n + 4) * n}\n`,
    })),
  ],
  ...fields,
})

/** Adds a question to the bank over REST. @returns its id after its check has finished */
export async function addQuestion(product: Product, fields: CodingQuestionInput = anAddition()): Promise<string> {
  const token = await adminToken(product)
  const { body } = await product.api('POST', '/coding/questions', token, fields)
  const { id } = body.question
  await expect
    .poll(async () => (await product.api('GET', `/coding/questions/${id}`, token)).body.question.status)
    .not.toBe('checking')
  return id
}

/** Replaces the whole program, as if pasted. */
export async function writeCode(editor: Locator, code: string) {
  await editor.click()
  await editor.press('Control+A')
  await editor.page().keyboard.insertText(code)
}

/** The problem screen as a student sees it. */
export class ProblemPage {
  readonly page: Page
  readonly language: Locator
  readonly editor: Locator
  readonly cases: Locator

  constructor(page: Page) {
    this.page = page
    this.language = page.getByRole('combobox', { name: 'Language' })
    this.editor = page.getByRole('textbox', { name: /^Code in / })
    this.cases = page.getByRole('list', { name: 'Test cases' })
  }

  async open(product: Product, id: string) {
    await this.page.goto(`${product.url}/practice-coding/${id}`)
    await expect(this.editor).toBeVisible()
  }

  async write(code: string) {
    await writeCode(this.editor, code)
  }

  async run() {
    await this.page.getByRole('button', { name: 'Run', exact: true }).click()
  }

  async submit() {
    await this.page.getByRole('button', { name: 'Submit', exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    await expect(
      dialog.getByText('Are you sure you want to submit your solution? This will run all test cases.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Submit' }).click()
  }

  /** Finds text in the result. */
  result(text: string | RegExp) {
    return this.page.getByRole('region', { name: 'Input, result and submissions' }).getByText(text)
  }

  /** Opens a part of the console. */
  async show(part: 'Input' | 'Result' | 'Submissions') {
    await this.page.getByRole('radiogroup', { name: 'Console' }).getByText(part, { exact: true }).click()
  }
}
