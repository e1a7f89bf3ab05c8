/** Compilers and interpreters on this machine, and options shared by preparation and compilation. */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { givenSettings, type ToolSetting, toolSettings } from '../platform/settings.ts'

const given = givenSettings()

/** The tools that the settings replace, for the judge's process. */
export const givenTools = (): Record<string, string> =>
  Object.fromEntries(toolSettings.flatMap((name) => (given[name] ? [[name, given[name]]] : [])))

/** Finds a tool: the setting's path, or its name in the system's folders; else the first usual path that exists. */
function tool(setting: ToolSetting, ...usual: [string, ...string[]]): string {
  const wanted = given[setting]
  if (wanted?.startsWith('/')) return wanted
  const places = wanted ? [join('/usr/local/bin', wanted), join('/usr/bin', wanted)] : usual
  return places.find((path) => existsSync(path)) ?? places.at(-1) ?? ''
}

const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : path)

/** Why sandboxes cannot use the tool that a setting names; undefined if they can, or if it is not set. */
export function problemOfTool(setting: ToolSetting): string | undefined {
  const wanted = given[setting]
  if (!wanted) return undefined
  const path = tool(setting, '')
  if (!existsSync(path)) return `${setting}=${wanted}: ${path} does not exist`
  if (realPath(path).startsWith('/usr/')) return undefined
  return `${setting}=${wanted}: ${realPath(path)} is outside /usr, so sandboxes cannot see it`
}

export const cc = tool('JUDGE_CC', '/usr/bin/gcc')
export const cxx = tool('JUDGE_CXX', '/usr/bin/g++')
/** A precompiled header works only with the flags that built it. */
export const cppFlags = ['-std=gnu++17', '-O2']
/** Debian's second linker needs a third of the time for a program that uses the C++ library, and saves 10 ms in C. */
export const gccLinker = existsSync('/usr/bin/ld.gold') ? ['-fuse-ld=gold'] : []
/**
 * Standard headers that few contest programs use, and a pattern for programs that might. Their inline code is half of
 * what g++ instantiates from bits/stdc++.h for every program, even an empty one.
 */
export const rareHeaders = /<(condition_variable|execution|filesystem|future|regex|shared_mutex)>/
export const usesRareHeaders =
  /regex|[cs]?match|sub_match|future|promise|async|packaged_task|launch|condition_variable|cv_status|notify_all_at|execution|filesystem|shared_/
export const python = tool('JUDGE_PYTHON', '/usr/bin/python3')
/** Prefers a system-wide installation to Debian's. Sandboxes cannot access home folders. */
export const rustc = tool('JUDGE_RUSTC', '/usr/local/bin/rustc', '/usr/bin/rustc')
export const php = tool('JUDGE_PHP', '/usr/bin/php')
export const ruby = tool('JUDGE_RUBY', '/usr/bin/ruby')
export const ghc = tool('JUDGE_GHC', '/usr/bin/ghc')

const javaFolder = '/usr/lib/jvm'

/** Finds Debian's newest package (`java-17-openjdk-amd64`), or the one of the setting. */
function findJava(): string | undefined {
  if (given.JUDGE_JAVAC) return dirname(dirname(realPath(tool('JUDGE_JAVAC', ''))))
  const names = existsSync(javaFolder) ? readdirSync(javaFolder).sort() : []
  const found = names.filter(
    (name) => /^java-\d+-openjdk-/.test(name) && existsSync(join(javaFolder, name, 'bin/javac')),
  )
  const name = found.at(-1)
  return name && join(javaFolder, name)
}
export const javaHome = findJava()
export const java = join(javaHome ?? join(javaFolder, 'default-java'), 'bin/java')
export const javacModule = 'jdk.compiler/com.sun.tools.javac.Main'
/** Tuned for processes that live less than a second. */
export const javaQuick = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData']

export const kotlinc = tool('JUDGE_KOTLINC', '/usr/share/kotlin/kotlinc/bin/kotlinc')
const kotlinLibraries = join(dirname(dirname(realPath(kotlinc))), 'lib')
export const kotlinLibrary = join(kotlinLibraries, 'kotlin-stdlib.jar')
export const kotlinCompiler = join(kotlinLibraries, 'kotlin-compiler.jar')
const kotlinJars = [
  'kotlin-compiler',
  'kotlin-stdlib',
  'kotlin-reflect',
  'kotlin-script-runtime',
  'trove4j',
  'annotations-13.0',
]
/** Runs the compiler without its shell script. A class data archive works only with the class path that built it. */
export const kotlincArguments = [
  '-cp',
  kotlinJars.map((name) => join(kotlinLibraries, `${name}.jar`)).join(':'),
  'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler',
]
export const kotlinFlags = ['-nowarn', '-no-reflect', '-no-stdlib', '-cp', kotlinLibrary]

const goFolder = '/usr/lib/go'
/** Go's name for the architecture. */
const goMachine = process.arch === 'x64' ? 'amd64' : 'arm64'
export const goTools = join(goFolder, 'pkg/tool', `linux_${goMachine}`)
/** The standard library, compiled by Debian: needs neither `go build` nor its cache. */
export const goPackages = join(goFolder, 'pkg', `linux_${goMachine}`)

/**
 * Lists the paths of a tool outside the usual folders that a sandbox must contain: itself, what it links to, and its
 * installation folder.
 */
export function pathsOfTool(path: string): string[] {
  const real = realPath(path)
  const home = dirname(dirname(real))
  const local = ['bin', 'include', 'lib', 'lib64', 'libexec'].map((name) => join('/usr/local', name))
  const around = home === '/usr/local' ? local : home === '/usr' ? [] : [home]
  return [path, real, ...around].filter((one) => one.startsWith('/usr/'))
}
