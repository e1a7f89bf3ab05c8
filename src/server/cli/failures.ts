import { DomainError } from '#shared/errors.ts'
import { ConfigError } from '../platform/settings.ts'
import { UsageError } from './usage.ts'

const writableFolder = 'DATA_DIR accepts a writable folder'

/** One line per operating system error at startup, about the setting that caused it. */
const startFailures: Record<string, string> = {
  EADDRINUSE: 'PORT is in use by another program; set PORT to a free one',
  EACCES: 'PORT or DATA_DIR is not allowed for this user; DATA_DIR accepts a writable folder',
  EADDRNOTAVAIL: 'HOST accepts a host name or address of this machine',
  ENOTFOUND: 'HOST accepts a host name or address of this machine',
  EROFS: writableFolder,
  ENOENT: writableFolder,
  EPERM: writableFolder,
  EEXIST: 'DATA_DIR accepts a folder, but this is a file',
  ENOTDIR: 'DATA_DIR accepts a folder, but this is a file',
  ENOSPC: 'DATA_DIR is on a full disk',
  ERR_DLOPEN_FAILED: 'DATA_DIR is on a file system mounted noexec; set it to another folder',
  SQLITE_FULL: 'DATA_DIR is on a full disk',
  SQLITE_CANTOPEN: writableFolder,
  SQLITE_READONLY: writableFolder,
  SQLITE_CORRUPT:
    'DATA_DIR contains a damaged database; restore the newest backup: examhall restore FILE (docs/backups.md)',
  SQLITE_NOTADB: 'DATA_DIR contains an examhall.db that is not an Examhall database',
}

/** Exits with a single line where possible: code 2 for an invalid command line, 1 for a failure. */
export function fail(error: unknown): never {
  const known = [ConfigError, UsageError, DomainError].some((kind) => error instanceof kind)
  console.error(known ? (error as Error).message : (startFailures[(error as { code?: string }).code ?? ''] ?? error))
  process.exit(error instanceof UsageError ? 2 : 1)
}
