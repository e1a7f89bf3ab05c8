import type { Flaw, ZipLimits } from '#server/platform/zip/read.ts'
import { DomainError, invalid } from '#shared/errors.ts'

/** An unreadable archive; the message says how to fix it. */
export const archiveRefused = (message: string) => invalid([{ field: 'file', message }])

const wrongType = (sentence: string) => new DomainError('UNSUPPORTED_TYPE', sentence)
export const noZip = () => wrongType('Please upload a .zip file')
export const otherArchive = (kind: string) =>
  wrongType(`This is a ${kind} archive, not a .zip. Unpack it and pack its files as .zip`)

const flaws: Record<Flaw, (name: string) => string> = {
  outside: (name) =>
    `This .zip names a file outside of itself: ${name}. Pack the folder again, without ".." and without full paths`,
  link: (name) => `This .zip has a symbolic link: ${name}. Put the file itself in its place`,
  special: (name) => `This .zip has something that is no file: ${name}. Leave it out`,
  method: (name) =>
    `${name} is packed in a way that cannot be read here. Pack the files again with the usual method (Deflate)`,
  double: (name) => `This .zip has two files named ${name}. Keep one`,
}

/** Limits and messages for zips of test cases and problem packages. */
export const archiveLimits: ZipLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxEntries: 2_000,
  damaged: () => archiveRefused('This .zip is damaged or incomplete. Pack its files again'),
  locked: () => archiveRefused('This .zip is protected by a password. Pack its files again without one'),
  tooLarge: () => new DomainError('TOO_LARGE', 'This .zip unpacks to more than 64 MB. Leave out its largest files'),
  tooMany: () => archiveRefused('This .zip has more than 2,000 files. Leave out what is not needed, or split it'),
  flawed: (flaw, name) => archiveRefused(flaws[flaw](name)),
}
