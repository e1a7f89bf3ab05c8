import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** A setting that cannot be used: one line that names it and what it accepts. */
export class ConfigError extends Error {}

export const defaultDataDir = './data'

/** Settings: the environment overrides the `.env` file; an empty value counts as unset. */
export function givenSettings(env: NodeJS.ProcessEnv = process.env, envFile = '.env'): Record<string, string> {
  const fromFile = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
  const given = Object.entries({ ...fromFile, ...env })
  return Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/**
 * SQLite's folder for temporary files, unless it is set, so that only our folder need be writable. Call it before
 * opening a database.
 */
export function keepTemporaryIn(folder: string): void {
  process.env.SQLITE_TMPDIR ??= folder
}
