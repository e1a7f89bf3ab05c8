import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { api, startScript } from '../support/process.ts'
import { decoded, startSmtp } from '../support/smtp.ts'

export interface Product {
  url: string
  dataDir: string
  /** Moves the server's clock on by so many milliseconds. */
  advance(ms: number): Promise<void>
  api(method: string, path: string, token?: string, body?: unknown): ReturnType<typeof api>
  /** The letters that arrived over SMTP, readable; only with `test.use({ smtp: true })`. */
  mails(): { to: string; subject: string; text: string }[]
}

function readLetter(letter: string) {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(letter)?.[1]?.trim() ?? ''
  return { to: header('To'), subject: header('Subject'), text: decoded(letter) }
}

/** What a page may complain about: a request that the test itself made fail. */
const expected = /net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION|status of (400|401|403|404|409|413|415|429)/

/** Watches a page: any other error on its console fails the test. */
export function watchConsole(page: Page, complaints: string[]) {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

/** A test with a product of its own behind it, and a watch on every page's console. */
export const test = base.extend<{
  /** Whether mail goes to a real SMTP server instead of the outbox folder. */
  smtp: boolean
  product: Product
  complaints: string[]
  newContext: () => Promise<BrowserContext>
}>({
  smtp: [false, { option: true }],
  product: async ({ smtp }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'examhall-e2e-'))
    const inbox = smtp ? await startSmtp() : undefined
    const script = join(import.meta.dirname, '../support/moved-server.ts')
    const server = await startScript(script, [dataDir], inbox ? { SMTP_URL: inbox.url } : {})
    const control = /control at (\S+)/.exec(server.output())?.[1] ?? ''
    await use({
      url: server.url,
      dataDir,
      advance: async (ms) => {
        await fetch(`${control}/advance?ms=${ms}`, { method: 'POST' })
      },
      api: (method, path, token, body) => api(server.url, method, path, token, body),
      mails: () => inbox?.received.map(readLetter) ?? [],
    })
    await server.kill()
    await inbox?.close()
    rmSync(dataDir, { recursive: true })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  complaints: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(complaints).toEqual([])
  },
  newContext: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kathmandu' })
      context.on('page', (page) => watchConsole(page, complaints))
      contexts.push(context)
      return context
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
