import { dirname, join } from 'node:path'
import type { Language } from '#shared/coding/languages.rules.ts'
import { scriptArguments } from '../platform/script.ts'
import { layoutOfJava } from './java.ts'
import type { LanguageSetup } from './language-setup.ts'
import {
  cc,
  cppFlags,
  cxx,
  gccLinker,
  ghc,
  goPackages,
  goTools,
  java,
  javacModule,
  javaQuick,
  kotlinCompiler,
  kotlincArguments,
  kotlinFlags,
  kotlinLibrary,
  php,
  python,
  ruby,
  rustc,
  usesRareHeaders,
} from './toolchains.ts'

/** Path of the judge's Node in the sandbox. */
export const nodeInside = '/node/node'

/** Ignores user and site packages, and writes no bytecode. */
const pythonStart = [python, '-ISB', '/python/start.py']
const mono = ['/usr/bin/mono']
const gccFlags = ['-fdiagnostics-color=never', '-fmax-errors=30', ...gccLinker]
const cFlags = ['-std=gnu17', '-O2']
/** @param headers folder with the precompiled bits/stdc++.h */
const compileCpp = (headers: string, others: readonly string[]) => [
  ...[cxx, ...cppFlags, ...gccFlags],
  ...[`-I${headers}`, '-o', '/box/main', 'main.cpp', ...others],
]
const rustFlags = ['--edition=2021', '-Copt-level=2', '-Ccodegen-units=1']
/** Reads no php.ini, so no extensions are loaded. */
const phpBare = [php, '-n']
/** Loading gems would take most of the time of a short program. */
const rubyBare = [ruby, '--disable=gems,did_you_mean,error_highlight']

/** Java's options for the heap and stack. */
const javaMemory = (memoryMb: number) => [
  `-Xmx${memoryMb}m`,
  `-Xss${Math.min(64, memoryMb)}m`,
  '-XX:+ExitOnOutOfMemoryError',
  '-XX:+DisplayVMOutputToStderr',
  '-Dfile.encoding=UTF-8',
]

const javascript: LanguageSetup = {
  packages: [],
  programs: [],
  shown: { compiler: 'Node' },
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
}

