import { join } from 'node:path'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentences } from '#shared/errors.ts'
import { isApiToken } from '#shared/integrations/tokens.schema.ts'
import { appRouter } from './app-router.ts'
import { limitBodies } from './body-limits.ts'
import { extendAfterOutages, extendForDowntime } from './features/attempts/downtime.ts'
import { linkOldEntries } from './features/audit/chain.ts'
import { passwordKeyOf } from './features/auth/auth.ts'
import { restoreWorkers } from './features/judge-workers/judge-workers.ts'
import { findResults } from './features/reports/items/usage.ts'
import { createHttpServer, securityHeaders } from './http-server.ts'
import { serveImages } from './images.ts'
import { jobs as allJobs } from './jobs/registry.ts'
import { startJobs } from './jobs/scheduler.ts'
import { createJudge } from './judge/judge.ts'
import { workerPrefix } from './judge/pool/wire.ts'
import type { Judge } from './judge/types.ts'
import { judgeWorkerRoutes } from './judge-worker-routes.ts'
import { countRequest, serveOperations } from './operations.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type Database, openDatabase } from './platform/db.ts'
import { faultOf } from './platform/faults.ts'
import { Health } from './platform/health.ts'
import { createLogger } from './platform/log.ts'
import { openTransport } from './platform/mail/transport.ts'
import { Metrics } from './platform/metrics.ts'
import { parts } from './platform/parts.ts'
import type { Platform } from './platform/platform.ts'
import { openVault } from './platform/vault/vault.ts'
import type { Replication } from './platform/write-queue.ts'
import { restAdapter, sendError } from './rest/adapter.ts'
import { createServices, type Services } from './services.ts'
import { serveClient } from './static-client.ts'
import { bearerOf, contextMaker } from './trpc/context.ts'
import { trpcRoutes } from './trpc/http.ts'

export interface App {
  platform: Services
  server: FastifyInstance
  /** Completes running requests, commits and closes. */
  close(): Promise<void>
}

/** Folders shipped with the program. */
export interface Parts {
  migrations: string
  client: string
}

export const builtParts: Parts = parts

/** Timeout for running requests at shutdown. */
const timeoutMs = 5_000

/** Additional timeout for running jobs. */
const jobTimeoutMs = 2_000

/**
 * Opens the database and creates all services.
 * @param own a judge to use instead of creating one
 * @param replication copies commits to a cluster
 */
export async function openServices(
  config: Config,
  clock: Clock = systemClock,
  parts = builtParts,
  own?: Judge,
  replication?: Replication,
): Promise<Services> {
  const log = createLogger(config.logLevel)
  const health = new Health(clock, log)
  const metrics = new Metrics()
  const news = {
    committed: (jobs: number, ms: number) => {
      health.wrote()
      metrics.committed(jobs, ms)
    },
    failed: (error: unknown, jobs: number) => {
      const fault = faultOf(error)
      if (fault) health.raise(fault, { err: error })
      metrics.writesFailed(jobs)
    },
  }
  const db = openDatabase(join(config.dataDir, 'examhall.db'), parts.migrations, news, replication)
  await linkOldEntries(db)
  return servicesOf({ config, clock, log, health, metrics, db }, own)
}

/** Creates all services of a standby, which only reads. @param db its copy @param clock the leader's */
export function openStandbyServices(config: Config, db: Database, clock: Clock): Promise<Services> {
  const log = createLogger(config.logLevel)
  const health = new Health(clock, log)
  return servicesOf({ config, clock, log, health, metrics: new Metrics(), db })
}

type Opened = Pick<Platform, 'config' | 'clock' | 'log' | 'health' | 'metrics' | 'db'>

async function servicesOf({ config, clock, log, health, metrics, db }: Opened, own?: Judge): Promise<Services> {
  const { vault, unreadable } = await openVault(db, config.secretsKeyFile)
  if (unreadable > 0)
    log.error(
      { file: config.secretsKeyFile, unreadable },
      'Secrets for two-step sign-in and webhooks were encrypted with another key: restore the original key file and start again',
    )
  const judge =
    own ??
    createJudge({
      concurrency: config.judgeConcurrency,
      log,
      died: (reason) => {
        metrics.judgeDied()
        health.raise('judge_down', { reason })
      },
      ready: () => health.clear('judge_down'),
    })
  const mail = openTransport(config)
  const passwordKey = await passwordKeyOf(db)
  return createServices({ config, clock, db, log, health, metrics, mail, passwordKey, vault }, judge, findResults)
}

