import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runQuietly } from '../setup/run.mjs'
import { categories, type Device, type LighthouseResult } from './score.ts'

/** Exactly this one, whose scores can be compared. */
const version = '13.5.0'

interface Lighthouse {
  default: (
    url: string,
    flags: Record<string, unknown>,
    config?: unknown,
  ) => Promise<{ lhr: LighthouseResult } | undefined>
  desktopConfig: unknown
}

/**
 * Lighthouse from npm. It brings 110 packages and 180 MB that nobody else needs, so it is no dependency: it is installed once into
 * the user's cache folder, without any script of a package being run.
 *
 * @returns looks at one page in the browser that listens on a port, as on a first visit with the session that it holds
 * @throws Error when it cannot be installed, or could not look at the page
 */
export async function loadLighthouse() {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'examhall', `lighthouse-${version}`)
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true })
    const how = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
    const { code, output } = await runQuietly('npm', ['install', ...how, `lighthouse@${version}`])
    if (code !== 0) throw new Error(`Lighthouse could not be installed:\n${output}`)
  }
  const { default: lighthouse, desktopConfig }: Lighthouse = await import(pathToFileURL(entry).href)
  return async (url: string, port: number, device: Device): Promise<LighthouseResult> => {
    // Empties the browser's cache for each visit, as for a first one. The session's storage is none of what it clears.
    const flags = { port, logLevel: 'error', onlyCategories: categories }
    let trouble = 'no result'
    for (let tries = 0; tries < 3; tries++) {
      const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined)
      if (result && !result.lhr.runtimeError) return result.lhr
      // On a machine with other work its recording sometimes misses the beginning.
      trouble = result?.lhr.runtimeError?.message ?? trouble
    }
    throw new Error(`Lighthouse could not look at ${url}: ${trouble}`)
  }
}
