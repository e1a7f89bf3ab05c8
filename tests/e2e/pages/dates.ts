import type { Page } from '@playwright/test'

/** A date field's text box, not the buttons inside it. */
export const dateField = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

/** Types a date in any format and leaves the field. */
export async function fillDate(page: Page, label: string, text: string) {
  const field = dateField(page, label)
  await field.fill(text)
  await field.blur()
}
