import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { api, startScript } from '../support/process.ts'

export interface Product {
  url: string
  dataDir: string
  /** Moves the server's clock on by so many milliseconds. */
  advance(ms: number): Promise<void>
  api(method: string, path: string, token?: string, body?: unknown): ReturnType<typeof api>
}

/** What a page may complain about: a request that the test itself made fail. */
const expected = /net::ERR_INTERNET_DISCONNECTED|net::ERR_CONNECTION|status of (400|401|404|409)/

/** Watches a page: any other error on its console fails the test. */
export function watchConsole(page: Page, complaints: string[]) {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
}

/** A test with a product of its own behind it, and a watch on every page's console. */
export const test = base.extend<{ product: Product; complaints: string[]; newContext: () => Promise<BrowserContext> }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs from this pattern
  product: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'examhall-e2e-'))
    const server = await startScript(join(import.meta.dirname, '../support/moved-server.ts'), [dataDir])
    const control = /control at (\S+)/.exec(server.output())?.[1] ?? ''
    await use({
      url: server.url,
      dataDir,
      advance: async (ms) => {
        await fetch(`${control}/advance?ms=${ms}`, { method: 'POST' })
      },
      api: (method, path, token, body) => api(server.url, method, path, token, body),
    })
    await server.kill()
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
