import { aCollege, aQuestion, aTest } from '#tests/factories/forms.ts'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { dateField } from './pages/dates.ts'
import { Keyboard } from './pages/keyboard.ts'
import { signIn } from './pages/sign-in.ts'
import { prepareTest } from './prepared-test.ts'
import { expect, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

test('a student signs in, takes a test and reads the result by keyboard alone', async ({ product, newContext }) => {
  const questions = [aQuestion(), aQuestion(), aQuestion(), aQuestion()]
  const prepared = await prepareTest(product, { testName: 'Aptitude', questions })
  const page = await (await newContext()).newPage()
  const keys = new Keyboard(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`${product.url}/login`)
  await keys.write(page.getByLabel('Email'), prepared.email)
  await keys.write(page.getByLabel('Password', { exact: true }), prepared.password)
  await keys.press('Enter')

  await keys.use(page.getByRole('link', { name: 'Start Test' }))
  await keys.use(page.getByRole('checkbox', { name: /accept the terms/ }), 'Space')
  await keys.use(button('Start Test in Fullscreen'))
  const question = (number: number) =>
    expect(page.getByRole('heading', { name: `Question ${number} of 4` })).toBeVisible()
  await question(1)
  await keys.use(page.getByRole('radio').first(), 'Space')
  await keys.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await keys.use(button('Next'))
  await question(2)
  await keys.press('b')
  await keys.press('ArrowRight')
  await question(3)
  await keys.press('3')
  await keys.use(page.getByRole('button', { name: /^Question 4, / }))
  await question(4)
  await keys.press('b')
  await keys.use(page.getByRole('button', { name: /^Question 1, / }))
  await question(1)
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await keys.use(button('Submit'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys.press('Escape')
  await keys.expectFocusKept()
  await expect(button('Submit')).toBeFocused()
  await keys.press('Enter')
  await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Submit test' }))
  await expect(button('Download Report')).toBeVisible()
  await keys.expectFocusKept()
  await keys.to(button('Download Report'))
})

test('a college admin adds a student, accepts a test and assigns it by keyboard alone', async ({
  product,
  newContext,
}) => {
  const { collegeAdmin, admin } = await prepareTest(product, { testName: 'Old test' })
  const author = await tokenOf(product, admin)
  const { colleges } = (await product.api('GET', '/admin/colleges', author)).body
  const offered = (await product.api('POST', '/tests', author, aTest(Date.now(), { testName: 'Aptitude' }))).body.test
  await product.api('POST', `/tests/${offered.id}/assign-college`, author, { collegeIds: [colleges[0].id] })
  const page = await (await newContext()).newPage()
  const keys = new Keyboard(page)
  const dialog = page.getByRole('dialog')
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/students')
  await keys.use(page.getByRole('button', { name: 'Add Student' }))
  for (const [label, text] of [
    ['Name', 'Anbu Selvan'],
    ['Email', 'anbu@nilgiri.example'],
    ['Roll Number', '22CS017'],
    ['Branch', 'ECE'],
    ['Batch', '2027'],
    ['Section', 'A'],
  ] as const)
    await keys.write(dialog.getByLabel(label), text)
  await keys.press('Enter')
  await keys.use(dialog.getByRole('button', { name: 'Done' }))
  await keys.expectFocusKept()

  await keys.use(page.getByRole('link', { name: 'Assigned Tests' }))
  const row = page.getByRole('row', { name: /Aptitude/ })
  await keys.use(row.getByRole('button', { name: 'Accept' }))
  await keys.use(page.getByRole('button', { name: 'Accept test' }))
  await expect(page.getByText('Test accepted')).toBeVisible()
  await keys.expectFocusKept()
  await keys.use(row.getByRole('button', { name: 'Assign to students' }))
  await keys.to(dialog.getByRole('combobox', { name: 'Branches' }))
  await keys.type('ECE')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await keys.press('Escape')
  await expect(dialog.getByText('1 student will get this test')).toBeVisible()
  await keys.use(dialog.getByRole('button', { name: 'Assign', exact: true }))
  await expect(page.getByText('Assigned to 1 student')).toBeVisible()
  await keys.expectFocusKept()
})

test('a master admin writes a test and offers it by keyboard alone', async ({ product, newContext }) => {
  const admin = { email: 'admin@localhost', password: 'first-password' }
  await product.api('POST', '/admin/colleges', await tokenOf(product, admin), aCollege({ name: 'Nilgiri College' }))
  const page = await (await newContext()).newPage()
  const keys = new Keyboard(page)
  const dialog = page.getByRole('dialog')
  await signIn(page, product.url, admin.email, admin.password, '/tests')
  await keys.use(page.getByRole('link', { name: /Create (First )?Test/ }).first())
  await keys.choose(page.getByRole('combobox', { name: 'Type' }), page.getByRole('option', { name: 'Assignment' }))
  await keys.write(page.getByLabel('Test name'), 'Placement aptitude')
  await keys.write(page.getByLabel('Description'), 'One question.')
  await keys.write(page.getByLabel('Number of questions'), '1')
  await keys.write(page.getByLabel('Duration in minutes'), '20')
  await keys.write(dateField(page, 'Start'), '10 Oct 2030 10:00')
  await keys.write(dateField(page, 'End'), '11 Nov 2030 10:00')
  await keys.use(page.getByRole('button', { name: 'Add question' }))
  await keys.write(dialog.getByRole('textbox', { name: 'Question' }), 'What is 2 + 2?')
  for (const [letter, text] of Object.entries({ A: '3', B: '4', C: '5', D: '6' }))
    await keys.write(dialog.getByRole('textbox', { name: `Option ${letter}` }), text)
  await keys.to(dialog.getByRole('radio', { name: 'Option A is correct' }), 'Shift+Tab')
  await keys.press('Space')
  await keys.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Option B is correct' })).toBeChecked()
  await keys.use(dialog.getByRole('button', { name: 'Add question' }))
  await keys.expectFocusKept()
  await keys.use(page.getByRole('button', { name: 'Create Test' }))
  await expect(page.getByText('Test created successfully!')).toBeVisible()

  const row = page.getByRole('row', { name: /Placement aptitude/ })
  await keys.use(row.getByRole('button', { name: 'Actions' }))
  await keys.to(page.getByRole('menuitem', { name: 'Assign to colleges' }), 'ArrowDown')
  await keys.press('Enter')
  await keys.use(dialog.getByRole('checkbox', { name: /Nilgiri College/ }), 'Space')
  await keys.use(dialog.getByRole('button', { name: 'Assign', exact: true }))
  await expect(page.getByText('Assigned to 1 college')).toBeVisible()
  await keys.expectFocusKept()
})

test('a faculty member opens and closes a report by keyboard alone', async ({ product, newContext }) => {
  const { faculty } = await prepareRoles(product)
  const page = await (await newContext()).newPage()
  const keys = new Keyboard(page)
  await signIn(page, product.url, faculty.email, faculty.password)
  await keys.use(page.getByRole('link', { name: 'Skip to content' }))
  await keys.use(page.getByRole('link', { name: 'Test Reports' }).first())
  const opener = page.getByRole('button', { name: /^Report for/ })
  await keys.use(opener)
  const report = page.getByRole('dialog')
  await keys.use(report.getByRole('button', { name: /Question-wise Analysis/ }))
  await expect(report.getByRole('button', { name: /Question-wise Analysis/ })).toHaveAttribute('aria-expanded', 'true')
  await keys.press('Escape')
  await keys.expectFocusKept()
  await expect(opener).toBeFocused()
})
