import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Services } from '#server/services.ts'
import { DomainError, notFound, refused, sentences } from '#shared/errors.ts'
import type { KnownWorker } from './judge/pool/pool.ts'
import { pollForm, releaseForm, reportForm } from './judge/pool/wire.ts'
import { sendError } from './rest/adapter.ts'
import { bearerOf } from './trpc/context.ts'

/** Enough for the kept output of several hundred cases. */
const bodyLimit = 48 * 1024 * 1024

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body)
  const issue = error?.issues[0]
  if (issue) throw refused(`${issue.path.join('.')}: ${issue.message}`)
  return data as z.output<Schema>
}

/** A signal that aborts when the caller hangs up. */
function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController()
  raw.once('close', () => closed.abort())
  return closed.signal
}

/** Serves the calls of judge workers: jobs, their cases, reports and returns. */
export function judgeWorkerRoutes({ judgePool, workerAccess, log }: Services) {
  const callers = new WeakMap<FastifyRequest, KnownWorker>()
  const callerOf = (req: FastifyRequest) => callers.get(req) as KnownWorker

  return async (api: FastifyInstance) => {
    // Authenticate before reading the body, which may be larger than in other calls.
    api.addHook('onRequest', async (req) => {
      const worker = await workerAccess.authenticate(bearerOf(req))
      if (!worker) throw new DomainError('UNAUTHENTICATED', 'This is not the token of a judge worker')
      callers.set(req, worker)
    })
    api.addHook('preClose', (done) => {
      judgePool.stop()
      done()
    })
    api.setErrorHandler((error: Error & { statusCode?: number }, req, reply) => {
      if (error instanceof DomainError) return sendError(reply, error)
      if (error.statusCode === 413) return sendError(reply, { code: 'TOO_LARGE', message: 'The report is too large' })
      if (error.statusCode && error.statusCode < 500)
        return sendError(reply, { code: 'VALIDATION', message: 'The request could not be read' })
      log.error({ err: error, worker: callers.get(req)?.id })
      return sendError(reply, { code: 'INTERNAL', message: sentences.somethingWrong })
    })

    api.post('/poll', (req, reply) => judgePool.poll(callerOf(req), parse(pollForm, req.body), hangUpOf(reply)))
    api.post('/report', { bodyLimit }, async (req) => judgePool.report(callerOf(req), parse(reportForm, req.body)))
    api.post('/release', async (req) => {
      judgePool.release(callerOf(req), parse(releaseForm, req.body).session)
      return {}
    })
    api.get<{ Params: { hash: string } }>('/cases/:hash', async (req) => {
      const texts = judgePool.casesFor(callerOf(req), req.params.hash)
      if (!texts) throw notFound('Cases')
      return texts
    })
  }
}
