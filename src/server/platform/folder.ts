import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder with its parents, one by one: Node's own recursive way spins for ever where a parent takes no folders. Others may pass
 * through, as the users do whom a judge started by root has programs run as, and see nothing of what is in it.
 */
export function makeFolder(folder: string) {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o711 })
}
