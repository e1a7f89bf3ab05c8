import { readCases } from '#server/features/coding/packages/packages.ts'
import { DomainError } from '#shared/errors.ts'
import { type Part, zip } from '#tests/members/bulk/packages.ts'

/** A zip with these files. */
export const archive = (files: Record<string, string | Buffer>) =>
  zip(Object.entries(files).map(([name, content]): Part => ({ name, content })))

/** Changes the Unix file type of one entry, which is in the top bits of its mode. */
export function withKind(bytes: Buffer, name: string, kind: number): Buffer {
  const changed = Buffer.from(bytes)
  const at = changed.lastIndexOf(Buffer.from(name)) - 46
  changed.writeUInt8(3, at + 5)
  changed.writeUInt16LE(kind | 0o644, at + 40)
  return changed
}

export const read = (bytes: Buffer) => readCases({ name: 'cases.zip', bytes })
export const readFiles = (files: Record<string, string | Buffer>) => read(archive(files))

/** Returns the error that `work` throws, as `CODE message`, or "accepted" if it succeeds. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return `${error.code} ${error.errors?.map(({ message }) => message).join(' / ') ?? error.message}`
  }
  return 'accepted'
}
