import { join } from 'node:path'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { demoPassword, signIns } from '#server/demo/sign-ins.ts'
import { shownTime, timeZone } from '../../../scripts/screenshots/product.ts'
import { startScript } from '../../support/process.ts'
import { enter, type Session, startSession } from '../pages/sign-in.ts'
import { watchConsole } from '../product.ts'
import { Windows } from '../windows.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const
export type Look = `${keyof typeof sizes}-${(typeof schemes)[number]}`

/** Layout depends only on the size and colours only on the scheme, so two combinations are enough. */
const defaultLooks: readonly Look[] = ['desktop-light', 'phone-dark']
export const everyLook: readonly Look[] = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark']

/** A browser page that shows the demo, signed in or signed out. */
export interface Visitor {
  page: Page
  open(path: string): Promise<void>
}

export const test = base.extend<
  { visit: (who: keyof typeof signIns | null) => Promise<Visitor> },
  {
    /** Name of the demo. Tests that change data use a separate demo. */
    demoName: string
    demo: { url: string; sessions: ReadonlyMap<string, Session> }
    windows: Windows
  }
>({
  demoName: ['gallery', { option: true, scope: 'worker' }],
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const server = await startScript(join(import.meta.dirname, '../../support/demo-server.ts'), [], { TZ: timeZone })
      // Sign everyone in only once, because sign-in limits never reset while the clock is stopped. The order is fixed,
      // because a screen lists recent sign-ins.
      const sessions = new Map<string, Session>()
      for (const email of Object.values(signIns))
        sessions.set(email, await startSession(server.url, email, demoPassword))
      await use({ url: server.url, sessions })
      await server.kill()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  windows: [
    async ({ browser }, use) => {
      // Otherwise the content security policy would block the style that Playwright injects to hide the caret.
      const windows = new Windows(browser, { bypassCSP: true, timezoneId: timeZone, viewport: sizes.desktop })
      await use(windows)
      await windows.close()
    },
    { scope: 'worker' },
  ],
  visit: async ({ windows, demo }, use, test) => {
    const complaints: string[] = []
    await use(async (who) => {
      const context = await windows.lend()
      const page = await context.newPage()
      watchConsole(page, complaints)
      watchRequests(page)
      await page.clock.setFixedTime(shownTime)
      const session = who && demo.sessions.get(signIns[who])
      if (session) await enter(page, demo.url, session)
      return { page, open: async (path) => void (await page.goto(demo.url + path)) }
    })
    await windows.takeBack(test.status !== test.expectedStatus)
    expect(complaints).toEqual([])
  },
})

/** Pending requests per page, except event streams, which never end. */
const pending = new WeakMap<Page, Set<Request>>()

function watchRequests(page: Page) {
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => {
    if (request.headers().accept !== 'text/event-stream') requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Waits until the screen has loaded its data, fonts and charts. */
async function settle(page: Page) {
  // One response may trigger the next request, so require two quiet checks in a row.
  let quiet = 0
  await expect
    .poll(() => {
      quiet = pending.get(page)?.size === 0 ? quiet + 1 : 0
      return quiet
    })
    .toBeGreaterThan(1)
  await page.waitForFunction(() => {
    const waiting = document.querySelectorAll('.boot, .mantine-Skeleton-root, .mantine-Loader-root')
    return ![...waiting].some((element) => element.checkVisibility())
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Resizes a page only if needed, because a full-screen window cannot always be resized. */
export async function resize(page: Page, size: keyof typeof sizes) {
  if (page.viewportSize()?.width !== sizes[size].width) await page.setViewportSize(sizes[size])
}

/**
 * Compares the page with the stored screenshots `docs/images/screens/<name>-<look>.png`. `npm run pictures` updates
 * them.
 */
export async function expectPictures(page: Page, name: string, looks: readonly Look[] = defaultLooks) {
  for (const look of looks) {
    const [size, scheme] = look.split('-') as [keyof typeof sizes, (typeof schemes)[number]]
    await resize(page, size)
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator(`html[data-mantine-color-scheme=${scheme}]`)).toBeAttached()
    await settle(page)
    await expect.soft(page).toHaveScreenshot(`${name}-${look}.png`, {
      stylePath: 'tests/e2e/pictures/still.css',
      // Every receipt is different.
      mask: [page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){5}$/)],
    })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Declares one test per screen, which compares it with its screenshots. */
export function pictured(
  who: keyof typeof signIns | null,
  screens: Record<string, { path: string; looks?: readonly Look[]; act?: (page: Page) => Promise<unknown> }>,
) {
  for (const [name, { path, looks, act }] of Object.entries(screens))
    test(`${name} matches its screenshot`, async ({ visit }) => {
      const { page, open } = await visit(who)
      await open(path)
      await settle(page)
      await act?.(page)
      await expectPictures(page, name, looks)
    })
}

export { expect }
