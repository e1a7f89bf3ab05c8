import { defineConfig } from 'vitest/config'

/** Far from UTC and not by whole hours: a test that passes here does not lean on the machine's zone. */
const timeZone = 'Asia/Kathmandu'
process.env.TZ = timeZone

/**
 * Tests that start processes, judge programs or measure the one they are in: each file has a process of its own. All others follow each
 * other in the same few, since loading the server anew for every file took more than what is in most of them.
 */
const alone = [
  'tests/{attacks,backups,binary,coding,demo,faults,fuzz,integrations,judge,platform,rest,scripts}/**/*.test.ts',
  'tests/attempts/live.test.ts',
  'tests/members/bulk/limits.test.ts',
  'tests/notifications/{kill,mail}.test.ts',
]
const elsewhere = ['tests/e2e/**', 'tests/load/**']

export default defineConfig({
  test: {
    environment: 'node',
    env: { TZ: timeZone },
    globalSetup: 'tests/support/bundle.ts',
    setupFiles: ['tests/support/setup-file.ts'],
    // Processes rather than threads: the tests open native databases, start servers and read the time zone.
    pool: 'forks',
    maxWorkers: 3,
    // Generous: a busy machine may be ten times slower, and a wait for what never comes still ends.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: [...elsewhere, ...alone],
          isolate: false,
        },
      },
    ],
  },
})
