import { join } from 'node:path'
import { expect } from '@playwright/test'
import { fillDate } from '#tests/e2e/pages/dates.ts'
import { ExamRoom } from '#tests/e2e/pages/exam-room.ts'
import type { Camera } from './camera.ts'

const file = join(import.meta.dirname, '../../docs/guides/moodle-export.xml')
const testName = 'Systems Programming: Unit Test'
const row = { name: new RegExp(testName) }

/** Takes the screenshots for docs/guides/from-moodle.md: from a Moodle export to a student in the test. */
export async function fromMoodle(camera: Camera) {
  const owner = await camera.sit('masterAdmin', 'desk')
  const { page, open, take } = owner
  const dialog = page.getByRole('dialog')

  await open('/bank/import', (page) => page.getByRole('button', { name: 'Choose file' }))
  await take('moodle-upload', page.getByRole('button', { name: 'Choose file' }))
  await page.getByLabel('Question file').setInputFiles(file)
  await take('moodle-diagnosis', page.getByRole('button', { name: /^Add \d+ questions/ }))
  await page.getByRole('button', { name: 'To decide 1' }).click()
  await page
    .getByRole('row', { name: /Replacement/ })
    .getByRole('button')
    .first()
    .click()
  await take('moodle-decision', dialog.getByRole('radio', { name: 'Not decided yet' }), dialog)
  await dialog.getByRole('radio', { name: 'Option A is correct' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Topics' }).click()
  await take('moodle-topics', dialog.getByRole('button', { name: 'Save topics' }), dialog)
  await dialog.getByRole('button', { name: 'Save topics' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Add \d+ questions/ }).click()
  await page.getByRole('link', { name: 'Show them in the bank' }).click()
  await take('moodle-bank', page.getByRole('row', { name: /Systems Programming/ }))

  await open('/tests/new', (page) => page.getByLabel('Test name'))
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Assignment', exact: true }).click()
  await page.getByLabel('Test name').fill(testName)
  await page.getByLabel('Description').fill('Processes, memory and files.')
  await fillDate(page, 'Start', '2026-09-16 10:00')
  await fillDate(page, 'End', '2026-09-16 18:00')
  await page.getByRole('textbox', { name: 'Number of questions' }).fill('12')
  await page.getByRole('button', { name: 'Add from bank' }).click()
  await dialog.getByRole('combobox', { name: 'Topic' }).selectOption('Systems Programming')
  const rows = dialog.getByRole('list', { name: 'Bank questions' }).getByRole('checkbox')
  await expect(rows).toHaveCount(12)
  await dialog.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await take('moodle-pick', dialog.getByText('12 selected, no room for more'), dialog)
  await dialog.getByRole('button', { name: 'Add 12 questions' }).click()
  await page.getByText('12 of 12 questions').waitFor()
  await page.getByRole('button', { name: 'Create Test' }).click()
  const created = page.getByRole('row', row)
  await created.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Assign to colleges' }).click()
  await dialog.getByRole('button', { name: /^Select all/ }).click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  const college = await camera.sit('collegeAdmin', 'desk')
  await college.open('/assigned-tests', (page) => page.getByRole('row', row))
  const offered = college.page.getByRole('row', row)
  const form = college.page.getByRole('dialog')
  await offered.getByRole('button', { name: 'Accept' }).click()
  await form.getByRole('button', { name: 'Accept test' }).click()
  await offered.getByRole('button', { name: 'Assign to students' }).click()
  await form.getByRole('combobox', { name: 'Batches' }).click()
  await college.page
    .getByRole('option', { name: /^20\d\d/ })
    .filter({ visible: true })
    .first()
    .click()
  await college.page.keyboard.press('Escape')
  await college.take('moodle-students', form.getByText(/students will get this test/), form)
  await form.getByRole('button', { name: 'Assign', exact: true }).click()
  await form.waitFor({ state: 'detached' })

  const student = await camera.sit('student', 'phone')
  await student.open('/my-tests', (page) => page.getByText(testName))
  const card = student.page.getByRole('listitem').filter({ hasText: testName })
  await card.getByRole('link', { name: 'Start Test' }).click()
  const room = new ExamRoom(student.page)
  await room.start()
  await student.take('moodle-exam', student.page.getByRole('timer'))
}
