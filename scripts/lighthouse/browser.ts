import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { signIn } from '#tests/e2e/pages/sign-in.ts'

/** Starts Debian's Chromium headless with a temporary profile and a debugging port. */
export async function openBrowser(profile: string) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    // Port 0: the browser picks a free port and writes it to a file.
    args: ['--remote-debugging-port=0', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-extensions'],
  })
  const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
  return {
    port,
    /** Stores a session in the browser. */
    signIn: async (url: string, { email, password }: { email: string; password: string }) => {
      const page = await context.newPage()
      await signIn(page, url, email, password)
      await page.close()
    },
    close: () => context.close(),
  }
}
