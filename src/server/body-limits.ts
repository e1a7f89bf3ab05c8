import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './platform/platform.ts'

/** The largest body of any call; REST routes have lower limits of their own. */
export const largestBody = 16 * 1024 * 1024

/** How much is read of the body of somebody who is not signed in: a sign-in takes less than 1 kB. */
const beforeSignIn = 64 * 1024

/** Students send answers and programs; tests and problems come from their authors. */
const ofStudents = 1024 * 1024

type MakeContext = (req: FastifyRequest) => Promise<{ actor: Actor | null }>
type Body = Readable & { receivedEncodedLength?: number }

/** Stops after this many bytes and discards the rest as it arrives. */
function firstBytes(body: NodeJS.ReadableStream & Readable, most: number): Readable {
  const read = async function* () {
    let left = most
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      yield (chunk as Buffer).subarray(0, left)
      left -= (chunk as Buffer).length
      if (left <= 0) break
    }
    body.resume()
  }
  return Readable.from(read(), { objectMode: false })
}

/**
 * Decides how much of a body is kept in memory before anything looks at it. Who is not signed in gets the answer that the call
 * gives without its body: for nearly all, that a sign-in is needed.
 *
 * @returns a `preParsing` hook; it throws 413 for a student's body of more than 1 MB
 */
export const limitBodies =
  (makeContext: MakeContext) =>
  (req: FastifyRequest, _reply: unknown, body: Body, done: (error: Error | null, body?: Body) => void) => {
    const { 'content-length': declared, 'transfer-encoding': chunked } = req.headers
    // Nearly all are small, and wait for nothing.
    if (!chunked && Number(declared ?? 0) <= beforeSignIn) return done(null, body)
    limited(makeContext, req, body).then((body) => done(null, body), done)
  }

async function limited(makeContext: MakeContext, req: FastifyRequest, body: Body): Promise<Body> {
  const declared = req.headers['content-length']
  const { actor } = await makeContext(req)
  if (actor && actor.role !== 'student') return body
  const most = actor ? ofStudents : beforeSignIn
  if (actor && Number(declared ?? 0) > most) throw Object.assign(new Error('Too large'), { statusCode: 413 })
  const first: Body = firstBytes(body, most)
  // Fastify compares it with the length that the request declared.
  if (declared !== undefined) first.receivedEncodedLength = Number(declared)
  return first
}
