/**
 * Control groups limit memory exactly and count CPU time, regardless of who reaps a process. Uses version 2 if
 * delegated to us or if we are root, or version 1 if we are root. Without control groups, the warden polls /proc instead.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './folders.ts'

/** A group for the programs of one sandbox. */
export interface MemoryGroup {
  /** Opened by us, so that a program can enter the group as any user. */
  readonly files: { procs: number; events: number; memory: number; cpuProcs: number; cpu: number }
  /** Sets the memory limit, excluding the page cache. */
  limit(memoryMb: number): void
}

interface Kind {
  /** The parent folder of our groups. */
  parent: string
  limitFile: string
  /** Disables swap, where the machine supports it. */
  swap: { file: string; value: (bytes: number) => string }
  eventsFile: string
  /** CPU accounting: its file, and the parent folder of our groups if it has a separate hierarchy. */
  cpu: { parent?: string; file: string }
  prepare(folder: string): void
}

const mount = '/sys/fs/cgroup'
const megabyte = 1024 * 1024
/**
 * Added to each limit for the runtime's file pages. The kernel charges these to the group that reads them first. At an
 * exact limit, it would evict and re-read them forever instead of running out of memory. The warden compares all other
 * memory with the exact limit.
 */
const filesMb = 16

const version1: Kind = {
  parent: `${mount}/memory`,
  limitFile: 'memory.limit_in_bytes',
  swap: { file: 'memory.memsw.limit_in_bytes', value: String },
  eventsFile: 'memory.oom_control',
  cpu: { parent: `${mount}/cpuacct`, file: 'cpuacct.usage' },
  prepare: () => {},
}

const giveMemoryTo = (folder: string) => writeFileSync(join(folder, 'cgroup.subtree_control'), '+memory')

const version2 = (parent: string): Kind => ({
  parent,
  limitFile: 'memory.max',
  swap: { file: 'memory.swap.max', value: () => '0' },
  eventsFile: 'memory.events',
  cpu: { file: 'cpu.stat' },
  prepare: (folder) => {
    giveMemoryTo(parent)
    giveMemoryTo(folder)
  },
})

/** This process's version 2 group, if systemd delegated it ("Delegate=yes"). */
function ownGroup(): string | undefined {
  const path = /^0::(\/.+)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
  return path && join(mount, path)
}

/** Moves our processes into a child group, because a group with processes cannot distribute memory. */
function makeRoom(group: string) {
  const aside = join(group, 'examhall-server')
  mkdirSync(aside, { recursive: true })
  for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
    writeFileSync(join(aside, 'cgroup.procs'), pid)
}

function findKind(isRoot: boolean): Kind | undefined {
  const controllers = join(mount, 'cgroup.controllers')
  const unified = existsSync(controllers) && /\bmemory\b/.test(readFileSync(controllers, 'utf8'))
  if (isRoot && unified) return version2(mount)
  if (isRoot) return existsSync(join(version1.parent, version1.limitFile)) ? version1 : undefined
  const own = unified ? ownGroup() : undefined
  if (!own) return undefined
  makeRoom(own)
  return version2(own)
}

const prefix = 'examhall-judge-'

/** Removes a group folder and its children. The next start removes groups that are still in use. */
function remove(folder: string) {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) rmdirSync(join(folder, entry.name))
    rmdirSync(folder)
  } catch {
    // Some processes are still exiting.
  }
}

function removeStale(parent: string) {
  for (const name of readdirSync(parent))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) remove(join(parent, name))
}

export class MemoryGroups {
  readonly #kind: Kind
  readonly #folder: string
  readonly #cpuFolder: string
  #made: { folder: string; files: number[] }[] = []

  private constructor(kind: Kind) {
    this.#kind = kind
    this.#folder = join(kind.parent, `${prefix}${process.pid}`)
    this.#cpuFolder = join(kind.cpu.parent ?? kind.parent, `${prefix}${process.pid}`)
  }

  /** @returns undefined if groups cannot limit memory on this machine */
  static open(isRoot: boolean): MemoryGroups | undefined {
    try {
      const kind = findKind(isRoot)
      if (!kind) return undefined
      removeStale(kind.parent)
      if (kind.cpu.parent) removeStale(kind.cpu.parent)
      const groups = new MemoryGroups(kind)
      mkdirSync(groups.#folder)
      mkdirSync(groups.#cpuFolder, { recursive: true })
      kind.prepare(groups.#folder)
      return groups
    } catch {
      return undefined
    }
  }

  make(name: string): MemoryGroup {
    const folder = join(this.#folder, name)
    const cpuFolder = join(this.#cpuFolder, name)
    mkdirSync(folder)
    mkdirSync(cpuFolder, { recursive: true })
    const files = {
      procs: openSync(join(folder, 'cgroup.procs'), 'w'),
      events: openSync(join(folder, this.#kind.eventsFile), 'r'),
      memory: openSync(join(folder, 'memory.stat'), 'r'),
      cpuProcs: openSync(join(cpuFolder, 'cgroup.procs'), 'w'),
      cpu: openSync(join(cpuFolder, this.#kind.cpu.file), 'r'),
    }
    this.#made.push({ folder, files: Object.values(files) })
    return { files, limit: (memoryMb) => this.#limit(folder, (memoryMb + filesMb) * megabyte) }
  }

  close() {
    for (const { files } of this.#made) for (const file of files) closeSync(file)
    this.#made = []
    remove(this.#folder)
    if (this.#cpuFolder !== this.#folder) remove(this.#cpuFolder)
  }

  #limit(folder: string, bytes: number) {
    const { limitFile, swap } = this.#kind
    const swapFile = join(folder, swap.file)
    // Version 1 rejects a memory limit above the combined limit of memory and swap, so lift the combined limit first.
    if (existsSync(swapFile) && swap.value === String) writeFileSync(swapFile, '-1')
    writeFileSync(join(folder, limitFile), String(bytes))
    if (existsSync(swapFile)) writeFileSync(swapFile, swap.value(bytes))
  }
}
