import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './platform/platform.ts'

/** The largest body of any call; REST routes have their own lower limits. */
export const largestBody = 16 * 1024 * 1024

/** Maximum bytes read without a sign-in; signing in takes less than 1 kB. */
const beforeSignIn = 64 * 1024

/** Maximum bytes from a student, who sends answers and programs; only authors send larger bodies. */
const ofStudents = 1024 * 1024

type MakeContext = (req: FastifyRequest) => Promise<{ actor: Actor | null }>
type Body = Readable & { receivedEncodedLength?: number }

/** Returns the first `most` bytes of a body and discards the rest as it arrives. */
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
 * Limits how much of a body is buffered before any handler runs. Without a sign-in, the rest is discarded: nearly all
 * calls then respond with 401 before using their body.
 * @returns a `preParsing` hook; it throws 413 for a student's body of more than 1 MB
 */
export const limitBodies =
  (makeContext: MakeContext) =>
  (req: FastifyRequest, _reply: unknown, body: Body, done: (error: Error | null, body?: Body) => void) => {
    const { 'content-length': declared, 'transfer-encoding': chunked } = req.headers
    // Fast path, because most bodies are small.
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
  // Fastify compares `receivedEncodedLength` with the declared length.
  if (declared !== undefined) first.receivedEncodedLength = Number(declared)
  return first
}
