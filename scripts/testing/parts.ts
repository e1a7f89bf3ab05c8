import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildClient } from '../setup/client.mjs'
import { runOne, runQuietly } from '../setup/run.mjs'
import type { Program } from './debian.ts'
import { checkDependencies } from './dependencies.ts'
import { outsideReport } from './outside.ts'
import { countPlaywright, countVitest, type Timed } from './reports.ts'
import { accountFor, type Counts, type Result } from './summary.ts'

export interface Part {
  name: string
  /** A check or build counts as one test. Builds need the results of setup. The other kinds report their counts. */
  kind: 'check' | 'build' | 'vitest' | 'playwright'
  /** Runs a program in node_modules/.bin or one of our scripts. A note is printed even on success. */
  run: () => Promise<{ code: number; output?: string; note?: string }>
  needs?: Program[]
  /** True if it runs the judge, which needs the usual toolchains. */
  judges?: boolean
}

const bin = (name: string) => `node_modules/.bin/${name}`
const vitestReport = 'test-results/vitest.json'
const playwrightReport = 'test-results/browser.json'

/** Test folders that do not need the judge. */
const withoutJudge = [
  'unit',
  'branding',
  'client',
  'cluster',
  'members',
  'permissions',
  'platform',
  'privacy',
  'rest',
  'scripts',
  'trpc',
]

/** @param projects the projects to run; all if empty */
const vitest = (name: string, paths: string[], projects: string[] = []): Part => ({
  name,
  kind: 'vitest',
  judges: !withoutJudge.includes(name),
  // LibreOffice is large, so only the tests that use it require it. They are long.
  needs: [
    'curl',
    'jq',
    ...(projects.length === 0 && ['vitest', 'members', 'platform'].includes(name) ? (['libreoffice'] as const) : []),
    ...(['vitest', 'cluster'].includes(name) ? (['nats-server'] as const) : []),
    ...(projects.length === 0 && ['vitest', 'cluster', 'platform'].includes(name)
      ? (['haproxy', 'nginx'] as const)
      : []),
  ],
  run: async () => {
    const reporters = ['default', 'json', resolve(import.meta.dirname, 'outside.ts')].map(
      (name) => `--reporter=${name}`,
    )
    reporters.push(`--outputFile.json=${vitestReport}`)
    const chosen = projects.map((project) => `--project=${project}`)
    return { code: await runOne(bin('vitest'), ['run', ...reporters, ...chosen, ...paths]) }
  },
})

const checks: Part[] = [
  { name: 'lint', kind: 'check', run: () => runQuietly(bin('biome'), ['check', '--error-on-warnings']) },
  // By default, four checkers each check what all files share, which takes 71 instead of 45 s of CPU time.
  { name: 'types', kind: 'check', run: () => runQuietly(bin('tsc'), ['--noEmit', '--checkers', '1']) },
  { name: 'structure', kind: 'check', run: () => runQuietly(process.execPath, ['scripts/structure.ts']) },
  { name: 'dependencies', kind: 'check', run: checkDependencies },
  { name: 'client', kind: 'check', run: () => buildClient(process.execPath) },
]

/** Contains the client and the warden, so both must be built first. */
const binary: Part = {
  name: 'binary',
  kind: 'build',
  judges: true,
  run: () => runQuietly(process.execPath, ['scripts/binary.ts']),
}

/**
 * Without the long tests, the browser is Chromium's headless shell: the same engine without the window around it needs
 * 52 instead of 72 s of CPU time for six tests.
 * @param long true to include the long tests, and the check that some test has examined every screen
 */
const browser = (long: boolean, program: Program = long ? 'chromium' : 'chromium-headless-shell'): Part => ({
  name: 'browser',
  kind: 'playwright',
  needs: [program],
  judges: true,
  run: async () => {
    const env = {
      ...process.env,
      CHROMIUM_PATH: process.env.CHROMIUM_PATH || `/usr/bin/${program}`,
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    }
    const options = long
      ? [`--reporter=list,json,${resolve('tests/e2e/every-screen.ts')}`]
      : ['--reporter=list,json', '--project=quick']
    return { code: await runOne(bin('playwright'), ['test', ...options], env) }
  },
})

