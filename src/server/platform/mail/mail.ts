import type { Db } from '../db.ts'
import { newId } from '../id.ts'
import type { Job } from '../job.ts'
import type { Platform } from '../platform.ts'
import { mailsRepo } from './mail.repo.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text, and links to our own pages; only these become links in the HTML part. */
  paragraphs: (string | { link: string })[]
  /** True if someone is waiting for it. */
  urgent?: boolean
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

function paragraphHtml(paragraph: string | { link: string }): string {
  if (typeof paragraph === 'string') return `<p>${escapeHtml(paragraph).replace(/\n/g, '<br>')}</p>`
  const address = escapeHtml(paragraph.link)
  return `<p><a href="${address}">${address}</a></p>`
}

/** The same content as plain text and HTML. */
const wordsOf = (paragraphs: Mail['paragraphs']) => ({
  text: `${paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.link)).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><body style="max-width:36rem;margin:0 auto;padding:16px;font-family:sans-serif;line-height:1.5;overflow-wrap:anywhere">${paragraphs.map(paragraphHtml).join('')}</body></html>`,
})

/**
 * Queues an email inside the caller's job: both commit together, so a crash can neither lose the email nor send it
 * without its cause.
 */
export async function queueMail(tx: Db, now: number, { to, subject, paragraphs, urgent = false }: Mail) {
  const row = { id: newId(), recipient: to, massMailId: null, subject, ...wordsOf(paragraphs), urgent }
  await mailsRepo(tx).insert({ ...row, createdAt: now, dueAt: now })
}

/**
 * Stores the content of a mass mail once; `queueMassMail` adds recipients.
 * @param expiresAt ms UTC; emails not sent by then are dropped
 * @returns the mass mail's id
 */
export async function addMassMail(
  tx: Db,
  now: number,
  { subject, paragraphs, expiresAt }: Pick<Mail, 'subject' | 'paragraphs'> & { expiresAt: number | null },
): Promise<string> {
  const id = newId()
  await mailsRepo(tx).insertMassMail({ id, subject, ...wordsOf(paragraphs), expiresAt, createdAt: now })
  return id
}

/**
 * Adds recipients to a mass mail, inside the caller's job like `queueMail`.
 * @param to each person's key, unique within the mass mail, and email address
 */
export const queueMassMail = (tx: Db, now: number, massMailId: string, to: readonly (readonly [string, string])[]) =>
  mailsRepo(tx).insertMails(massMailId, to, now)

/** Maximum emails deleted per write job. */
const deletedPerJob = 500

/** Deletes a mass mail's pending emails in batches, then the mass mail itself. */
export async function withdrawMassMail(app: Platform, massMailId: string) {
  while ((await app.db.write((tx) => mailsRepo(tx).deleteSome(massMailId, deletedPerJob))) > 0);
  await app.db.write((tx) => mailsRepo(tx).deleteMassMail(massMailId))
}

/** Deletes all emails to a person who was deleted, or whose emails are outdated, inside the caller's job. */
export const forgetMailTo = (tx: Db, recipient: string) => mailsRepo(tx).deleteTo(recipient)

/** Deletes the records of sent and abandoned emails created before a time. */
export async function removeOldMails(app: Platform, before: number): Promise<void> {
  while ((await app.db.write((tx) => mailsRepo(tx).deleteOld(before, deletedPerJob))) > 0);
}

/** Returns the retry delay: half a minute after the first failure, doubling up to six hours. */
const backOff = (tries: number) => Math.min(30_000 * 2 ** (tries - 1), 6 * 3_600_000)
/** About three days of retries. */
const maxTries = 20
const batch = 20

/** True if the mail server is up and refused only this email. */
const isMailRefused = (error: unknown) => ['EENVELOPE', 'EMESSAGE'].includes((error as { code?: string }).code ?? '')

/**
 * Sends a batch of due emails one by one, because a crash could resend every email in flight. Failures are retried;
 * after about three days, an email is abandoned and its record is kept. Pauses while outcomes cannot be stored, which
 * would send the same email again and again.
 * @returns true if more may be pending
 */
export async function sendDueMail(app: Platform): Promise<boolean> {
  const due = await mailsRepo(app.db.read).due(app.clock.now(), batch)
  for (const { mail, massMail } of due) {
    if (app.db.isStalled) return false
    const now = app.clock.now()
    if (massMail?.expiresAt != null && massMail.expiresAt <= now) {
      await app.db.write((tx) => mailsRepo(tx).delete(mail.id))
      continue
    }
    const tries = mail.tries + 1
    const { subject, text, html } = massMail ?? mail
    let failure: string | null = null
    try {
      await app.mail.send({ id: mail.id, recipient: mail.recipient, subject, text, html })
      app.metrics.mail('sent')
      app.health.clear('mail_down')
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
      app.log.warn({ mail: mail.id, tries, failure }, 'Mail could not be sent')
      app.metrics.mail(tries < maxTries ? 'failed' : 'given_up')
      if (!isMailRefused(error)) app.health.raise('mail_down', { failure })
    }
    await app.db.write((tx) => settle(tx, mail, app.clock.now(), failure))
  }
  return due.length === batch
}

type Row = Awaited<ReturnType<ReturnType<typeof mailsRepo>['due']>>[number]['mail']

/** Stores an email's outcome. Sent emails of a mass mail are only counted, and their rows are deleted. */
async function settle(tx: Db, { id, massMailId, ...mail }: Row, now: number, failure: string | null) {
  const tries = mail.tries + 1
  const repo = mailsRepo(tx)
  if (failure !== null)
    return repo.update(id, { tries, dueAt: tries < maxTries ? now + backOff(tries) : null, lastError: failure })
  if (massMailId === null)
    return repo.update(id, { tries, sentAt: now, dueAt: null, lastError: null, text: '', html: '' })
  // Count the email even if it was withdrawn in the meantime, because it was sent.
  await repo.countSent(massMailId)
  await repo.delete(id)
}

export const mailJobs: readonly Job[] = [{ name: 'mail.sendDue', every: 1_000, run: sendDueMail }]
