import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, validateFileName, type ZipFile } from 'yauzl'
import { DomainError } from '#shared/errors.ts'

/** Features that no archive of plain files uses. */
export type Flaw = 'outside' | 'link' | 'special' | 'method' | 'double'

/** Limits and errors for reading a zip. */
export interface ZipLimits {
  /** Maximum total unpacked size. */
  maxBytes: number
  maxEntries: number
  /** The zip is truncated, or does not match its headers and checksums. */
  damaged: () => DomainError
  locked: () => DomainError
  tooLarge: () => DomainError
  tooMany: () => DomainError
  /** @param name safe to display */
  flawed: (flaw: Flaw, name: string) => DomainError
}

const methods = { stored: 0, deflated: 8 }
const fileTypes = { unknown: 0, folder: 0x4000, file: 0x8000, link: 0xa000 }
const unixSystem = 3
const entrySignature = 0x02014b50
const endSignature = Buffer.from('PK\x05\x06')

/** Decodes names as UTF-8 even without the flag, which macOS does not set. Uses `/` as the separator. */
const nameOf = ({ fileNameRaw }: Entry) => fileNameRaw.toString('utf8').replaceAll('\\', '/')

/** A name that is safe to display. */
const shown = (name: string) => name.replace(/\p{Cc}/gu, '?').slice(0, 100)

/** The top four bits of a Unix mode. */
const fileTypeOf = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  versionMadeBy >> 8 === unixSystem ? (externalFileAttributes >>> 16) & 0xf000 : fileTypes.unknown

/** @throws for features that no archive of plain files uses */
function requirePlain(entry: Entry, { damaged, locked, flawed }: ZipLimits) {
  const name = nameOf(entry)
  if (name.includes('\0')) throw damaged()
  if (validateFileName(name) !== null) throw flawed('outside', shown(name))
  if (entry.isEncrypted()) throw locked()
  const type = fileTypeOf(entry)
  if (type === fileTypes.link) throw flawed('link', shown(name))
  if (type !== fileTypes.unknown && type !== fileTypes.file && type !== fileTypes.folder)
    throw flawed('special', shown(name))
  if (!entry.canDecodeFileData()) throw flawed('method', shown(name))
}

/** Lists every entry in directory order, before unpacking. @param bytes the zip, if it is in memory */
async function readEntries(zip: ZipFile, bytes: Buffer | undefined, limits: ZipLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.maxEntries) throw limits.tooMany()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  // There are more entries than the end record counts: it overflowed at 65,536 or is forged.
  const next = Number(zip.readEntryCursor)
  if (bytes && next + 4 <= bytes.length && bytes.readUInt32LE(next) === entrySignature) throw limits.tooMany()
  for (const entry of entries) requirePlain(entry, limits)
  // The declared size is also the unpacking limit.
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > limits.maxBytes)
    throw limits.tooLarge()
  return entries
}

/** Unpacks in a thread pool, never producing more than the declared size. */
async function unpack(entry: Entry, packed: Buffer, { damaged }: ZipLimits): Promise<Buffer> {
  const { compressionMethod, uncompressedSize } = entry
  const bytes =
    compressionMethod === methods.stored
      ? packed
      : await promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)(packed, {
          maxOutputLength: Math.max(1, uncompressedSize),
        })
  if (bytes.length !== uncompressedSize || crc32(bytes) !== entry.crc32) throw damaged()
  return bytes
}

/** Unpacks all entries. They must not share packed bytes, which would let a small file unpack to petabytes. */
async function unpackAll(zip: ZipFile, bytes: Buffer, limits: ZipLimits): Promise<Map<string, Buffer>> {
  const entries = await readEntries(zip, bytes, limits)
  const files = new Map<string, Buffer>()
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw limits.damaged()
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    end = fileDataStart + entry.compressedSize
    const name = nameOf(entry)
    if (name.endsWith('/')) continue
    if (files.has(name)) throw limits.flawed('double', shown(name))
    files.set(name, await unpack(entry, bytes.subarray(fileDataStart, end), limits))
  }
  return files
}

/** Removes bytes after the archive, which mail gateways append and the library rejects. */
function withoutPadding(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endSignature)
  return end < 0 ? bytes : bytes.subarray(0, end + 22 + bytes.readUInt16LE(end + 20))
}

/** Turns the library's errors into those of `limits`. */
async function guarded<T>(limits: ZipLimits, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw /encryption/.test(String(error)) ? limits.locked() : limits.damaged()
  }
}

// Otherwise, the library would decode names without the UTF-8 flag as CP437.
const rawNames = { decodeStrings: false }

const open = <T>(bytes: Buffer, limits: ZipLimits, use: (zip: ZipFile) => Promise<T>): Promise<T> =>
  guarded(limits, async () => use(await fromBufferPromise(withoutPadding(bytes), rawNames)))

/**
 * Lists the names of all entries, without unpacking them.
 * @throws the same errors as `unzip`, but does not detect damaged contents or duplicate names
 */
export const readNames = (bytes: Buffer, limits: ZipLimits): Promise<string[]> =>
  open(bytes, limits, async (zip) => (await readEntries(zip, bytes, limits)).map(nameOf))

/**
 * Unpacks a whole zip and verifies it against its directory.
 * @returns its files by name, without folders
 * @throws an error from `limits` for a zip that is damaged, encrypted or too large, or has too many files, links,
 * duplicate names, or names that escape it
 */
export const unzip = (bytes: Buffer, limits: ZipLimits): Promise<Map<string, Buffer>> =>
  open(bytes, limits, (zip) => unpackAll(zip, bytes, limits))

/** A zip on disk, of which one file at a time is unpacked. */
export interface OpenZip {
  /** Without folders, in directory order. */
  names: readonly string[]
  /** Unpacked size of a file in bytes; undefined if there is no such file. */
  sizeOf: (name: string) => number | undefined
  /** @returns undefined if there is no such file @throws an error from `limits` for damaged content */
  read: (name: string) => Promise<Buffer | undefined>
  close: () => void
}

/**
 * Opens a zip too large for memory.
 * @throws an error from `limits`, as `unzip`
 */
export const openZip = (path: string, limits: ZipLimits): Promise<OpenZip> =>
  guarded(limits, async () => {
    const zip = await openPromise(path, { ...rawNames, autoClose: false })
    const entries = new Map<string, Entry>()
    for (const entry of await readEntries(zip, undefined, limits)) {
      const name = nameOf(entry)
      if (name.endsWith('/')) continue
      if (entries.has(name)) throw limits.flawed('double', shown(name))
      entries.set(name, entry)
    }
    const read = async (entry: Entry) => {
      const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false })
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      return unpack(entry, Buffer.concat(chunks), limits)
    }
    return {
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.uncompressedSize,
      read: async (name) => {
        const entry = entries.get(name)
        return entry && guarded(limits, () => read(entry))
      },
      close: () => zip.close(),
    }
  })
