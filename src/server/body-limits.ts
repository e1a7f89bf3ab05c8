import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxFileBytes } from '#shared/attempts/files.schema.ts'
import { workerPrefix } from './judge/pool/wire.ts'
import type { Actor } from './platform/platform.ts'

/** The largest body of any call; REST routes have their own lower limits. */
export const largestBody = 16 * 1024 * 1024

/** Maximum bytes read without a sign-in; signing in takes less than 1 kB. */
const beforeSignIn = 64 * 1024

/** Maximum bytes from a student, who sends answers and programs; only authors send larger bodies. */
const fromStudents = 1024 * 1024

/** A student's upload: the largest file, and a little for the rest of the form. */
const perUpload = maxFileBytes + 64 * 1024
const isUpload = ({ method, url }: FastifyRequest) =>
  method === 'POST' && /^\/api\/attempts\/[^/]+\/files$/.test(url.split('?')[0] ?? '')

/** Maximum concurrent uploads of all students, and of one student. Limited because each is held in memory. */
const uploads = { max: 32, maxPerStudent: 2 }

type MakeContext = (req: FastifyRequest) => Promise<{ actor: Actor | null }>
type Body = Readable & { receivedEncodedLength?: number }

/** Returns the first `max` bytes of a body and discards the rest as it arrives. */
function firstBytes(body: NodeJS.ReadableStream & Readable, max: number): Readable {
  const read = async function* () {
    let left = max
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
 * @returns a `preParsing` hook that throws 413 if a student's body exceeds 1 MB or, for an upload, the file limit
 */
export const limitBodies =
  (makeContext: MakeContext, uploading = new Uploading()) =>
  (req: FastifyRequest, reply: FastifyReply, body: Body, done: (error: Error | null, body?: Body) => void) => {
    const { 'content-length': declared, 'transfer-encoding': chunked } = req.headers
    // Workers have been authenticated, and their routes have their own limits.
    if (req.routeOptions.url?.startsWith(workerPrefix)) return done(null, body)
    // Fast path, because most bodies are small.
    if (!chunked && Number(declared ?? 0) <= beforeSignIn) return done(null, body)
    limited(makeContext, uploading, req, reply, body).then((body) => done(null, body), done)
  }

/** Counts the student uploads that are being read. */
class Uploading {
  readonly #byStudent = new Map<string, number>()
  #all = 0

  /** @throws 429 above the limits */
  begin(studentId: string, reply: FastifyReply): void {
    const own = this.#byStudent.get(studentId) ?? 0
    if (own >= uploads.maxPerStudent || this.#all >= uploads.max)
      throw Object.assign(new Error('Too many uploads'), { statusCode: 429 })
    // A connection that closed during the session lookup does not emit "close" again.
    if (reply.raw.destroyed || reply.raw.closed)
      throw Object.assign(new Error('Connection closed'), { statusCode: 400 })
    this.#count(studentId, 1)
    reply.raw.once('close', () => this.#count(studentId, -1))
  }

  #count(studentId: string, change: 1 | -1): void {
    const own = (this.#byStudent.get(studentId) ?? 0) + change
    this.#all += change
    if (own > 0) this.#byStudent.set(studentId, own)
    else this.#byStudent.delete(studentId)
  }
}

async function limited(
  makeContext: MakeContext,
  uploading: Uploading,
  req: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): Promise<Body> {
  const declared = req.headers['content-length']
  const { actor } = await makeContext(req)
  if (actor && actor.role !== 'student') return body
  const max = actor ? (isUpload(req) ? perUpload : fromStudents) : beforeSignIn
  if (actor && Number(declared ?? 0) > max) throw Object.assign(new Error('Too large'), { statusCode: 413 })
  if (actor && isUpload(req)) uploading.begin(actor.id, reply)
  const first: Body = firstBytes(body, max)
  // Fastify compares `receivedEncodedLength` with the declared length.
  if (declared !== undefined) first.receivedEncodedLength = Number(declared)
  return first
}
