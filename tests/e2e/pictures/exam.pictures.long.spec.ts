import { ExamRoom } from '../pages/exam-room.ts'
import { expectPictures, resize, test } from './gallery.ts'

test.use({ demoName: 'exam' })

const rooms = { desktop: 'Programming Fundamentals', phone: 'Workplace Communication' } as const

for (const [size, testName] of Object.entries(rooms) as [keyof typeof rooms, string][])
  test(`the exam room on a ${size} matches its screenshots from instructions to result`, async ({ visit }) => {
    const { page, open } = await visit('student')
    await resize(page, size)
    const [light, dark] = [`${size}-light`, `${size}-dark`] as const
    await open(`/my-tests?search=${encodeURIComponent(testName)}`)
    await page
      .getByRole('link', { name: /^Start/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Start Test in Fullscreen' }).waitFor()
    await expectPictures(page, 'exam-instructions', [light, dark])
    const room = new ExamRoom(page)
    await room.start()
    await room.choose('B')
    await room.save.getByText('Saved').waitFor()
    await expectPictures(page, 'exam-question', [light, dark])
    await room.submit()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit test' }).waitFor()
    await expectPictures(page, 'exam-submit', [light])
    await room.confirmSubmit()
    await page.getByRole('button', { name: 'Copy code' }).waitFor()
    await expectPictures(page, 'exam-result', [light, dark])
  })
