import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { flags, methods, signatures } from './directory.ts'

const deflate = promisify<Buffer, Buffer>(deflateRaw)

/** 1980-01-01, the first day that a zip knows: the same files give the same bytes. */
const firstDay = 0x21

/** The part of an entry that its own header and the directory share. */
function sharedHeader(name: Buffer, content: Buffer, packed: Buffer, method: number): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(flags.utf8, 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt16LE(firstDay, 8)
  header.writeUInt32LE(crc32(content), 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Packs files, by their paths. */
export async function zip(files: ReadonlyMap<string, string | Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of files) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)]
    const smaller = await deflate(content)
    const [method, packed] = smaller.length < content.length ? [methods.deflated, smaller] : [methods.stored, content]
    const header = sharedHeader(name, content, packed, method)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(uint32(signatures.entry), Buffer.from([20, 0]), header, place, name)
    parts.push(uint32(signatures.file), header, name, packed)
    offset += 4 + header.length + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, uint32(signatures.end), end])
}
