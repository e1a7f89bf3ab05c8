import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientFiles } from './client.ts'
import { namesOf } from './names.ts'
import { register } from './register.ts'
import { serverFiles } from './server.ts'

/**
 * Writes a new feature into a checkout: its files, and its name where every feature is named.
 *
 * @returns the paths that are new, and those that were changed @throws Error with what to do otherwise
 */
export function writeFeature(root: string, name: string): { made: string[]; changed: string[] } {
  const names = namesOf(root, name)
  const files = { ...serverFiles(names), ...clientFiles(names) }
  const changed = register(root, names)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { made: Object.keys(files), changed }
}
