import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import fastifyMultipart from '@fastify/multipart'
import { getTRPCErrorFromUnknown } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { incomingFolder } from '#server/platform/files.ts'
import { LongAnswer } from '#server/platform/long-answer.ts'
import { DomainError, errorTable } from '#shared/errors.ts'
import { callProcedure } from '../trpc/call.ts'
import type { Context } from '../trpc/context.ts'
import { type Explained, explain } from '../trpc/errors.ts'
import { coerceTexts, parseBody, parseForm, withBothIds } from './json.ts'
import { readMultipart } from './multipart.ts'
import { openApiDocument } from './openapi.ts'
import { rounderOf } from './percentages.ts'
import { inputSchema, type ListedProcedure, listProcedures, outputSchema } from './procedures.ts'

/** Default limit for JSON bodies; larger ones get a 413. */
export const defaultBodyLimit = 1024 * 1024

export function sendError(reply: FastifyReply, { code, message, errors, retryAfter }: Explained) {
  const status = errorTable[code].http
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(status).send({
    error: message,
    message,
    ...(errors && { errors }),
    ...(code === 'INTERNAL' && { requestId: reply.request.id }),
  })
}

/**
 * Creates the input for a body that cannot be parsed. It contains the path parameters and throws on access to anything
 * else, so that 403 and 404 are reported first.
 */
const unreadable = (params: Record<string, unknown>, error: unknown) =>
  new Proxy(params, {
    get: (target, key) => {
      // Every await reads `then`.
      if (typeof key === 'symbol' || key === 'then') return undefined
      if (key in target) return target[key]
      throw error
    },
  })

async function readInput(req: FastifyRequest, { rest }: ListedProcedure, schema: object, dataDir: string) {
  const params = req.params as Record<string, unknown>
  if (rest?.method === 'GET') return { ...coerceTexts(req.query as Record<string, unknown>, schema), ...params }
  try {
    if (rest?.multipart && (req.isMultipart() || !rest.multipart.optional)) {
      const { fields, file } = await readMultipart(req, rest.multipart, incomingFolder(dataDir))
      const read = rest.multipart.optional ? parseForm : coerceTexts
      return { ...read(fields, schema), file, ...params }
    }
    const type = req.headers['content-type']
    const body = req.body as Buffer | undefined
    const hasBody = body?.length || req.isMultipart()
    if (hasBody && type && !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
      const orForm = rest?.multipart ? ', or as a form (multipart/form-data)' : ''
      throw new DomainError(
        'UNSUPPORTED_TYPE',
        `Please send the body as JSON, with Content-Type: application/json${orForm}`,
      )
    }
    return { ...parseBody(body), ...params }
  } catch (error) {
    const { properties = {}, allOf, oneOf, anyOf } = schema as Record<string, object | undefined>
    const onlyParams = !allOf && !oneOf && !anyOf && Object.keys(properties).every((key) => key in params)
    // Throw now, because a call that never reads its body would otherwise succeed despite the error.
    if (onlyParams) throw error
    return unreadable(params, error)
  }
}

/** Serves every procedure with a REST route below `/api`. Contains no business rules. */
export function restAdapter(
  makeContext: (req: FastifyRequest, reply: FastifyReply) => Promise<Context>,
  procedures = listProcedures(),
) {
  return async (api: FastifyInstance) => {
    await api.register(fastifyMultipart)
    api.removeContentTypeParser(['application/json', 'text/plain'])
    api.addContentTypeParser('*', { parseAs: 'buffer' }, (_req, body, done) => done(null, body))

    for (const listed of procedures) {
      if (!listed.rest) continue
      const { method, path, status = 200, bodyLimit = defaultBodyLimit } = listed.rest
      let schema: ReturnType<typeof inputSchema> | undefined
      let round: ReturnType<typeof rounderOf> | undefined
      api.route({
        method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit,
        handler: async (req, reply) => {
          let ctx: Context | undefined
          try {
            const made = await makeContext(req, reply)
            ctx = made
            let input: Promise<unknown> | undefined
            const answer = await callProcedure(listed.procedure, {
              path: listed.name,
              type: listed.type,
              ctx,
              signal: undefined,
              batchIndex: 0,
              getRawInput: () => {
                schema ??= inputSchema(listed)
                input ??= readInput(req, listed, schema, made.app.config.dataDir)
                return input
              },
            })
            if (answer instanceof Response) return await sendFile(reply, answer)
            if (answer instanceof LongAnswer)
              return reply.code(status).type('application/json; charset=utf-8').send(answer.stream(withBothIds))
            round ??= rounderOf(outputSchema(listed))
            return reply.code(status).send(round(withBothIds(answer)))
          } catch (error) {
            const cause = getTRPCErrorFromUnknown(error)
            const explained = explain(cause)
            if (explained.code === 'INTERNAL') {
              req.log.error({ err: cause.cause ?? cause, procedure: listed.name })
              ctx?.app.db.notice(cause)
            }
            return sendError(reply, explained)
          }
        },
      })
    }

    let document: ReturnType<typeof openApiDocument> | undefined
    api.get('/openapi.json', async () => {
      document ??= openApiDocument(procedures)
      return document
    })
    api.get('/docs', async (_req, reply) => reply.redirect('/api-docs/index.html'))
    api.setNotFoundHandler((req, reply) =>
      sendError(reply, { code: 'NOT_FOUND', message: `${req.method} ${req.url.split('?')[0]} not found` }),
    )
  }
}

/** Sends a file. A failure before its first bytes gets a regular error response; a later one truncates the file. */
async function sendFile(reply: FastifyReply, file: Response) {
  const body = file.body && Readable.fromWeb(file.body as ReadableStream)
  if (body) await once(body, 'readable')
  for (const [name, value] of file.headers) reply.header(name, value)
  return reply.send(body)
}
