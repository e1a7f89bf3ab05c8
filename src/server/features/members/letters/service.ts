import type { Db } from '#server/platform/db.ts'
import { type Mail, queueMail } from '#server/platform/mail/service.ts'
import type { Platform } from '#server/platform/platform.ts'

interface Addressee {
  name: string
  email: string
}

/** The words with which somebody gets a temporary password. @param again it replaces one that they had */
export const accountLetter = (app: Platform, { name, email }: Addressee, password: string, again = false): Mail => ({
  to: email,
  urgent: again,
  subject: again ? 'Your new Examhall password' : 'Your Examhall account',
  paragraphs: [
    `Hello ${name},`,
    again
      ? 'you have been given a new temporary password. The one before no longer works, and you were signed out everywhere.'
      : 'an account has been made for you. Sign in here with this email and the temporary password below.',
    { link: `${app.config.publicUrl}/login` },
    `Email: ${email}\nTemporary password: ${password}`,
  ],
})

/** Tells both addresses that an account moved from one to the other. */
export async function queueMoveLetters(app: Platform, tx: Db, { name, email }: Addressee, newEmail: string) {
  const words = (to: string) => ({
    to,
    subject: 'Your Examhall sign-in has a new email',
    paragraphs: [
      `Hello ${name},`,
      `from now on you sign in with ${newEmail}. Your password stays as it is.`,
      'If this is not what you expect, please tell your administrator.',
    ],
  })
  const now = app.clock.now()
  await queueMail(tx, now, words(newEmail))
  await queueMail(tx, now, words(email))
}
