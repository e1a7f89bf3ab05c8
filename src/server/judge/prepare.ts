/** Builds files that are cached per machine: the warden, from its C sources, and files that speed up compilers. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parts } from '../platform/parts.ts'
import { isAlive } from './folders.ts'
import {
  cppFlags,
  cxx,
  javacModule,
  javaHome,
  java as javaProgram,
  javaQuick,
  kotlinCompiler,
  kotlincArguments,
  kotlinFlags,
  rareHeaders,
} from './toolchains.ts'

const call = promisify(execFile)
const nativeFolder = join(parts.judge, 'native')
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' }

interface Product {
  name: string
  /** A cache key from its sources; undefined if the machine lacks them. */
  key(): string | undefined
  /** Builds it in a separate folder. */
  make(folder: string): unknown
}

const run = (command: string, args: string[], cwd?: string) => call(command, args, { env: environment, cwd })

/** Returns a fingerprint of the installed version. Running the tool would take longer than all other steps together. */
function traceOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${path} ${found.size} ${found.mtimeMs}`
}

const sources = () => readdirSync(nativeFolder).sort()

/** The warden shipped with the program. */
const givenWarden = (file: string): Product => ({
  name: 'warden',
  key: () => readFileSync(file, 'base64'),
  make: (folder) => copyFileSync(file, join(folder, 'warden')),
})

const compiledWarden: Product = {
  name: 'warden',
  key: () => {
    const texts = sources().map((name) => readFileSync(join(nativeFolder, name), 'utf8'))
    return existsSync('/usr/bin/gcc') ? texts.join('\0') : undefined
  },
  make: (folder) => {
    const files = sources().filter((name) => name.endsWith('.c'))
    const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-static']
    return run('/usr/bin/gcc', [...flags, '-o', join(folder, 'warden'), ...files], nativeFolder)
  },
}

/**
 * bits/stdc++.h, which most contest programs include, compiled with the exact flags of submissions: whole, and without
 * rare headers.
 */
const cppHeader: Product = {
  name: 'cpp',
  key: () => {
    const trace = traceOf(cxx)
    return trace && [trace, ...cppFlags, rareHeaders.source].join(' ')
  },
  make: async (folder) => {
    const include = join(folder, 'include.h')
    writeFileSync(include, '#include <bits/stdc++.h>\n')
    const { stdout } = await run(cxx, [...cppFlags, '-M', include])
    const found = /\S+\/bits\/stdc\+\+\.h/.exec(stdout)?.[0]
    if (!found) throw new Error('g++ cannot find bits/stdc++.h')
    const makeHeader = async (name: string, header: string) => {
      mkdirSync(join(folder, name, 'bits'), { recursive: true })
      await run(cxx, [...cppFlags, '-x', 'c++-header', header, '-o', join(folder, name, 'bits/stdc++.h.gch')])
    }
    const common = join(folder, 'common.h')
    const lines = readFileSync(found, 'utf8').split('\n')
    writeFileSync(common, lines.filter((line) => !rareHeaders.test(line)).join('\n'))
    await Promise.all([makeHeader('whole', found), makeHeader('common', common)])
  },
}

/** Loads the classes that most programs use. */
const trial = `import java.io.*; import java.util.*; import java.util.function.*; import java.util.stream.*;
public class Trial {
  record Pair(int a, String b) {}
  public static void main(String[] arguments) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    StringTokenizer words = new StringTokenizer(lines.readLine());
    int a = Integer.parseInt(words.nextToken()), b = Integer.parseInt(words.nextToken());
    Scanner scanner = new Scanner("1 2.5 x"); scanner.nextInt(); scanner.nextDouble(); scanner.next();
    List<Integer> list = new ArrayList<>(List.of(3, 1, 2)); Collections.sort(list); list.sort(Comparator.reverseOrder());
    Map<String, Integer> map = new TreeMap<>(); map.merge("x", 1, Integer::sum); new HashMap<>(map); new HashSet<>(list);
    Deque<Integer> deque = new ArrayDeque<>(list); PriorityQueue<Integer> heap = new PriorityQueue<>(deque); new LinkedList<>(heap);
    int[] sorted = {3, 1, 2}; Arrays.sort(sorted); Arrays.fill(sorted, 1); long[][] grid = new long[2][2];
    String text = list.stream().map(String::valueOf).collect(Collectors.joining(",")) + IntStream.range(0, 3).sum() + new Pair(a, "b");
    StringBuilder built = new StringBuilder(); built.append(a + b).append(text).append(grid.length).reverse();
    PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
    out.println(built); out.flush(); System.out.println(String.format("%d %.2f", a, 1.5)); System.out.printf("%s%n", built);
  }
}
`

/**
 * Class data archives for javac and common classes. They save a third of compile time and an eighth of start time.
 */
const java: Product = {
  name: 'java',
  key: () => javaHome && traceOf(join(javaHome, 'lib/server/libjvm.so')),
  make: async (folder) => {
    const program = join(javaHome ?? '', 'bin/java')
    const [text, list] = [join(folder, 'Trial.java'), join(folder, 'classes.txt')]
    writeFileSync(text, trial)
    const javacArchive = `-XX:ArchiveClassesAtExit=${join(folder, 'javac.jsa')}`
    await run(program, [javacArchive, ...javaQuick, '-m', javacModule, '-proc:none', '-d', folder, text])
    const watched = run(program, [`-XX:DumpLoadedClassList=${list}`, ...javaQuick, '-cp', folder, 'Trial'])
    watched.child.stdin?.end('1 2\n')
    await watched
    // Exclude the trial program's own classes.
    const classes = readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('Trial'))
    writeFileSync(list, classes.join('\n'))
    const archive = `-XX:SharedArchiveFile=${join(folder, 'run.jsa')}`
    await run(program, ['-Xshare:dump', `-XX:SharedClassListFile=${list}`, archive, ...javaQuick])
  },
}

const kotlinTrial = 'fun main() { println(readLine()!!.split(" ").map { it.toInt() }.sum()) }\n'

/** A class data archive for the Kotlin compiler. It saves half of the compile time. */
const kotlin: Product = {
  name: 'kotlin',
  key: () => {
    const traces = [javaProgram, kotlinCompiler].map(traceOf)
    return traces.includes(undefined) ? undefined : [...traces, ...kotlincArguments, ...kotlinFlags].join(' ')
  },
  make: async (folder) => {
    const text = join(folder, 'trial.kt')
    writeFileSync(text, kotlinTrial)
    const archive = `-XX:ArchiveClassesAtExit=${join(folder, 'kotlinc.jsa')}`
    const output = ['-d', join(folder, 'trial.jar'), text]
    await run(javaProgram, [archive, ...javaQuick, ...kotlincArguments, ...kotlinFlags, ...output])
  },
}

const products = [parts.warden ? givenWarden(parts.warden) : compiledWarden, cppHeader, java, kotlin]

const stampOf = (key: string) => createHash('sha256').update(key).digest('hex')

/** True if a product is up to date or cannot be built. */
function isMade({ name, key }: Product, folder: string): boolean {
  const wanted = key()
  const stampFile = join(folder, name, '.stamp')
  return wanted === undefined || (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(wanted))
}

/** Concurrent builds are harmless: the last rename wins. */
async function makeProduct({ name, key, make }: Product, folder: string): Promise<void> {
  const aside = join(folder, `${name}-${process.pid}`)
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o755 })
  try {
    await make(aside)
    writeFileSync(join(aside, '.stamp'), stampOf(key() ?? ''))
    rmSync(join(folder, name), { recursive: true, force: true })
    renameSync(aside, join(folder, name))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Removes what killed builds left behind. */
function removeUnfinished(folder: string) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder)) {
    const builder = products.find(({ name }) => entry.startsWith(`${name}-`))
    if (builder && !isAlive(Number(entry.slice(builder.name.length + 1))))
      rmSync(join(folder, entry), { recursive: true, force: true })
  }
}

/** Lists missing products that this machine can build. */
export const missingProducts = (folder: string): string[] =>
  products.filter((product) => !isMade(product, folder)).map(({ name }) => name)

/**
 * Prepares a folder, which takes milliseconds if it is up to date. Failed products are skipped. Without them, compilers
 * are slower; without the warden, nothing is judged.
 * @returns error messages
 */
export async function prepare(folder: string): Promise<string[]> {
  removeUnfinished(folder)
  const missing = products.filter((product) => !isMade(product, folder))
  const results = await Promise.allSettled(missing.map((product) => makeProduct(product, folder)))
  return results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
}
