import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { largestBody } from './body-limits.ts'
import { closeWhenCrowded } from './listening.ts'
import type { Config } from './platform/config.ts'
import type { Logger } from './platform/log.ts'
import { sendError } from './rest/adapter.ts'

/**
 * Content security policy: pages may load only our own files, and no inline code. Inline styles are allowed, because
 * components set positions and sizes with them (docs/security.md). HTML reaches the DOM only through our sanitiser
 * (`src/client/ui/rich-text.tsx`).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const always = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Security headers for every response, with HSTS over https. */
export const securityHeaders = ({ publicUrl }: { publicUrl: string | undefined }): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { ...always, 'strict-transport-security': 'max-age=31536000' } : always

const answers: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or the headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

/** Responds to requests that Node cannot parse and the router never sees, in the usual error format. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  const [status, sentence] = answers[error.code ?? ''] ?? ['400 Bad Request', 'The request could not be read']
  const body = JSON.stringify({ error: sentence, message: sentence })
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable && error.code !== 'ECONNRESET') socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  else socket.destroy()
}

/** Timeout for a complete request; headers have a shorter one. Node checks open requests every `checkEveryMs`. */
const requestTimeoutMs = 60_000
const headersTimeoutMs = 20_000
const checkEveryMs = 2_000

/** Creates a server without routes. */
export function createHttpServer(config: Config, log: Logger): FastifyInstance {
  const server: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Trusts one proxy, which appends the last `X-Forwarded-For` entry. Earlier entries come from the client.
    trustProxy: config.trustProxy && ((_address, hops) => hops === 0),
    bodyLimit: largestBody,
    requestTimeout: requestTimeoutMs,
    http: { connectionsCheckingInterval: checkEveryMs, headersTimeout: headersTimeoutMs },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 8_000 },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, _req, reply) => {
      // Hooks do not run for such requests, so set the headers here.
      const headers = securityHeaders(config)
      void sendError(reply.headers(headers), { code: 'VALIDATION', message: 'The request could not be read' })
    },
  })
  closeWhenCrowded(server)
  return server
}
