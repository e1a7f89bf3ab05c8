/** Compiler options shared by preparation and compilation. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A precompiled header is taken only under the flags it was made with. */
export const cppFlags = ['-std=gnu++17', '-O2']

const javaFolder = '/usr/lib/jvm'

/** Debian's own: `java-17-openjdk-amd64`. Others may lie beside it. */
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
/** For a machine that lives less than a second. */
export const javaQuick = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData']

const goFolder = '/usr/lib/go'
/** "amd64" or "arm64", as Go calls the machine. */
const goMachine = process.arch === 'x64' ? 'amd64' : 'arm64'
export const goTools = join(goFolder, 'pkg/tool', `linux_${goMachine}`)
/** The standard library as Debian compiled it: neither `go build` nor its cache is needed. */
export const goPackages = join(goFolder, 'pkg', `linux_${goMachine}`)

/** One newer than Debian's, where somebody has put it for everybody; one in a home folder is out of reach. */
export const rustc = ['/usr/local/bin/rustc', '/usr/bin/rustc'].find((path) => existsSync(path)) ?? '/usr/bin/rustc'
