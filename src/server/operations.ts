import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/services.ts'
import { sentences } from '#shared/errors.ts'
import { appRouter } from './app-router.ts'
import type { Figures } from './features/dashboards/operations.ts'
import { faultOf } from './platform/faults.ts'
import type { Metrics } from './platform/metrics.ts'
import { version } from './platform/version.ts'
import { sendError } from './rest/adapter.ts'
import type { Context } from './trpc/context.ts'

const ownMachine = /^(127\.|::1$|::ffff:127\.)/

/** Headers that a proxy uses to identify its client. */
const forwarding = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const

/** Host names of this machine. */
const ownName = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

/**
 * True if the caller is a program on this machine but not a proxy. Checks the connection, not `req.ip`, which clients
 * can forge if TRUST_PROXY is set. A proxy without forwarding headers is recognised by the Host it passes on, or by
 * HTTP/1.0, nginx's default.
 */
export function isFromThisMachine({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    ownMachine.test(socket.remoteAddress ?? '') &&
    forwarding.every((name) => headers[name] === undefined) &&
    ownName.test(headers.host ?? '') &&
    raw.httpVersionMajor * 10 + raw.httpVersionMinor > 10
  )
}

const procedures: object = appRouter._def.procedures

/** Returns metric labels for a request. Uses route patterns and procedure names, because they are bounded in number. */
function routesOf(req: FastifyRequest): string[] {
  const pattern = req.routeOptions.url
  if (pattern === undefined) return ['none']
  if (pattern === '/trpc/:path') {
    const { path } = req.params as { path: string }
    const names = new Set(path.split(','))
    return [...names].map((name) => (Object.hasOwn(procedures, name) ? name : 'none')).slice(0, maxCounted)
  }
  // Every client file has its own route, so count them all under one label.
  return [/^\/(api|images|healthz|metrics)\b/.test(pattern) ? pattern : 'client']
}
/** Maximum labels per request: a batch may name hundreds of procedures. */
const maxCounted = 20

