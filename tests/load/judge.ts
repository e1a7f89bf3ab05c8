/**
 * Measures the cost of judging a submission with 20 cases, and one with a single case, including compilation, with and
 * without the sandbox, alternating within one run:
 *     npm run load:judge
 * "bare" is the lower bound: Node starts the same compiler and program without a sandbox.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createJudge } from '#server/judge/judge.ts'
import { languageSetups } from '#server/judge/languages.ts'
import { smokePrograms } from '#server/judge/smoke-programs.ts'
import type { JudgeCase } from '#server/judge/types.ts'
import { type Language, languageNames } from '#shared/coding/languages.rules.ts'

const measured = ['c', 'cpp', 'python', 'java', 'javascript', 'csharp', 'go', 'rust'] as const
const rounds = 7
const caseCount = 20
const limits = { timeMs: 5_000, memoryMb: 256 }

/** The time isolate takes to judge the submission on similar hardware, and our goal, in ms. */
const others: Partial<Record<Language, { isolate?: number; goal?: number }>> = {
  c: { isolate: 118, goal: 50 },
  cpp: { isolate: 1_028, goal: 200 },
  python: { isolate: 247, goal: 80 },
  java: { isolate: 1_590, goal: 500 },
  javascript: { goal: 30 },
}

const casesOf = (count: number): JudgeCase[] =>
  Array.from({ length: count }, (_, place) => ({ input: `${place} 2\n`, expected: String(place + 2) }))

/** Runs a program without a sandbox. @returns its output */
function bare([command = '', ...args]: readonly string[], cwd: string, input: string): Promise<string> {
  const child = spawn(command, args, { cwd, env: { PATH: '/usr/bin:/bin' }, stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${command}: ${code}`))))
  })
}

/** A language's commands outside the sandbox. */
function bareCommands(language: Language, folder: string) {
  const setup = languageSetups[language]
  const source = smokePrograms[language]
  const here = (command: readonly string[]) =>
    command
      .filter((word) => !word.includes('/cache/'))
      .map((word) => word.replaceAll('/box', folder).replace('/node/node', process.execPath))
  const plain: Partial<Record<Language, string[]>> = {
    javascript: [process.execPath, 'main.js'],
    python: ['/usr/bin/python3', 'main.py'],
  }
  const run = plain[language] ?? here(setup.run(source, limits.memoryMb))
  return { file: setup.file(source), compile: (setup.compile?.(source, []) ?? []).map(here), run }
}

async function measureBare(language: Language, cases: JudgeCase[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-bare-'))
  const { file, compile, run } = bareCommands(language, folder)
  writeFileSync(join(folder, file), smokePrograms[language])
  const startedAt = performance.now()
  for (const command of compile) await bare(command, folder, '')
  for (const { input, expected } of cases)
    if ((await bare(run, folder, input)).trim() !== expected) throw new Error(`${language} printed a wrong answer`)
  const took = performance.now() - startedAt
  rmSync(folder, { recursive: true })
  return took
}

const judge = createJudge({ concurrency: 2, log: { warn: () => {}, error: () => {} } })

async function measureOurs(language: Language, cases: JudgeCase[]): Promise<{ took: number; compile: number }> {
  // Wait until the next sandbox is ready, as it would be if submissions came one at a time.
  await wait(250)
  const startedAt = performance.now()
  const outcome = await judge.judge({ id: language, language, source: smokePrograms[language], limits, cases })
  const took = performance.now() - startedAt
  if (outcome.kind !== 'judged' || outcome.cases.some(({ verdict }) => verdict !== 'accepted'))
    throw new Error(`${language}: ${JSON.stringify(outcome)}`)
  return { took, compile: outcome.compileMs }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const cell = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(0)).padStart(9)

async function measure(language: Language, count: number) {
  const cases = casesOf(count)
  const times = { bare: [] as number[], ours: [] as number[], compile: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await measureBare(language, cases))
    const { took, compile } = await measureOurs(language, cases)
    times.ours.push(took)
    times.compile.push(compile)
  }
  const bests = { bareBest: Math.min(...times.bare), best: Math.min(...times.ours) }
  return { ...bests, bare: median(times.bare), ours: median(times.ours), compile: median(times.compile) }
}

const off = (await judge.languages()).filter(({ available, optional }) => !available && !optional)
if (off.length > 0) throw new Error(`Some languages are unavailable: ${JSON.stringify(off)}`)
console.log(`${rounds} rounds, medians in ms; memory: ${(await judge.sandbox()).memory}\n`)
for (const count of [caseCount, 1]) {
  console.log(`${count === 1 ? 'one case' : `${count} cases`}, including compilation`)
  console.log('language        bare     ours    ratio  compile   (best: bare     ours)  isolate     goal')
  for (const language of measured) {
    const { bare: floor, ours, bareBest, best, compile } = await measure(language, count)
    const { isolate, goal } = count === caseCount ? (others[language] ?? {}) : {}
    const ratio = (ours / floor).toFixed(2).padStart(9)
    const bests = `      ${cell(bareBest)}${cell(best)} `
    const figures = [cell(floor), cell(ours), ratio, cell(compile), bests, cell(isolate), cell(goal)]
    console.log(languageNames[language].padEnd(11) + figures.join(''))
  }
  console.log()
}
await judge.close()
