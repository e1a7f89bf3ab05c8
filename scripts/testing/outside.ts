import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

export const outsideReport = 'test-results/outside.json'

/** Records errors outside of tests, which vitest's JSON report omits. Each is one line that starts with the file. */
export default class Outside implements Reporter {
  readonly #lines: string[] = []

  onProcessTimeout() {
    this.#lines.push('vitest: the process did not exit')
    this.#write()
  }

  onTestRunEnd(_modules: unknown, errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]) {
    for (const { name = 'Error', message, stack = '', VITEST_TEST_PATH: file = 'vitest' } of errors) {
      const ours = stack.split('\n').find((line) => line.includes('/src/') || line.includes('/tests/'))
      this.#lines.push(
        `${file}: error outside of tests: ${name}: ${message.split('\n')[0]} ${ours?.trim() ?? ''}`.trim(),
      )
    }
    this.#write()
  }

  #write() {
    writeFileSync(outsideReport, JSON.stringify(this.#lines))
  }
}
