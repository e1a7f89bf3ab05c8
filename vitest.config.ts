import { defineConfig } from 'vitest/config'

/** Its UTC offset is not a whole number of hours, so tests that depend on the machine's time zone fail. */
const timeZone = 'Asia/Kathmandu'
process.env.TZ = timeZone

/**
 * Tests that start processes, judge programs or measure their own process. Each file runs in a new process. All other
 * files share a few processes, because loading the server takes longer than running most tests.
 */
const alone = [
  'tests/{attacks,backups,binary,cluster,demo,faults,fuzz,judge,platform,scripts}/**/*.test.ts',
  'tests/notifications/mail.test.ts',
]
/** Tests that take long because of what they prove; see CONTRIBUTING.md. Each file runs in a new process. */
const long = ['{src,tests}/**/*.long.test.ts']
const elsewhere = ['tests/e2e/**', 'tests/load/**']

export default defineConfig({
  test: {
    environment: 'node',
    env: { TZ: timeZone },
    globalSetup: 'tests/support/bundle.ts',
    setupFiles: ['tests/support/setup-file.ts'],
    // Processes, not threads: the tests open native databases, start servers and set the time zone.
    pool: 'forks',
    maxWorkers: 3,
    // Generous, because a busy machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: long } },
      { extends: true, test: { name: 'long', include: long } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: [...elsewhere, ...alone, ...long],
          isolate: false,
        },
      },
    ],
  },
})
