import { afterEach, describe, expect, it } from 'vitest'
import { mails } from '#drizzle/schema/mail.ts'
import { sendDueMail } from '#server/platform/mail/mail.ts'
import { decoded, type SmtpInbox, startSmtp } from '#tests/support/smtp.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { later, minute, to } from './forms.ts'

const open: SmtpInbox[] = []
afterEach(async () => {
  for (const inbox of open.splice(0)) await inbox.close()
})

/** A college with two students, whose account emails have been sent. */
async function withMail() {
  const smtp = await startSmtp()
  open.push(smtp)
  const world = await createWorld({ mail: { smtpUrl: smtp.url, from: 'Examhall <exams@example.edu>' } })
  const college = await world.college()
  const [student, other] = [await world.student(college), await world.student(college)]
  await empty(world)
  smtp.received.length = 0
  return { smtp, world, college, student, other, call: world.call(college.admin).notifications }
}
const empty = async ({ platform }: World) => {
  while (await sendDueMail(platform));
}
const htmlOf = (mail: string) => /<html[\s\S]*<\/html>/.exec(decoded(mail))?.[0] ?? ''

describe('a notification email', () => {
  it('goes to each recipient with text, sender and inbox link, and is counted', async () => {
    const { smtp, world, student, other, call } = await withMail()
    const { notification } = await call.create(
      to('students', { title: 'Hall 3', message: 'Nine sharp.\nBring a pen.' }),
    )
    expect((await call.sent({})).notifications[0]?.emailsSent).toBe(0)
    await empty(world)
    const receivers = smtp.received.map((mail) => /^To: (\S+)/m.exec(mail)?.[1])
    expect(receivers.sort()).toEqual([student.email, other.email].sort())
    const [mail = ''] = smtp.received
    expect(mail).toMatch(/^Subject: Hall 3/m)
    expect(decoded(mail)).toContain('Nine sharp.')
    expect(htmlOf(mail)).toContain('Nine sharp.<br>Bring a pen.')
    expect(htmlOf(mail)).toMatch(/<a href="http[^"]+\/notifications">/)
    expect((await call.sent({})).notifications).toMatchObject([{ id: notification.id, emailsSent: 2 }])
    expect((await call.stats()).recentActivity).toMatchObject([{ totalRecipients: 2, emailsSent: 2 }])
    expect(await world.platform.db.read.$count(mails, undefined)).toBe(3)
  })

  it('shows title and message as plain text, even in HTML', async () => {
    const { smtp, world, call } = await withMail()
    const title = '<b>Bold</b> & "quoted"'
    const message = `<img src=x onerror=alert(1)> <a href="javascript:alert(1)">here</a>\n\nhttp://evil.example/"onclick="x`
    await call.create(to('students', { title, message }))
    await call.create(to('students', { title: 'http://evil.example/', message: 'https://evil.example/"onclick="x' }))
    await empty(world)
    const html = htmlOf(smtp.received[0] ?? '')
    expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;quoted&quot;')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<(b|img|script)\b/)
    for (const mail of smtp.received) expect(htmlOf(mail)).not.toMatch(/href="(?!http:\/\/exams\.example\/)/)
  })

  it('is not sent if still queued when the notification expires or is deleted', async () => {
    const { smtp, world, call } = await withMail()
    await call.create(to('students', { expiresAt: later(world.clock.now(), minute) }))
    world.clock.advance(minute)
    await empty(world)
    expect(smtp.received).toEqual([])
    const { notification } = await call.create(to('students'))
    await call.delete({ id: notification.id })
    await empty(world)
    expect(smtp.received).toEqual([])
  })

  it('is retried when the server refuses it', async () => {
    const { smtp, world, call } = await withMail()
    smtp.refusing = true
    await call.create(to('students'))
    await empty(world)
    expect((await call.sent({})).notifications[0]?.emailsSent).toBe(0)
    smtp.refusing = false
    world.clock.advance(minute)
    await empty(world)
    expect(smtp.received).toHaveLength(2)
    expect((await call.sent({})).notifications[0]?.emailsSent).toBe(2)
  })
})
