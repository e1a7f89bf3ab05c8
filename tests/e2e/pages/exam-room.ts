import { expect, type Locator, type Page } from '@playwright/test'

/** The exam room as a student sees it. */
export class ExamRoom {
  readonly page: Page
  readonly save: Locator
  readonly timer: Locator

  constructor(page: Page) {
    this.page = page
    this.save = page.getByRole('button', { name: /^(Saved|Saving…|Uploading…|Offline|Not saved|Signed out)/ })
    this.timer = page.getByRole('timer')
  }

  /** Goes from the instructions to the exam. */
  async start() {
    await this.page.getByRole('checkbox', { name: /accept the terms/ }).check()
    await this.page.getByRole('button', { name: 'Start Test in Fullscreen' }).click()
    await expect(this.page.getByRole('heading', { name: /^Question 1\b/ })).toBeVisible()
  }

  async resume() {
    await this.page.getByRole('button', { name: 'Resume Test in Fullscreen' }).click()
    await expect(this.page.getByRole('heading', { name: /^Question \d+/ })).toBeVisible()
  }

  option(letter: 'A' | 'B' | 'C' | 'D') {
    return this.page.getByRole('radio').nth('ABCD'.indexOf(letter))
  }

  async choose(letter: 'A' | 'B' | 'C' | 'D') {
    await this.option(letter).check({ force: true })
  }

  async next() {
    await this.page.getByRole('button', { name: 'Next', exact: true }).click()
  }

  async previous() {
    await this.page.getByRole('button', { name: 'Previous' }).click()
  }

  async expectQuestion(number: number) {
    await expect(this.page.getByRole('heading', { name: new RegExp(`^Question ${number}\\b`) })).toBeVisible()
  }

  /** Checks the open section's number and name in the header. */
  async expectSection(number: number, name: string) {
    const header = this.page.locator('[data-exam] > header')
    await expect(header.getByText(`Section ${number} of`)).toBeVisible()
    await expect(header.getByText(name, { exact: true })).toBeVisible()
  }

  /** Leaves the open section permanently. */
  async nextSection() {
    await this.page.getByRole('button', { name: 'Next section' }).click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Close section and continue' }).click()
  }

  /** Finds text in the notices above the question. */
  notice(text: string | RegExp) {
    return this.page.getByRole('alert').getByText(text)
  }

  async submit() {
    await this.page.getByRole('button', { name: 'Submit', exact: true }).click()
  }

  async confirmSubmit() {
    await this.page.getByRole('dialog').getByRole('button', { name: 'Submit test' }).click()
  }
}
