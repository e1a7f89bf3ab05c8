import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export const outsideReport = 'test-results/outside.json'

/** Writes down what went wrong outside of every test, which vitest's JSON report leaves out: a line each, the file it came from first. */
export default class Outside implements Reporter {
  readonly #said: string[] = []

  onProcessTimeout() {
    this.#said.push('vitest: the run did not end by itself')
    this.#write()
  }

  onTestRunEnd(_modules: unknown, errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]) {
    for (const { name = 'Error', message, stack = '', VITEST_TEST_PATH: file = 'vitest' } of errors) {
      const ours = stack.split('\n').find((line) => line.includes('/src/') || line.includes('/tests/'))
      this.#said.push(`${file}: outside of every test: ${name}: ${message.split('\n')[0]} ${ours?.trim() ?? ''}`.trim())
    }
    this.#write()
  }

  #write() {
    writeFileSync(outsideReport, JSON.stringify(this.#said))
  }
}
