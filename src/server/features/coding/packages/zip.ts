import { unzip } from '#server/platform/zip/read.ts'
import { archiveLimits, archiveRefused, noZip, otherArchive } from './zip.errors.ts'

/** Signatures of other archive formats. */
const otherArchives: [start: string, kind: string][] = [
  ['\x1f\x8b', '.gz'],
  ['7z\xbc\xaf', '.7z'],
  ['Rar!', '.rar'],
  ['\xfd7zXZ', '.xz'],
  ['BZh', '.bz2'],
]

/** @throws UNSUPPORTED_TYPE with the detected format, VALIDATION when it is empty */
function requireZip(bytes: Buffer) {
  if (bytes.length === 0) throw archiveRefused('The file is empty')
  const start = bytes.toString('latin1', 0, 8)
  if (start.startsWith('PK\x03\x04')) return
  if (start.startsWith('PK\x05\x06')) throw archiveRefused('This .zip is empty')
  const other = otherArchives.find(([bytes]) => start.startsWith(bytes))
  throw other ? otherArchive(other[1]) : noZip()
}

/** Files that file managers add to archives. */
const isLitter = (name: string) =>
  name.split('/').some((part) => part === '__MACOSX' || part === '.DS_Store' || part.startsWith('._')) ||
  /(^|\/)(thumbs\.db|desktop\.ini)$/i.test(name)

/**
 * Unpacks an uploaded zip.
 * @returns its files by name, without folders and file manager metadata
 * @throws UNSUPPORTED_TYPE when it is not a zip; VALIDATION when it is damaged, encrypted, has more than 2,000 files,
 * links, names that escape it, or duplicate names; TOO_LARGE when it unpacks to more than 64 MB
 */
export async function openArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  requireZip(bytes)
  return new Map([...(await unzip(bytes, archiveLimits))].filter(([name]) => !isLitter(name)))
}
