import { defineConfig } from 'vitest/config'

/** Far from UTC and not by whole hours: a test that passes here does not lean on the machine's zone. */
const timeZone = 'Asia/Kathmandu'
process.env.TZ = timeZone

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'tests/load/**'],
    environment: 'node',
    env: { TZ: timeZone },
    // Processes rather than threads: the tests open native databases, start servers and read the time zone.
    pool: 'forks',
    maxWorkers: 2,
    // Generous: a busy machine may be ten times slower, and a wait for what never comes still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
