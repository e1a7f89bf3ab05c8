import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'

export interface OutgoingMail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
}

export interface Transport {
  /** Sends one email. Resolves once it is accepted by the SMTP server or written to disk. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const outboxOf = (dataDir: string) => join(dataDir, 'outbox')

/** Loaded with the first email, because it would delay every start. */
const library = () => import('nodemailer')

/** Returns a function that calls `make` once, on first use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Sends email through the configured SMTP server; without one, writes `.eml` files to the outbox. */
export function openTransport({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Transport {
  // Every retry has the same id, so that servers can deduplicate an email if their response was lost.
  const message = ({ id, recipient, ...words }: OutgoingMail) => ({
    ...words,
    from: mail.from,
    to: recipient,
    messageId: `<${id}@examhall>`,
  })
  if (mail.smtpUrl) {
    // One pooled connection, because connecting takes longer than sending an email.
    let close = () => {}
    const smtp = once(async () => {
      const { createTransport } = await library()
      const made = createTransport({ url: mail.smtpUrl, pool: true, maxConnections: 1, ...timeouts })
      close = () => made.close()
      return made
    })
    return {
      send: async (mail) => {
        await (await smtp()).sendMail(message(mail))
      },
      close: () => close(),
    }
  }
  const composer = once(async () =>
    (await library()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  const outbox = outboxOf(dataDir)
  return {
    send: async (mail) => {
      const composed = await (await composer()).sendMail(message(mail))
      await mkdir(outbox, { recursive: true })
      const file = join(outbox, `${mail.id}.eml`)
      await writeFile(`${file}.part`, composed.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}

/** Deletes outbox emails that were sent to a person or mention their address. */
export async function forgetOutbox(dataDir: string, email: string): Promise<void> {
  const outbox = outboxOf(dataDir)
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    // With SMTP, there is no outbox.
    if (error.code === 'ENOENT') return []
    throw error
  })
  const escaped = email.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  // Do not match part of a longer address.
  const named = new RegExp(`(?<![\\w.%+-])${escaped}(?![\\w-]|\\.\\w)`, 'i')
  for (const name of names) {
    const path = join(outbox, name)
    // Undo quoted-printable line wrapping.
    const mail = (await readFile(path, 'latin1')).replace(/=\r?\n/g, '')
    if (named.test(mail)) await rm(path, { force: true })
  }
}
