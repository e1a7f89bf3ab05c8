import { expect, type Locator, type Page } from '@playwright/test'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import type { PreparedTest } from '../prepared-test.ts'
import type { Product } from '../product.ts'
import { signIn } from './sign-in.ts'

const admin = { email: 'admin@localhost', password: 'first-password' }

/** Signs the master admin in and opens the test form, by default for a new test. */
export async function openEditor(page: Page, { url }: Product, path = '/tests/new') {
  await signIn(page, url, admin.email, admin.password, path)
  await expect(page.getByLabel('Test name')).toBeVisible()
}

/** Returns a token for the master admin. */
export const adminToken = async ({ api }: Product): Promise<string> =>
  (await api('POST', '/auth/login', undefined, admin)).body.token

/** Takes the test as the student and submits these answers, in question order. */
export async function submitAnswers(
  { api }: Product,
  { testId, token }: PreparedTest,
  letters: readonly OptionLetter[],
) {
  const { test, startTime } = (await api('POST', `/tests/${testId}/start`, token)).body
  const answers = letters.map((selectedAnswer, place) => ({
    questionId: test.questions[place].id,
    selectedAnswer,
    timeSpent: 5,
  }))
  await api('POST', `/tests/${testId}/submit`, token, { answers, startTime, timeSpent: 1, violations: 0 })
}

/** A question file with the given number of questions. */
export const questionFile = (count: number) => ({
  name: 'aptitude.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'question,A,B,C,D,answer',
      ...Array.from({ length: count }, (_, n) => `"What is $${n} + ${n}$?",${n},${2 * n},${3 * n + 1},${4 * n + 2},B`),
    ].join('\n'),
  ),
})

/** Pastes an image drawn by the browser. */
export const pastePicture = (into: Locator) =>
  into.evaluate(async (element) => {
    const canvas = document.createElement('canvas')
    canvas.width = 240
    canvas.height = 120
    canvas.getContext('2d')?.fillRect(20, 20, 100, 50)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    const clipboardData = new DataTransfer()
    if (blob) clipboardData.items.add(new File([blob], 'graph.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
