import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, builtParts, createApp, openStandbyServices } from '../app.ts'
import { createHttpServer } from '../http-server.ts'
import { databaseName } from '../platform/backup/manifest.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { openCopy } from '../platform/db-copy.ts'
import type { Logger } from '../platform/log.ts'
import { sendError } from '../rest/adapter.ts'
import { listProcedures } from '../rest/procedures.ts'

/** Queries that a standby may answer: reports, exports and dashboards, but nothing of a running exam. */
const isServed = (name: string) => /^(reports|dashboards)\./.test(name) && name !== 'dashboards.health'

const served = listProcedures().filter(({ name, type }) => type === 'query' && isServed(name))
const servedNames = new Set(served.map(({ name }) => name))
const servedRoutes = new Set(
  served.flatMap(({ rest }) => (rest?.method === 'GET' ? `/api${rest.path.replace(/\{(\w+)\}/g, ':$1')}` : [])),
)

/** Routes that do not depend on the data. */
const isStatic = (route: string | undefined) =>
  route === undefined || !/^\/(api|trpc|images)\b/.test(route) || /^\/api\/(docs|openapi\.json)$/.test(route)

/** Age above which a copy is not read, in seconds: it still contains sessions that the leader has ended since. */
const greatestAge = 30

/** Age of the copy: seconds since it equalled the leader's file; undefined if that is unknown. */
type Age = () => number | undefined

/** Leaves everything else to the leader. */
const gateOf = (age: Age) => (req: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const { url: route } = req.routeOptions
  const isApi = /^\/(api|trpc)\//.test(req.url)
  if (!isApi && isStatic(route) && ['GET', 'HEAD'].includes(req.method)) return done()
  if (isApi && isStatic(route) && route !== undefined) return done()
  const { path = '' } = req.params as { path?: string }
  const isRead =
    req.method === 'GET' &&
    (servedRoutes.has(route ?? '') ||
      (route === '/trpc/:path' && path.split(',').every((name) => servedNames.has(name))))
  const seconds = age()
  if (seconds !== undefined) reply.header('x-data-age', seconds.toFixed(1))
  if (isRead && seconds !== undefined && seconds <= greatestAge) return done()
  return refuse(reply)
}

const refuse = (reply: FastifyReply) =>
  // A client may never send the rest of its request.
  sendError(reply.header('connection', 'close'), {
    code: 'UNAVAILABLE',
    message: 'Another server is handling requests at the moment. Please try again',
    retryAfter: 1,
  })

/** The HTTP server of a standby: health, metrics, and reads from its copy at a known age. */
export interface StandbyServer {
  address: string
  port: number
  /** Undefined if the copy cannot be read by this version. */
  app: App | undefined
  /** Call after each change to the file, in the same turn. */
  changed: () => void
  close(): Promise<void>
}

/** Interval at which a closing server cuts its connections, in ms, because some may just have been accepted. */
const cutEvery = 50

/** Closes a server without waiting for its clients: until then, nobody leads. */
async function closeAtOnce({ server }: ReturnType<typeof createHttpServer>, close: () => Promise<void>) {
  const cut = () => server.closeAllConnections()
  cut()
  const cutting = setInterval(cut, cutEvery)
  await close().finally(() => clearInterval(cutting))
}

/** Starts the server. The copy must be complete. @param clock the leader's */
export async function startStandbyServer(config: Config, log: Logger, age: Age, clock: Clock): Promise<StandbyServer> {
  const listening = { host: config.host, port: config.port }
  try {
    const { db, changed, isReadable } = openCopy(join(config.dataDir, databaseName), builtParts.migrations)
    const gate = gateOf(() => (isReadable() ? age() : undefined))
    const app = await createApp(await openStandbyServices(config, db, clock), { gate })
    const address = await app.server.listen(listening)
    app.platform.config.publicUrl ??= address
    const close = () => closeAtOnce(app.server, () => app.close())
    return { address, port: portOf(app.server), app, changed, close }
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') throw error
    log.warn({ err: error }, 'This standby does not serve reads')
  }
  const server = createHttpServer(config, log)
  server.get('/healthz', (_req, reply) => reply.code(503).send({ status: 'ok', role: 'standby' }))
  server.setNotFoundHandler((_req, reply) => refuse(reply))
  const address = await server.listen(listening)
  const close = () => closeAtOnce(server, async () => void (await server.close()))
  return { address, port: portOf(server), app: undefined, changed: () => {}, close }
}

const portOf = ({ server }: ReturnType<typeof createHttpServer>) => (server.address() as AddressInfo).port
