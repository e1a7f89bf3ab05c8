import { UnreadableFile } from './found.ts'

/** The encoding of XML by its byte order mark, its first bytes or its declaration; UTF-8 without any. */
export function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0x3c && start[1] === 0) return 'utf-16le'
  if (start[0] === 0 && start[1] === 0x3c) return 'utf-16be'
  const [, declared = 'utf-8'] =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
      start.toString('latin1', 0, 400),
    ) ?? []
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

/** Decodes the XML in a buffer. @throws UnreadableFile */
export function decodeXml(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  try {
    return decoderOf(encoding).decode(bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw wrongEncoding(encoding)
  }
}
