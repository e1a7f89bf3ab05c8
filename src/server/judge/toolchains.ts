/** Compiler options shared by preparation and compilation. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A precompiled header works only with the flags that built it. */
export const cppFlags = ['-std=gnu++17', '-O2']

const javaFolder = '/usr/lib/jvm'

/** Finds Debian's package (`java-17-openjdk-amd64`) and ignores other Java installations. */
function findJava(): string | undefined {
  const names = existsSync(javaFolder) ? readdirSync(javaFolder).sort() : []
  const found = names.filter(
    (name) => /^java-\d+-openjdk-/.test(name) && existsSync(join(javaFolder, name, 'bin/javac')),
  )
  const name = found.at(-1)
  return name && join(javaFolder, name)
}
export const javaHome = findJava()
export const javacModule = 'jdk.compiler/com.sun.tools.javac.Main'
/** Tuned for processes that live less than a second. */
export const javaQuick = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData']

const goFolder = '/usr/lib/go'
/** Go's name for the architecture. */
const goMachine = process.arch === 'x64' ? 'amd64' : 'arm64'
export const goTools = join(goFolder, 'pkg/tool', `linux_${goMachine}`)
/** The standard library, compiled by Debian: needs neither `go build` nor its cache. */
export const goPackages = join(goFolder, 'pkg', `linux_${goMachine}`)

/** Prefers a system-wide installation to Debian's. Sandboxes cannot access home folders. */
export const rustc = ['/usr/local/bin/rustc', '/usr/bin/rustc'].find((path) => existsSync(path)) ?? '/usr/bin/rustc'
