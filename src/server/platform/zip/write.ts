import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'
import { flags, methods, signatures } from './directory.ts'

const deflate = promisify<Buffer, Buffer>(deflateRaw)

/** 1980-01-01, the earliest date in a zip; fixed so that the same files give the same bytes. */
const firstDay = 0x21

/** Fields repeated in a file's local header and in the directory. */
interface Written {
  name: Buffer
  flags: number
  method: number
  crc: number
  packed: number
  size: number
}

function sharedHeader({ name, flags, method, crc, packed, size }: Written): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(flags, 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt16LE(firstDay, 8)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(packed, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

/** @param values 32 bits each */
function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

const fileHeader = (file: Written) => Buffer.concat([uint32(signatures.file), sharedHeader(file), file.name])

function directoryEntry(file: Written, offset: number): Buffer {
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  return Buffer.concat([uint32(signatures.entry), Buffer.from([20, 0]), sharedHeader(file), place, file.name])
}

/** @param offset of the directory */
function directory(entries: readonly Buffer[], offset: number): Buffer {
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([list, uint32(signatures.end), end])
}

/** Packs files, given by path. */
export async function zip(files: ReadonlyMap<string, string | Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [path, text] of files) {
    const content = Buffer.from(text)
    const smaller = await deflate(content)
    const [method, packed] = smaller.length < content.length ? [methods.deflated, smaller] : [methods.stored, content]
    const file = {
      ...{ name: Buffer.from(path), flags: flags.utf8, method },
      ...{ crc: crc32(content), packed: packed.length, size: content.length },
    }
    const header = fileHeader(file)
    entries.push(directoryEntry(file, offset))
    parts.push(header, packed)
    offset += header.length + packed.length
  }
  return Buffer.concat([...parts, directory(entries, offset)])
}

/** A file with streamed content. */
export interface StreamedFile {
  path: string
  content: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** Maximum size or offset without Zip64, which spreadsheets support poorly in streamed files. */
export const mostZipBytes = 0xffffffff

/**
 * Packs files one by one as a stream, without buffering: sizes follow each file. Backpressure applies to the contents,
 * and a closed reader ends them.
 * @throws RangeError beyond 4 GiB
 */
export async function* zipStream(files: AsyncIterable<StreamedFile>): AsyncGenerator<Buffer> {
  const entries: Buffer[] = []
  let offset = 0
  for await (const { path, content } of files) {
    const file = {
      ...{ name: Buffer.from(path), flags: flags.utf8 | flags.descriptor, method: methods.deflated },
      ...{ crc: 0, packed: 0, size: 0 },
    }
    const begin = offset
    let header: Buffer | undefined = fileHeader(file)
    for await (const part of packed(content, file)) {
      // Hold the header until the first content arrives, so that earlier errors occur before the first byte.
      yield header ? Buffer.concat([header, part]) : part
      offset += (header?.length ?? 0) + part.length
      file.packed += part.length
      header = undefined
    }
    if (file.size > mostZipBytes || offset > mostZipBytes) throw new RangeError(`${path} is too large for a zip`)
    const sums = uint32(signatures.descriptor, file.crc, file.packed, file.size)
    yield sums
    offset += sums.length
    entries.push(directoryEntry(file, begin))
  }
  yield directory(entries, offset)
}

/** Deflates in a thread pool and computes checksum and size of the input. */
async function* packed(content: StreamedFile['content'], sums: { crc: number; size: number }) {
  async function* counted() {
    for await (const part of content) {
      sums.crc = crc32(part, sums.crc)
      sums.size += part.length
      yield part
    }
  }
  const deflater = createDeflateRaw({ level: 3, chunkSize: 64 * 1024 })
  // The deflater's reader gets any error; when it stops reading, the rest is destroyed.
  pipeline(Readable.from(counted(), { objectMode: false }), deflater, () => {})
  yield* deflater as AsyncIterable<Buffer>
}
