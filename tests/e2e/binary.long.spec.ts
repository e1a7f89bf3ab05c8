import type { Page } from '@playwright/test'
import { copyAlone } from '../support/binary.ts'
import { api } from '../support/process.ts'
import { addQuestion, anAddition, writeCode } from './pages/coding.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { signInByForm } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { test as base, expect } from './product.ts'

/** Like the other tests' product fixture, but an ordinary user runs the single file. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  product: async ({}, use) => {
    const alone = copyAlone()
    const server = await alone.start()
    await use({
      url: server.url,
      dataDir: alone.dataDir,
      advance: () => Promise.reject(new Error('The single file’s clock cannot be advanced')),
      name: () => Promise.reject(new Error('The single file cannot be given a host name')),
      api: (method, path, token, body) => api(server.url, method, path, token, body),
      mails: () => [],
    })
    expect(await server.terminate()).toBe(0)
    alone.remove()
  },
})

const programs = {
  JavaScript: `const [, ...numbers] = require('fs').readFileSync(0, 'utf8').split(/\\s+/).map(Number)
console.log(numbers.reduce((sum, number) => sum + number, 0))`,
  Python: 'input()\nprint(sum(map(int, input().split())))',
}

/** Solves the open question and waits for its verdict. */
async function solve(page: Page, language: keyof typeof programs) {
  await page.getByRole('combobox', { name: 'Language' }).selectOption(language)
  const editor = page.getByRole('textbox', { name: `Code in ${language}` })
  await expect(editor).toBeVisible()
  await writeCode(editor, programs[language])
  const actions = page.getByRole('region', { name: 'Code' }).locator('xpath=..')
  await actions.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText(/You passed 6\/6 test cases/)).toBeVisible({ timeout: 60_000 })
}

test('a student takes a coding exam on the single file, run by an ordinary user', async ({ product, newContext }) => {
  const admin = { email: 'admin@localhost', password: 'first-password' }
  const { token } = (await product.api('POST', '/auth/login', undefined, admin)).body
  const { languages } = (await product.api('GET', '/coding/languages', token)).body
  const available = languages.flatMap((status: { language: string; available: boolean }) =>
    status.available ? [status.language] : [],
  )
  expect(available).toContain('javascript')
  const supported_languages = available.filter((language: string) => ['javascript', 'python'].includes(language))
  const first = await addQuestion(product, anAddition({ title: 'First sum', supported_languages }))
  const second = await addQuestion(product, anAddition({ title: 'Second sum', supported_languages }))
  const prepared = await prepareTest(product, {
    hasCodingSection: true,
    codingQuestions: [first, second].map((questionId) => ({ questionId, points: 50, timeLimit: 600 })),
  })

  const page = await (await newContext()).newPage()
  await signInByForm(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await expect(room.save).toContainText('Saved')
  await room.nextSection()
  await solve(page, 'JavaScript')
  await page.getByRole('button', { name: /2\. Second sum/ }).click()
  await solve(page, available.includes('python') ? 'Python' : 'JavaScript')
  await page.locator('[data-exam] > header').getByRole('button', { name: 'Submit test' }).click()
  await room.confirmSubmit()
  await expect(page.getByRole('article', { name: 'First sum' })).toContainText('50 of 50 marks')
  await expect(page.getByRole('article', { name: 'Second sum' })).toContainText('50 of 50 marks')
})
