import { mkdir, rename, writeFile } from 'node:fs/promises'
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
    // One connection for many letters: greeting the server anew takes longer than handing a letter over.
    const smtp = createTransport({ url: mail.smtpUrl, pool: true, maxConnections: 1, ...timeouts })
    return {
      send: async (letter) => {
        await smtp.sendMail(message(letter))
      },
      close: () => smtp.close(),
    }
  }
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const outbox = join(dataDir, 'outbox')
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
