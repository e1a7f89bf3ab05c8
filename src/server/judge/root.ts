import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parts } from '../platform/parts.ts'

/** Mount points and folders that programs expect. */
const folders = [
  'usr',
  'proc',
  'dev',
  'tmp',
  'box',
  'etc',
  'cache/cpp',
  'cache/java',
  'cache/kotlin',
  'node',
  'js',
  'python',
  'feedback',
  'link',
]
const devices = ['null', 'zero', 'full', 'random', 'urandom']
/** With Debian's merged /usr, all of these are links. */
const links = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']
/** Runtime configuration. Nothing else in /etc is visible: no users, no hosts. */
const settings = () => [
  'ld.so.cache',
  'alternatives',
  'mono',
  ...readdirSync('/etc').filter((name) => /^java-\d+-openjdk$/.test(name)),
]
/** ghc's list of installed packages, which Debian keeps outside /usr. */
const haskellPackages = '/var/lib/ghc'

const passwd = 'judge:x:65534:65534::/tmp:/bin/false\n'
const group = 'judge:x:65534:\n'

/**
 * Creates the root folder of all sandboxes. Files are copied whenever the judge starts, to include packages installed
 * or updated since.
 * @param warden the compiled warden
 * @param files additional files, by their path in the root
 */
export function makeRoot(root: string, warden: string, files: Record<string, string | Buffer>): void {
  for (const name of folders) mkdirSync(join(root, name), { recursive: true, mode: 0o755 })
  for (const name of devices) writeFileSync(join(root, 'dev', name), '')
  for (const [place, name] of ['stdin', 'stdout', 'stderr'].entries())
    symlinkSync(`/proc/self/fd/${place}`, join(root, 'dev', name))
  symlinkSync('/proc/self/fd', join(root, 'dev/fd'))
  for (const name of links) {
    const there = lstatSync(`/${name}`, { throwIfNoEntry: false })
    if (there?.isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(root, name))
  }
  for (const name of settings())
    if (existsSync(`/etc/${name}`))
      cpSync(`/etc/${name}`, join(root, 'etc', name), { recursive: true, verbatimSymlinks: true, mode: 0 })
  if (existsSync(haskellPackages)) cpSync(haskellPackages, join(root, haskellPackages), { recursive: true })
  writeFileSync(join(root, 'etc/passwd'), passwd)
  writeFileSync(join(root, 'etc/group'), group)
  copyFileSync(warden, join(root, 'warden'))
  writeFileSync(join(root, 'node/node'), '')
  cpSync(join(parts.judge, 'python'), join(root, 'python'), { recursive: true })
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content)
}
