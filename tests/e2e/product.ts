import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { api, startScript } from '../support/process.ts'
import { decoded, startSmtp } from '../support/smtp.ts'
import { Windows } from './windows.ts'

export interface Product {
  url: string
  dataDir: string
  /** Advances the server's clock by milliseconds. */
  advance(ms: number): Promise<void>
  /** Gives the product a host name instead of its IP address. @returns its new URL */
  name(): Promise<string>
  api(method: string, path: string, token?: string, body?: unknown): ReturnType<typeof api>
  /** Decoded emails received over SMTP. Only with `test.use({ smtp: true })`. */
  mails(): { to: string; subject: string; text: string }[]
}

function readLetter(letter: string) {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(letter)?.[1]?.trim() ?? ''
  return { to: header('To'), subject: header('Subject'), text: decoded(letter) }
}

/** Console errors expected when a test makes requests fail. */
const expected =
  /net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION|Unable to preload CSS|status of (400|401|403|404|409|412|413|415|428|429)/

/** Collects all other console errors. Any of them fails the test. */
export function watchConsole(page: Page, complaints: string[]) {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

/** The process that runs a worker's products. */
interface Host {
  ask(what: 'open' | 'advance' | 'name' | 'close', fields: Record<string, string>): Promise<string>
}

/** A test with its own product that fails on unexpected console errors. */
export const test = base.extend<
  {
    /** True if emails go to a real SMTP server instead of the outbox folder. */
    smtp: boolean
    product: Product
    complaints: string[]
    /** True if the browser's cache must be empty. */
    fresh: boolean
    /** Opens an isolated browser context, which acts as another device. */
    newContext: () => Promise<BrowserContext>
  },
  { host: Host; windows: Windows }
>({
  smtp: [false, { option: true }],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const server = await startScript(join(import.meta.dirname, '../support/product-server.ts'), [])
      await use({
        ask: async (what, fields) => {
          const answer = await fetch(`${server.url}/${what}?${new URLSearchParams(fields)}`, { method: 'POST' })
          if (!answer.ok) throw new Error(`The product server failed to ${what}:\n${server.output()}`)
          return answer.text()
        },
      })
      await server.kill()
    },
    { scope: 'worker' },
  ],
  product: async ({ smtp, host }, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'examhall-e2e-'))
    const inbox = smtp ? await startSmtp() : undefined
    const url = await host.ask('open', { dir, ...(inbox ? { smtp: inbox.url } : {}) })
    await use({
      url,
      dataDir: dir,
      advance: async (ms) => {
        await host.ask('advance', { dir, ms: String(ms) })
      },
      name: () => host.ask('name', { dir }),
      api: (method, path, token, body) => api(url, method, path, token, body),
      mails: () => inbox?.received.map(readLetter) ?? [],
    })
    await host.ask('close', { dir })
    await inbox?.close()
    rmSync(dir, { recursive: true })
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  complaints: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(complaints).toEqual([])
  },
  fresh: [false, { option: true }],
  windows: [
    async ({ browser }, use) => {
      const windows = new Windows(browser)
      await use(windows)
      await windows.close()
    },
    { scope: 'worker' },
  ],
  // Depends on the product to ensure that windows are emptied before it stops.
  newContext: async ({ windows, product: _, fresh, complaints }, use, test) => {
    await use(async () => {
      const context = await windows.lend(fresh)
      for (const page of context.pages()) watchConsole(page, complaints)
      context.on('page', (page) => watchConsole(page, complaints))
      return context
    })
    await windows.takeBack(test.status !== test.expectedStatus)
  },
})

export { expect }
