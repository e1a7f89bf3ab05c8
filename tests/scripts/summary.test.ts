import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from '../../scripts/testing/reports.ts'
import { accountFor, table, tally, verdict } from '../../scripts/testing/summary.ts'

const results = [
  { name: 'lint', passed: 1, failed: 0, skipped: 0, took: 1_240 },
  { name: 'api', passed: 20, failed: 2, skipped: 1, took: 12_000 },
]

describe('the summary of a test run', () => {
  it('consists of a table and one line', () => {
    expect(table(results).split('\n')).toEqual([
      'part  passed  failed  skipped  seconds',
      'lint       1       0        0      1.2',
      'api       20       2        1     12.0',
    ])
    expect(verdict(tally(results))).toBe('21 passed, 2 failed, 1 skipped')
    expect(verdict({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  })

  it('counts a run without tests or with a failure outside tests as failed', () => {
    const fine = { passed: 3, failed: 0, skipped: 0 }
    expect(accountFor(fine, 0).failed).toBe(0)
    expect(accountFor(fine, 1).failed).toBe(1)
    expect(accountFor({ passed: 0, failed: 0, skipped: 4 }, 0).failed).toBe(1)
    expect(accountFor({ passed: 1, failed: 2, skipped: 0 }, 1).failed).toBe(2)
  })
})

describe('reports', () => {
  it('from Vitest are counted by area, and a file that does not load counts as one failure', () => {
    const file = (name: string, status: string, ...statuses: string[]) => ({
      name: `/repo/${name}`,
      status,
      message: status === 'failed' ? 'Cannot find it\n  at line 1' : '',
      startTime: 100,
      endTime: 150,
      assertionResults: statuses.map((each, at) => ({
        status: each,
        fullName: `signing in ${at}`,
        failureMessages: each === 'failed' ? ['Error: refused\n  at line 7'] : [],
      })),
    })
    const counted = countVitest(
      {
        testResults: [
          file('src/shared/tests/rules.test.ts', 'passed', 'passed', 'passed'),
          file('tests/api/auth.test.ts', 'failed', 'passed', 'failed', 'pending', 'todo'),
          file('tests/api/broken.test.ts', 'failed'),
        ],
      },
      '/repo',
    )
    expect(Object.fromEntries(counted)).toEqual({
      unit: { passed: 2, failed: 0, skipped: 0, took: 50, failures: [] },
      api: {
        passed: 1,
        failed: 2,
        skipped: 2,
        took: 100,
        failures: ['tests/api/auth.test.ts: signing in 1: Error: refused', 'tests/api/broken.test.ts: Cannot find it'],
      },
    })
  })

  it('from Playwright are counted, and flaky tests and errors outside tests count as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 })
  })
})
