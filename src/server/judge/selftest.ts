import { existsSync } from 'node:fs'
import { type Language, languages } from '#shared/coding/languages.rules.ts'
import { type Box, Boxes, type Workshop } from './boxes.ts'
import { Engine } from './engine.ts'
import { readLanguageCache, writeLanguageCache } from './language-cache.ts'
import type { LanguageSetup } from './language-setup.ts'
import { languageSetups } from './languages.ts'
import type { Findings } from './messages.ts'
import type { Report } from './orders.ts'
import { smokeCase, smokePrograms } from './smoke-programs.ts'
import { environment, runLimits } from './submission.ts'
import { givenTools, problemOfTool } from './toolchains.ts'
import type { LanguageStatus, SandboxState } from './types.ts'

/** The first slot that submissions do not use. */
const testSlots = 900
const withoutAllowance = { allowance: { timeMs: 0, memoryMb: 0 } }
const probeLimits = { ...runLimits({ timeMs: 2_000, memoryMb: 32 }, withoutAllowance), processes: 24 }
const smokeLimits = { timeMs: 5_000, memoryMb: 256 }

/** Expected result of each warden probe. */
const probes: Record<string, (report: Report) => boolean> = {
  hello: (report) => report.ending === 'exit' && report.output.toString() === 'hello\n',
  forks: (report) => report.value === 0 && Number(report.output) < probeLimits.processes,
  connects: (report) => report.value === 0 && report.output.toString().startsWith('refused'),
  fills: (report) => report.stop === 'memory',
}

async function inBox<T>(boxes: Boxes, work: (box: Box) => Promise<T>): Promise<T> {
  const box = boxes.open()
  try {
    return await work(box)
  } finally {
    await box.close()
  }
}

/** @returns the reason for an unsafe sandbox, or undefined */
function probe(workshop: Workshop): Promise<string | undefined> {
  return inBox(new Boxes(workshop, testSlots), async (box) => {
    const sandbox = box.openForRunning()
    box.limitMemory(probeLimits.memoryKb / 1024)
    for (const [name, holds] of Object.entries(probes)) {
      const report = await sandbox.run({
        kind: 'run',
        command: ['/warden', 'probe', name],
        variables: environment,
        limits: probeLimits,
        input: new Uint8Array(),
      })
      if (!holds(report)) return `the probe "${name}" ended with ${report.ending} ${report.value}: ${report.output}`
    }
    return undefined
  }).catch((error: Error) => error.message)
}

/** Tests the sandbox and its memory limit. Control groups are disabled if they do not work. */
async function testSandbox(workshop: Workshop): Promise<SandboxState> {
  if (workshop.groups) {
    if ((await probe(workshop)) === undefined) return { works: true, memory: 'control group' }
    workshop.groups.close()
    workshop.groups = undefined
  }
  const reason = await probe(workshop)
  return reason === undefined ? { works: true, memory: 'measured' } : { works: false, reason }
}

/** Describes a language's missing dependency and how to install it; undefined if nothing is missing. */
function problemOf(language: Language): string | undefined {
  const { programs, setting } = languageSetups[language]
  const problem = setting && problemOfTool(setting)
  if (problem) return problem
  const missing = programs.find((program) => !existsSync(program))
  return missing && `${missing} is not installed. Run: examhall doctor --install-languages ${language}`
}

/** True if its absence is a problem: setup installs it, or a setting names its compiler. */
const isWanted = ({ optional, setting }: LanguageSetup) => !optional || (setting && givenTools()[setting]) !== undefined

async function versionOf(boxes: Boxes, setup: LanguageSetup): Promise<string | undefined> {
  const { version, compile, calls } = setup
  const limits = runLimits({ timeMs: 5_000, memoryMb: 512 }, withoutAllowance)
  const report = await inBox(boxes, (box) =>
    (compile ? box.openForCompiling(setup, limits.memoryKb / 1024) : box.openForRunning(setup)).run({
      kind: 'run',
      command: version.command,
      variables: environment,
      limits: { ...limits, calls: [...(calls?.compile ?? []), ...(calls?.run ?? [])] },
      input: new Uint8Array(),
    }),
  )
  return version.pattern.exec(`${report.output}\n${report.error}`)?.[1]
}

async function testLanguage(boxes: Boxes, engine: Engine, language: Language): Promise<LanguageStatus> {
  const setup = languageSetups[language]
  const reason = problemOf(language)
  if (reason) return { language, available: false, reason, ...(isWanted(setup) ? {} : { optional: true }) }
  try {
    const outcome = await engine.judge(
      {
        id: language,
        language,
        source: smokePrograms[language],
        limits: smokeLimits,
        cases: [{ ...smokeCase(language), keep: true }],
      },
      {},
      new AbortController().signal,
    )
    if (outcome.kind !== 'judged') return { language, available: false, reason: outcome.message }
    const [first] = outcome.cases
    if (first?.verdict !== 'accepted')
      return { language, available: false, reason: `The test program ended with ${first?.verdict}: ${first?.error}` }
    return { language, available: true, version: await versionOf(boxes, setup), ...setup.shown }
  } catch (error) {
    return { language, available: false, reason: (error as Error).message }
  }
}

const allUnavailable = (reason: string | undefined) =>
  languages.map((language) => ({ language, available: false, reason }))

/** Runs a test program in each language. */
async function testLanguages(workshop: Workshop, concurrency: number): Promise<LanguageStatus[]> {
  // Use no control groups, because the page cache of files read for the first time must not count against a limit.
  const measured = { ...workshop, groups: undefined }
  const boxes = new Boxes(measured, testSlots)
  const engine = new Engine(measured, 1, testSlots + 20)
  const found: LanguageStatus[] = []
  const waiting: Language[] = [...languages]
  const work = async () => {
    for (let language = waiting.shift(); language; language = waiting.shift())
      found.push(await testLanguage(boxes, engine, language))
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, 4) }, work))
  await engine.close()
  return found.sort((a, b) => order(a) - order(b))
}

/**
 * Tests the sandbox and every language by running programs. Languages that fail are disabled with a reason. Nothing
 * ever runs without a sandbox.
 * @param workshop its groups are removed if they do not limit memory
 * @param prepared folder of the cached results
 */
export async function testMachine(workshop: Workshop, concurrency: number, prepared: string): Promise<Findings> {
  const sandbox = await testSandbox(workshop)
  if (!sandbox.works) return { sandbox, languages: allUnavailable(sandbox.reason) }
  const known = readLanguageCache(prepared)
  if (known) return { sandbox, languages: known }
  const found = await testLanguages(workshop, concurrency)
  writeLanguageCache(prepared, found)
  return { sandbox, languages: found }
}

const order = ({ language }: LanguageStatus) => languages.indexOf(language)
