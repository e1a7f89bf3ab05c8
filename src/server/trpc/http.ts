import { type AnyTRPCProcedure, type AnyTRPCRouter, getTRPCErrorFromUnknown, TRPCError } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused, sentences } from '#shared/errors.ts'
import type { Logger } from '../platform/log.ts'
import { holdsPrepared, preparedBody } from '../platform/prepared-json.ts'
import { callProcedure } from './call.ts'
import type { Context } from './context.ts'
import { explain, shapeOf } from './errors.ts'

/** Maximum calls per request; our client sends no more. */
export const maxBatched = 10

interface Options {
  router: AnyTRPCRouter
  makeContext: (req: FastifyRequest, reply?: FastifyReply) => Promise<Context>
  log: Logger
}

/**
 * Serves a router at `/trpc` in tRPC's wire format. Queries and subscriptions use tRPC's adapter. Mutations, including
 * every exam save, are handled here: the adapter converts each request into a web `Request` and its response into a
 * stream, which costs more than the save itself (docs/decisions/019).
 */
export function trpcRoutes({ router, makeContext, log }: Options) {
  const procedures = router._def.procedures as Record<string, AnyTRPCProcedure>
  const report = (error: TRPCError, path: string | undefined, ctx: Context | undefined) => {
    if (error.code === 'INTERNAL_SERVER_ERROR') {
      log.error({ err: error.cause ?? error, procedure: path, reqId: ctx?.requestId })
      ctx?.app.db.notice(error)
    }
  }

  function find(path: string): AnyTRPCProcedure {
    const procedure = Object.hasOwn(procedures, path) ? procedures[path] : undefined
    if (!procedure) throw new TRPCError({ code: 'NOT_FOUND', message: `No procedure found on path "${path}"` })
    const { type } = procedure._def as { type?: string }
    if (type !== 'mutation')
      throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED', message: `Unsupported POST-request to ${type} "${path}"` })
    return procedure
  }

  async function execute(path: string, batchIndex: number, ctx: Context, read: () => Promise<unknown>) {
    try {
      let input: Promise<unknown> | undefined
      const getRawInput = () => {
        input ??= read()
        return input
      }
      const data = await callProcedure(find(path), {
        path,
        type: 'mutation',
        ctx,
        signal: undefined,
        batchIndex,
        getRawInput,
      })
      return { status: 200, answer: { result: { data } } }
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      report(error, path, ctx)
      const status = getHTTPStatusCodeFromError(error)
      const data = { code: error.code, httpStatus: status, path }
      const shape = { message: error.message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data }
      return { status, answer: { error: shapeOf(shape, error, ctx) }, retryAfter: explain(error).retryAfter }
    }
  }

  return async (server: FastifyInstance) => {
    server.removeContentTypeParser(['application/json', 'text/plain'])
    // Parsed lazily, so that 401 and 403 are reported first.
    server.addContentTypeParser('application/json', { parseAs: 'string' }, (_req, body, done) => done(null, body))

    // Streams never end on their own. Without this set, shutdown would wait for every open live board.
    const streams = new Set<FastifyReply['raw']>()
    server.addHook('preClose', (done) => {
      for (const stream of streams) stream.destroy()
      done()
    })
    server.addHook<{ Params: { path?: string } }>('onRequest', (req, reply, done) => {
      if ((req.params.path?.split(',').length ?? 0) <= maxBatched) return done()
      const message = `A batch can contain at most ${maxBatched} calls`
      void reply.code(400).send({ error: { message, code: TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST, data: null } })
    })

    server.get<{ Params: { path: string } }>('/trpc/:path', { exposeHeadRoute: false }, (req, res) => {
      if (req.headers.accept?.includes('text/event-stream')) {
        streams.add(res.raw)
        res.raw.once('close', () => streams.delete(res.raw))
      }
      return fastifyRequestHandler({
        router,
        path: req.params.path,
        req,
        res,
        createContext: ({ req }) => makeContext(req),
        onError: ({ error, path, ctx }) => report(error, path, ctx),
      })
    })

    server.post<{ Params: { path: string }; Querystring: { batch?: string } }>('/trpc/:path', async (req, reply) => {
      const ctx = await makeContext(req, reply)
      const isBatch = req.query.batch === '1'
      const paths = isBatch ? req.params.path.split(',') : [req.params.path]
      const read = async (index: number) => {
        const value = readJson(req.body)
        return isBatch ? (value as Record<number, unknown> | null)?.[index] : value
      }
      const done = await Promise.all(paths.map((path, index) => execute(path, index, ctx, () => read(index))))
      const waits = done.flatMap(({ retryAfter }) => retryAfter ?? [])
      if (waits.length > 0) reply.header('retry-after', String(Math.max(...waits)))
      const statuses = new Set(done.map(({ status }) => status))
      const answers = done.map(({ answer }) => answer)
      const [status = 207] = statuses.size === 1 ? statuses : []
      return send(req, reply.code(status), answers, isBatch)
    })
  }
}

type Answer = { result: { data: unknown } } | { error: unknown }

/** Sends a response without serialising or compressing prepared parts again. */
function send(req: FastifyRequest, reply: FastifyReply, answers: Answer[], isBatch: boolean) {
  const whole = isBatch ? answers : answers[0]
  const isPrepared = answers.some((answer) => 'result' in answer && holdsPrepared(answer.result.data))
  const sent = isPrepared && preparedBody(whole, /\bgzip\b/.test(req.headers['accept-encoding'] ?? ''))
  if (!sent) return reply.send(whole)
  reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (sent.encoding) reply.header('content-encoding', sent.encoding)
  return reply.send(sent.body)
}

/** Text that may contain the key `__proto__`, even escaped. Most bodies contain neither. */
const mayHavePrototypeKey = /__proto__|\\u/

/** zod would silently drop this key from a record. */
function withoutPrototypeKey(key: string, value: unknown): unknown {
  if (key === '__proto__') throw refused(sentences.prototypeKey)
  return value
}

function readJson(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') return undefined
  try {
    return JSON.parse(body, mayHavePrototypeKey.test(body) ? withoutPrototypeKey : undefined)
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause })
  }
}
