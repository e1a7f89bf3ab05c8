import { readFileSync } from 'node:fs'
import { parseCsv } from '#server/platform/csv.ts'
import { aStudent } from '#tests/factories/forms.ts'
import { prepareRoles, tokenOf } from './four-roles.ts'
import { expectSound } from './pages/looks.ts'
import { inDays, miss, send, setVisible, title, unbroken } from './pages/notifications.ts'
import { signIn } from './pages/sign-in.ts'
import { expect, test } from './product.ts'
import { readSheet } from './sheets.ts'

test.describe.configure({ mode: 'parallel' })

test('a master admin sees sent notifications, their senders and readers, and exports them', async ({
  product,
  newContext,
}) => {
  const { collegeAdmin, masterAdmin, student } = await prepareRoles(product)
  const [office, platform] = [await tokenOf(product, collegeAdmin), await tokenOf(product, masterAdmin)]
  const read = await send(product, office, 'Hall tickets', { message: `${'a'.repeat(49)} bcd`, type: 'reminder' })
  await send(product, office, unbroken, { message: unbroken, targetType: 'faculty', priority: 'low' })
  await send(product, platform, 'Power cut', { type: 'urgent', priority: 'high' })
  await product.api('PUT', `/notifications/${read}/read`, await tokenOf(product, student))
  // Emails are sent slightly later, and the screen counts only sent emails.
  await expect
    .poll(async () => {
      const { body } = await product.api('GET', '/notifications/sent-notifications', platform)
      return body.notifications.map(({ emailsSent }: { emailsSent: number }) => emailsSent)
    })
    .toEqual([1, 1, 1])

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, masterAdmin.email, masterAdmin.password, '/notifications')
  await expect(page.getByRole('tab', { name: 'Sent' })).toHaveAttribute('aria-selected', 'true')
  const figures = page.getByLabel('Notification statistics')
  await expect(figures.locator('dt')).toHaveText([
    'Total Notifications',
    'Total Recipients',
    'Read',
    'Unread',
    'Read Percentage',
  ])
  await expect(figures.locator('dd:nth-of-type(1)')).toHaveText(['3', '3', '1', '2', '33.3%'])
  await expect(page.getByRole('region', { name: 'By role' })).toHaveText('By roleColleges0Faculty1Students2')
  await expect(page.getByRole('region', { name: 'By priority' })).toHaveText('By priorityHigh1Medium1Low1')
  const recent = page.getByRole('table', { name: 'Recent notifications' })
  await expect(recent.getByRole('row', { name: /^Power cut 1 1 (Just now|1 min)/ })).toBeVisible()
  const list = page.getByRole('table', { name: 'Sent notifications' })
  const row = (name: string) => list.getByRole('row').filter({ hasText: name })
  await expect(list.getByRole('row')).toHaveCount(4)
  await expect(row('Hall tickets')).toContainText(`${'a'.repeat(49)}…`)
  await expect(row('Hall tickets')).toContainText('1100.0%')
  await expect(row('Power cut')).toContainText('from ')
  await expectSound(page, 'sent notifications')

  // For another sender's notification, the only action is to view its recipients.
  await row('Hall tickets').getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Recipients'])
  await page.getByRole('menuitem', { name: 'Recipients' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hall tickets' })
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await expect(dialog.getByRole('row').nth(1)).toContainText(student.email)
  await expect(dialog.getByRole('row').nth(1)).toContainText('Just now')
  await dialog.getByRole('button', { name: 'Unread 0' }).click()
  await expect(dialog.getByText('No one matches')).toBeVisible()
  await dialog.getByRole('button', { name: 'Read 1', exact: true }).click()
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await dialog.getByRole('searchbox').fill('nobody')
  await expect(dialog.getByText('No one matches')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show all' }).click()
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await expectSound(page, 'recipients')
  await page.keyboard.press('Escape')

  for (const [filter, option, left] of [
    ['Type', 'Urgent', 'Power cut'],
    ['Priority', 'Low priority', unbroken],
    ['Sent to', 'Faculty', unbroken],
    ['Sender', 'Master Administrator', 'Power cut'],
  ] as const) {
    await page.getByLabel(filter, { exact: true }).selectOption(option)
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(row(left)).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
  }
  await page.getByLabel('Status').selectOption('Scheduled')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()

  // The exports contain only the filtered rows.
  await page.getByLabel('Sender').selectOption('College Administrator')
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText('Only rows that match the filters')).toBeVisible()
    const item = page.getByRole('menuitem', { name: format, exact: true })
    return (await Promise.all([page.waitForEvent('download'), item.click()]))[0]
  }
  const csv = await exported('CSV')
  expect(csv.suggestedFilename()).toMatch(/^notification-report-[\d-]+\.csv$/)
  const { header, rows } = parseCsv(readFileSync(await csv.path(), 'utf8').slice(1))
  const cells = rows.map((line) => header.map((_, index) => line.cells[index]))
  expect(header.slice(0, 9).join()).toBe(
    'Title,Message,Type,Priority,Sent To,Total Recipients,Read,Unread,Read Percentage',
  )
  expect(cells.map((line) => line.slice(2, 9).join())).toEqual([
    'general,low,faculty,1,0,1,0',
    'reminder,medium,students,1,1,0,100',
  ])
  const sheet = await readSheet(await exported('Excel'))
  expect(sheet.map((line) => line[0])).toEqual(['Title', unbroken, 'Hall tickets'])
  await page.route('**/api/notifications/export*', (route) => route.fulfill({ status: 409, json: {} }))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  await expect(page.getByText('Failed to export CSV')).toBeVisible()
})

