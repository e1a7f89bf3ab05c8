import { isAscii, isUtf8 } from 'node:buffer'
import { UnreadableFile } from './found.ts'

/** The encoding of XML by its byte order mark, its first bytes or its declaration; UTF-8 without any. */
export function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  if (start[0] === 0x3c && start[1] === 0) return 'utf-16le'
  if (start[0] === 0 && start[1] === 0x3c) return 'utf-16be'
  const [, declared = 'utf-8'] =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start.toString('latin1', 0, 400)) ?? []
  return declared
}

/** @throws UnreadableFile if the encoding is unknown */
export function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new UnreadableFile(`The encoding ${encoding} is unknown. Save the file as UTF-8 and upload it again`)
  }
}

export const wrongEncoding = (encoding: string) =>
  new UnreadableFile(
    `The file is not in the encoding that it declares or should have (${encoding}). Save it as UTF-8 and upload it again`,
  )

/** True for encodings with one byte per letter, which decode any bytes without an error. */
export const isOneByte = ({ encoding }: TextDecoder): boolean =>
  /^(?:windows|iso-8859|koi8|ibm866|macintosh|x-mac)/.test(encoding)

export const wrongDeclaration = (encoding: string) =>
  new UnreadableFile(
    `The file declares the encoding ${encoding}, but its text is UTF-8. Write UTF-8 in its first line, and upload it again`,
  )

/** Decodes the XML in a buffer. @throws UnreadableFile */
export function decodeXml(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  const decoder = decoderOf(encoding)
  if (isOneByte(decoder) && isUtf8(bytes) && !isAscii(bytes)) throw wrongDeclaration(encoding)
  try {
    return decoder.decode(bytes)
  } catch {
    throw wrongEncoding(encoding)
  }
}
