import type { Page } from '@playwright/test'
import { aQuestion } from '#tests/factories/forms.ts'
import { fillDate } from './pages/dates.ts'
import { expectSound } from './pages/looks.ts'
import { adminToken, openEditor, pastePicture, questionFile, submitAnswers } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

async function choose(page: Page, list: string, option: string) {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function writeQuestion(page: Page, text: string, options: [string, string, string, string], right: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Question' }).fill(text)
  for (const [index, option] of options.entries())
    await dialog.getByRole('textbox', { name: `Option ${'ABCD'[index]}` }).fill(option)
  await dialog.getByRole('radio', { name: `Option ${right} is correct` }).check()
}

test('drafts, saves and duplicates a company test with two sections', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await openEditor(page, product)

  // Add two sections. Missing fields are focused, and errors name their section.
  await choose(page, 'Type', 'Company Test')
  await page.getByLabel('Test name').fill('Campus drive')
  await page.getByLabel('Description').fill('Two sections, seven questions.')
  await fillDate(page, 'Start', '2030-01-10 09:00')
  await fillDate(page, 'End', '10 Jan 2030, 18:00')
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByRole('alert').getByText('Company name is required for Specific Company tests')).toBeVisible()
  await expect(page.getByLabel('Company name')).toBeFocused()
  await page.getByLabel('Company name').fill('Infosys')
  await page.getByLabel('Section name').fill('Technical')
  await page.getByRole('textbox', { name: 'Questions' }).fill('2')
  await page.getByRole('button', { name: 'Add section' }).click()
  await expect(page.getByLabel('Section name')).toBeFocused()
  await page.keyboard.type('Aptitude')
  await page.getByRole('textbox', { name: 'Questions' }).fill('5')
  await page.getByRole('textbox', { name: 'Minutes' }).fill('4')
  await page.getByRole('button', { name: /Technical/ }).click()
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByRole('alert').getByText('Section "Technical" needs exactly 2 questions').first()).toBeVisible()

  // Write the first question in the dialog, with a formula, code and an image.
  await page.getByRole('button', { name: 'Add question' }).click()
  const dialog = page.getByRole('dialog')
  const text = 'What does it return for $x = \\frac{1}{2}$?\n\n```c\nreturn x > 0;\n```'
  await writeQuestion(page, text, ['$1$', '$0$', '`x`', 'Nothing'], 'A')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('.katex').first()).toBeVisible()
  await expect(preview.locator('pre')).toHaveText('return x > 0;')
  await pastePicture(dialog.getByRole('textbox', { name: 'Question' }))
  await expect(preview.getByAltText('For question 1')).toBeVisible()
  await pastePicture(dialog.getByRole('textbox', { name: 'Option C' }))
  await expect(preview.getByAltText('For option C')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save and add another' }).click()
  await expect(page.getByText('Add question 2 · Technical')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Question' })).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Question' })).toHaveValue('')
  await writeQuestion(page, 'Which is *stable*?', ['Merge sort', 'Quick sort', 'Heap sort', 'None'], 'A')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('list', { name: 'Questions' }).getByRole('listitem').filter({ hasText: /^\d/ }),
  ).toHaveCount(2)
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(page.getByText('Maximum 2 questions allowed for this section')).toBeVisible()

  // A rejected save opens the section with the error.
  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(
    page.getByRole('alert').getByText('Section "Aptitude": Section duration must be at least 5 minutes'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Minutes' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('20')

  // Import more questions than fit into the section.
  await page.getByLabel('Question file').setInputFiles(questionFile(8))
  await expect(dialog.getByText('Questions 6 to 8 do not fit')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add 8 questions, change the count to 8' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add the first 5 questions' }).click()
  await expect(page.getByText('Successfully added 5 questions to section "Aptitude"')).toBeVisible()
  await page.getByLabel('Question file').setInputFiles(questionFile(1))
  await expect(page.getByText('Section "Aptitude" already has maximum questions')).toBeVisible()
  await expect(page.getByText('2 sections · 7 questions · 7 marks · 50 min')).toBeVisible()

  // The draft survives a reload.
  await expect(page.getByText(/Draft saved in this browser at/)).toBeVisible()
  await page.getByLabel('Test name').fill('Campus drive 2030')
  await page.reload()
  await expect(page.getByText(/You have an unsaved draft from/)).toBeVisible()
  await expect(page.getByText('Campus drive 2030')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Test name')).toHaveValue('Campus drive 2030')
  await expect(page.getByText('2 sections · 7 questions · 7 marks · 50 min')).toBeVisible()

  // Undo restores a removed section with its questions.
  await page.getByRole('button', { name: 'Remove section 2' }).click()
  await expect(dialog.getByText('Its 5 questions will be removed with it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove section' }).click()
  await expect(page.getByText('1 section · 2 questions · 2 marks · 30 min')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 sections · 7 questions · 7 marks · 50 min')).toBeVisible()

  await page.getByRole('button', { name: 'Preview all' }).click()
  await expect(dialog.locator('.katex').first()).toBeVisible()
  await expect(dialog.getByText('Correct answer')).toHaveCount(0)
  await dialog.getByLabel('Show answers').check()
  await expect(dialog.getByText('Correct answer')).toHaveCount(2)
  await dialog.getByRole('tab', { name: /Aptitude/ }).click()
  await expect(dialog.getByText('Question 5', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Create Test' }).click()
  await expect(page.getByText('Test created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/type=Specific(%20|\+)Company(%20|\+)Test/)

  // The stored test matches what was entered.
  const token = await adminToken(product)
  const { tests } = (await product.api('GET', '/tests', token)).body
  const stored = (await product.api('GET', `/tests/${tests[0].id}`, token)).body.test
  expect(stored).toMatchObject({
    testName: 'Campus drive 2030',
    companyName: 'Infosys',
    numberOfQuestions: 7,
    duration: 50,
    totalMarks: 7,
    sections: [
      { sectionName: 'Technical', questions: [{ questionText: text, correctAnswer: 'A' }, {}] },
      { sectionName: 'Aptitude', sectionDuration: 20 },
    ],
  })
  const [first] = stored.sections[0].questions
  expect([first.questionImageUrl, first.optionImages.C]).toEqual(Array(2).fill(expect.stringMatching(/^\/images\//)))

  // Saving deletes the draft, and a duplicate opens in a new editor.
  await page.goto(`${product.url}/tests/new`)
  await expect(page.getByLabel('Test name')).toHaveValue('')
  await page.goto(`${product.url}/tests/${stored.id}/edit`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate test' }).click()
  await expect(page.getByText('Test duplicated')).toBeVisible()
  await expect(page.getByLabel('Test name')).toHaveValue('Copy of Campus drive 2030')
  expect(page.url()).not.toContain(stored.id)
})

test('moves, duplicates, removes and restores a question', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await openEditor(page, product)
  await choose(page, 'Type', 'Mock Test')
  await page.getByLabel('Question file').setInputFiles(questionFile(3))
  await page.getByRole('button', { name: 'Add 3 questions, keep 10' }).click()
  await expect(page.getByText('3 of 10 questions', { exact: true }).first()).toBeVisible()
  const rows = page.getByRole('list', { name: 'Questions' }).locator(':scope > li')

  await page.getByRole('button', { name: 'Move question 3 up' }).press('Enter')
  await expect(page.getByText('Question 3 is now question 2')).toBeAttached()
  await expect(rows.nth(1)).toContainText('2')
  await rows.nth(0).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(rows).toHaveCount(4)
  await rows.nth(3).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Edit question 3' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(4)

  await page.getByRole('button', { name: 'Add section' }).click()
  await page
    .getByRole('button', { name: /Section 1/ })
    .first()
    .click()
  await rows.nth(0).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to another section' }).click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Section 2/ })
    .check()
  await page.getByRole('button', { name: 'Move question', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('button', { name: /Section 2.*1 of 10 questions/ })).toBeVisible()

  // Switching between flat and sectioned types asks for confirmation and can be undone.
  await choose(page, 'Type', 'Practice')
  await expect(page.getByText('Its sections and their 4 questions will be cleared.')).toBeVisible()
  await page.getByRole('button', { name: 'Change type' }).click()
  await expect(page.getByLabel('Duration in minutes')).toHaveValue('60')
  await expect(page.getByText('0 of 10 questions', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /Section 2.*1 of 10 questions/ })).toBeVisible()

  // The dialog asks before it discards typed text.
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Question' }).fill('Half a question')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Question' })).toHaveValue('Half a question')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog', { name: 'Add question 4' })).toBeHidden()
})

test('an imported file sets the question count if none was typed, and its marks override the default', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  await openEditor(page, product)
  await choose(page, 'Type', 'Practice')
  const upload = page.getByLabel('Question file')
  await upload.setInputFiles({ ...questionFile(5), name: 'questions.txt' })
  await expect(page.getByText('Failed to upload file. Please upload a .json or .csv file')).toBeVisible()

  const rows = ['Odd?,1,2,4,6,A,2', 'Even?,1,2,3,5,B,2', 'Prime?,4,6,7,8,C,2', 'Zero?,1,2,3,0,D,2', 'One?,1,2,3,4,A,']
  await upload.setInputFiles({
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['question,A,B,C,D,answer,marks', ...rows, 'No options?,,,,,A,'].join('\n')),
  })
  const dialog = page.getByRole('dialog', { name: 'Import questions' })
  await expect(dialog.getByText('numbers.csv has 5 questions; 1 row was rejected.')).toBeVisible()
  await expect(
    dialog.getByText('4 of 5 questions have their own marks; the other is worth 1 mark. 9 marks in total.'),
  ).toBeVisible()
  const found = dialog.getByRole('list', { name: 'Questions in the file' }).locator(':scope > li')
  await expect(found).toHaveCount(5)
  await expect(found.nth(2)).toContainText('Prime?')
  await expect(found.nth(2)).toContainText('2 marks')
  await expect(found.nth(2).getByRole('listitem').filter({ hasText: 'Correct answer' })).toContainText('7')
  await expectSound(page, 'question file import')
  await dialog.getByRole('button', { name: 'Use the 5 questions from this file' }).click()
  await expect(page.getByLabel('Number of questions')).toHaveValue('5')
  await expect(page.getByText('5 questions · 9 marks · 1 h')).toBeVisible()
  await expect(page.getByText(/^4 of 5 questions have their own marks/)).toBeVisible()

  // A typed count is kept unless the author chooses otherwise.
  await page.getByLabel('Number of questions').fill('8')
  await upload.setInputFiles(questionFile(2))
  await expect(dialog.getByText('You planned 8 questions. This file brings the total to 7.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 2 questions, keep 8' }).click()
  await expect(page.getByText('7 of 8 questions · 11 marks · 1 h')).toBeVisible()
})

test('shows who crosses the pass mark before saving a changed key', async ({ product, newContext }) => {
  const questions = [aQuestion(), aQuestion(), aQuestion(), aQuestion()]
  const prepared = await prepareTest(product, { testName: 'Aptitude, first round', questions })
  await submitAnswers(product, prepared, ['B', 'C', 'C', 'C'])

  const page = await (await newContext()).newPage()
  await openEditor(page, product, `/tests/${prepared.testId}/edit`)
  await expect(page.getByText('1 student has started this test')).toBeVisible()
  await expect(page.getByLabel('Number of questions')).toBeDisabled()
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add question' })).toHaveCount(0)
  await page.getByLabel('Test name').fill('Aptitude, corrected')
  await page.getByRole('button', { name: 'Edit question 2' }).click()
  await page.getByRole('radio', { name: 'Option C is correct' }).check()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Save Changes' }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You changed the correct answer to 1 question.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /25.0% becomes 50.0% Pass/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const resultOf = async () =>
    (await product.api('GET', `/tests/${prepared.testId}/results`, prepared.token)).body.report
  expect((await resultOf()).percentage).toBe(25)

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByRole('button', { name: 'Save and regrade' }).click()
  await expect(page.getByText('Test updated successfully!')).toBeVisible()
  expect((await resultOf()).percentage).toBe(50)
})
