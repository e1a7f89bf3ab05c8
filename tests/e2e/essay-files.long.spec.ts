import { readFile } from 'node:fs/promises'
import { aFaculty, aQuestion } from '#tests/factories/forms.ts'
import { png } from '#tests/support/images.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { Keyboard } from './pages/keyboard.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

const essay = { type: 'essay' as const, questionText: 'Draw the circuit.', marks: 5, minWords: 20, allowFiles: true }
const photo = { name: 'My circuit.png', mimeType: 'image/png', buffer: png(40, 30) }
const files = '**/api/attempts/*/files'

test('a student attaches a photo on a phone despite a lost connection, and a marker sees it', async ({
  product,
  newContext,
}) => {
  const prepared = await prepareTest(product, { questions: [essay, aQuestion()] })
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  const keys = new Keyboard(page)

  let failures = 0
  await page.route(files, async (route) => {
    if (++failures > 1) return route.continue()
    return route.abort('internetdisconnected')
  })
  const chosen = page.waitForEvent('filechooser')
  await keys.use(page.getByRole('button', { name: 'Attach files' }))
  await (await chosen).setFiles([photo, { name: 'notes.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') }])
  const attached = page.getByRole('list', { name: 'Attached files' })
  await expect(
    attached.getByText('Not attached. Please choose a PDF, JPEG, PNG, Word (.docx) or text file'),
  ).toBeVisible()
  await expect(attached.getByText('1 KB, uploaded')).toBeVisible()
  expect(failures).toBeGreaterThan(1)
  await keys.use(page.getByRole('button', { name: 'Dismiss notes.heic' }))
  await expectSound(page, 'an essay with a file', ['phone'])

  await keys.use(page.getByRole('button', { name: 'Remove My circuit.png' }))
  await expect(page.getByText('Removed My circuit.png')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await keys.press('Enter')
  await expect(attached.getByText('My circuit.png')).toBeVisible()
  await expect(room.save).toHaveAccessibleName(/^Saved/)

  await page.reload()
  await room.resume()
  await expect(attached.getByText('1 KB, uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit test' }).click()
  await expect(page.getByText('1 answer is being marked')).toBeVisible()

  const { token: office } = (await product.api('POST', '/auth/login', undefined, prepared.collegeAdmin)).body
  const { user, temporaryPassword } = (await product.api('POST', '/college/users', office, aFaculty())).body
  const marker = await (await newContext()).newPage()
  await signIn(marker, product.url, user.email, temporaryPassword, `/marking/${prepared.testId}`)
  await marker.getByRole('link', { name: 'Question 1' }).click()
  const shown = marker.getByRole('img', { name: 'File 1.png' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  await expectSound(marker, 'an answer with a file to mark')
  const download = marker.waitForEvent('download')
  await marker.getByRole('button', { name: /^File 1\.png/ }).click()
  expect(await readFile(await (await download).path())).toEqual(photo.buffer)
})

test('an upload interrupted by a reload is reported as lost', async ({ product, newContext }) => {
  const prepared = await prepareTest(product, { questions: [essay, aQuestion()] })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, prepared.email, prepared.password)
  await page.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(page)
  await room.start()
  await page.route(files, (route) => route.abort('internetdisconnected'))
  await page.getByLabel('Attach files', { exact: true }).and(page.locator('input')).setInputFiles(photo)
  await expect(page.getByText('Not uploaded yet. Retrying automatically. Keep this page open.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(/1 file is not uploaded yet and would be left out/)).toBeVisible()
  await page.getByRole('button', { name: 'Back to test' }).click()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await room.resume()
  await expect(page.getByText('This file was not uploaded. Choose it again.')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss My circuit.png' }).click()
  await expect(page.getByText('This file was not uploaded. Choose it again.')).toBeHidden()
})
