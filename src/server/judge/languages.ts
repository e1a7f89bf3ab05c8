import { dirname, join } from 'node:path'
import type { Language } from '#shared/coding/languages.rules.ts'
import { scriptArguments } from '../platform/script.ts'
import { layoutOfJava } from './java.ts'
import type { CallGroup } from './orders.ts'
import { cppFlags, goPackages, goTools, javacModule, javaHome, javaQuick, rustc } from './toolchains.ts'
import type { UsrPart } from './usr.ts'

/** Instructions for compiling and running a language inside the sandbox. */
export interface LanguageSetup {
  /** Debian 12 packages in addition to bubblewrap. */
  packages: readonly string[]
  /** Required files from these packages. */
  programs: readonly string[]
  /** Command that prints the version, and the pattern that extracts it. */
  version: { command: readonly string[]; pattern: RegExp }
  /** The name of the source file in the box. */
  file: (source: string) => string
  /**
   * The name of a submission's file beside its driver. Without it, the driver is appended to the submission.
   */
  solution?: (source: string) => string
  /**
   * Commands to run in order in a writable box.
   * @param others names of the language's other source files in the box
   */
  compile?: (source: string, others: readonly string[]) => readonly (readonly string[])[]
  /** For runtimes that compile at every start: a syntax check, run once in the final box. */
  check?: readonly string[]
  run: (source: string, memoryMb: number) => readonly string[]
  /** Variables added to the common environment. */
  variables?: (memoryMb: number) => Record<string, string>
  /** The runtime's own time and memory, added to a question's limits. */
  allowance: { timeMs: number; memoryMb: number }
  /** Maximum stack in MB, if three quarters of the memory is too much. */
  mostStackMb?: number
  /** The runtime's out-of-memory message on stderr. */
  outOfMemory?: RegExp
  /** Paths in /usr visible to its compiler and programs, in addition to the common ones. */
  usr: { compile?: UsrPart; run?: UsrPart }
  /** Path of its prepared files in the sandbox. */
  cache?: string
  /** System calls for its compiler and programs, in addition to the common ones. */
  calls?: { compile?: readonly CallGroup[]; run?: readonly CallGroup[] }
  /** True if the runtime does not reserve address space. */
  isNative?: true
  /** True if it runs in the judge's Node. */
  usesNode?: true
  /** True if a single process, started ahead, runs all cases of a submission. */
  stays?: true
}

/** Path of the judge's Node in the sandbox. */
export const nodeInside = '/node/node'

const java = join(javaHome ?? '/usr/lib/jvm/default-java', 'bin/java')
/** Ignores user and site packages, and writes no bytecode. */
const python = ['/usr/bin/python3', '-ISB', '/python/start.py']
const mono = ['/usr/bin/mono']
const gccFlags = ['-fdiagnostics-color=never', '-fmax-errors=30']

