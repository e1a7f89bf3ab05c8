/** Types for packages.mjs, which must stay plain JavaScript, because it runs before anything is installed. */
export interface LockEntry {
  version?: string
  integrity?: string
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}
export interface LockFile {
  packages: Record<string, LockEntry>
}
export interface MachineKind {
  os: string
  cpu: string
}
export function differenceBetween(wanted: LockFile, installed: LockFile, platform: MachineKind): string | undefined
export function stampOf(lockText: string, platform: MachineKind): string
export function isInstalled(): boolean
