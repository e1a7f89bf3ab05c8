import type { Db } from '../db.ts'
import { newId } from '../id.ts'
import type { Job } from '../job.ts'
import type { Platform } from '../platform.ts'
import { mailsRepo } from './repo.ts'

export interface Mail {
  to: string
  subject: string
  /** Paragraphs of plain text; an address in a paragraph of its own becomes a link in the HTML part. */
  paragraphs: string[]
  /** Somebody is waiting for it now. */
  urgent?: boolean
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

function paragraphHtml(text: string): string {
  const words = escapeHtml(text).replace(/\n/g, '<br>')
  return /^https?:\/\/\S+$/.test(text) ? `<p><a href="${words}">${words}</a></p>` : `<p>${words}</p>`
}

/**
 * Puts a mail into the queue, inside the job that gives the reason for it: both are committed together, so a crash neither
 * loses the mail nor sends it for nothing.
 */
export async function queueMail(tx: Db, now: number, { to, subject, paragraphs, urgent = false }: Mail) {
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${paragraphs.map(paragraphHtml).join('')}</body></html>`
  await mailsRepo(tx).insert({
    id: newId(),
    recipient: to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html,
    urgent,
    createdAt: now,
    dueAt: now,
  })
}

/** Forgets the letters to somebody who is gone, or whose letter is out of date, inside the job that gives the reason. */
export const forgetMailTo = (tx: Db, recipient: string) => mailsRepo(tx).deleteTo(recipient)

/** Half a minute after the first failure, then twice as long each time, at most six hours. */
const backOff = (tries: number) => Math.min(30_000 * 2 ** (tries - 1), 6 * 3_600_000)
/** About three days of trying. */
const mostTries = 20
const batch = 20

/**
 * Sends some of what is due, one by one: of two in flight, a crash could send both again. A failure is tried again later;
 * after about three days it is given up and stays on record.
 *
 * @returns whether more may be waiting
 */
export async function sendDueMail(app: Platform): Promise<boolean> {
  const due = await mailsRepo(app.db.read).due(app.clock.now(), batch)
  for (const letter of due) {
    const tries = letter.tries + 1
    let failure: string | null = null
    try {
      await app.mail.send(letter)
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
      app.log.warn({ mail: letter.id, tries, failure }, 'mail was not sent')
    }
    const now = app.clock.now()
    await app.db.write((tx) =>
      mailsRepo(tx).update(
        letter.id,
        failure === null
          ? { tries, sentAt: now, dueAt: null, lastError: null, text: '', html: '' }
          : { tries, dueAt: tries < mostTries ? now + backOff(tries) : null, lastError: failure },
      ),
    )
  }
  return due.length === batch
}

export const mailJobs: readonly Job[] = [{ name: 'mail.sendDue', every: 1_000, run: sendDueMail }]
