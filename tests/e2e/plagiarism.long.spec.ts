import { aCollege, aStudent, aTest } from '#tests/factories/forms.ts'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'

const original =
  'n = int(input())\nbest = 0\nfor i in range(n):\n    x = int(input())\n    if x > best:\n        best = x\nprint(best)\n'
const renamed =
  '# mine\ncount = int(input())\ntop = 0\nfor k in range(count):\n    v = int(input())\n    if v > top:\n        top = v\nprint(top)\n'
const own = 'import sys\nprint(max(map(int, sys.stdin.read().split()[1:])))\n'

/** Creates a college whose students each submit one of these programs. @returns the admin's credentials */
async function handedIn({ api }: Product, codes: string[]) {
  const tokenOf = async (email: string, password: string): Promise<string> =>
    (await api('POST', '/auth/login', undefined, { email, password })).body.token
  const author = await tokenOf('admin@localhost', 'first-password')
  const { college, credentials } = (await api('POST', '/admin/colleges', author, aCollege())).body
  const { question } = (
    await api('POST', '/coding/questions', author, {
      title: 'Largest number',
      description: 'Print the largest number.',
      testCases: [{ input: '1\n5\n', expected_output: '5\n', is_sample: true }],
    })
  ).body
  const form = aTest(Date.now(), {
    testName: 'Coding round',
    testType: 'Practice',
    hasCodingSection: true,
    codingQuestions: [{ questionId: question.id }],
  })
  const made = (await api('POST', '/tests', author, form)).body.test
  await api('POST', `/tests/${made.id}/assign-college`, author, { collegeIds: [college.id] })
  const office = await tokenOf(credentials.email, credentials.temporaryPassword)
  const { assignments } = (await api('GET', '/tests/college/assigned', office)).body
  await api('PUT', `/tests/assignment/${assignments[0].id}/status`, office, { status: 'accepted' })
  for (const [n, code] of codes.entries()) {
    const name = ['Anand Rao', 'Bhavna Iyer', 'Chitra Nair'][n] ?? `Student ${n}`
    const { user, temporaryPassword } = (await api('POST', '/college/users', office, aStudent({ name }))).body
    await api('POST', `/tests/assignment/${assignments[0].id}/assign-students`, office, { specificStudents: [user.id] })
    const student = await tokenOf(user.email, temporaryPassword)
    await api('POST', `/tests/${made.id}/start`, student)
    const answer = { questionId: question.id, code, language: 'python', revision: 1 }
    await api('POST', `/tests/${made.id}/submit`, student, { answers: [answer] })
  }
  return credentials
}

test('lists similar programs and shows two side by side', async ({ product, newContext }) => {
  const { email, temporaryPassword } = await handedIn(product, [original, own, renamed])
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, email, temporaryPassword, '/assigned-tests')
  await page.getByRole('button', { name: 'Actions', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Plagiarism' }).click()
  await expect(page.getByRole('heading', { name: 'Coding round' })).toBeVisible()
  await expect(page.getByText('3 programs compared')).toBeVisible()
  await expectSound(page, 'plagiarism')
  await page.getByRole('button', { name: /Anand Rao/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Anand Rao and Chitra Nair' })
  await expect(dialog.getByLabel('Program of Anand Rao')).toContainText('best = x')
  await expect(dialog.getByLabel('Program of Chitra Nair')).toContainText('top = v')
  await expectSound(page, 'plagiarism side by side')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
