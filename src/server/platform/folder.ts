import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder with its parents one by one, because Node's recursive mkdir loops forever where a parent cannot be
 * created. Other users may traverse it (the sandbox users of a root judge must) but not list it.
 */
export function makeFolder(folder: string) {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o711 })
}
