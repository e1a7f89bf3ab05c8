import { DomainError, invalid } from '#shared/errors.ts'

/** The archive as a whole cannot be read; each sentence says what to mend. */
export const archiveRefused = (message: string) => invalid([{ field: 'file', message }])

const wrongType = (sentence: string) => new DomainError('UNSUPPORTED_TYPE', sentence)
export const noZip = () => wrongType('Please upload a .zip file')
export const otherArchive = (kind: string) =>
  wrongType(`This is a ${kind} archive, not a .zip. Unpack it and pack its files as .zip`)

export const damaged = () => archiveRefused('This .zip is damaged or incomplete. Pack its files again')
export const unpacksTooLarge = () =>
  new DomainError('TOO_LARGE', 'This .zip unpacks to more than 64 MB. Leave out its largest files')
