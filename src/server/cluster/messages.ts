import { createHash } from 'node:crypto'
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { Change } from './wal.ts'

/** Pages per message: fits NATS's default message limit of 1 MB even if nothing compresses. */
const pagesPerPart = 200

const maxBytes = 4 + pagesPerPart * (65_536 + 4)

const common = { format: z.literal(1), term: z.int().positive(), node: z.string(), chain: z.string() }
const head = z.discriminatedUnion('kind', [
  /** A leader's first message. It fences the previous leader, whose expected sequence is wrong from here on. */
  z.object({ ...common, kind: z.literal('term'), run: z.string() }),
  z.object({
    ...common,
    kind: z.literal('group'),
    /** Consecutive across terms. */
    group: z.int().positive(),
    part: z.int().nonnegative(),
    parts: z.int().positive(),
    pageSize: z.int().min(512).max(65_536),
    /** Size of the database after the group, in pages. */
    size: z.int().positive(),
  }),
  /** Every node reports the hash of its file at this position. */
  z.object({ ...common, kind: z.literal('verify'), id: z.string() }),
])

/** The head of a message; `chain` is the hash of all messages before it. */
export type Head = z.output<typeof head>
type Unchained<H> = H extends unknown ? Omit<H, 'format' | 'chain'> : never

export interface Page {
  number: number
  bytes: Buffer
}

/** A damaged or unknown message. The node must not apply it or anything after it. */
export class MessageError extends Error {}

/** The hash before the first message. */
export const firstChain = Buffer.alloc(12).toString('base64url')

/** Returns the hash of all messages including this one, 12 bytes in base64url. */
export const chainAfter = (chain: string, message: Uint8Array): string =>
  createHash('sha256').update(chain).update(message).digest().subarray(0, 12).toString('base64url')

function encode(head: Unchained<Head>, chain: string, body = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(JSON.stringify({ format: 1, chain, ...head }))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(json.length)
  return Buffer.concat([length, json, body])
}

/** Encodes a message without pages. */
export const encodeNote = (note: Unchained<Exclude<Head, { kind: 'group' }>>, chain: string): Buffer =>
  encode(note, chain)

/** zstd's checksum finds every damaged bit that matters. */
const options = { params: { [zlib.ZSTD_c_compressionLevel]: 1, [zlib.ZSTD_c_checksumFlag]: 1 } }

/** Encodes a change, in several messages if it is large. @param facts of the group */
export function encodeGroup(
  change: Change,
  facts: { term: number; node: string; group: number },
  chain: string,
): Buffer[] {
  const pages = [...change.pages]
  const parts = Math.ceil(pages.length / pagesPerPart)
  let last = chain
  return Array.from({ length: parts }, (_, part) => {
    const own = pages.slice(part * pagesPerPart, (part + 1) * pagesPerPart)
    const index = Buffer.alloc(4 + own.length * 4)
    index.writeUInt32BE(own.length)
    for (const [at, [number]] of own.entries()) index.writeUInt32BE(number, 4 + at * 4)
    const body = zstdCompressSync(Buffer.concat([index, ...own.map(([, bytes]) => bytes)]), options)
    const { pageSize, size } = change
    const message = encode({ kind: 'group', ...facts, part, parts, pageSize, size }, last, body)
    last = chainAfter(last, message)
    return message
  })
}

/** @throws MessageError */
export function decodeHead(message: Uint8Array): Head {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  try {
    return head.parse(JSON.parse(bytes.subarray(2, 2 + bytes.readUInt16BE(0)).toString()))
  } catch (error) {
    throw new MessageError(`The log contains a message that this version cannot read: ${(error as Error).message}`)
  }
}

/** Returns the pages in a message of kind `group`. @throws MessageError if a page is damaged */
export function decodePages(message: Uint8Array, pageSize: number): Page[] {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  let body: Buffer
  try {
    body = zstdDecompressSync(bytes.subarray(2 + bytes.readUInt16BE(0)), { maxOutputLength: maxBytes })
  } catch (error) {
    throw new MessageError(`The log contains damaged pages: ${(error as Error).message}`)
  }
  const count = body.length >= 4 ? body.readUInt32BE(0) : 0
  const start = 4 + count * 4
  if (body.length !== start + count * pageSize) throw new MessageError('The log contains a message of the wrong size')
  return Array.from({ length: count }, (_, at) => ({
    number: body.readUInt32BE(4 + at * 4),
    bytes: body.subarray(start + at * pageSize, start + (at + 1) * pageSize),
  }))
}
