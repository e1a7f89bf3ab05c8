import { DomainError } from '#shared/errors.ts'
import { ConfigError } from '../settings.ts'

/** Thrown when a backup cannot be created, read or restored. The message is one line for the owner. */
export class BackupError extends ConfigError {
  override readonly name = 'BackupError'
}

const known: Record<string, string> = {
  ENOSPC: 'No space is left on the disk',
  EDQUOT: 'No space is left for this user on the disk',
  SQLITE_FULL: 'No space is left on the disk',
  EROFS: 'The disk is read-only',
  SQLITE_READONLY: 'The disk is read-only',
  EACCES: 'This user may not write to the folder',
  EPERM: 'This user may not write to the folder',
  ENOENT: 'The folder or file does not exist',
  ENOTDIR: 'The folder is a file',
  EIO: 'The disk reports an error',
  SQLITE_CORRUPT: 'The database is damaged',
  SQLITE_NOTADB: 'The database is damaged',
  SQLITE_BUSY: 'Another program has locked the database',
}

/** Returns an error message for the owner. Unexpected errors keep their message. */
export function failureText(error: unknown): string {
  if (error instanceof BackupError || error instanceof DomainError) return error.message
  const { code = '', message, path } = error as { code?: string; message?: string; path?: string }
  const words = known[code] ?? Object.entries(known).find(([start]) => code.startsWith(`${start}_`))?.[1]
  if (!words) return message ?? String(error)
  return path ? `${words}: ${path}` : words
}
