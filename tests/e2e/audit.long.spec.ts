import { aCollege, aFaculty, aStudent, aTest } from '#tests/factories/forms.ts'
import { fillDate } from './pages/dates.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'
import { readSheet } from './sheets.ts'

const master = { email: 'admin@localhost', password: 'first-password' }
const day = 86_400_000

interface Campus {
  id: string
  name: string
  admin: { email: string; password: string }
}

const tokenOf = async ({ api }: Product, sign: { email: string; password: string }): Promise<string> =>
  (await api('POST', '/auth/login', undefined, sign)).body.token

async function prepareCollege({ api }: Product, author: string): Promise<Campus> {
  const { college, credentials } = (await api('POST', '/admin/colleges', author, aCollege())).body
  return {
    id: college.id,
    name: college.name,
    admin: { email: credentials.email, password: credentials.temporaryPassword },
  }
}

test('a master admin reads and searches the whole audit log', async ({ product, newContext }) => {
  const { api } = product
  const author = await tokenOf(product, master)
  const [here, there] = [await prepareCollege(product, author), await prepareCollege(product, author)]
  const office = await tokenOf(product, here.admin)
  const asha = aStudent({ name: 'Asha Rao' })
  const { user } = (await api('POST', '/college/users', office, asha)).body
  await api('PUT', `/college/users/${user.id}`, office, { ...asha, section: 'B', phoneNumber: '98765 43210' })
  await api('PUT', `/college/users/${user.id}`, office, { ...asha, role: 'faculty' })
  await api('DELETE', `/college/users/${user.id}`, office)
  const written = (await api('POST', '/tests', author, aTest(Date.now(), { testName: 'Aptitude' }))).body.test
  written.questions[0].correctAnswer = 'C'
  await api('PUT', `/tests/${written.id}`, author, written)
  await api('POST', `/tests/${written.id}/assign-college`, author, { collegeIds: [here.id, there.id] })
  const gone = (await api('GET', `/admin/colleges/${there.id}`, author)).body.college
  await api('DELETE', `/admin/colleges/${there.id}`, author, { confirm: gone.code })

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, '/audit-log')
  const row = (name: string | RegExp) => page.getByRole('row', { name })
  await expect(page.getByRole('row').nth(1)).toContainText(`Deleted the college ${there.name}`, { ignoreCase: true })
  // A deleted subject is still listed by name.
  await expect(page.getByRole('row').nth(1).getByRole('cell', { name: there.name, exact: true })).toBeVisible()
  await expect(row(/deleted the faculty member Asha Rao/)).toContainText(`College Administrator · ${here.admin.email}`)
  await expect(row(/deleted the faculty member Asha Rao/)).toContainText('127.0.0.1')
  await expect(row(/changed Asha Rao’s role from Student to Faculty/)).toBeVisible()
  await expect(row(/added the student Asha Rao/)).toContainText(here.name)
  await expect(row(new RegExp(`offered the test Aptitude to ${there.name}\\b`))).toBeVisible()

  // Details are readable text, not stored JSON.
  const edited = row(/changed Asha Rao’s details/)
  await edited.getByText('Details', { exact: true }).click()
  await expect(edited.getByText('Section, Phone number')).toBeVisible()
  const rekeyed = row(/changed the answer key of the test Aptitude/)
  await rekeyed.getByText('Details', { exact: true }).click()
  await expect(rekeyed.getByText('B → C')).toBeVisible()
  await expect(page.getByRole('table')).not.toContainText(/[{}[\]]/)

  // The export and the URL keep the filters, and choosing another kind clears the action.
  await page.getByLabel('Kind').selectOption('test')
  await expect(row(/Asha Rao/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel' }).click(),
  ])
  const [heading = [], ...lines] = await readSheet(file)
  expect(file.suggestedFilename()).toMatch(/Audit log - \d{4}-\d\d-\d\d\.xlsx$/)
  expect(lines.map((line) => line[heading.indexOf('What')])).toContain('created the test Aptitude')
  expect(JSON.stringify(lines)).not.toContain('added the student')
  await expect(row(/created the test Aptitude/)).toBeVisible()
  await page.getByLabel('Action').selectOption({ label: 'Answer key changed' })
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByLabel('Kind').selectOption('member')
  await expect(page.getByLabel('Action')).toHaveValue('')
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  await expect(page).toHaveURL(/subject=member/)
  await page.getByRole('searchbox').fill('nobody like it')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(row(/created the test Aptitude/)).toBeVisible()

  const college = page.getByRole('combobox', { name: 'College' })
  await college.click()
  await college.fill(here.name.slice(-6))
  await page.getByRole('option', { name: here.name }).click()
  await expect(row(/created the test Aptitude/)).toHaveCount(0)
  await expect(row(/Asha Rao/)).toHaveCount(4)
  await expect(page).toHaveURL(new RegExp(`college=${here.id}`))
  await page.goto(`${product.url}/audit-log?college=${there.id}`)
  await expect(college).toHaveValue('Deleted college')
  await expect(row(new RegExp(`deleted the college ${there.name}`))).toBeVisible()
})

test('filters the audit log by days in the viewer’s time zone', async ({ product, newContext }) => {
  const { api } = product
  const early = aCollege({ name: 'Early College' })
  await api('POST', '/admin/colleges', await tokenOf(product, master), early)
  await product.advance(3 * day)
  const late = aCollege({ name: 'Late College' })
  await api('POST', '/admin/colleges', await tokenOf(product, master), late)

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, master.email, master.password, '/audit-log')
  const created = (name: string) => page.getByRole('row', { name: `created the college ${name}` })
  await expect(created('Early College')).toBeVisible()
  await expect(created('Late College')).toBeVisible()
  await page.getByLabel('Dates').selectOption({ label: 'Today' })
  await expect(created('Late College')).toHaveCount(0)
  await expect(created('Early College')).toBeVisible()

  // Days are in the browser's time zone, here Nepal's.
  const dayIn = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' }).format(ms)
  const then = dayIn(Date.now() + 3 * day)
  await page.getByLabel('Dates').selectOption({ label: 'From … to …' })
  await fillDate(page, 'To', then)
  await fillDate(page, 'From', then)
  await expect(created('Early College')).toHaveCount(0)
  await expect(created('Late College')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`from=${then}&to=${then}`))
  await fillDate(page, 'To', dayIn(Date.now()))
  await expect(page.getByText('Ends before it starts')).toBeVisible()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(created('Early College')).toBeVisible()
  await expect(page.getByLabel('Dates')).toHaveValue('')
})

test('a college admin sees only their own college’s audit log', async ({ product, newContext }) => {
  const { api } = product
  const author = await tokenOf(product, master)
  const [own, other] = [await prepareCollege(product, author), await prepareCollege(product, author)]
  const people = { [own.id]: aFaculty({ name: 'Ours Alone' }), [other.id]: aFaculty({ name: 'Theirs Alone' }) }
  for (const { id, admin } of [own, other])
    await api('POST', '/college/users', await tokenOf(product, admin), people[id])

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, own.admin.email, own.admin.password)
  for (const query of ['', `?college=${other.id}`]) {
    await page.goto(`${product.url}/audit-log${query}`)
    await expect(page.getByRole('row', { name: /added the faculty member Ours Alone/ })).toBeVisible()
    await expect(page.getByText('Theirs Alone')).toHaveCount(0)
    await expect(page.getByText(other.name)).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'College' })).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'College' })).toHaveCount(0)
  }
  await page.getByRole('searchbox').fill('theirs')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})
