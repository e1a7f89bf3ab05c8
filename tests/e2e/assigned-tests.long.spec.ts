import type { Page } from '@playwright/test'
import type { FlatFormInput } from '#shared/tests/form.schema.ts'
import { aStudent, aTest } from '#tests/factories/forms.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { type FourRoles, prepareRoles, tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

test.describe.configure({ mode: 'parallel' })

const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()
const longName =
  'Comprehensive End-of-Semester Quantitative Aptitude, Logical Reasoning and Verbal Ability Assessment for Final-Year Undergraduate Engineers, Set 12 B'

interface College extends FourRoles {
  collegeId: string
  /** The college admin's token. */
  office: string
  /** Offers a test, and optionally accepts or rejects it. @returns the assignment's id */
  offer(fields: Partial<FlatFormInput>, decision?: 'accepted' | 'rejected'): Promise<string>
}

async function prepareCollege(product: Product): Promise<College> {
  const { api } = product
  const people = await prepareRoles(product)
  const author = await tokenOf(product, people.masterAdmin)
  const office = await tokenOf(product, people.collegeAdmin)
  const { colleges } = (await api('GET', '/admin/colleges', author)).body
  const collegeId: string = colleges[0].id
  return {
    ...people,
    collegeId,
    office,
    offer: async (fields, decision) => {
      const { test: made } = (await api('POST', '/tests', author, aTest(Date.now(), fields))).body
      await api('POST', `/tests/${made.id}/assign-college`, author, { collegeIds: [collegeId] })
      const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
      const { id } = assignments.find((one: { testId: { id: string } }) => one.testId.id === made.id)
      if (decision) await api('PUT', `/tests/assignment/${id}/status`, office, { status: decision })
      return id
    },
  }
}

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

