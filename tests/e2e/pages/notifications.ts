import { join } from 'node:path'
import type { Page } from '@playwright/test'
import SqliteDatabase from 'better-sqlite3'
import type { Product } from '../product.ts'

const day = 86_400_000
/** The time `days` days from now, as an ISO string. */
export const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
/** A title of the maximum length, without spaces. */
export const unbroken = 'W'.repeat(200)

/** The titles in the inbox. */
export const titles = (page: Page) =>
  page.getByRole('list', { name: 'Notifications' }).locator('button[aria-expanded] [dir]').allTextContents()
/** A notification's title button. */
export const title = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^(Unread: )?${name}$`) })

/** The bell, if it shows this unread count. */
export const bell = (page: Page, unread = 0) =>
  page.getByRole('button', { name: `Notifications${unread === 0 ? '' : `, ${unread} unread`}`, exact: true })

/** Sends a notification, by default to all students the sender can reach. @returns its id */
export async function send({ api }: Product, token: string, title: string, fields: object = {}): Promise<string> {
  const form = { title, message: 'Please be in the hall at nine.', targetType: 'students', ...fields }
  const { status, body } = await api('POST', '/notifications', token, form)
  if (status !== 201) throw new Error(`${title} was not sent: ${JSON.stringify(body)}`)
  return body.notification.id
}

/** Marks a scheduled notification as missed a day ago, directly in the database. */
export function miss({ dataDir }: Product, id: string) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('busy_timeout = 10000')
  const at = Date.now() - day
  db.prepare('update notifications set scheduled_for = ?, missed_at = ? where id = ?').run(at, at, id)
  db.close()
}

/** Sends a notification with an attachment. */
export async function sendFile({ url }: Product, token: string, title: string, file: File, message: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title, message, targetType: 'students' })) form.set(name, value)
  form.set('attachment', file)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/notifications`, { method: 'POST', headers, body: form })
  if (answer.status !== 201) throw new Error(`${title} was not sent: ${await answer.text()}`)
}

/** Hides the page as if behind another tab, or shows it again. */
export const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    visible ? 'visible' : 'hidden',
  )
