import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface SmtpInbox {
  url: string
  /** The raw emails received so far. */
  received: string[]
  /** While true, every email is refused. */
  refusing: boolean
  close(): Promise<void>
}

/** A real SMTP server on loopback. @param port by default any free port */
export async function startSmtp(port = 0): Promise<SmtpInbox> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // A sender may keep the connection open for the next email.
    closeTimeout: 50,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        if (inbox.refusing) return done(new Error('Not now'))
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  // A killed sender breaks its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const inbox: SmtpInbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refusing: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return inbox
}

/** Decodes quoted-printable. */
export const decoded = (letter: string) => letter.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
