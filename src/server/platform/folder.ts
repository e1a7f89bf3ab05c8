import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents one by one, because Node's recursive mkdir loops forever if a parent cannot be
 * created. Other users may traverse the folder (a root judge's sandbox users must) but not list it.
 */
export function makeFolder(folder: string) {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o711 })
}
