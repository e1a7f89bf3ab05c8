import { defineConfig, devices } from '@playwright/test'

/**
 * Debian's Chromium loads two pages for every window's address bar, even though no address bar is visible. Chromium
 * uses only the last `--disable-features`, so this list repeats the features that Playwright disables.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'OptimizationHints', 'AimEnabled'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
  // Keeps a spare process for the next window.
  'SpareRendererForSitePerProcess',
]

/** Tests beyond each role's main tasks; see CONTRIBUTING.md. */
const longTests = '**/*.long.spec.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'quick', testMatch: '**/*.spec.ts', testIgnore: longTests },
    { name: 'long', testMatch: longTests },
  ],
  outputDir: 'test-results/browser',
  // Two workers leave two cores idle a quarter of the time (130 s instead of 102 s for the same nineteen tests).
  workers: 3,
  fullyParallel: false,
  retries: 0,
  timeout: 150_000,
  expect: {
    timeout: 20_000,
    // Machines may render text edges differently. One word more or less changes more pixels than this allows.
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.001 },
  },
  // Screenshots are stored beside the guides' images, because people look at them too.
  snapshotPathTemplate: 'docs/images/screens/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    timezoneId: 'Asia/Kathmandu',
    locale: 'en-IN',
    actionTimeout: 15_000,
    // Recording traces takes a fifth of the run time. Use `--trace retain-on-failure` when needed.
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
