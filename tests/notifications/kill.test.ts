import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { aCollege } from '#tests/factories/forms.ts'
import { enrolCrowd } from '#tests/support/crowd.ts'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { to } from './forms.ts'

const size = 5_000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one()
})

/** Polls until a condition holds. */
async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  const end = Date.now() + 240_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Timed out before ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

it('delivers to 5,000 people once, except for one email in flight, when killed during the send', async () => {
  const smtp = await startSmtp()
  undo.push(() => smtp.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-kill-'))
  undo.push(() => rmSync(dataDir, { recursive: true }))
  const start = () => startServer(dataDir, 'serve', { SMTP_URL: smtp.url, MAIL_FROM: 'Examhall <exams@example.edu>' })
  let server: ServerProcess = await start()
  const kill = () => server.kill()
  undo.push(() => kill())
  const signIn = async () => {
    const answer = await api(server.url, 'POST', '/auth/login', undefined, {
      email: 'admin@localhost',
      password: 'first-password',
    })
    return String(answer.body.token)
  }
  const token = await signIn()
  const { college } = (await api(server.url, 'POST', '/admin/colleges', token, aCollege())).body
  enrolCrowd(dataDir, college.id, size)
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'), { readonly: true })
  undo.push(() => db.close())
  const count = (sql: string) => Number((db.prepare(sql).get() as { n: number }).n)
  const given = () => count('select count(*) n from notification_recipients')

  // Do not await the response, because the server is killed before it sends one.
  const sending = api(server.url, 'POST', '/notifications', token, to('students')).catch(() => 'killed')
  await until('some recipients were stored', () => given() > 0)
  await kill()
  await sending
  const before = given()
  expect(before).toBeGreaterThan(0)
  expect(before, 'killed too late').toBeLessThan(size)

  server = await start()
  await until('all recipients were stored', () => given() === size)
  expect(count('select count(distinct user_id) n from notification_recipients')).toBe(size)
  expect(count('select recipients n from notification_totals')).toBe(size)

  const isNotification = (mail: string) => /^Subject: Campus drive on Friday/m.test(mail)
  const mailed = () => smtp.received.filter(isNotification).length
  await until('some mail was sent', () => smtp.received.length > 300)
  await kill()
  const out = mailed()
  expect(out).toBeLessThan(size)
  server = await start()
  await until('all mail was sent', () => count('select count(*) n from mails where letter_id is not null') === 0)

  const times = new Map<string, number>()
  for (const mail of smtp.received.filter(isNotification)) {
    const recipient = /^To: (\S+)/m.exec(mail)?.[1] ?? ''
    times.set(recipient, (times.get(recipient) ?? 0) + 1)
  }
  expect(times.size).toBe(size)
  const twice = [...times.values()].filter((many) => many > 1)
  expect(twice.length, 'only the mail in flight may arrive twice').toBeLessThanOrEqual(1)
  expect(twice.every((many) => many === 2)).toBe(true)
  const { body } = await api(server.url, 'GET', '/notifications/sent-notifications', await signIn())
  expect(body.notifications).toMatchObject([{ status: 'sent', totalRecipients: size, emailsSent: size }])
}, 300_000)

it('sends scheduled notifications within 5 s of their time, including those due while the server was down, once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-due-'))
  undo.push(() => rmSync(dataDir, { recursive: true }))
  let server: ServerProcess = await startServer(dataDir)
  undo.push(() => server.kill())
  const signIn = { email: 'admin@localhost', password: 'first-password' }
  const { token } = (await api(server.url, 'POST', '/auth/login', undefined, signIn)).body
  const { college } = (await api(server.url, 'POST', '/admin/colleges', token, aCollege())).body
  enrolCrowd(dataDir, college.id, 10)
  const schedule = (title: string, ms: number) =>
    api(server.url, 'POST', '/notifications', token, {
      ...to('students'),
      title,
      scheduledFor: new Date(Date.now() + ms).toISOString(),
    })
  const times = await Promise.all([schedule('Up', 1_500), schedule('Down', 6_000)])
  const dueAt = times.map(({ body }) => Date.parse(body.notification.scheduledFor))
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'), { readonly: true })
  undo.push(() => db.close())
  const sentAt = (title: string) => db.prepare('select sent_at from notifications where title = ?').pluck().get(title)
  await until('the first was sent', () => sentAt('Up') !== null)
  expect(Number(sentAt('Up')) - Number(dueAt[0])).toBeLessThan(5_000)
  expect(sentAt('Down')).toBeNull()
  await server.kill()
  await until('the second was due', () => Date.now() > Number(dueAt[1]))
  expect(sentAt('Down')).toBeNull()
  server = await startServer(dataDir)
  const startedAt = Date.now()
  await until('the second was sent', () => sentAt('Down') !== null)
  expect(Date.now() - startedAt).toBeLessThan(5_000)
  await until('everyone had both', () => db.prepare('select count(*) from notification_parts').pluck().get() === 0)
  await server.kill()
  server = await startServer(dataDir)
  const { body } = await api(server.url, 'GET', '/notifications/sent-notifications', token)
  expect(body.notifications).toMatchObject([
    { title: 'Down', status: 'sent', totalRecipients: 10 },
    { title: 'Up', status: 'sent', totalRecipients: 10 },
  ])
  expect(Number(sentAt('Up'))).toBeLessThan(Number(dueAt[1]))
}, 60_000)