test('a college admin cancels a scheduled notification and deletes a sent one', async ({ product, newContext }) => {
  const { collegeAdmin, masterAdmin, prepared, student } = await prepareRoles(product)
  const office = await tokenOf(product, collegeAdmin)
  await send(product, office, 'Sports day', { scheduledFor: inDays(3) })
  await send(product, office, 'Wrong hall', { filters: { branches: ['CSE'], batches: [], sections: [] } })
  const platform = await tokenOf(product, masterAdmin)
  const { colleges } = (await product.api('GET', '/admin/colleges', platform)).body
  await send(product, platform, 'Papers due', { targetType: 'colleges', targetColleges: [colleges[0].id] })

  const page = await (await newContext()).newPage()
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, '/notifications')
  await expect(title(page, 'Papers due')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Notification' })).toHaveCount(2)
  await page.getByRole('tab', { name: 'Sent' }).click()
  const list = page.getByRole('table', { name: 'Sent notifications' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(list.getByRole('row').nth(1)).toContainText('Goes out in 3 days')
  await expect(list.getByRole('row').nth(2)).toContainText('StudentsCSE')
  await expect(page.getByLabel('Sender')).toHaveCount(0)

  const act = async (row: number, action: string) => {
    await list.getByRole('row').nth(row).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const dialog = page.getByRole('dialog')
  await act(1, 'Cancel')
  await expect(dialog).toContainText('“Sports day” will not be sent')
  await expectSound(page, 'cancelling a notification')
  await dialog.getByRole('button', { name: 'Cancel notification' }).click()
  await expect(list.getByRole('row')).toHaveCount(2)
  await act(1, 'Delete')
  await expect(dialog).toContainText('“Wrong hall” is removed for 1 recipient')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing sent yet')).toBeVisible()
  await expect(page.getByLabel('Notification statistics')).toContainText('Total Notifications0')
  expect((await product.api('GET', '/notifications/my-notifications', prepared.token)).body.notifications).toEqual([])

  // Students cannot open the Sent tab, even by URL.
  const other = await (await newContext()).newPage()
  await signIn(other, product.url, student.email, student.password, '/notifications?view=sent')
  await expect(other.getByText('No notifications yet')).toBeVisible()
  await expect(other.getByRole('tab')).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Create Notification' })).toHaveCount(0)
})

test('a missed notification shows the reason, and can be edited and sent', async ({ product, newContext }) => {
  const { collegeAdmin, student } = await prepareRoles(product)
  const id = await send(product, await tokenOf(product, collegeAdmin), 'Lab closed', { scheduledFor: inDays(3) })
  miss(product, id)
  const page = await (await newContext()).newPage()
  const sent = '/notifications?view=sent&status=missed&page=99'
  await signIn(page, product.url, collegeAdmin.email, collegeAdmin.password, sent)
  const row = page.getByRole('table', { name: 'Sent notifications' }).getByRole('row').nth(1)
  await expect(row).toContainText('Not sentNo one matched at the scheduled time')
  await expect(page).not.toHaveURL(/page=/)
  await expect(page.getByLabel('Status')).toHaveValue('missed')
  await row.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Open', 'Edit', 'Delete'])
  await page.getByRole('menuitem', { name: 'Open' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It was not sent')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('note')).toContainText('It was not sent: no one matched at the scheduled time.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Please choose a time in the future')).toBeVisible()
  await expectSound(page, 'editing a missed notification')
  await page.getByRole('button', { name: 'Clear: Send at' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()

  // The open recipient list updates when someone reads the notification.
  await row.getByRole('button', { name: 'Lab closed' }).click()
  await expect(dialog.getByRole('button', { name: 'Unread 1' })).toBeVisible()
  await product.api('PUT', `/notifications/${id}/read`, await tokenOf(product, student))
  await setVisible(page, false)
  await setVisible(page, true)
  await expect(dialog.getByRole('button', { name: 'Read 1', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Unread 0' })).toBeVisible()
})

test('does not send a notification to everyone when its recipients are deleted, and keeps its text', async ({
  product,
  newContext,
}) => {
  const { collegeAdmin: account } = await prepareRoles(product)
  const office = await tokenOf(product, account)
  const enrol = async (name: string): Promise<string> =>
    (await product.api('POST', '/college/users', office, aStudent({ name }))).body.user.id
  const targetUsers = [await enrol('Asha Rao'), await enrol('Bala Iyer')]
  await enrol('Chitra Nair')
  const form = { title: 'Later', message: 'Please read it.', targetType: 'students' }
  const later = { ...form, scheduledFor: '2101-01-01T04:15:00.000Z', targetUsers }
  const { id } = (await product.api('POST', '/notifications', office, later)).body.notification
  await product.api('DELETE', `/college/users/${targetUsers[0]}`, office)
  const page = await (await newContext()).newPage()
  await signIn(page, product.url, account.email, account.password, `/create-notification?edit=${id}`)
  const dialog = page.getByRole('dialog')
  const save = page.getByRole('button', { name: 'Save changes' })
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect(page.getByText('1 chosen person no longer exists and was removed.')).toBeVisible()
  await expect(page.getByText('Will reach 1 student as of now')).toBeVisible()

  await product.api('DELETE', `/college/users/${targetUsers[1]}`, office)
  await page.reload()
  const gone = page.getByText('The chosen people no longer exist. Choose others')
  await expect(gone).toBeVisible()
  await save.click()
  await expect(page.getByRole('button', { name: 'Choose students' })).toBeFocused()
  await expectSound(page, 'deleted recipients')
  await page.getByRole('button', { name: 'Choose students' }).click()
  await dialog.getByText('Chitra Nair').click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(gone).toHaveCount(0)
  await expect(page.getByText('Will reach 1 student as of now')).toBeVisible()

  // The notification is sent while it is being edited.
  await message.fill('Please read this instead.')
  expect((await product.api('PUT', `/notifications/${id}`, office, form)).status).toBe(200)
  await save.click()
  await expect(page.getByText('This notification has since been sent')).toBeVisible()
  await page.getByRole('button', { name: 'Create a new one with this text' }).click()
  await expect(page.getByRole('heading', { name: 'Create Notification' })).toBeVisible()
  await expect(message).toHaveValue('Please read this instead.')
  await expect(page.getByRole('button', { name: 'Remove Chitra Nair' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog.getByText('This message has not been sent.')).toBeVisible()
})
