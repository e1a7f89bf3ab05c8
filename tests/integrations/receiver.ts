import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect } from 'vitest'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** Waits until `count` calls have arrived. */
  arrived(count: number): Promise<void>
  close(): void
}

type Answer = Parameters<RequestListener>[1]

const open: Receiver[] = []
afterEach(() => {
  for (const receiver of open.splice(0)) receiver.close()
})

/** A real HTTP server on loopback. @param answer responds to the n-th call, starting at 1; the default returns 200 */
export async function startReceiver(
  answer: (res: Answer, call: number) => void = (res) => void res.writeHead(200).end('taken'),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      received.push({ path: req.url ?? '', headers: req.headers, body })
      answer(res, received.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    arrived: (count) => expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  open.push(receiver)
  return receiver
}
