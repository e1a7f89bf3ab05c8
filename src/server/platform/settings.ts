import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** An invalid setting. The message is one line that names it and the accepted values. */
export class ConfigError extends Error {}

export const defaultDataDir = './data'

/** Settings that replace a language's compiler or interpreter, by path or name. */
export const toolSettings = [
  'JUDGE_CC',
  'JUDGE_CXX',
  'JUDGE_GHC',
  'JUDGE_JAVAC',
  'JUDGE_KOTLINC',
  'JUDGE_PHP',
  'JUDGE_PYTHON',
  'JUDGE_RUBY',
  'JUDGE_RUSTC',
] as const
export type ToolSetting = (typeof toolSettings)[number]

/** Reads the settings. The environment overrides the `.env` file, and empty values count as unset. */
export function givenSettings(env: NodeJS.ProcessEnv = process.env, envFile = '.env'): Record<string, string> {
  const fromFile = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
  const given = Object.entries({ ...fromFile, ...env })
  return Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/**
 * Sets SQLite's folder for temporary files, unless configured, so that only our folder need be writable. Call before
 * opening a database.
 */
export function keepTemporaryIn(folder: string): void {
  process.env.SQLITE_TMPDIR ??= folder
}
