import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Enough for 20,000 students; more suggests that someone is holding them open. */
const maxConnections = 30_000

/** Open files reserved for everything but connections. */
const reservedFiles = 512

/** The share of the possible connections above which the server no longer keeps idle ones open. */
const busyShare = 0.75

/**
 * Number of listening sockets. Node accepts one connection per socket and turn of the event loop. With turns of 50 ms,
 * one socket accepts 20 connections a second, and the kernel drops those that do not fit into its queue
 * (docs/decisions/072).
 */
const listeningSockets = 128

/** Length of each socket's queue of connections that are not yet accepted; the kernel may use a lower limit. */
const backlog = 4_096

/** Maximum number of open files, including connections, for this process. */
function openFileLimit(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.NaN)
  } catch {
    // Not Linux.
    return Number.NaN
  }
}

/** The number of connections that this process can keep open. */
export function connectionLimit(fileLimit = openFileLimit()): number {
  return Math.max(100, Math.min(maxConnections, (fileLimit || maxConnections) - reservedFiles))
}

/**
 * Closes connections after their response while most of the possible ones are open. Students then reconnect for their
 * next save, instead of some of them not being able to connect at all.
 */
export function closeWhenCrowded(server: FastifyInstance, max = connectionLimit()): void {
  let open = 0
  server.server.maxConnections = max
  server.server.on('connection', (socket: Socket) => {
    open++
    socket.once('close', () => open--)
  })
  server.addHook('onRequest', (_req, reply, done) => {
    if (open > max * busyShare) reply.header('connection', 'close')
    done()
  })
}

/** Fails if a program, including another Examhall, listens on the port: `reusePort` alone would share it silently. */
function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject).listen({ host, port }, () => probe.close(() => resolve()))
  })
}

/** Listens on an address that is already in use by this process. */
function shareAddress(main: Server, { address, port }: AddressInfo): Promise<Server> {
  const more = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => main.emit('connection', socket))
  more.maxConnections = main.maxConnections
  return new Promise((resolve, reject) => {
    more.once('error', reject).listen({ host: address, port, backlog, reusePort: true }, () => resolve(more))
  })
}

/**
 * Starts listening. On Linux, several sockets share the address, so that connections are accepted quickly under load.
 * @returns the URL
 * @throws EADDRINUSE
 */
export async function listen(server: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  const shares = process.platform === 'linux'
  const others: Server[] = []
  const drained: Promise<void>[] = []
  server.addHook('preClose', (done) => {
    for (const other of others) drained.push(new Promise((resolve) => other.close(() => resolve())))
    done()
  })
  server.addHook('onClose', async () => void (await Promise.all(drained)))
  if (shares && port !== 0) await requireFree(host, port)
  const options = { host, port, backlog, ...(shares && { reusePort: true }) }
  const url = await server.listen(options)
  const address = server.server.address()
  if (shares && address !== null && typeof address === 'object')
    for (let n = 1; n < listeningSockets; n++) others.push(await shareAddress(server.server, address))
  return url
}
