import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Account, tokenOf } from '../four-roles.ts'
import { expect, type Product } from '../product.ts'

/** Sends a notification. @param owner the owner's token @returns the notification id */
export async function send({ api }: Product, owner: string, fields: object): Promise<string> {
  const { status, body } = await api('POST', '/notifications', owner, {
    message: 'Please be in the hall at nine.',
    targetType: 'students',
    ...fields,
  })
  expect(status).toBe(201)
  return body.notification.id
}

export async function read(product: Product, id: string, reader: Account) {
  const { status } = await product.api('PUT', `/notifications/${id}/read`, await tokenOf(product, reader))
  expect(status).toBe(200)
}

/** Marks a notification as read by every recipient, directly in the database. */
export function readByAll({ dataDir }: Product, id: string) {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('busy_timeout = 10000')
  db.prepare('update notification_recipients set read_at = sent_at where notification_id = ?').run(id)
  db.close()
}
