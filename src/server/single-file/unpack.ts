import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { isAlive } from '../judge/folders.ts'
import { ConfigError } from '../platform/settings.ts'
import type { Archive, Entry } from './archive.ts'

const ownUser = process.getuid?.()
const look = (path: string) => lstatSync(path, { throwIfNoEntry: false })
const isOurs = (found: Stats | undefined, closedTo: number) =>
  found !== undefined && found.uid === ownUser && (found.mode & closedTo) === 0

/**
 * Opens the cache. Its files are executed, so links and folders that another user can write to are rejected. The
 * judge's sandbox users traverse the cache, but each version's folder is closed to others.
 */
function openCache(cache: string) {
  if (!look(cache)) mkdirSync(cache, { recursive: true, mode: 0o711 })
  const found = look(cache)
  if (!found?.isDirectory() || !isOurs(found, 0o022))
    throw new ConfigError(`${cache} is accessible to other users: start as its owner, or remove it`)
}

const isWholeFile = (path: string, { size }: Entry) => {
  const found = look(path)
  return found?.isFile() === true && found.size === size && isOurs(found, 0o022)
}

/** True if all files are complete. A crash may have left empty files, or a cleanup job may have deleted some. */
function isWhole(folder: string, { entries }: Archive): boolean {
  const found = look(folder)
  if (!found?.isDirectory() || !isOurs(found, 0o077)) return false
  return entries.every((entry) => isWholeFile(join(folder, entry.path), entry))
}

const decompress = { zstd: zstdDecompressSync, brotli: brotliDecompressSync }

function write(folder: string, { entries }: Archive, bytes: Uint8Array) {
  for (const path of new Set(entries.map((entry) => dirname(entry.path))))
    mkdirSync(join(folder, path), { recursive: true, mode: 0o755 })
  for (const { path, at, length, codec, executable } of entries) {
    const part = bytes.subarray(at, at + length)
    writeFileSync(join(folder, path), codec ? decompress[codec](part) : part, { flag: 'wx' })
    // Set the mode regardless of the umask, because some files are copied to where sandbox users read them.
    chmodSync(join(folder, path), executable ? 0o755 : 0o644)
  }
}

/** Temporary folders, for files being written or removed, are named after the process. */
const aside = (cache: string) => mkdtempSync(join(cache, `aside-${process.pid}-`))
const asideBy = /^aside-(\d+)-/
/** A version's folder, or a marker that a process uses it. */
const versionOf = /^([0-9a-f]{64})(?:\.(\d+))?$/

const takesPlace = (code: string | undefined) => code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR'

/** Writes to a temporary folder and renames it, so that the folder is never incomplete. */
function place(cache: string, archive: Archive, bytes: Uint8Array) {
  const folder = join(cache, archive.name)
  const fresh = aside(cache)
  try {
    write(fresh, archive, bytes)
    while (!isWhole(folder, archive)) {
      try {
        renameSync(fresh, folder)
      } catch (error) {
        if (!takesPlace((error as NodeJS.ErrnoException).code)) throw error
        // Move the existing files away if they are damaged.
        if (!isWhole(folder, archive)) renameSync(folder, join(aside(cache), 'old'))
      }
    }
  } finally {
    removeAside(cache)
  }
}

const remove = (path: string) => rmSync(path, { recursive: true, force: true })

/** Removes temporary folders of this process, and of processes that have exited. */
function removeAside(cache: string) {
  for (const name of readdirSync(cache)) {
    const by = Number(asideBy.exec(name)?.[1] ?? Number.NaN)
    if (by === process.pid || (by > 0 && !isAlive(by))) remove(join(cache, name))
  }
}

/** Removes other versions that no process uses. */
function removeUnused(cache: string, own: string) {
  const inUse = new Set([own])
  const versions: string[] = []
  for (const name of readdirSync(cache)) {
    const [, version, by] = versionOf.exec(name) ?? []
    if (!version) continue
    const pid = Number(by)
    // Another version's marker with our process id is left over from an earlier process.
    const isGone = pid === process.pid ? version !== own : !isAlive(pid)
    if (!by) versions.push(version)
    else if (isGone) remove(join(cache, name))
    else inUse.add(version)
  }
  for (const version of versions)
    if (!inUse.has(version)) renameSync(join(cache, version), join(aside(cache), 'unused'))
  removeAside(cache)
}

/**
 * Ensures that all files are in a folder that only this user can write to, and remain there while this process runs.
 * @param cache the folder of all versions
 * @returns this version's folder
 * @throws ConfigError when another user could have written to the cache
 */
export function unpack(cache: string, archive: Archive, bytes: Uint8Array): string {
  openCache(cache)
  const mark = join(cache, `${archive.name}.${process.pid}`)
  writeFileSync(mark, '')
  process.once('exit', () => remove(mark))
  if (!isWhole(join(cache, archive.name), archive)) place(cache, archive, bytes)
  removeUnused(cache, archive.name)
  return join(cache, archive.name)
}
