import type { Actor, DeviceCookie } from '../platform/platform.ts'
import type { Services } from '../services.ts'

/** The context of every procedure. Created once per HTTP request, even for a batch. */
export interface Context {
  app: Services
  /** The signed-in person, or null. */
  actor: Actor | null
  /** The bearer token as sent; null without one. */
  token: string | null
  /** The client's IP address. */
  address: string
  userAgent?: string | undefined
  requestId: string
  /** Identifies a device at sign-in; undefined outside HTTP. */
  deviceCookie?: DeviceCookie | undefined
}

/** Our only cookie. It authenticates nothing (docs/security.md). */
const cookieName = 'examhall_device'
const cookiePattern = new RegExp(`(?:^|; )${cookieName}=([\\w.-]{1,400})`)
const yearSeconds = 365 * 86_400

/** Looks up a token's owner; injected by the composition root, because this layer does not depend on features. */
export type Authenticate = (token: string) => Promise<Omit<Actor, 'address'> | null>

interface IncomingRequest {
  id: string
  ip: string
  url: string
  headers: { authorization?: string | undefined; 'user-agent'?: string | undefined; cookie?: string | undefined }
}

interface Reply {
  header(name: string, value: string): unknown
}

/** The cookie is scoped to the path of the call that sets it, so that no other request carries it. */
const deviceCookieOf = (app: Services, { url, headers }: IncomingRequest, reply: Reply): DeviceCookie => ({
  sent: cookiePattern.exec(headers.cookie ?? '')?.[1],
  set: (value) => {
    const path = url.split('?')[0]
    const secure = app.config.publicUrl?.startsWith('https:') ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${cookieName}=${value}; Path=${path}; Max-Age=${yearSeconds}; HttpOnly; SameSite=Strict${secure}`,
    )
  },
})

/** Returns a request's bearer token, or null. */
export const bearerOf = ({ headers }: Pick<IncomingRequest, 'headers'>) =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

/** Returns a function that creates a request's context. */
export function contextMaker(app: Services, authenticate: Authenticate) {
  return async (req: IncomingRequest, reply?: Reply): Promise<Context> => {
    const token = bearerOf(req)
    const known = token === null ? null : await authenticate(token)
    const address = req.ip
    const actor = known && { ...known, address }
    return {
      app,
      actor,
      token,
      address,
      userAgent: req.headers['user-agent'],
      requestId: req.id,
      deviceCookie: reply && deviceCookieOf(app, req, reply),
    }
  }
}