export const languageSetups: Record<Language, LanguageSetup> = {
  javascript: {
    packages: [],
    programs: [],
    version: { command: [nodeInside, '--version'], pattern: /v(\d+\.\d+\.\d+)/ },
    file: () => 'main.js',
    run: () => [nodeInside, ...scriptArguments('/js/child.mjs')],
    variables: () => ({ NODE_OPTIONS: '--no-node-snapshot --disable-warning=ExperimentalWarning' }),
    allowance: { timeMs: 50, memoryMb: 128 },
    usr: {},
    calls: { run: ['events', 'machine'] },
    outOfMemory: /Array buffer allocation failed|heap out of memory/,
    usesNode: true,
    stays: true,
  },
  c: {
    packages: ['gcc', 'libc6-dev'],
    programs: ['/usr/bin/gcc', '/usr/include/stdio.h'],
    version: { command: ['/usr/bin/gcc', '--version'], pattern: /(\d+\.\d+\.\d+)$/m },
    file: () => 'main.c',
    solution: () => 'solution.c',
    compile: () => [['/usr/bin/gcc', '-std=gnu17', '-O2', ...gccFlags, '-o', '/box/main', 'main.c', '-lm']],
    run: () => ['/box/main'],
    allowance: { timeMs: 0, memoryMb: 2 },
    isNative: true,
    usr: { compile: 'gcc' },
    calls: { compile: ['files'] },
  },
  cpp: {
    packages: ['g++'],
    programs: ['/usr/bin/g++'],
    version: { command: ['/usr/bin/g++', '--version'], pattern: /(\d+\.\d+\.\d+)$/m },
    file: () => 'main.cpp',
    solution: () => 'solution.cpp',
    compile: () => [['/usr/bin/g++', ...cppFlags, ...gccFlags, '-I/cache/cpp', '-o', '/box/main', 'main.cpp']],
    run: () => ['/box/main'],
    allowance: { timeMs: 0, memoryMb: 4 },
    isNative: true,
    usr: { compile: 'gcc' },
    cache: '/cache/cpp',
    calls: { compile: ['files'] },
    outOfMemory: /std::bad_alloc/,
  },
  python: {
    packages: ['python3'],
    programs: ['/usr/bin/python3'],
    version: { command: ['/usr/bin/python3', '--version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.py',
    solution: () => 'solution.py',
    check: [...python, 'check'],
    run: () => python,
    allowance: { timeMs: 50, memoryMb: 12 },
    usr: { run: 'python' },
    outOfMemory: /^MemoryError\b/m,
  },
  java: {
    packages: ['openjdk-17-jdk-headless'],
    programs: [java, join(dirname(java), 'javac')],
    version: { command: [java, ...javaQuick, '-version'], pattern: /"([\d._]+)"/ },
    file: (source) => layoutOfJava(source).file,
    solution: (source) => layoutOfJava(source).file,
    compile: (source, others) => [
      [
        java,
        '-XX:SharedArchiveFile=/cache/java/javac.jsa',
        ...javaQuick,
        ...['-Xmx512m', '-Xss16m', '-m', javacModule, '-proc:none', '-encoding', 'UTF-8', '-nowarn', '-d', '/box'],
        layoutOfJava(source).file,
        ...others,
      ],
    ],
    run: (source, memoryMb) => [
      java,
      '-XX:SharedArchiveFile=/cache/java/run.jsa',
      ...javaQuick,
      ...[
        `-Xmx${memoryMb}m`,
        `-Xss${Math.min(64, memoryMb)}m`,
        '-XX:+ExitOnOutOfMemoryError',
        '-XX:+DisplayVMOutputToStderr',
        '-Dfile.encoding=UTF-8',
        '-cp',
        '/box',
      ],
      layoutOfJava(source).mainClass,
    ],
    allowance: { timeMs: 300, memoryMb: 112 },
    outOfMemory: /java\.lang\.OutOfMemoryError/,
    usr: { compile: 'java', run: 'java' },
    cache: '/cache/java',
    calls: { compile: ['files', 'events', 'machine', 'pairs'], run: ['events', 'machine', 'pairs'] },
  },
  csharp: {
    packages: ['mono-mcs', 'mono-runtime'],
    programs: ['/usr/bin/mono', '/usr/lib/mono/4.5/mcs.exe'],
    version: { command: [...mono, '--version'], pattern: /version (\d+\.\d+\.\d+)/ },
    file: () => 'main.cs',
    solution: () => 'solution.cs',
    compile: (_source, others) => [
      [
        ...mono,
        '/usr/lib/mono/4.5/mcs.exe',
        ...[
          '-optimize+',
          '-nologo',
          '-r:System.Core',
          '-r:System.Numerics',
          '-out:/box/main.exe',
          'main.cs',
          ...others,
        ],
      ],
    ],
    run: () => [...mono, '/box/main.exe'],
    variables: () => ({ MONO_DISABLE_SHARED_AREA: '1', MONO_GC_PARAMS: 'nursery-size=4m' }),
    allowance: { timeMs: 150, memoryMb: 32 },
    // Unwinding a full stack costs up to 40 ms of the program's time per MB in mono.
    mostStackMb: 16,
    usr: { compile: 'mono', run: 'mono' },
    calls: { compile: ['files', 'events', 'machine'], run: ['events', 'machine'] },
    outOfMemory: /OutOfMemoryException|Out of memory|GC Warning: .*memory/,
  },
  go: {
    packages: ['golang-go'],
    programs: [`${goTools}/compile`, `${goPackages}/fmt.a`],
    version: { command: ['/usr/bin/go', 'version'], pattern: /go(\d+\.\d+(?:\.\d+)?)/ },
    file: () => 'main.go',
    solution: () => 'solution.go',
    compile: (_source, others) => [
      [`${goTools}/compile`, '-complete', '-p', 'main', '-I', goPackages, '-o', '/box/main.o', 'main.go', ...others],
      [`${goTools}/link`, '-s', '-w', '-L', goPackages, '-o', '/box/main', '/box/main.o'],
    ],
    run: () => ['/box/main'],
    // With GOMEMLIMIT, the garbage collector works harder as memory approaches the limit.
    variables: (memoryMb) => ({ GOMEMLIMIT: `${memoryMb}MiB`, GOTRACEBACK: 'single' }),
    allowance: { timeMs: 20, memoryMb: 16 },
    usr: { compile: 'go' },
    calls: { compile: ['files', 'events'], run: ['events'] },
    outOfMemory: /^(fatal error|runtime): .*(out of memory|cannot allocate memory)/m,
  },
  rust: {
    packages: ['rustc'],
    programs: [rustc],
    version: { command: [rustc, '--version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.rs',
    solution: () => 'solution.rs',
    compile: () => [
      [rustc, '--edition=2021', '-Copt-level=2', '-Ccodegen-units=1', '--color=never', '-o', '/box/main', 'main.rs'],
    ],
    run: () => ['/box/main'],
    allowance: { timeMs: 0, memoryMb: 4 },
    isNative: true,
    usr: { compile: 'rust' },
    calls: { compile: ['files', 'events'] },
    outOfMemory: /memory allocation of \d+ bytes failed/,
  },
}

/**
 * JavaScript in Node itself instead of isolates, a process per case: for programs that read files, and for programs that
 * read an answer before they print the next question. The sandbox is the same.
 */
function plainJavascript(): LanguageSetup {
  const { stays: _, ...setup } = languageSetups.javascript
  return { ...setup, check: [nodeInside, '--check', '/box/main.js'], run: () => [nodeInside, '/box/main.js'] }
}

/** Setups without resident processes. */
export const plainSetupOf = (language: Language): LanguageSetup =>
  language === 'javascript' ? plainJavascript() : languageSetups[language]
