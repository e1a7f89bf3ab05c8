import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePrograms } from '../../scripts/binary/bundle.ts'

const caches = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * Bundles the server into a few scripts before the first test, like the single file, to halve the CPU time of the
 * hundreds of servers that tests start. The bundle is as deep in the checkout as the sources, so its relative paths
 * work.
 *
 * @returns a function that removes the bundle after the last test
 */
export default async function bundleServer() {
  mkdirSync(caches, { recursive: true })
  const folder = mkdtempSync(join(caches, 'server-'))
  await bundlePrograms(folder, ['better-sqlite3', 'isolated-vm', 'node-gyp-build'])
  process.env.EXAMHALL_MAIN = join(folder, 'main.js')
  return () => rmSync(folder, { recursive: true, force: true })
}
