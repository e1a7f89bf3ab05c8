import { defineConfig, devices } from '@playwright/test'

/**
 * Each context is a browser window, and Debian's Chromium would load two pages of its own into each for the address bar that
 * nobody sees. Only the last such list counts, so the ones of Playwright's that matter here are named again.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'OptimizationHints', 'AimEnabled'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
  // A process kept ready for the next window, one more for each test.
  'SpareRendererForSitePerProcess',
]

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  // One more than the smallest machine has cores: two leave a quarter of them idle (130 s against 102 s for the same nineteen tests).
  workers: 3,
  fullyParallel: false,
  retries: 0,
  timeout: 150_000,
  expect: {
    timeout: 20_000,
    // Another machine draws the edges of letters a little differently; a label in another place is ten times as much.
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.004 },
  },
  // The guides' neighbours: what every screen looks like, for people as well as for the comparison.
  snapshotPathTemplate: 'docs/images/screens/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    timezoneId: 'Asia/Kathmandu',
    locale: 'en-IN',
    actionTimeout: 15_000,
    // A recording costs a fifth of the whole run; `--trace retain-on-failure` asks for one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        `--disable-features=${disabledFeatures.join()}`,
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