async function openAction(page: Page, row: string | RegExp, name: string) {
  await rowOf(page, row).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a college accepts and rejects tests in the table and card views', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const { offer, collegeAdmin, collegeId, masterAdmin } = await prepareCollege(product)
  await offer({ testName: longName, subject: 'Verbal', difficulty: 'Hard' })
  await offer({ testName: 'Tomorrow’s drill', testType: 'Practice', startDateTime: at(1), endDateTime: at(2) })
  await offer({ testName: 'Next week’s quiz', startDateTime: at(7), endDateTime: at(8) })
  await offer({ testName: 'Last month’s quiz', startDateTime: at(-30), endDateTime: at(-29) }, 'rejected')
  const author = await tokenOf(product, masterAdmin)
  await product.api('POST', '/tests', author, aTest(Date.now(), { testName: 'Never offered' }))

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/assigned-tests')
  await expect(rowOf(page, /Tomorrow’s drill/)).toContainText('Upcoming')
  await expect(rowOf(page, /Last month’s quiz/)).toContainText(/Rejected.*Ended.*Final: the test has started/)
  await expect(rowOf(page, /Never offered/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^All 5/ })).toBeVisible()
  await expectSound(page, 'assigned tests, table')

  // The list also includes and counts tests that were never offered.
  await page.goto(`${product.url}/tests`)
  await expect(page.getByRole('button', { name: /^All 6/ })).toBeVisible()
  await page.getByRole('button', { name: /^Not Assigned 1/ }).click()
  await expect(rowOf(page, /Never offered/)).toContainText('Not offered to your college')
  await expect(rowOf(page, /Never offered/).getByRole('button')).toHaveCount(0)
  await page.goto(`${product.url}/assigned-tests`)

  // The card view survives a reload.
  await page.locator('label').filter({ hasText: 'Cards' }).click()
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Tomorrow’s drill' })
  await expect(card).toContainText(/Pending.*Upcoming.*Practice.*Medium/)
  await page.reload()
  await expect(card).toContainText(/Duration30 min.*Total marks3.*Students0/)
  await expectSound(page, 'assigned tests, cards')

  // Accepting asks for confirmation. The list then shows the test's type, in any subject.
  await page.getByLabel('Subject', { exact: true }).selectOption('Technical')
  await card.getByRole('button', { name: 'Accept' }).click()
  const question = page.getByRole('dialog', { name: 'Accept this test?' })
  await expect(question).toContainText('You can’t reject it later.')
  await question.getByRole('button', { name: 'Accept test' }).click()
  await expect(page.getByText('Test accepted')).toBeVisible()
  await expect(page).toHaveURL(/\/assigned-tests\?type=Practice$/)
  await expect(card.getByRole('button', { name: 'Assign to students' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.locator('label').filter({ hasText: 'Table' }).click()

  // Simulate a conflict, as if someone else had accepted or rejected the offer first.
  await page.route('**/trpc/assignments.decide*', (route) =>
    route.fulfill({ status: 409, json: [{ error: { message: '', code: -32009, data: { domainCode: 'CONFLICT' } } }] }),
  )
  await openAction(page, longName, 'Reject')
  const rejecting = page.getByRole('dialog', { name: 'Reject this test?' })
  await expect(rejecting).toContainText('The test has started, so you can’t undo this.')
  await expectSound(page, 'reject a test')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Failed to update status')).toBeVisible()
  await page.unroute('**/trpc/assignments.decide*')
  await rejecting.getByLabel('Reason').fill('Clashes with our term exams')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Test rejected')).toBeVisible()
  await expect(rowOf(page, longName)).toContainText(/Rejected.*Clashes with our term exams/)

  // A rejection can be undone until the test starts. The college can then decide again.
  await openAction(page, 'Next week’s quiz', 'Reject')
  await expect(rejecting).toContainText('You can undo this until the test starts.')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Rejection undone. You can decide again.')).toBeVisible()
  // The row's actions change once the list is refetched.
  await expect(rowOf(page, 'Next week’s quiz').getByRole('button', { name: 'Accept' })).toBeVisible()
  await openAction(page, 'Next week’s quiz', 'Reject')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await rowOf(page, 'Next week’s quiz').getByRole('button', { name: 'Undo rejection' }).click()
  await expect(rowOf(page, 'Next week’s quiz').getByRole('button', { name: 'Accept' })).toBeVisible()

  // The owner sees the reason on the college's Tests tab.
  const owner = await (await newContext()).newPage()
  await signIn(
    owner,
    product.url,
    masterAdmin.email,
    masterAdmin.password,
    `/college-management/${collegeId}?tab=tests`,
  )
  await expect(rowOf(owner, longName)).toContainText(/Rejected.*Clashes with our term exams/)

  // The server sorts and searches the list.
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Comprehensive')
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No tests found')).toBeVisible()
  await expectSound(page, 'assigned tests, none found')
})

test('a college assigns a test to groups and individual students, previews the count and removes a student', async ({
  product,
  newContext,
}) => {
  test.setTimeout(240_000)
  const { offer, office, collegeAdmin, collegeId } = await prepareCollege(product)
  const assignmentId = await offer({ testName: 'Aptitude' }, 'accepted')
  enrolCrowd(product.dataDir, collegeId, 4_000)
  const { user } = (
    await product.api('POST', '/college/users', office, { ...aStudent({ batch: '2030' }), name: 'Zubin Mehta' })
  ).body
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/assigned-tests')
  await rowOf(page, /Aptitude/)
    .getByRole('button', { name: 'Assign to students' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Assign to students' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Please select at least one student')).toBeVisible()
  await expect(dialog.getByText(/Showing the first 50 of 4,002 students/)).toBeVisible()
  await expectSound(page, 'assign to students, nobody chosen')

  // Choosing a batch limits the branches and their counts to that batch.
  await dialog.getByRole('combobox', { name: 'Batches' }).click()
  await page.getByRole('option', { name: '2024 800' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Branches' }).click()
  await page.getByRole('option', { name: 'ECE 100' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('100 students will get this test')).toBeVisible()
  await dialog.getByRole('searchbox').fill('zubin')
  await dialog.getByRole('checkbox', { name: /Zubin Mehta/ }).check()
  await expect(dialog.getByText('101 students will get this test')).toBeVisible()
  await dialog.getByRole('searchbox').fill('')
  await expect(dialog.getByText('In the groups').first()).toBeVisible()
  await expectSound(page, 'assign to students, some chosen')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Assigned to 101 students')).toBeVisible()
  await expect(rowOf(page, /Aptitude/)).toContainText('0 / 101')

  // Students who already have the test are counted separately. Removing a student can be undone.
  await openAction(page, /Aptitude/, 'Assign to students')
  await dialog.getByRole('combobox', { name: 'Batches' }).click()
  await page.getByRole('option', { name: /^2024/ }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('700 students will get this test')).toBeVisible()
  await expect(dialog.getByText('100 already have it')).toBeVisible()
  await dialog.getByRole('tab', { name: /^Already assigned ?101$/ }).click()
  await expect(dialog.getByText('1–20 of 101')).toBeVisible()
  await expectSound(page, 'already assigned')
  await dialog.getByRole('searchbox').fill('zubin')
  await dialog.getByRole('button', { name: 'Remove Zubin Mehta' }).click()
  await expect(page.getByText('Zubin Mehta no longer has this test')).toBeVisible()
  await expect(dialog.getByText('No one matches your search')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Zubin Mehta has this test again')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Zubin Mehta' }).click()
  await expect(dialog.getByText('No one matches your search')).toBeVisible()
  await expect(dialog.getByRole('tab', { name: /^Already assigned ?100$/ })).toBeVisible()
  const { body } = await product.api('GET', `/tests/assignment/${assignmentId}/students`, office)
  expect(body.studentIds).not.toContain(user.id)
})

test('gives a group extra time from the list of assigned tests', async ({ product, newContext }) => {
  const { offer, office, collegeAdmin, student } = await prepareCollege(product)
  const assignmentId = await offer({ testName: 'Aptitude' }, 'accepted')
  await product.api('POST', `/tests/assignment/${assignmentId}/assign-students`, office, { branches: ['CSE'] })
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/assigned-tests')
  await openAction(page, /Aptitude/, 'Extra time')
  const dialog = page.getByRole('dialog', { name: 'Extra time' })
  await dialog.getByLabel('Extra minutes').fill('12')
  await dialog.getByLabel('Reason').fill('Power cut in lab 2')
  await dialog.getByRole('button', { name: 'Give extra time' }).click()
  await expect(dialog.getByText('Please select at least one student')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Sections' }).click()
  await page.getByRole('option', { name: 'A 1' }).click()
  await page.keyboard.press('Escape')
  await expectSound(page, 'extra time for groups')
  await dialog.getByRole('button', { name: 'Give extra time' }).click()
  await expect(page.getByText('1 student got 12 more minutes')).toBeVisible()

  const own = await (await newContext()).newPage()
  await signIn(own, product.url, student.email, student.password, '/my-tests')
  const card = own.getByRole('main').getByRole('listitem').filter({ hasText: 'Aptitude' })
  await expect(card).toContainText('+12 min')
})
