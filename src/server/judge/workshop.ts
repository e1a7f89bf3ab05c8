import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Workshop } from './boxes.ts'
import { isRoot, isWritable, makeWorkFolder, systemFolder } from './folders.ts'
import { MemoryGroups } from './groups.ts'
import { nodeInside } from './languages.ts'
import { makeRoot } from './root.ts'

export const wardenIn = (prepared: string) => join(prepared, 'warden/warden')

/** Finds Node's executable, hard-linked under another name if its path would reveal where Examhall is installed. */
function nodeFor(prepared: string): string {
  if (process.execPath.startsWith('/usr/') || !prepared.startsWith(systemFolder)) return process.execPath
  const { size, mtimeMs } = statSync(process.execPath)
  const copy = join(prepared, `node-${size}-${Math.trunc(mtimeMs)}`)
  if (existsSync(copy)) return copy
  if (!isWritable(prepared)) return process.execPath
  const aside = `${copy}-${process.pid}`
  try {
    // A hard link needs no space.
    linkSync(process.execPath, aside)
  } catch {
    copyFileSync(process.execPath, aside)
  }
  chmodSync(aside, 0o755)
  renameSync(aside, copy)
  return copy
}

/** Sets up the judge's work environment. @param prepared the folder created by prepare.ts */
export function openWorkshop(prepared: string, files: Record<string, string | Buffer>): Workshop & { close(): void } {
  const folder = makeWorkFolder(prepared)
  const root = join(folder, 'root')
  makeRoot(root, wardenIn(prepared), files)
  mkdirSync(join(folder, 'boxes'), { mode: 0o711 })
  const caches = ['cpp', 'java', 'kotlin']
    .map((name) => ({ from: join(prepared, name), to: `/cache/${name}` }))
    .filter(({ from }) => existsSync(from))
  const groups = MemoryGroups.open(isRoot)
  return {
    folder,
    root,
    caches,
    node: { from: nodeFor(prepared), to: nodeInside },
    isRoot,
    groups,
    close: () => {
      groups?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