export const languageSetups: Record<Language, LanguageSetup> = {
  javascript,
  typescript: {
    ...javascript,
    shown: { compiler: 'Node', flags: 'types are removed, not checked' },
    translate: [nodeInside, ...scriptArguments('/js/types.mjs')],
  },
  c: {
    packages: ['gcc', 'libc6-dev'],
    programs: [cc, '/usr/include/stdio.h'],
    setting: 'JUDGE_CC',
    shown: { compiler: 'gcc', flags: cFlags.join(' ') },
    version: { command: [cc, '--version'], pattern: /(\d+\.\d+\.\d+)/m },
    file: () => 'main.c',
    solution: () => 'solution.c',
    compile: (_source, others) => [[cc, ...cFlags, ...gccFlags, '-o', '/box/main', 'main.c', ...others, '-lm']],
    run: () => ['/box/main'],
    allowance: { timeMs: 0, memoryMb: 2 },
    isNative: true,
    usr: { compile: 'gcc' },
    calls: { compile: ['files'] },
  },
  cpp: {
    packages: ['g++'],
    programs: [cxx],
    setting: 'JUDGE_CXX',
    shown: { compiler: 'g++', flags: cppFlags.join(' ') },
    version: { command: [cxx, '--version'], pattern: /(\d+\.\d+\.\d+)/m },
    file: () => 'main.cpp',
    solution: () => 'solution.cpp',
    compile: (_source, others) => [compileCpp('/cache/cpp/whole', others)],
    quickCompile: (source, others) =>
      source.includes('bits/stdc++.h') && !usesRareHeaders.test(source)
        ? [compileCpp('/cache/cpp/common', others)]
        : undefined,
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
    programs: [python],
    setting: 'JUDGE_PYTHON',
    shown: { compiler: 'CPython' },
    version: { command: [python, '--version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.py',
    solution: () => 'solution.py',
    check: [...pythonStart, 'check'],
    run: () => pythonStart,
    allowance: { timeMs: 50, memoryMb: 12 },
    usr: { run: 'python' },
    outOfMemory: /^MemoryError\b/m,
  },
  java: {
    packages: ['openjdk-17-jdk-headless'],
    programs: [java, join(dirname(java), 'javac')],
    setting: 'JUDGE_JAVAC',
    shown: { compiler: 'OpenJDK' },
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
      ...javaMemory(memoryMb),
      '-cp',
      '/box',
      layoutOfJava(source).mainClass,
    ],
    allowance: { timeMs: 300, memoryMb: 112 },
    outOfMemory: /java\.lang\.OutOfMemoryError/,
    usr: { compile: 'java', run: 'java' },
    cache: '/cache/java',
    calls: { compile: ['files', 'events', 'machine', 'pairs'], run: ['events', 'machine', 'pairs'] },
  },
  kotlin: {
    packages: ['kotlin', 'openjdk-17-jdk-headless'],
    programs: [java, kotlinCompiler, kotlinLibrary],
    optional: true,
    setting: 'JUDGE_KOTLINC',
    shown: { compiler: 'kotlinc' },
    version: { command: [java, ...javaQuick, ...kotlincArguments, '-version'], pattern: /kotlinc-jvm (\d+[\d.]*)/ },
    file: () => 'main.kt',
    solution: () => 'solution.kt',
    compile: (_source, others) => [
      [
        java,
        '-XX:SharedArchiveFile=/cache/kotlin/kotlinc.jsa',
        ...javaQuick,
        ...['-Xmx512m', '-Xss16m', ...kotlincArguments, ...kotlinFlags, '-d', '/box/main.jar', 'main.kt', ...others],
      ],
    ],
    // With its library among the JVM's own classes, a program starts faster. The compiler names the main class in the
    // jar.
    run: (_, memoryMb) => [
      java,
      ...javaQuick,
      ...javaMemory(memoryMb),
      `-Xbootclasspath/a:${kotlinLibrary}`,
      '-jar',
      '/box/main.jar',
    ],
    allowance: { timeMs: 300, memoryMb: 112 },
    outOfMemory: /java\.lang\.OutOfMemoryError/,
    usr: { compile: 'kotlin', run: 'kotlin' },
    cache: '/cache/kotlin',
    calls: { compile: ['files', 'events', 'machine', 'pairs'], run: ['events', 'machine', 'pairs'] },
  },
  csharp: {
    packages: ['mono-mcs', 'mono-runtime'],
    programs: ['/usr/bin/mono', '/usr/lib/mono/4.5/mcs.exe'],
    shown: { compiler: 'Mono', flags: '-optimize+' },
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
    maxStackMb: 16,
    usr: { compile: 'mono', run: 'mono' },
    calls: { compile: ['files', 'events', 'machine'], run: ['events', 'machine'] },
    outOfMemory: /OutOfMemoryException|Out of memory|GC Warning: .*memory/,
  },
  go: {
    packages: ['golang-go'],
    programs: [`${goTools}/compile`, `${goPackages}/fmt.a`],
    shown: { compiler: 'go' },
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
    setting: 'JUDGE_RUSTC',
    shown: { compiler: 'rustc', flags: rustFlags.slice(0, 2).join(' ') },
    version: { command: [rustc, '--version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.rs',
    solution: () => 'solution.rs',
    compile: () => [[rustc, ...rustFlags, '--color=never', '-o', '/box/main', 'main.rs']],
    run: () => ['/box/main'],
    allowance: { timeMs: 0, memoryMb: 4 },
    isNative: true,
    usr: { compile: 'rust' },
    calls: { compile: ['files', 'events'] },
    outOfMemory: /memory allocation of \d+ bytes failed/,
  },
  php: {
    packages: ['php-cli'],
    programs: [php],
    optional: true,
    setting: 'JUDGE_PHP',
    shown: { compiler: 'PHP', flags: 'without extensions' },
    version: { command: [...phpBare, '--version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.php',
    solution: () => 'solution.php',
    check: [...phpBare, '-d', 'display_errors=stderr', '-l', '/box/main.php'],
    run: (_, memoryMb) => {
      const settings = [`memory_limit=${memoryMb}M`, 'display_errors=stderr', 'allow_url_fopen=0', 'enable_dl=0']
      return [...phpBare, ...settings.flatMap((setting) => ['-d', setting]), '/box/main.php']
    },
    allowance: { timeMs: 50, memoryMb: 16 },
    usr: { run: 'php' },
    outOfMemory: /Allowed memory size of \d+ bytes exhausted|Out of memory \(allocated/,
  },
  ruby: {
    packages: ['ruby'],
    programs: [ruby],
    optional: true,
    setting: 'JUDGE_RUBY',
    shown: { compiler: 'Ruby', flags: 'without gems' },
    version: { command: [...rubyBare, '--version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.rb',
    solution: () => 'solution.rb',
    check: [...rubyBare, '-c', '/box/main.rb'],
    run: () => [...rubyBare, '/box/main.rb'],
    // Its default stack of 1 MB ends recursion after 10,000 calls.
    variables: (memoryMb) => ({ RUBY_THREAD_VM_STACK_SIZE: String(Math.min(64, memoryMb / 4) * 1024 * 1024) }),
    allowance: { timeMs: 50, memoryMb: 16 },
    usr: { run: 'ruby' },
    calls: { run: ['events'] },
    outOfMemory: /failed to allocate memory \(NoMemoryError\)/,
  },
  haskell: {
    packages: ['ghc'],
    programs: [ghc],
    optional: true,
    setting: 'JUDGE_GHC',
    shown: { compiler: 'ghc', flags: '-O2' },
    version: { command: [ghc, '--numeric-version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.hs',
    // Named like the module, so that the driver can import it.
    solution: () => 'Solution.hs',
    compile: () => [
      [ghc, '-O2', '-rtsopts', '-v0', '-outputdir', '/tmp', '-fdiagnostics-color=never', '-o', '/box/main', 'main.hs'],
    ],
    run: () => ['/box/main'],
    variables: (memoryMb) => ({ GHCRTS: `-M${memoryMb}m` }),
    allowance: { timeMs: 20, memoryMb: 16 },
    usr: { compile: 'haskell' },
    calls: { compile: ['files', 'events'], run: ['events'] },
    outOfMemory: /[Hh]eap exhausted|heap overflow|out of memory/,
  },
  sql: {
    packages: [],
    programs: [],
    shown: { compiler: 'SQLite', flags: 'the input creates the tables' },
    version: { command: [nodeInside, ...scriptArguments('/js/sql.mjs'), '--version'], pattern: /(\d+\.\d+\.\d+)/ },
    file: () => 'main.sql',
    solution: () => 'solution.sql',
    run: () => [nodeInside, ...scriptArguments('/js/sql.mjs')],
    variables: () => ({ NODE_OPTIONS: '--no-node-snapshot --disable-warning=ExperimentalWarning' }),
    allowance: { timeMs: 150, memoryMb: 64 },
    usr: {},
    calls: { run: ['events', 'machine'] },
    outOfMemory: /out of memory/,
    usesNode: true,
  },
}

/**
 * A setup without resident processes: JavaScript and TypeScript run in Node itself instead of isolates, a process per
 * case. Used for programs that read files, or that read an answer before they print the next question. The
 * sandbox is the same.
 */
export function plainSetupOf(language: Language): LanguageSetup {
  const { stays, ...setup } = languageSetups[language]
  if (!stays) return setup
  const options = setup.translate ? ['--enable-source-maps'] : []
  return {
    ...setup,
    check: [nodeInside, '--check', '/box/main.js'],
    run: () => [nodeInside, ...options, '/box/main.js'],
  }
}