/** Limits the calls per API token before reading their input, and reports the remaining calls in headers. */
const limitCalls = (platform: Services) => (req: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const token = bearerOf(req)
  // Every call in a batch counts.
  const calls = () => (req.url.startsWith('/trpc/') ? (req.url.split('?')[0] ?? '').split(',').length : 1)
  const rate = token !== null && isApiToken(token) ? platform.apiTokens.takeCalls(token, calls()) : null
  if (!rate) return done()
  reply.headers({ 'ratelimit-limit': rate.limit, 'ratelimit-remaining': rate.remaining, 'ratelimit-reset': rate.reset })
  if (!rate.exceeded) return done()
  const message = `This API token has used its ${rate.limit} calls per minute. Please wait ${rate.reset} seconds.`
  void sendError(reply, { code: 'TOO_MANY_REQUESTS', message, retryAfter: rate.reset })
}

/** Returns a path for logs, without the token at the end of a password reset link. */
const loggedPath = (url: string) => url.split('?')[0]?.replace(/(reset-password\/)[^/]+/, '$1…')

/** Runs before every other hook, and rejects requests that this server does not serve. */
type Gate = (req: FastifyRequest, reply: FastifyReply, done: () => void) => unknown

interface AppOptions {
  parts?: Parts
  jobs?: typeof allJobs
  /** For a standby, which serves only the requests that pass it. */
  gate?: Gate
}

/** The composition root. */
export async function createApp(platform: Services, options: AppOptions = {}): Promise<App> {
  const { parts = builtParts, jobs = allJobs, gate } = options
  const { config, log, db } = platform
  const headers = securityHeaders(config)
  // API responses are personal and must not be cached, unless a route overrides this.
  const personal = { ...headers, 'cache-control': 'no-store' }
  const server = createHttpServer(config, log)
  server.addHook('onRequest', (req, reply, done) => {
    reply.headers(/^\/(api|trpc)\//.test(req.url) ? personal : headers)
    reply.header('x-request-id', req.id)
    done()
  })
  if (gate) server.addHook('onRequest', gate)
  server.addHook('onResponse', (req, reply, done) => {
    req.log.info(
      {
        method: req.method,
        path: loggedPath(req.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    countRequest(platform.metrics, req, reply)
    done()
  })
  server.setErrorHandler((error: { statusCode?: number; code?: string }, req, reply) => {
    if (error.statusCode === 413) return sendError(reply, { code: 'TOO_LARGE', message: 'The request is too large' })
    if (error.statusCode === 429) {
      const message = 'Many files are being uploaded. Please try again in a moment'
      return sendError(reply, { code: 'TOO_MANY_REQUESTS', message, retryAfter: 2 })
    }
    if (error.statusCode === 415)
      return sendError(reply, { code: 'UNSUPPORTED_TYPE', message: 'This content type is not supported' })
    if (error.statusCode === 400)
      return sendError(reply, { code: 'VALIDATION', message: 'The request could not be read' })
    req.log.error({ err: error })
    db.notice(error)
    return sendError(reply, { code: 'INTERNAL', message: sentences.somethingWrong })
  })

  // The fastest level compresses a 100-question paper to a sixth. Higher levels and brotli cost more time than they
  // save when a whole exam hall starts at once. Small responses are sent uncompressed.
  await server.register(fastifyCompress, {
    threshold: 4096,
    encodings: ['gzip', 'identity'],
    zlibOptions: { level: 1 },
  })

  server.addHook('onRequest', limitCalls(platform))
  const makeContext = contextMaker(platform, (token) =>
    isApiToken(token) ? platform.apiTokens.authenticate(token) : platform.sessions.authenticate(token),
  )
  server.addHook('preParsing', limitBodies(makeContext))
  await server.register(trpcRoutes({ router: appRouter, makeContext, log }))
  await server.register(restAdapter(makeContext), { prefix: '/api' })
  await server.register(judgeWorkerRoutes(platform), { prefix: workerPrefix })
  serveOperations(server, platform, makeContext)
  await serveImages(server, config.dataDir)
  await serveClient(server, parts.client, config.platformName)

  if (!db.isCopy) {
    extendAfterOutages(platform)
    await extendForDowntime(platform)
    await restoreWorkers(platform)
  }
  const stopJobs = startJobs(platform, db.isCopy ? [] : jobs)
  return {
    platform,
    server,
    close: async () => {
      const judged = platform.judgeQueue.stop()
      const backedUp = platform.backupRunner.stop()
      // A client that stalls mid-request must not delay shutdown.
      const patience = setTimeout(() => server.server.closeAllConnections(), timeoutMs)
      await server.close()
      clearTimeout(patience)
      // An unresponsive mail server must not delay shutdown either. Its mail is retried after the next start.
      const patient = new Promise((resolve) => setTimeout(resolve, jobTimeoutMs).unref())
      await Promise.race([Promise.all([stopJobs(), judged, backedUp]), patient])
      if (!db.isCopy)
        await platform.refusedSignIns
          .recordCounted(true)
          .then(() => platform.auditShipping.finish())
          .catch((error) => log.error({ err: error }))
      await platform.judge.close()
      platform.mail.close()
      await db.close()
    },
  }
}
