import { aQuestion, aTest } from '#tests/factories/forms.ts'
import { expectSound } from './pages/looks.ts'
import { adminToken, openEditor, submitAnswers } from './pages/test-editor.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

test('the editor passes axe and layout checks on desktop and phone, light and dark', async ({
  product,
  newContext,
}) => {
  test.setTimeout(240_000)
  const long = 'Quantitative Aptitude, Data Interpretation and Logical Reasoning for Final-Year Engineers, Part'
  const token = await adminToken(product)
  const { id } = (
    await product.api('POST', '/tests', token, {
      ...aTest(Date.now(), { testName: `${long} 1` }),
      testType: 'Specific Company Test',
      companyName: 'Tata Consultancy Services Limited (Digital and Prime)',
      sections: Array.from({ length: 20 }, (_, n) => ({
        sectionName: `${long} ${n + 1}`,
        sectionDuration: 30,
        numberOfQuestions: 2,
        marksPerQuestion: 1,
        questions: [aQuestion({ questionText: `$$\\sum_{k=1}^{${n}} k$$ and \`code\`` }), aQuestion()],
      })),
    })
  ).body.test
  const page = await (await newContext()).newPage()
  await openEditor(page, product, `/tests/${id}/edit`)
  await expect(page.locator('.katex').first()).toBeVisible()
  await expectSound(page, 'editor with twenty sections')
  await page.getByRole('button', { name: 'Edit question 1' }).click()
  await page.getByRole('switch', { name: 'Images for options' }).check({ force: true })
  await page.getByRole('dialog').getByRole('textbox', { name: 'Option A' }).fill('')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Please fill all question fields correctly')).toBeVisible()
  await expectSound(page, 'question dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('listitem').getByRole('button', { name: 'Actions' }).first().click()
  await expectSound(page, 'question actions', ['desktop'])
  await page.getByRole('menuitem', { name: 'Move to another section' }).click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await expectSound(page, 'move a question')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('listitem').getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page
      .getByRole('alert')
      .getByText(/needs exactly 2 questions/)
      .first(),
  ).toBeVisible()
  await expectSound(page, 'editor after a rejected save, with an undo')
  await page.getByRole('button', { name: 'Preview all' }).click()
  await page.getByLabel('Show answers').check()
  await expectSound(page, 'draft preview')
  await expect(page.getByText(/Draft saved in this browser at/)).toBeAttached()
  await page.reload()
  await expect(page.getByText(/You have an unsaved draft/)).toBeVisible()
  await expectSound(page, 'unsaved draft')
})

test('a started test and its regrading pass axe and layout checks', async ({ product, newContext }) => {
  const questions = [aQuestion(), aQuestion()]
  const prepared = await prepareTest(product, { questions })
  await submitAnswers(product, prepared, ['B', 'B'])
  const page = await (await newContext()).newPage()
  await openEditor(page, product, `/tests/${prepared.testId}/edit`)
  await expectSound(page, 'editor of a started test')
  for (const place of [1, 2]) {
    await page.getByRole('button', { name: `Edit question ${place}` }).click()
    await page.getByRole('radio', { name: 'Option C is correct' }).check()
    if (place === 1) await expectSound(page, 'question key')
    await page.getByRole('button', { name: 'Keep changes' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('row', { name: /100.0% becomes 0.0% Fail/ })).toBeVisible()
  await expectSound(page, 'regrade preview')
})
