import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { decodeText } from '#server/platform/csv.ts'
import { openZip, type ZipLimits } from '#server/platform/zip/read.ts'
import { DomainError } from '#shared/errors.ts'
import { type PackageFiles, UnreadableFile } from '../formats/found.ts'
import { decoderOf, encodingOf, isOneByte, wrongDeclaration, wrongEncoding } from '../formats/xml-text.ts'

/** Opens uploaded question files: decodes their text, and unpacks packages one file at a time. */

const mebibyte = 1024 * 1024
/** Maximum size of a file that is read as one text. */
export const maxText = 32 * mebibyte
/** Maximum unpacked size of one file of a package. */
const maxPart = 64 * mebibyte

const refused = (message: string) => new DomainError('VALIDATION', message)

const packageLimits: ZipLimits = {
  maxBytes: 1024 * mebibyte,
  maxEntries: 65_000,
  damaged: () => refused('This .zip file is damaged or incomplete. Export it again'),
  locked: () => refused('This file is protected by a password. Remove the password and upload it again'),
  tooLarge: () => refused('This file unpacks to more than 1 GB. Split it into smaller ones'),
  tooMany: () => refused('This file contains more than 65,000 files. Split it into smaller ones'),
  flawed: (flaw, name) =>
    refused(
      flaw === 'double'
        ? `This .zip file contains two files named ${name}. Export it again, or rename one of them`
        : `This .zip file contains an unexpected entry: ${name}. Pack it again with plain files only`,
    ),
}

/** Opens a package on disk. */
export async function openPackage(path: string): Promise<PackageFiles & { close: () => void }> {
  const zip = await openZip(path, packageLimits)
  return {
    names: zip.names,
    read: async (name) => {
      if ((zip.sizeOf(name) ?? 0) > maxPart)
        throw new UnreadableFile(`The file ${name} is larger than 64 MB. Make its images smaller, or split it`)
      const bytes = await zip.read(name)
      if (!bytes) throw new UnreadableFile(`The file ${name} is missing from the package. Export it again`)
      return bytes
    },
    close: zip.close,
  }
}

/** Characters that appear where another encoding was mistaken for Windows-1252. */
const misread = /[ƒ‚„†‡ˆ‰‹Œ\u0081\u008d\u008f\u0090\u009d]/

const notUtf8 =
  'The encoding of this text is unclear. Open it in the program that made it, save it as UTF-8, and upload it again'

/** Decodes a file that is read as one text. `isLegacy` is true if it was read as Windows-1252. @throws UnreadableFile if its encoding is unclear */
export async function readText(path: string): Promise<{ text: string; isLegacy: boolean }> {
  const bytes = await readFile(path)
  if (bytes.length > maxText) throw new UnreadableFile('This text is larger than 32 MB. Split it into smaller files')
  const text = decodeText(bytes, notUtf8)
  const isLegacy = !isUtf8(bytes) && !bytes.includes(0)
  if (isLegacy && misread.test(text)) throw new UnreadableFile(notUtf8)
  return { text, isLegacy }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The beginning of a text, to recognise its format. Never throws. */
export function decodeStart(bytes: Buffer): string {
  try {
    return new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, 64 * 1024))
  } catch {
    return bytes.toString('latin1', 0, 64 * 1024)
  }
}

/** True for a file that has letters beyond ASCII and is UTF-8. */
async function hasUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isPlain = true
  try {
    for await (const bytes of createReadStream(path)) {
      decoder.decode(bytes as Buffer, { stream: true })
      isPlain &&= isAscii(bytes as Buffer)
    }
  } catch {
    return false
  }
  return !isPlain
}

/** Decodes an XML file in chunks. @param onRead called with the bytes read so far @throws UnreadableFile */
export async function* readChunks(
  path: string,
  start: Buffer,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const encoding = encodingOf(start)
  const decoder = decoderOf(encoding)
  if (isOneByte(decoder) && (await hasUtf8(path))) throw wrongDeclaration(encoding)
  const decode = (bytes: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: true })
    } catch {
      throw wrongEncoding(encoding)
    }
  }
  let read = 0
  for await (const bytes of createReadStream(path)) {
    read += (bytes as Buffer).length
    onRead(read)
    yield decode(bytes as Buffer)
  }
  // A file that is cut off may end in the middle of a letter, which says nothing about its encoding.
}