/** The parts of a run without the long tests. */
const quickRun = [...checks, vitest('vitest', [], ['alone', 'together']), browser(false)]
const fullRun = [...checks, binary, vitest('vitest', []), browser(true)]

/** @returns the parts of a quick run, of `--full`, or those that match a filter with their long tests; or an error message */
export function selectParts(filter: string | undefined): Part[] | string {
  if (filter === undefined) return quickRun
  if (filter === '--full') return fullRun
  const part = fullRun.find(({ name }) => name === filter)
  // The client, binary and browser tests need these builds.
  const made = (...names: string[]) => fullRun.filter(({ name }) => names.includes(name))
  if (part?.name === 'browser') return made('client', 'binary', 'browser')
  if (filter === 'client') return [...made('client'), vitest('client', ['tests/client/'])]
  if (filter === 'binary') return [...made('client', 'binary'), vitest('binary', ['tests/binary/'])]
  if (part) return [part]
  if (filter === 'unit') return [vitest('unit', ['src/'])]
  if (/^[a-z-]+$/.test(filter) && existsSync(`tests/${filter}`)) return [vitest(filter, [`tests/${filter}/`])]
  return `Unknown part "${filter}". Parts: ${fullRun.map(({ name }) => name).join(', ')}, unit, and the folders of tests/`
}

const readReport = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** True for parts that print only their failure and count as one test. */
const isSilent = ({ kind }: Part) => kind === 'check' || kind === 'build'

const none: Counts = { passed: 0, failed: 0, skipped: 0 }

function countsOf(part: Part, code: number): Map<string, Counts & Partial<Timed>> {
  if (isSilent(part)) return new Map([[part.name, { ...none, [code === 0 ? 'passed' : 'failed']: 1 }]])
  if (part.kind === 'playwright') {
    const report = readReport(playwrightReport) as Parameters<typeof countPlaywright>[0] | undefined
    return new Map([[part.name, accountFor(report ? countPlaywright(report) : none, code)]])
  }
  const report = readReport(vitestReport) as Parameters<typeof countVitest>[0] | undefined
  const areas = report ? countVitest(report, process.cwd()) : new Map<string, Timed>()
  const failed = [...areas.values()].some((counts) => counts.failed > 0)
  if (areas.size === 0 || (code !== 0 && !failed))
    areas.set(part.name, {
      ...accountFor(none, code),
      took: 0,
      failures: (readReport(outsideReport) ?? []) as string[],
    })
  return areas
}

/** Runs a part and returns its results; checks print output only on failure. */
export async function runPart(part: Part, missing: readonly Program[]): Promise<Result[]> {
  // Delete old reports, so that they are not mistaken for this run's.
  mkdirSync('test-results', { recursive: true })
  if (part.kind === 'vitest') for (const file of [vitestReport, outsideReport]) rmSync(file, { force: true })
  if (part.kind === 'playwright') rmSync(playwrightReport, { force: true })
  const lacking = part.needs?.filter((program) => missing.includes(program)) ?? []
  if (part.kind === 'playwright' && lacking.length > 0) {
    console.error(`${part.name}: needs ${lacking.join(', ')}`)
    return [{ name: part.name, ...none, failed: 1, took: 0 }]
  }
  if (!isSilent(part)) console.log(`\n${part.name}`)
  const began = performance.now()
  const { code, output, note } = await part
    .run()
    .catch((error: Error) => ({ code: 1, output: error.message, note: undefined }))
  const took = performance.now() - began
  if (code !== 0 && output) console.error(`\n${part.name} failed\n${output.trim()}`)
  if (note) console.log(`\n${part.name}: ${note}`)
  return [...countsOf(part, code)].map(([name, counts]) => ({ name, took, ...counts }))
}
