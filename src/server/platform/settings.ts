import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** A setting that cannot be used: one line that names it and what it accepts. */
export class ConfigError extends Error {}

export const defaultDataDir = './data'

/** What is set: the environment wins over the `.env` file; an empty value counts as not set. */
export function givenSettings(env: NodeJS.ProcessEnv = process.env, envFile = '.env'): Record<string, string> {
  const fromFile = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
  const given = Object.entries({ ...fromFile, ...env })
  return Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** Where SQLite puts what does not fit into memory, unless that is set: no folder but ours need be writable. To be called before it opens a file. */
export function keepTemporaryIn(folder: string): void {
  process.env.SQLITE_TMPDIR ??= folder
}
