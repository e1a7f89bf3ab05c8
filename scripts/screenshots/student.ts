import { ExamRoom } from '#tests/e2e/pages/exam-room.ts'
import type { Camera } from './camera.ts'

/** Pictures for docs/guides/student.md. */
export async function student(camera: Camera) {
  const { page, open, take } = await camera.sit('student', 'phone')

  await open('/dashboard', (page) => page.getByRole('main').getByRole('heading'))
  await take('student-home', page.getByRole('link', { name: /Start/ }))

  await open('/my-tests', (page) => page.getByText('Programming Fundamentals'))
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Programming Fundamentals' })
    .getByRole('link', { name: 'Start Test' })
    .click()
  await take('student-rules', page.getByRole('button', { name: 'Start Test in Fullscreen' }))
  const room = new ExamRoom(page)
  await room.start()
  await room.choose('B')
  await take('student-exam-room', page.getByText('Saved', { exact: true }))
  await page.context().setOffline(true)
  await room.next()
  await room.choose('C')
  await take('student-offline', page.getByText(/Offline/))
  await page.context().setOffline(false)
  await room.submit()
  await take('student-submit', page.getByRole('dialog').getByRole('button', { name: 'Submit test' }))
  await room.confirmSubmit()
  await page.getByRole('button', { name: 'Download Report' }).waitFor()
  await open('/my-tests', (page) => page.getByText('Reading and Grammar Drill'))
  const taken = page.getByRole('listitem').filter({ hasText: 'Reading and Grammar Drill' })
  await taken.getByRole('link', { name: 'View Results' }).click()
  await take('student-result', page.getByRole('button', { name: 'Download Report' }))
}
