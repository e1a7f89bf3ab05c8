/**
 * `npm run lighthouse`: measures Lighthouse scores of sign-in and a student's home in the built demo, on phone and
 * desktop. Fails below 90 for performance or best practices. Performance drops while the machine is busy.
 *     npm run lighthouse -- [runs]     runs per page and device (default 3); reports the median
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { signIn } from '#tests/e2e/pages/sign-in.ts'
import { startServer } from '#tests/support/process.ts'
import { loadLighthouse } from './lighthouse/package.ts'
import { devices, medianOf, resultTable, type Visit } from './lighthouse/score.ts'

process.chdir(`${import.meta.dirname}/..`)
const minScore = 90
const runs = Math.max(1, Number(process.argv[2] ?? 3))
const student = { email: 'student@demo.example', password: 'demo-pass-2026' }

/** Starts Debian's Chromium headless with a temporary profile and a debugging port. */
async function openBrowser(profile: string) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    // Port 0: the browser picks a free port and writes it to a file.
    args: ['--remote-debugging-port=0', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-extensions'],
  })
  const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
  return {
    port,
    /** Signs in, which stores a session in the browser. */
    signIn: async (url: string, { email, password }: { email: string; password: string }) => {
      const page = await context.newPage()
      await signIn(page, url, email, password)
      await page.close()
    },
    close: () => context.close(),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'examhall-lighthouse-'))
const visits: Visit[] = []
try {
  const lighthouse = await loadLighthouse()
  const product = await startServer(join(folder, 'data'), 'demo', { MASTER_ADMIN_PASSWORD: '' })
  const browser = await openBrowser(join(folder, 'browser'))
  try {
    for (const [page, path] of [
      ['Sign-in', '/login'],
      ['Student home', '/dashboard'],
    ] as const) {
      if (path !== '/login') await browser.signIn(product.url, student)
      for (const device of devices) {
        const results = []
        for (let run = 0; run < runs; run++) results.push(await lighthouse(product.url + path, browser.port, device))
        const median = medianOf(results)
        visits.push({ page, device, median })
        writeFileSync(`test-results/lighthouse-${path.slice(1)}-${device}.json`, JSON.stringify(median, null, 1))
      }
    }
  } finally {
    await browser.close()
    await product.terminate()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const speeds = visits.map(({ median }) => Math.round(median.environment.benchmarkIndex))
console.log(`\n${resultTable(visits)}\n`)
console.log(
  `Median of ${runs}; benchmark index ${Math.min(...speeds)} to ${Math.max(...speeds)}, load ${loadavg()[0]?.toFixed(1)}`,
)
const low = visits.flatMap(({ page, device, median }) =>
  (['performance', 'best-practices'] as const)
    .filter((name) => Math.round((median.categories[name].score ?? 0) * 100) < minScore)
    .map((name) => `${page}, ${device}: ${name} is below ${minScore}`),
)
if (low.length > 0) console.error(low.join('\n'))
process.exitCode = low.length === 0 ? 0 : 1
