import { relative } from 'node:path'
import type { Counts } from './summary.ts'

/** The fields of vitest's JSON report that we use. */
export interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** The fields of Playwright's JSON report that we use. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Each failure contains the file, the test's name and the first line of its message. */
export type Timed = Counts & { took: number; failures: string[] }

const firstLine = (message = '') => message.slice(0, 500).split('\n')[0]?.trim() ?? ''

/** `src/…` is `unit`; `tests/auth/…` is `auth`. */
function areaOf(file: string, root: string): string {
  const [top, folder = ''] = relative(root, file).split('/')
  return top === 'tests' ? folder : 'unit'
}

/** Counts and durations (ms) by area. A file that failed to load has no tests and counts as one failure. */
export function countVitest(report: VitestReport, root: string): Map<string, Timed> {
  const areas = new Map<string, Timed>()
  for (const { name, status, message, startTime, endTime, assertionResults } of report.testResults) {
    const area = areaOf(name, root)
    const counts = areas.get(area) ?? { passed: 0, failed: 0, skipped: 0, took: 0, failures: [] }
    const having = (wanted: string) => assertionResults.filter((result) => result.status === wanted).length
    const [passed, failed] = [having('passed'), having('failed')]
    const unloaded = status === 'failed' && failed === 0
    const failures = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`)
    if (unloaded) failures.push(firstLine(message))
    areas.set(area, {
      passed: counts.passed + passed,
      failed: counts.failed + (unloaded ? 1 : failed),
      skipped: counts.skipped + assertionResults.length - passed - failed,
      took: counts.took + endTime - startTime,
      failures: [...counts.failures, ...failures.map((failure) => `${relative(root, name)}: ${failure}`)],
    })
  }
  return areas
}

/** Counts flaky tests as failures, so that enabling retries cannot hide them. */
export const countPlaywright = ({ stats, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
})
