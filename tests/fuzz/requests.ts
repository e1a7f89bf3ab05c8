import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { inputSchema, type ListedProcedure, listProcedures } from '#server/rest/procedures.ts'
import { brokenBodies, brokenPaths, changed, type Schema, valueFor } from './values.ts'

/** A request exactly as sent. */
export interface Sent {
  method: string
  path: string
  type?: string | undefined
  body?: Buffer | undefined
  /** The called procedure, for the report. */
  about: string
  /** Roles that may call the procedure, if known. */
  roles: readonly string[]
}

export interface Answered {
  /** 0 if the connection broke. `text` is then the error message. */
  status: number
  type: string
  text: string
}

/** Valid calls to each procedure, as a base for mutations, and real ids. */
export interface Known {
  calls: ReadonlyMap<string, readonly unknown[]>
  ids: readonly string[]
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const isFields = (input: unknown): input is Record<string, unknown> =>
  input !== null && typeof input === 'object' && !Array.isArray(input)
/** Encodes a value for a URL, which cannot contain lone surrogates. */
const encoded = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed())

function form(
  fields: Record<string, unknown>,
  part: string,
  file: Buffer,
  type: string,
): { type: string; body: Buffer } {
  const boundary = 'fuzz-boundary'
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${textOf(value)}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"; filename="a.csv"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(texts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

const rolesOf = ({ meta }: ListedProcedure) => (meta.roles === 'public' ? [] : (meta.roles ?? []))

function overRest(listed: ListedProcedure, input: unknown, file: Buffer, fileType: string): Sent[] {
  const { name, rest } = listed
  if (!rest) return []
  const fields = isFields(input) ? { ...input } : {}
  const path = `/api${rest.path.replace(/\{(\w+)\}/g, (_whole, key: string) => {
    const value = fields[key] ?? 'unknown'
    delete fields[key]
    return encoded(value) || '%20'
  })}`
  const base = { method: rest.method, about: name, roles: rolesOf(listed) }
  if (rest.method === 'GET') {
    const query = Object.entries(fields).flatMap(([key, value]) =>
      (Array.isArray(value) ? value.slice(0, 20) : [value]).map(
        (one) => `${encoded(key)}=${encoded(one).slice(0, 4_000)}`,
      ),
    )
    return [{ ...base, path: `${path}?${query.join('&')}` }]
  }
  if (rest.multipart) {
    const asForm = { ...base, path, ...form(fields, rest.multipart.part, file, fileType) }
    return rest.multipart.optional ? [asForm, { ...base, path, type: 'application/json', body: json(input) }] : [asForm]
  }
  return [{ ...base, path, type: 'application/json', body: json(isFields(input) ? fields : input) }]
}

const overTrpc = (listed: ListedProcedure, input: unknown): Sent => ({
  ...typed(listed, input),
  about: listed.name,
  roles: rolesOf(listed),
})

const typed = ({ name, type }: ListedProcedure, input: unknown) =>
  type === 'mutation'
    ? { method: 'POST', path: `/trpc/${name}`, type: 'application/json', body: json(input) }
    : { method: 'GET', path: `/trpc/${name}?input=${encoded(input).slice(0, 12_000)}` }

/**
 * Generates requests to any procedure over either transport: mutated valid calls, calls generated from schemas, and
 * broken calls.
 *
 * @param named limits the requests to these procedures and makes most calls valid
 */
export function anyRequest(known: Known, named?: readonly string[]): fc.Arbitrary<Sent> {
  // Streams respond until closed. The permission tests check their first message.
  const procedures = listProcedures().filter(
    ({ name, type }) => type !== 'subscription' && (named?.includes(name) ?? true),
  )
  const one = fc.constantFrom(...procedures).chain((listed) => {
    const good = known.calls.get(listed.name) ?? []
    const made = valueFor(inputSchema(listed) as Schema, '', known.ids)
    const input =
      good.length > 0
        ? fc.oneof(
            { weight: named ? 8 : 1, arbitrary: fc.constantFrom(...good) },
            { weight: 4, arbitrary: fc.constantFrom(...good).chain((call) => changed(call, known.ids)) },
            { weight: 1, arbitrary: made },
          )
        : made
    const file = fc.oneof(
      fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('questionText,A,B,C,D,correctAnswer\nx,1,2,3,4,A', 'PK\u0003\u0004', '%PDF-1.4', '[]', '<svg/>')
        .map((text) => Buffer.from(text)),
    )
    const fileType = fc.constantFrom('text/csv', 'application/pdf', 'image/png', 'application/json', 'x')
    return fc
      .tuple(input, file, fileType)
      .chain(([value, bytes, kind]) =>
        fc.constantFrom(...overRest(listed, value, bytes, kind), overTrpc(listed, value)),
      )
  })
  const broken = fc
    .tuple(one, brokenBodies)
    .map(([sent, body]) => ({ ...sent, ...body, method: sent.method === 'GET' ? 'POST' : sent.method }))
  const astray = fc
    .tuple(brokenPaths, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'))
    .map(([path, method]) => ({ path, method, about: 'no procedure', roles: [] }))
  const batch = fc
    .array(
      one.filter(({ path, method }) => path.startsWith('/trpc/') && method === 'POST'),
      { minLength: 2, maxLength: 5 },
    )
    .map((calls) => ({
      method: 'POST',
      path: `/trpc/${calls.map(({ path }) => path.slice('/trpc/'.length)).join(',')}?batch=1`,
      type: 'application/json',
      body: json(
        Object.fromEntries(calls.map(({ body }, place) => [place, body?.length ? JSON.parse(body.toString()) : null])),
      ),
      about: 'a batch',
      roles: calls[0]?.roles ?? [],
    }))
  return fc.oneof(
    { weight: 30, arbitrary: one },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: astray },
    { weight: 1, arbitrary: batch },
  )
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Sends a raw request, because a client library would correct URLs and bodies. */
export const send = (url: string, asked: Sent, token: string | null): Promise<Answered> =>
  new Promise((resolve) => {
    const { method, path, type, body } = asked
    const broken = (error: Error) => {
      // The server may close a keep-alive connection. Clients then retry.
      if (sent.reusedSocket) resolve(send(url, asked, token))
      else resolve({ status: 0, type: '', text: error.message })
    }
    const { hostname, port } = new URL(url)
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(body ? { 'content-length': body.length } : {}),
    }
    const sent = request({ hostname, port, method, path, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', broken)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    sent.on('error', broken)
    sent.end(body)
  })
