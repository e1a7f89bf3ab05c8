import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Workshop } from './boxes.ts'
import { isRoot, makeWorkFolder } from './folders.ts'
import { MemoryGroups } from './groups.ts'
import { nodeInside } from './languages.ts'
import { makeRoot } from './root.ts'

/** Sets up where a judge works. @param prepared the folder of what prepare.ts makes */
export function openWorkshop(prepared: string, files: Record<string, string | Buffer>): Workshop & { close(): void } {
  const folder = makeWorkFolder(prepared)
  const root = join(folder, 'root')
  makeRoot(root, join(prepared, 'warden/warden'), files)
  mkdirSync(join(folder, 'boxes'), { mode: 0o711 })
  const caches = [
    { from: join(prepared, 'cpp'), to: '/cache/cpp' },
    { from: join(prepared, 'java'), to: '/cache/java' },
  ].filter(({ from }) => existsSync(from))
  const groups = MemoryGroups.open(isRoot)
  return {
    folder,
    root,
    caches,
    node: { from: process.execPath, to: nodeInside },
    isRoot,
    groups,
    close: () => {
      groups?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
