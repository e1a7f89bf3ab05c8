import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runQuietly } from '../setup/run.mjs'
import { categories, type Device, type LighthouseResult } from './score.ts'

/** Pinned, so that scores can be compared. */
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
 * Loads Lighthouse from npm. Its 110 packages and 180 MB are needed only here, so it is not a dependency but is
 * installed once into the user's cache folder, without running package scripts.
 *
 * @returns a function that audits a page as a first visit, with the session in the browser on that port
 * @throws Error if it cannot be installed or cannot audit the page
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
    // By default, Lighthouse clears the browser's cache before each visit, but not the session's storage.
    const flags = { port, logLevel: 'error', onlyCategories: categories }
    let trouble = 'no result'
    for (let tries = 0; tries < 3; tries++) {
      const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined)
      if (result && !result.lhr.runtimeError) return result.lhr
      // On a busy machine, Lighthouse's trace sometimes misses the start of the page load, so try again.
      trouble = result?.lhr.runtimeError?.message ?? trouble
    }
    throw new Error(`Lighthouse could not audit ${url}: ${trouble}`)
  }
}