/** Counts a response. Does not record stream durations, which depend on the viewer. */
export function countRequest(metrics: Metrics, req: FastifyRequest, reply: FastifyReply): void {
  const isStream = req.headers.accept?.includes('text/event-stream')
  for (const route of routesOf(req))
    metrics.request(route, known(req.method), reply.statusCode, isStream ? undefined : reply.elapsedTime)
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']
const known = (method: string) => (methods.includes(method) ? method : 'other')

/** @param figures returns the latest values */
function addGauges(app: Services, figures: () => Figures | undefined) {
  const { metrics, health, clock } = app
  const gauge = metrics.gauge.bind(metrics)
  const figure = (name: string, help: string, pick: (read: Figures) => number | undefined) =>
    gauge(name, help, () => {
      const read = figures()
      return read && pick(read)
    })
  metrics.watchProcess()
  gauge('build_info', 'Examhall and Node versions', () => [{ labels: { version, node: process.version }, value: 1 }], [
    'version',
    'node',
  ])
  gauge('healthy', '1 while answers can be stored', () => (health.stopped.length === 0 ? 1 : 0))
  const reasonsNow = () => health.reasons.map(({ reason }) => ({ labels: { reason }, value: 1 }))
  gauge('health_reason', '1 for each active health problem', reasonsNow, ['reason'])
  gauge('clock_jump_seconds', "Size of the machine clock's jump; 0 without one", () => (clock.jumped?.() ?? 0) / 1_000)
  gauge('write_queue_jobs', 'Write jobs waiting for a transaction', () => app.db.waiting)
  gauge('start_queue_students', 'Students waiting in the queue to start a test', () => app.startQueue.waiting)
  const { judgePool, judgeQueue } = app
  const waitingJobs = () => judgeQueue.waitingBy.map(({ priority, jobs }) => ({ labels: { priority }, value: jobs }))
  gauge('judge_queue_jobs', 'Jobs waiting for the judge', waitingJobs, ['priority'])
  gauge('judge_queue_wait_seconds', 'Wait of the oldest queued job', () => judgeQueue.longestWait / 1_000)
  gauge('judge_workers', 'Connected judge workers on other machines', () => judgePool.onlineWorkers)
  gauge('judge_slots', 'Programs that the server and its workers judge at once', () => judgePool.concurrency)
  gauge('judge_running_jobs', 'Jobs running in the judge', () => judgeQueue.counts.running)
  figure('judge_languages', 'Available languages', ({ languages }) => languages)
  figure('database_bytes', 'Size of the database file', ({ databaseBytes }) => databaseBytes)
  figure('database_wal_bytes', 'Size of the write-ahead log', ({ walBytes }) => walBytes)
  figure('database_free_pages', 'Free pages in the database file', ({ freePages }) => freePages)
  figure('disk_free_bytes', 'Free space on the disk of DATA_DIR', ({ diskFreeBytes }) => diskFreeBytes)
  figure('upload_bytes', 'Size of uploaded files, refreshed every ten minutes', ({ uploadBytes }) => uploadBytes)
  figure('mail_waiting', 'Emails waiting to be sent', ({ mailsWaiting }) => mailsWaiting)
  figure('mail_oldest_age_seconds', 'Age of the oldest waiting email', ({ oldestMailAt }) =>
    oldestMailAt === null ? 0 : Math.max(0, clock.now() - oldestMailAt) / 1_000,
  )
  figure('attempts_running', 'Running attempts', ({ running }) => running)
  figure('sessions', 'Unexpired sessions', ({ sessions }) => sessions)
  gauge(
    'backup_last_success_timestamp_seconds',
    'Time of the last success of each kind of backup',
    () => figures()?.lastBackups.map(({ kind, at }) => ({ labels: { kind }, value: (at ?? 0) / 1_000 })) ?? [],
    ['kind'],
  )
}

/** Serves monitoring routes: health for everyone, metrics for this machine and the master admin. */
export function serveOperations(
  server: FastifyInstance,
  app: Services,
  makeContext: (req: FastifyRequest) => Promise<Context>,
): void {
  let last: Figures | undefined
  addGauges(app, () => last)

  server.get('/healthz', (_req, reply) => {
    try {
      app.db.check()
    } catch (error) {
      app.health.raise(faultOf(error) ?? 'disk_error', { err: error })
    }
    const reasons = app.health.stopped
    const role = app.config.cluster && { role: 'leader' }
    reply.header('cache-control', 'no-store')
    // Balancers must not send students here.
    if (app.db.isCopy) return reply.code(503).send({ status: 'ok', role: 'standby' })
    if (reasons.length === 0) return reply.send({ status: 'ok', ...role })
    // Without a quorum, no other server can do more, and reading still works here.
    const isReachable = reasons.every((reason) => ['cluster_no_quorum', 'cluster_log_lost'].includes(reason))
    return reply.code(isReachable ? 200 : 503).send({ status: 'degraded', ...role, reasons })
  })

  server.get('/metrics', async (req, reply) => {
    if (!isFromThisMachine(req)) {
      const { actor } = await makeContext(req)
      if (!actor) return sendError(reply, { code: 'UNAUTHENTICATED', message: sentences.signInNeeded })
      if (actor.role !== 'master_admin' || actor.secondStep === 'missing')
        return sendError(reply, { code: 'FORBIDDEN', message: sentences.accessDenied })
    }
    // Omit values that cannot be read, because counters and health are needed most when something fails.
    last = await app.serverFigures.read().catch((error) => {
      app.log.warn({ err: error }, 'Failed to read gauges')
      app.db.notice(error)
      return undefined
    })
    reply.header('cache-control', 'no-store')
    return reply.type(app.metrics.contentType).send(await app.metrics.text())
  })
}
