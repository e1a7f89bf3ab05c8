import type { Flaw, ZipLimits } from '#server/platform/zip/read.ts'
import { DomainError, invalid } from '#shared/errors.ts'

/** An unreadable archive; the message says how to fix it. */
export const archiveRefused = (message: string) => invalid([{ field: 'file', message }])

const wrongType = (sentence: string) => new DomainError('UNSUPPORTED_TYPE', sentence)
export const noZip = () => wrongType('Please upload a .zip file')
export const otherArchive = (kind: string) =>
  wrongType(`This is a ${kind} archive, not a .zip. Unpack it and create a .zip from its files`)

const flaws: Record<Flaw, (name: string) => string> = {
  outside: (name) =>
    `This .zip contains a path that points outside it: ${name}. Create it again without ".." or absolute paths`,
  link: (name) => `This .zip contains a symbolic link: ${name}. Replace it with the file`,
  special: (name) => `This .zip contains a special file: ${name}. Remove it`,
  method: (name) => `${name} uses an unsupported compression method. Create the .zip again with Deflate`,
  double: (name) => `This .zip contains two files named ${name}. Keep one`,
}

/** Limits and messages for zips of test cases and problem packages. */
export const archiveLimits: ZipLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxEntries: 2_000,
  damaged: () => archiveRefused('This .zip is damaged or incomplete. Create it again'),
  locked: () => archiveRefused('This .zip is protected by a password. Create it again without one'),
  tooLarge: () =>
    new DomainError('TOO_LARGE', 'This .zip is larger than 64 MB when unpacked. Remove its largest files'),
  tooMany: () => archiveRefused('This .zip contains more than 2,000 files. Remove files you do not need, or split it'),
  flawed: (flaw, name) => archiveRefused(flaws[flaw](name)),
}
