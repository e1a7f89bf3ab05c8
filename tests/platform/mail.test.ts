import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { mails } from '#drizzle/schema/mail.ts'
import { issueResets } from '#server/features/auth/resets.ts'
import { queueMail, sendDueMail } from '#server/platform/mail/mail.ts'
import type { Services } from '#server/services.ts'
import { decoded, type SmtpInbox, startSmtp as startServer } from '#tests/support/smtp.ts'
import { createWorld } from '#tests/support/world.ts'

const open: SmtpInbox[] = []
afterEach(async () => {
  for (const inbox of open.splice(0)) await inbox.close()
})
async function startSmtp() {
  const inbox = await startServer()
  open.push(inbox)
  return inbox
}

const linkIn = (mail: string) => /http:\/\/exams\.example\/reset-password#([\w-]+)/.exec(decoded(mail))?.[1] ?? ''

const ask = async (platform: Services) => {
  await issueResets(platform)
  await sendDueMail(platform)
}

describe('mail', () => {
  it('is sent to the SMTP server as text and HTML, once, and its text is deleted', async () => {
    const server = await startSmtp()
    const world = await createWorld({ mail: { smtpUrl: server.url, from: 'Examhall <exams@example.edu>' } })
    const college = await world.college()
    await sendDueMail(world.platform)
    await sendDueMail(world.platform)
    expect(server.received).toHaveLength(1)
    const [mail = ''] = server.received
    expect(mail).toMatch(new RegExp(`^To: ${college.admin.email}`, 'm'))
    expect(mail).toContain('From: Examhall <exams@example.edu>')
    expect(mail).toContain('Content-Type: text/plain')
    expect(mail).toContain('Content-Type: text/html')
    expect(await world.platform.db.read.select().from(mails)).toMatchObject([{ text: '', html: '', dueAt: null }])
  })

  it('is retried with backoff while the server refuses, and is not lost', async () => {
    const server = await startSmtp()
    const world = await createWorld({ mail: { smtpUrl: server.url, from: 'Examhall <exams@example.edu>' } })
    await world.college()
    server.refusing = true
    await sendDueMail(world.platform)
    server.refusing = false
    await sendDueMail(world.platform)
    expect(server.received).toEqual([])
    world.clock.advance(30_000)
    await sendDueMail(world.platform)
    expect(server.received).toHaveLength(1)
    expect(await world.platform.db.read.select().from(mails)).toMatchObject([{ tries: 2, lastError: null }])
  })

  it('is sent at most twice if its outcome cannot be stored, and once the disk works again not any more', async () => {
    const server = await startSmtp()
    const world = await createWorld({ mail: { smtpUrl: server.url, from: 'Examhall <exams@example.edu>' } })
    await world.college()
    const { platform } = world
    const file = new SqliteDatabase(join(platform.config.dataDir, 'examhall.db'))
    // SQLite reports a lock after a few seconds. Every write fails until it is gone.
    file.exec('begin immediate')
    for (let n = 0; n < 3; n++) await sendDueMail(platform).catch(() => {})
    expect(server.received).toHaveLength(1)
    file.exec('rollback')
    file.close()
    await platform.db.write(async () => {})
    await sendDueMail(platform)
    await sendDueMail(platform)
    expect(server.received).toHaveLength(2)
  })

  it('is sent first if urgent, and the rest follows without a pause', async () => {
    const server = await startSmtp()
    const world = await createWorld({ mail: { smtpUrl: server.url, from: 'Examhall <exams@example.edu>' } })
    const mail = (subject: string, urgent = false) => ({
      to: 'a@x.example',
      subject,
      paragraphs: ['Hello'],
      urgent,
    })
    await world.platform.db.write(async (tx) => {
      for (let n = 0; n < 25; n++) await queueMail(tx, n, mail(`Account ${n}`))
      await queueMail(tx, 100, mail('Reset', true))
    })
    expect(await sendDueMail(world.platform), 'there is more').toBe(true)
    expect(await sendDueMail(world.platform)).toBe(false)
    const subjects = server.received.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim())
    expect(subjects).toEqual(['Reset', ...Array.from({ length: 25 }, (_, n) => `Account ${n}`)])
  })

  it('is stored as an .eml file in the outbox without an SMTP server', async () => {
    const world = await createWorld()
    const college = await world.college()
    await sendDueMail(world.platform)
    const outbox = join(world.platform.config.dataDir, 'outbox')
    const [file = ''] = readdirSync(outbox)
    expect(file).toMatch(/\.eml$/)
    expect(readFileSync(join(outbox, file), 'utf8')).toContain(`To: ${college.admin.email}`)
  })
})

describe('a forgotten password', () => {
  const password = 'quite-another-one'

  it('can be reset once with an emailed link, which ends every session', async () => {
    const server = await startSmtp()
    const world = await createWorld({ mail: { smtpUrl: server.url, from: 'Examhall <exams@example.edu>' } })
    const token = await world.tokenOf(world.admin)
    const asked = await world.rest('POST', '/auth/forgot-password', { body: { email: 'Admin@localhost' } })
    expect(asked.status).toBe(200)
    await ask(world.platform)
    const link = linkIn(server.received[0] ?? '')
    const reset = (body: object) => world.rest('POST', `/auth/reset-password/${link}`, { body })
    expect((await reset({ password: 'short' })).body.errors).toEqual([
      { field: 'password', message: 'New password must be at least 6 characters' },
    ])
    expect((await reset({ password })).status).toBe(200)
    expect((await world.rest('GET', '/auth/me', { token })).status).toBe(401)
    const signIn = (given: string) =>
      world.rest('POST', '/auth/login', { body: { email: 'admin@localhost', password: given } })
    expect((await signIn('first-password')).status).toBe(401)
    expect((await signIn(password)).status).toBe(200)
    expect(await reset({ password: 'once-more-please' })).toMatchObject({
      status: 400,
      body: { message: 'Reset link is invalid or has expired' },
    })
  })

  it('gets the same response for an unknown address, but no email', async () => {
    const world = await createWorld()
    const known = await world.rest('POST', '/auth/forgot-password', { body: { email: 'admin@localhost' } })
    const unknown = await world.rest('POST', '/auth/forgot-password', { body: { email: 'nobody@localhost' } })
    expect(unknown.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    await ask(world.platform)
    expect(readdirSync(join(world.platform.config.dataDir, 'outbox'))).toHaveLength(1)
  })

  it('has a link that expires after an hour, or when a newer one is requested', async () => {
    const world = await createWorld()
    const outbox = join(world.platform.config.dataDir, 'outbox')
    const askFor = async () => {
      await world.rest('POST', '/auth/forgot-password', { body: { email: 'admin@localhost' } })
      await ask(world.platform)
      return linkIn(readFileSync(join(outbox, readdirSync(outbox).toSorted().at(-1) ?? ''), 'utf8'))
    }
    const reset = async (link: string) =>
      (await world.rest('POST', `/auth/reset-password/${link}`, { body: { password } })).status
    const first = await askFor()
    const second = await askFor()
    expect(second).not.toBe(first)
    expect(await reset(first)).toBe(400)
    world.clock.advance(3_600_000)
    expect(await reset(second)).toBe(400)
    const third = await askFor()
    const both = await Promise.all([reset(third), reset(third)])
    expect(both.toSorted()).toEqual([200, 400])
  })
})
