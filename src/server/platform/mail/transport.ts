import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export interface Letter {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
}

export interface Transport {
  /** Sends one letter. Settles when it is out of our hands: taken by the SMTP server, or on the disk as a file. */
  send(letter: Letter): Promise<void>
  /** Lets go of the connection. */
  close(): void
}

const outboxOf = (dataDir: string) => join(dataDir, 'outbox')

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** How mail leaves this machine: through the SMTP server of the settings, otherwise as `.eml` files in the outbox. */
export function openTransport({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Transport {
  // The same id at every try: a server that took a letter whose answer we lost can tell that it has it.
  const message = ({ id, recipient, ...words }: Letter) => ({
    ...words,
    from: mail.from,
    to: recipient,
    messageId: `<${id}@examhall>`,
  })
  if (mail.smtpUrl) {
    // One connection for many mails: a new greeting takes longer than a mail.
    const smtp = createTransport({ url: mail.smtpUrl, pool: true, maxConnections: 1, ...timeouts })
    return {
      send: async (letter) => {
        await smtp.sendMail(message(letter))
      },
      close: () => smtp.close(),
    }
  }
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const outbox = outboxOf(dataDir)
  return {
    send: async (letter) => {
      const composed = await composer.sendMail(message(letter))
      await mkdir(outbox, { recursive: true })
      const file = join(outbox, `${letter.id}.eml`)
      await writeFile(`${file}.part`, composed.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}

/** Removes from the outbox what went to somebody, and what names their email. */
export async function forgetOutbox(dataDir: string, email: string): Promise<void> {
  const outbox = outboxOf(dataDir)
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    // Not used with SMTP.
    if (error.code === 'ENOENT') return []
    throw error
  })
  const escaped = email.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  // Not as the end or the beginning of another address.
  const named = new RegExp(`(?<![\\w.%+-])${escaped}(?![\\w-]|\\.\\w)`, 'i')
  for (const name of names) {
    const path = join(outbox, name)
    // Long lines of a letter are folded with a `=` at their end.
    const letter = (await readFile(path, 'latin1')).replace(/=\r?\n/g, '')
    if (named.test(letter)) await rm(path, { force: true })
  }
}
