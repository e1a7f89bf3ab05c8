import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePrograms } from '../../scripts/binary/bundle.ts'

const caches = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * Before the first test: bundles the server into a few scripts, like the single file. The hundreds of servers started by the
 * tests then need half the CPU time. The bundle is as deep in the checkout as the sources, so it finds its other parts.
 *
 * @returns a function that removes it after the last test
 */
export default async function bundleServer() {
  mkdirSync(caches, { recursive: true })
  const folder = mkdtempSync(join(caches, 'server-'))
  await bundlePrograms(folder, ['better-sqlite3', 'isolated-vm', 'node-gyp-build'])
  process.env.EXAMHALL_MAIN = join(folder, 'main.js')
  return () => rmSync(folder, { recursive: true, force: true })
}
