import type { Page } from '@playwright/test'
import { expectSound } from './pages/looks.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, type Product, test } from './product.ts'
import { studentRow, uploadRows } from './sheets.ts'

/** Creates an empty college and signs its admin in on the page. @returns the admin's token */
async function openOffice({ url, api }: Product, page: Page) {
  const admin = await api('POST', '/auth/login', undefined, { email: 'admin@localhost', password: 'first-password' })
  const college = { name: 'Nilgiri College', code: 'NC', email: 'office@nilgiri.example', address: '4 Hill Road, Ooty' }
  const { credentials } = (await api('POST', '/admin/colleges', admin.body.token, college)).body
  await signIn(page, url, credentials.email, credentials.temporaryPassword)
  const login = { email: credentials.email, password: credentials.temporaryPassword }
  const token: string = (await api('POST', '/auth/login', undefined, login)).body.token
  return token
}

const openTree = (page: Page) => page.getByRole('link', { name: 'Student Hierarchy' }).click()
const disclosure = (page: Page, name: string) => page.getByRole('button', { name })

test('the tree lists students by group, edits and deactivates them, and remembers what is expanded', async ({
  product,
  newContext,
}) => {
  test.setTimeout(180_000)
  const page = await (await newContext()).newPage()
  const token = await openOffice(product, page)

  await openTree(page)
  await expect(page.getByText('No students found')).toBeVisible()
  await expectSound(page, 'empty hierarchy')
  await page.getByRole('main').getByRole('link', { name: 'Add Student' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Student' })).toBeVisible()
  await page.keyboard.press('Escape')

  const people = [
    studentRow(1, { batch: '2027', branch: 'CSE', section: 'A' }),
    studentRow(2, { batch: '2027', branch: 'CSE', section: 'A' }),
    studentRow(3, { batch: '2027', branch: 'CSE', section: 'B' }),
    studentRow(4, { batch: '2027', branch: 'ECE', section: 'A' }),
    studentRow(5, { batch: '2028', branch: 'CSE', section: 'A' }),
  ]
  people[0]?.splice(6, 1, '+91 98765 43210')
  const { body } = await uploadRows(product, token, 'student', people)
  expect(body.successful).toBe(5)
  const { email, temporaryPassword } = body.credentials[1]
  await product.api('POST', '/auth/login', undefined, { email, password: temporaryPassword })

  await page.reload()
  await openTree(page)
  await expect(page.getByLabel('Totals')).toHaveText(/Total Students5.*Batches2.*Branches2.*Sections2/)
  await expect(disclosure(page, 'Batch 2027 2 branches · 4 students')).toHaveAttribute('aria-expanded', 'false')
  await expect(disclosure(page, 'Batch 2028 1 branch · 1 student')).toBeVisible()

  // Expand level by level with the keyboard.
  await disclosure(page, 'Batch 2027').focus()
  await page.keyboard.press('Enter')
  await expect(disclosure(page, 'Branch CSE 2 sections · 3 students')).toBeVisible()
  await expect(disclosure(page, 'Branch ECE 1 section · 1 student')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(disclosure(page, 'Section A 2 students')).toBeVisible()
  await expect(disclosure(page, 'Section B 1 student')).toBeVisible()
  await disclosure(page, 'Section A').click()
  const table = page.getByRole('table', { name: 'Students of section A' })
  const row = (name: string) => table.getByRole('row', { name })
  await expect(row('Student 00001')).toContainText(/student1@nilgiri\.example.*R00001.*\+91 98765 43210.*Never/)
  await expect(row('Student 00002')).toContainText(/R00002.*Not provided.*\d{4}/)

  await expectSound(page, 'hierarchy')

  // Move a student to another section.
  const act = async (name: string, action: string) => {
    await row(name).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await act('Student 00001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Student' })
  await dialog.getByLabel('Section').fill('B')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(row('Student 00001')).toBeHidden()
  await expect(disclosure(page, 'Section B 2 students')).toBeVisible()

  await act('Student 00002', 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row('Student 00002')).toContainText('Inactive')
  await act('Student 00002', 'Activate')
  await expect(row('Student 00002')).not.toContainText('Inactive')

  // Expanded groups are still expanded after a visit to another page and after a reload.
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await openTree(page)
  await expect(row('Student 00002')).toBeVisible()
  await page.reload()
  await expect(row('Student 00002')).toBeVisible()
  await page.getByRole('button', { name: 'Expand all' }).click()
  for (const name of ['Student 00001', 'Student 00003', 'Student 00004', 'Student 00005'])
    await expect(page.getByRole('row', { name })).toBeVisible()
  await disclosure(page, 'Batch 2027').click()
  await expect(page.getByRole('row', { name: 'Student 00004' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('row', { name: 'Student 00005' })).toBeVisible()
  await expect(disclosure(page, 'Branch ECE')).toHaveCount(0)
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect(disclosure(page, 'Branch ECE')).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await expect(disclosure(page, 'Branch CSE')).toHaveCount(0)

  // Search finds students in any group.
  await page.getByRole('searchbox').fill('student 00005')
  await expect(page.getByRole('row', { name: 'Student 00005' })).toContainText('2028 · CSE · A')
  await expectSound(page, 'hierarchy, students found')
  await page.getByRole('searchbox').fill('nobody')
  await expect(page.getByText('No students found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(disclosure(page, 'Batch 2027')).toBeVisible()
})

test('reports levels that fail to load, and retries them', async ({ product, newContext, complaints }) => {
  const page = await (await newContext()).newPage()
  const token = await openOffice(product, page)
  await uploadRows(product, token, 'student', [studentRow(1, { batch: '2027', branch: 'CSE', section: 'A' })])
  const refuse = (procedure: string) =>
    page.route(`**/trpc/*${procedure}*`, (route) => {
      const calls = new URL(route.request().url()).pathname.split(',')
      const error = { message: 'The database is being moved', code: -32004, data: { domainCode: 'NOT_FOUND' } }
      return route.fulfill({ status: 404, json: calls.map(() => ({ error })) })
    })

  await refuse('members.hierarchySummary')
  await page.goto(`${product.url}/student-hierarchy`)
  await expect(page.getByText('Failed to load hierarchy data')).toBeVisible()
  await expect(page.getByText('The database is being moved')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(disclosure(page, 'Batch 2027')).toBeVisible()

  await refuse('members.hierarchyLevel')
  await disclosure(page, 'Batch 2027').click()
  await expect(page.getByText('Failed to load hierarchy data. The database is being moved')).toBeVisible()
  await expectSound(page, 'hierarchy, a level failed')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await disclosure(page, 'Branch CSE').click()
  await expect(disclosure(page, 'Section A 1 student')).toBeVisible()
  expect(complaints).toEqual([])
})

/**
 * Maximum bytes that the tree may fetch, regardless of the number of students. Times are printed but not checked,
 * because they mean nothing on a busy machine.
 */
const maxBytes = { tree: 5_000, section: 60_000 }

test('loads only the visible part of 20,000 students', async ({ product, newContext }) => {
  test.setTimeout(240_000)
  const page = await (await newContext()).newPage()
  const token = await openOffice(product, page)
  const place = (n: number) => ({
    batch: String(2025 + (n % 4)),
    branch: ['CSE', 'ECE', 'Mechanical', 'Civil', 'IT'][n % 5] ?? '',
    section: 'ABCD'[Math.floor(n / 20) % 4] ?? '',
  })
  for (const from of [1, 10_001]) {
    const rows = Array.from({ length: 10_000 }, (_, n) => studentRow(from + n, place(from + n)))
    expect((await uploadRows(product, token, 'student', rows)).body.successful).toBe(10_000)
  }

  let fetched = 0
  page.on('response', async (response) => {
    if (response.url().includes('members.')) fetched += (await response.body()).length
  })
  const times: Record<string, number> = {}
  const timed = async (what: string, shown: () => Promise<void>) => {
    const startedAt = performance.now()
    await shown()
    times[what] = Math.round(performance.now() - startedAt)
  }
  await timed('from navigation to the batches', async () => {
    await page.goto(`${product.url}/student-hierarchy`, { waitUntil: 'commit' })
    await disclosure(page, 'Batch 2027 5 branches · 5,000 students').waitFor()
  })
  await expect(page.locator('dl')).toContainText('20,000')
  expect(fetched).toBeGreaterThan(0)
  expect(fetched).toBeLessThan(maxBytes.tree)
  const table = page.getByRole('table', { name: 'Students of section A' })
  await timed('from a batch to a section’s table, three clicks', async () => {
    await disclosure(page, 'Batch 2027').click()
    await disclosure(page, 'Branch CSE').click()
    await disclosure(page, 'Section A 250 students').click()
    await table.getByRole('row').nth(1).waitFor()
  })
  await expect(page.getByText('1–50 of 250')).toBeVisible()
  expect(fetched).toBeLessThan(maxBytes.section)
  await timed('from navigation to a remembered section’s table', async () => {
    await page.goto(`${product.url}/student-hierarchy`, { waitUntil: 'commit' })
    await table.getByRole('row').nth(1).waitFor()
  })
  await timed('to the section’s second page', async () => {
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await page.getByText('51–100 of 250').waitFor()
  })
  await expect(table.getByRole('row').nth(1)).toBeInViewport()

  for (const [what, ms] of Object.entries(times)) {
    console.log(`20,000 students, ${what}: ${ms} ms`)
    test.info().annotations.push({ type: what, description: `${ms} ms` })
  }
})
