import { demo } from './cli/demo.ts'
import { doctor } from './cli/doctor.ts'
import { serve } from './cli/serve.ts'
import { ConfigError, readConfig } from './platform/config.ts'

/** What the operating system refuses at the start, as a line about the setting that asks for it. */
const startFailures: Record<string, string> = {
  EADDRINUSE: 'PORT is taken by another program; set PORT to a free one',
  EACCES: 'PORT or DATA_DIR is not allowed for this user; DATA_DIR accepts a folder that can be written',
  EADDRNOTAVAIL: 'HOST accepts a host name or address of this machine',
  ENOTFOUND: 'HOST accepts a host name or address of this machine',
  EROFS: 'DATA_DIR accepts a folder that can be written',
  ENOENT: 'DATA_DIR accepts a folder that can be written',
  EPERM: 'DATA_DIR accepts a folder that can be written',
  EEXIST: 'DATA_DIR accepts a folder; there is a file of this name',
  ENOTDIR: 'DATA_DIR accepts a folder; there is a file of this name',
  SQLITE_CANTOPEN: 'DATA_DIR accepts a folder that can be written',
  SQLITE_READONLY: 'DATA_DIR accepts a folder that can be written',
  SQLITE_CORRUPT: 'The database in DATA_DIR is damaged; restore the last good backup',
  SQLITE_NOTADB: 'DATA_DIR holds an examhall.db that is not a database of ours',
}
const startFailure = (error: unknown) => startFailures[(error as { code?: string }).code ?? '']

const verbs = { serve, demo, doctor } as const

const [verb = 'serve'] = process.argv.slice(2)
try {
  if (!(verb in verbs)) throw new ConfigError(`Unknown command ${verb}; there are: ${Object.keys(verbs).join(', ')}`)
  await verbs[verb as keyof typeof verbs](readConfig())
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : (startFailure(error) ?? error))
  process.exit(1)
}
