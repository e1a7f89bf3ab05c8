/** The part of /usr visible in a sandbox: only one language's files, at Debian's paths. */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { cc, cxx, ghc, javaHome, kotlinc, pathsOfTool, php, python, ruby, rustc } from './toolchains.ts'

const usr = '/usr'
const machine = process.arch === 'x64' ? 'x86_64-linux-gnu' : 'aarch64-linux-gnu'

/** For every language: the C library, locales, time zones. */
const always = [`lib/${machine}`, 'lib64', 'lib/ld-linux-aarch64.so.1', 'lib/locale', 'share/zoneinfo']
const gcc = ['bin', 'include', 'lib/gcc', 'libexec/gcc', 'lib/bfd-plugins']

/** Lists names in a folder of /usr that match a pattern. */
const named = (folder: string, pattern: RegExp) =>
  existsSync(join(usr, folder))
    ? readdirSync(join(usr, folder))
        .filter((name) => pattern.test(name))
        .map((name) => join(folder, name))
    : []

/** Resolves a link such as `python3` to the versioned name. */
const behind = (path: string) =>
  existsSync(join(usr, path)) ? [realpathSync(join(usr, path)).slice(usr.length + 1)] : []

const tools = (...paths: string[]) => paths.flatMap(pathsOfTool).map((path) => path.slice(usr.length + 1))
const java = () => ['lib/jvm', 'share/java', ...tools(join(javaHome ?? '', 'bin/java'))]

const parts = {
  nothing: () => [],
  gcc: () => [...gcc, ...tools(cc, cxx)],
  java,
  kotlin: () => [...java(), 'share/kotlin', ...tools(kotlinc)],
  mono: () => ['bin/mono', ...behind('bin/mono'), 'lib/mono', ...named('lib', /^lib[mM]ono/)],
  python: () => [...tools(python), ...named('lib', /^python3\.\d+$/)],
  go: () => ['bin/go', 'lib/go', ...behind('lib/go')],
  rust: () => [...gcc, ...tools(rustc), 'local/lib', 'lib/rustlib', ...named('lib', /^llvm-\d+$/)],
  php: () => tools(php),
  ruby: () => [...tools(ruby), 'lib/ruby'],
  haskell: () => [...gcc, ...tools(ghc), 'lib/ghc'],
} satisfies Record<string, () => string[]>
/** A toolchain or runtime. */
export type UsrPart = keyof typeof parts

/** Cached, because sandboxes are created frequently. */
const found = new Map<UsrPart, readonly { from: string; to: string }[]>()

/** Lists a part's folders and files that exist on this machine, mounted at the same paths. */
export function usrBinds(part: UsrPart): readonly { from: string; to: string }[] {
  const known = found.get(part)
  if (known) return known
  const binds = [...new Set([...always, ...parts[part]()])]
    .map((path) => join(usr, path))
    .filter((path) => existsSync(path))
    .map((path) => ({ from: path, to: path }))
  found.set(part, binds)
  return binds
}
