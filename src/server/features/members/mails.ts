import type { Db } from '#server/platform/db.ts'
import { type Mail, queueMail } from '#server/platform/mail/mail.ts'
import type { Platform } from '#server/platform/platform.ts'

interface MailRecipient {
  name: string
  email: string
}

/** The email with a temporary password. @param again true if it replaces a previous password */
export const accountMail = (app: Platform, { name, email }: MailRecipient, password: string, again = false): Mail => ({
  to: email,
  urgent: again,
  subject: again ? `Your new ${app.config.platformName} password` : `Your ${app.config.platformName} account`,
  paragraphs: [
    `Hello ${name},`,
    again
      ? 'Your password was reset. Your old password no longer works, and you were signed out everywhere.'
      : 'An account was created for you. Sign in with this email and the temporary password below.',
    { link: `${app.config.publicUrl}/login` },
    `Email: ${email}\nTemporary password: ${password}`,
  ],
})

/** Notifies both addresses that the account's email has changed. */
export async function queueMoveMails(app: Platform, tx: Db, { name, email }: MailRecipient, newEmail: string) {
  const words = (to: string) => ({
    to,
    subject: `Your ${app.config.platformName} sign-in email has changed`,
    paragraphs: [
      `Hello ${name},`,
      `From now on, sign in with ${newEmail}. Your password stays the same.`,
      'If you didn’t expect this, tell your administrator.',
    ],
  })
  const now = app.clock.now()
  await queueMail(tx, now, words(newEmail))
  await queueMail(tx, now, words(email))
}
