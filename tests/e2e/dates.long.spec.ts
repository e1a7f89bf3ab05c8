import { dateField, fillDate } from './pages/dates.ts'
import { expectSound } from './pages/looks.ts'
import { openEditor } from './pages/test-editor.ts'
import { expect, test } from './product.ts'

test('sets a date by typing, with a preset, or in the calendar with the keyboard', async ({ product, newContext }) => {
  const page = await (await newContext()).newPage()
  await openEditor(page, product)
  const [start, end] = [dateField(page, 'Start'), dateField(page, 'End')]
  await expect(page.getByText('Nepal Time (UTC+5:45)').first()).toBeVisible()

  await fillDate(page, 'Start', 'some day')
  await expect(start).toHaveAccessibleDescription(/Type a date such as 24 Nov 2026, 9:00 am/)
  await expect(start).toHaveValue('some day')
  await fillDate(page, 'Start', '24/11/2030 9')
  await expect(start).toHaveValue('24 Nov 2030, 9:00 am')
  await expect(start).not.toHaveAttribute('aria-invalid', 'true')

  const calendar = page.getByRole('dialog', { name: 'End' })
  await page.getByRole('button', { name: 'Open calendar: End' }).click()
  await calendar.getByRole('button', { name: '1 day after start' }).click()
  await expect(calendar).toHaveCount(0)
  await expect(end).toHaveValue('25 Nov 2030, 9:00 am')
  await fillDate(page, 'End', '23 Nov 2030 10 am')
  await expect(end).toHaveAccessibleDescription(/Choose 24 Nov 2030, 9:00 am or later/)

  await end.press('Alt+ArrowDown')
  await expect(calendar.getByRole('button', { name: '23 November 2030' })).toBeDisabled()
  await calendar.getByRole('button', { name: '24 November 2030' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(end).toHaveValue('26 Nov 2030, 10:00 am')
  await calendar.getByRole('spinbutton', { name: 'Hours' }).fill('6')
  await calendar.getByRole('spinbutton', { name: 'Minutes' }).fill('30')
  await calendar.getByLabel('AM or PM').selectOption('PM')
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(end).toBeFocused()
  await expect(end).toHaveValue('26 Nov 2030, 6:30 pm')

  await page.getByRole('button', { name: 'Open calendar: End' }).click()
  await expectSound(page, 'date calendar', ['desktop'])
  await calendar.getByRole('button', { name: 'Done' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open calendar: Start' }).click()
  await expect(page.getByRole('dialog', { name: 'Start' }).getByRole('button', { name: 'Done' })).toBeInViewport()
  await expectSound(page, 'date calendar', ['phone'])
  await page.getByRole('dialog', { name: 'Start' }).getByRole('button', { name: 'Next Monday 9:00' }).click()
  await expect(start).toHaveValue(/, 9:00 am$/)
})
