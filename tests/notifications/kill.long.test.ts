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

interface Crowd {
  start: () => Promise<ServerProcess>
  signIn: (server: ServerProcess) => Promise<string>
  /** The first column of the first row. */
  value: (sql: string, ...parameters: unknown[]) => unknown
}

/** A data folder with `size` students, and a server that is killed after the test. */
async function crowdOf(size: number, env: Record<string, string> = {}): Promise<Crowd> {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-kill-'))
  undo.push(() => rmSync(dataDir, { recursive: true }))
  const start = async () => {
    const server = await startServer(dataDir, 'serve', env)
    undo.push(() => server.kill())
    return server
  }
  const signIn = async ({ url }: ServerProcess) => {
    const { body } = await api(url, 'POST', '/auth/login', undefined, {
      email: 'admin@localhost',
      password: 'first-password',
    })
    return String(body.token)
  }
  const server = await start()
  const { college } = (await api(server.url, 'POST', '/admin/colleges', await signIn(server), aCollege())).body
  await server.kill()
  enrolCrowd(dataDir, college.id, size)
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'), { readonly: true })
  undo.push(() => db.close())
  return {
    start,
    signIn,
    value: (sql, ...parameters) =>
      db
        .prepare(sql)
        .pluck()
        .get(...parameters),
  }
}

it('stores 5,000 recipients once when killed while storing them', async () => {
  const size = 5_000
  const { start, signIn, value } = await crowdOf(size)
  const stored = () => Number(value('select count(*) from notification_recipients'))
  const server = await start()
  const token = await signIn(server)
  // Do not await the response, because the server is killed before it sends one.
  const sending = api(server.url, 'POST', '/notifications', token, to('students')).catch(() => 'killed')
  await until('some recipients were stored', () => stored() > 0)
  await server.kill()
  await sending
  const before = stored()
  expect(before).toBeGreaterThan(0)
  expect(before, 'killed too late').toBeLessThan(size)

  await start()
  await until('all recipients were stored', () => stored() === size)
  expect(value('select count(distinct user_id) from notification_recipients')).toBe(size)
  expect(value('select recipients from notification_totals')).toBe(size)
}, 120_000)

it('mails everyone once, except for one email in flight, when killed during the send', async () => {
  const size = 600
  const smtp = await startSmtp()
  undo.push(() => smtp.close())
  const { start, signIn, value } = await crowdOf(size, {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Examhall <exams@example.edu>',
  })
  const isNotification = (mail: string) => /^Subject: Campus drive on Friday/m.test(mail)
  const mailed = () => smtp.received.filter(isNotification).length
  let server = await start()
  expect((await api(server.url, 'POST', '/notifications', await signIn(server), to('students'))).status).toBe(201)
  await until('some mail was sent', () => mailed() > 100)
  await server.kill()
  expect(mailed(), 'killed too late').toBeLessThan(size)
  server = await start()
  await until('all mail was sent', () => value('select count(*) from mails where letter_id is not null') === 0)

  const times = new Map<string, number>()
  for (const mail of smtp.received.filter(isNotification)) {
    const recipient = /^To: (\S+)/m.exec(mail)?.[1] ?? ''
    times.set(recipient, (times.get(recipient) ?? 0) + 1)
  }
  expect(times.size).toBe(size)
  const twice = [...times.values()].filter((many) => many > 1)
  expect(twice.length, 'only the mail in flight may arrive twice').toBeLessThanOrEqual(1)
  expect(twice.every((many) => many === 2)).toBe(true)
  const { body } = await api(server.url, 'GET', '/notifications/sent-notifications', await signIn(server))
  expect(body.notifications).toMatchObject([{ status: 'sent', totalRecipients: size, emailsSent: size }])
}, 180_000)

it('sends each scheduled notification once, within 5 s of its scheduled time or of a restart', async () => {
  const { start, signIn, value } = await crowdOf(10)
  let server = await start()
  const token = await signIn(server)
  const schedule = (title: string, ms: number) =>
    api(server.url, 'POST', '/notifications', token, {
      ...to('students'),
      title,
      scheduledFor: new Date(Date.now() + ms).toISOString(),
    })
  const times = await Promise.all([schedule('Up', 1_500), schedule('Down', 6_000)])
  const dueAt = times.map(({ body }) => Date.parse(body.notification.scheduledFor))
  const sentAt = (title: string) => value('select sent_at from notifications where title = ?', title)
  await until('the first was sent', () => sentAt('Up') !== null)
  expect(Number(sentAt('Up')) - Number(dueAt[0])).toBeLessThan(5_000)
  expect(sentAt('Down')).toBeNull()
  await server.kill()
  await until('the second was due', () => Date.now() > Number(dueAt[1]))
  expect(sentAt('Down')).toBeNull()
  server = await start()
  const startedAt = Date.now()
  await until('the second was sent', () => sentAt('Down') !== null)
  expect(Date.now() - startedAt).toBeLessThan(5_000)
  await until('everyone had both', () => value('select count(*) from notification_parts') === 0)
  await server.kill()
  server = await start()
  const { body } = await api(server.url, 'GET', '/notifications/sent-notifications', token)
  expect(body.notifications).toMatchObject([
    { title: 'Down', status: 'sent', totalRecipients: 10 },
    { title: 'Up', status: 'sent', totalRecipients: 10 },
  ])
  expect(Number(sentAt('Up'))).toBeLessThan(Number(dueAt[1]))
}, 60_000)
