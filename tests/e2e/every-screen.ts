import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Fails a full browser test run if any screen was never checked with axe. */
export default class EveryScreen implements Reporter {
  readonly #wanted = new Set<string>()
  readonly #seen = new Set<string>()

  onTestEnd(_test: TestCase, { annotations }: TestResult) {
    for (const { type, description = '' } of annotations) {
      if (type === 'every screen') this.#wanted.add(description)
      if (type === 'screen') this.#seen.add(description)
    }
  }

  async onEnd({ status }: FullResult) {
    const missed = [...this.#wanted].filter((path) => !this.#seen.has(path))
    // The missed screens may belong to a failed test that stopped early.
    if (status !== 'passed' || (missed.length === 0 && this.#wanted.size > 0)) return undefined
    console.error(`\nNo test calls expectSound on: ${missed.join(', ') || 'any screen'}`)
    return { status: 'failed' as const }
  }

  printsToStdio() {
    return false
  }
}
