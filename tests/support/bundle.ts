import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePrograms } from '../../scripts/binary/bundle.ts'

const caches = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * Before the first test: the server as the single file has it, in a few scripts instead of some hundred sources. Each of the hundreds of
 * servers that the tests start then takes half of its processor time. As deep in the checkout as the sources, it finds its parts.
 *
 * @returns takes it away, after the last test
 */
export default async function bundleServer() {
  mkdirSync(caches, { recursive: true })
  const folder = mkdtempSync(join(caches, 'server-'))
  await bundlePrograms(folder, ['better-sqlite3', 'isolated-vm', 'node-gyp-build'])
  process.env.EXAMHALL_MAIN = join(folder, 'main.js')
  return () => rmSync(folder, { recursive: true, force: true })
}
