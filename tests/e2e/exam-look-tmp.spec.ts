import type { Page } from '@playwright/test'
import { aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import { ExamRoom } from './pages/exam-room.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { prepareSitting } from './sitting.ts'

const dir = '/tmp/look'
async function shots(page: Page, name: string, sizes = ['d', 'p']) {
  for (const s of sizes) {
    await page.setViewportSize(s === 'd' ? { width: 1440, height: 900 } : { width: 390, height: 844 })
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(250)
      await page.screenshot({ path: `${dir}/${name}-${s}-${scheme}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('look', async ({ product, newContext }) => {
  test.setTimeout(300_000)
  const code = 'What does it print?\n\n```c\nint i = 1;\nfor (;;) {\n  printf("%d", i);\n}\n```'
  const author = (
    await product.api('POST', '/auth/login', undefined, { email: 'admin@localhost', password: 'first-password' })
  ).body.token
  const { chart } = await import('./look-image-tmp.ts')
  const up = async (b: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(b)], { type: 'image/png' }), 'a.png')
    const answer = await fetch(`${product.url}/api/tests/upload-image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author}` },
      body: form,
    })
    return (await answer.json()).imageUrl as string
  }
  const url = await up(chart())
  const sitting = await prepareSitting(
    product,
    aSectionedTest(Date.now(), {
      testName: 'Campus placement drive 2027, round 1',
      sections: [
        aSection({
          sectionName: 'Quantitative Aptitude',
          sectionDuration: 20,
          questions: [
            aQuestion({
              questionText: 'The chart shows the rainfall of five towns. Which town had the least?',
              questionImageUrl: url,
              optionImages: { A: url, C: url },
            }),
            aQuestion({ questionText: code }),
            ...Array.from({ length: 16 }, () => aQuestion()),
          ],
          numberOfQuestions: 18,
        }),
        aSection({
          sectionName: 'Verbal Ability and Reading Comprehension',
          sectionDuration: 15,
          questions: Array.from({ length: 5 }, () => aQuestion()),
          numberOfQuestions: 5,
        }),
        aSection({ sectionName: 'Coding basics', sectionDuration: 10 }),
      ],
    }),
  )
  const context = await newContext()
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, product.url, sitting.email, sitting.password)
  await page.goto(`${product.url}/my-tests/${sitting.testId}/take`)
  await expect(page.getByText('Quantitative Aptitude')).toBeVisible()
  await shots(page, '01-instructions')
  const room = new ExamRoom(page)
  await page.route('**/images/**', (route) => route.abort('internetdisconnected'))
  await room.start()
  await shots(page, '02-failed')
  await page.unroute('**/images/**')
  for (const b of await page.getByRole('button', { name: /could not be loaded/ }).all()) await b.click().catch(() => {})
  await page.waitForTimeout(500)
  await room.choose('B')
  await shots(page, '02-exam-image')
  await room.next()
  await room.choose('A')
  await page.keyboard.press('m')
  await room.next()
  await page.keyboard.press('m')
  await room.next()
  await shots(page, '03-exam')
  await page.keyboard.press('?')
  await shots(page, '04-help', ['d'])
  await page.keyboard.press('?')
  await page.evaluate(() => {
    document.dispatchEvent(new Event('paste'))
  })
  await page.getByRole('button', { name: /recorded/ }).click()
  await shots(page, '05-violations')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Questions' }).click()
  await shots(page, '06-palette', ['p'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('dialog').getByRole('button', { name: 'Submit whole test' }).click()
  await shots(page, '07-submit')
  await page.getByRole('dialog').getByRole('button', { name: 'Back to test' }).click()
  for (let i = 0; i < 3; i++) await room.previous()
  await page.getByRole('button', { name: 'Image of question 1, enlarge' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await shots(page, '08-zoom')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next section' }).click()
  await shots(page, '09-leave')
  await context.setOffline(true)
  await page.getByRole('dialog').getByRole('button', { name: /go on/ }).click()
  await expect(page.getByText(/not closed yet/)).toBeVisible()
  await shots(page, '10-leave-offline')
  await context.setOffline(false)
  await expect(page.getByText('Section 2 of 3')).toBeVisible()
  await product.advance(14 * 60_000 + 50_000)
  await room.choose('B')
  await expect(page.getByText('Section 3 of 3')).toBeVisible({ timeout: 20_000 })
  await shots(page, '11-moved')
  const other = await context.newPage()
  await other.goto(page.url())
  const two = new ExamRoom(other)
  await two.resume()
  await shots(page, '12-reader')
  await other.close()
  await page.getByRole('button', { name: 'Continue here' }).click()
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await product.api('POST', '/auth/logout', token)
  await room.choose('C')
  await expect(page.getByRole('dialog')).toBeVisible()
  await shots(page, '13-session')
  await page.getByLabel('Password', { exact: true }).fill(sitting.password)
  await page.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(room.save).toContainText('Saved')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit test' }).click()
  await expect(page.getByText(/Trying again in/)).toBeVisible()
  await shots(page, '14-submit-offline')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Download Report' })).toBeVisible({ timeout: 30_000 })
  await shots(page, '15-report')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print receipt' }).click()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${dir}/16-print.png` })
  await page.pdf({ path: `${dir}/receipt.pdf`, format: 'A4', preferCSSPageSize: true })
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    delete document.body.dataset.printing
    window.scrollTo(0, 700)
  })
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${dir}/17-report-scrolled.png` })
  const practice = await prepareSitting(product, { testType: 'Practice', testName: 'Quick practice', duration: 5 })
  const p2 = await (await newContext()).newPage()
  await signIn(p2, product.url, practice.email, practice.password)
  await p2.goto(`${product.url}/my-tests/${practice.testId}/take`)
  const room2 = new ExamRoom(p2)
  await room2.start()
  await room2.choose('B')
  const token2 = (await product.api('POST', '/auth/login', undefined, practice.collegeAdmin)).body.token
  const { assignments } = (await product.api('GET', '/tests/college/assigned', token2)).body
  await product.api('POST', `/tests/assignment/${assignments[0].id}/extra-time`, token2, { minutes: 10, reason: 'x', batches: ['2027'] })
  await room2.choose('C')
  await expect(p2.getByText(/more minutes/)).toBeVisible()
  await p2.setViewportSize({ width: 360, height: 740 })
  await p2.screenshot({ path: `${dir}/18-extra-360.png` })
  await p2.setViewportSize({ width: 1440, height: 900 })
  await room2.submit()
  await room2.confirmSubmit()
  await expect(p2.getByText('Practice Test Complete!')).toBeVisible()
  await shots(p2, '19-practice')
})
