import type { Page } from '@playwright/test'
import { Keyboard } from './pages/keyboard.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

/** Depends on the GIFT reader. `Primes` has two right answers, and `Broken` is not closed. */
const gift = `$CATEGORY: Structures/Linear

::Stack::Which structure is last in, first out? {=Stack ~Queue ~Tree}

::Queue::Which structure is first in, first out? {=Queue ~Stack ~Tree}

$CATEGORY: Numbers

::Primes::Which number is prime? {=2 =3 ~4}

::Broken::Which one? {~wrong ~also wrong
`

/** Depends on the Moodle XML reader, which does not support feedback on an answer. */
const moodle = `<?xml version="1.0" encoding="UTF-8"?>
<quiz><question type="multichoice"><name><text>Capital</text></name>
<questiontext format="html"><text>What is the capital of Nepal?</text></questiontext>
<defaultgrade>1</defaultgrade><penalty>0</penalty><single>true</single><shuffleanswers>0</shuffleanswers>
<answer fraction="100" format="html"><text>Kathmandu</text><feedback format="html"><text>Yes, it is.</text></feedback></answer>
<answer fraction="0" format="html"><text>Pokhara</text></answer></question></quiz>
`

async function choose(page: Page, name: string, text: string) {
  await page.getByLabel('Question file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}

async function upload(page: Page, name: string, text: string) {
  await choose(page, name, text)
  await expect(page.getByRole('button', { name: 'Download report' })).toBeVisible()
}

test('an author uploads a file, decides, adds the questions and undoes the import by keyboard', async ({
  product,
  newContext,
}) => {
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/bank')
  const keyboard = new Keyboard(page)
  await keyboard.use(page.getByRole('link', { name: 'Import' }).first())
  await expect(page.getByRole('heading', { name: 'Import questions', level: 1 })).toBeVisible()
  await expect(page.getByText('No imports yet')).toBeVisible()
  await expectSound(page, 'the import of question files')

  await keyboard.to(page.getByRole('combobox', { name: 'Subject for questions without one' }))
  await keyboard.type('Reas')
  const chooser = page.waitForEvent('filechooser')
  await keyboard.use(page.getByRole('button', { name: 'Choose file' }))
  await (await chooser).setFiles({ name: 'questions.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) })
  await expect(page.getByRole('heading', { name: 'questions.gift', level: 1 })).toBeVisible()
  await expect(page.getByText('Not added: 1 undecided, 1 refused.')).toBeVisible()
  await expectSound(page, 'the diagnosis of a file')

  await keyboard.use(page.getByRole('button', { name: 'To decide 1' }))
  await expect(page).toHaveURL(/show=decide/)
  await keyboard.use(page.getByRole('button', { name: '3. Which number is prime?' }))
  const panel = page.getByRole('region', { name: 'Question 3' })
  await keyboard.to(panel.getByRole('radio', { name: 'Not decided yet' }))
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('row', { name: /Primes/ }).getByText('Decided')).toBeVisible()
  await expect(page.getByRole('row', { name: /Primes/ })).toContainText('Read as: ')
  await expectSound(page, 'a decided question', ['desktop'])

  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: '3. Which number is prime?' })).toBeFocused()

  await keyboard.use(page.getByRole('button', { name: 'Topics' }))
  const topics = page.getByRole('dialog', { name: 'Topics' })
  await keyboard.write(
    topics.getByRole('group', { name: /^Numbers/ }).getByRole('textbox', { name: 'Topic' }),
    'Arithmetic/Primes',
  )
  await expectSound(page, 'the topics of a file')
  await keyboard.use(topics.getByRole('button', { name: 'Save topics' }))
  await expect(topics).toBeHidden()

  await keyboard.use(page.getByRole('button', { name: 'Add 3 questions' }))
  await expect(page.getByText('3 questions added to the bank').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible()
  await expectSound(page, 'a confirmed import')
  await keyboard.use(page.getByRole('link', { name: 'Show them in the bank' }))
  await expect(page.getByRole('row', { name: /prime.*Arithmetic\/Primes/ })).toContainText('Reasoning')
  await expect(page.getByRole('combobox', { name: 'Import' })).toContainText('questions.gift')
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('Structures')
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.goBack()
  await keyboard.use(page.getByRole('button', { name: 'Undo import' }))
  await keyboard.use(page.getByRole('dialog').getByRole('button', { name: 'Undo import' }))
  await expect(page.getByText('Removed 3 questions')).toBeVisible()
  await expect(page.getByText('All its questions were removed from the bank.')).toBeVisible()
  await expectSound(page, 'an undone import')
  await page.goto(`${product.url}/bank`)
  await expect(page.getByText('No questions yet')).toBeVisible()
})

test('an author decides about many duplicates at once', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/bank/import')
  await upload(page, 'first.gift', gift)
  await page.getByRole('button', { name: 'Add 2 questions' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 question still needs a decision and will not be added.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add the other 2' }).click()
  await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible()

  await page.goto(`${product.url}/bank/import`)
  await expect(page.getByRole('row', { name: /first\.gift/ })).toContainText('2 questions added')
  await upload(page, 'again.gift', gift)
  await expect(page.getByText('There is nothing to add: 1 undecided, 1 refused, 2 skipped.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 0 questions' })).toBeDisabled()
  await page.getByRole('button', { name: 'Duplicates 2' }).click()
  // The header and both duplicates.
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expectSound(page, 'selected questions of a file', ['desktop'])
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Duplicates' }).click()
  await page.getByRole('menuitem', { name: 'Save as new versions' }).click()
  await expect(page.getByText('2 questions changed')).toBeVisible()
  await page.getByRole('row', { name: /Stack/ }).click()
  const panel = page.getByRole('region', { name: 'Question 1' })
  await expect(panel.getByRole('radio', { name: 'New version' })).toBeChecked()
  await expect(panel.getByRole('link', { name: 'Open the question in the bank' })).toBeVisible()
  await expectSound(page, 'a duplicate', ['desktop'])

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard import' }).click()
  await expect(page.getByRole('heading', { name: 'Import questions', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /again\.gift/ })).toHaveCount(0)
  await expectSound(page, 'the list of imports')
})

test('an author sees on a phone what is lost, and why a file cannot be read', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, product.url, 'admin@localhost', 'first-password', '/bank/import')
  await upload(page, 'moodle.xml', moodle)
  await page.getByRole('button', { name: 'With a loss 1' }).click()
  await page.getByRole('button', { name: '1. What is the capital of Nepal?' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Not kept', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Kathmandu')).toBeVisible()
  await expectSound(page, 'a question with a loss', ['phone'])
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  expect((await download).suggestedFilename()).toBe('moodle.xml - Import report.csv')

  await page.goto(`${product.url}/bank/import`)
  await choose(page, 'holiday.bin', '\u0000\u0001\u0002')
  await expect(page.getByText('The file was not read')).toBeVisible()
  await expectSound(page, 'a file that could not be read')
  await page.getByRole('link', { name: 'Upload another file' }).click()
  await expect(page.getByText('holiday.bin')).toBeVisible()
})
