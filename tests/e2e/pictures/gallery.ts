import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { demoPassword, signIns } from '#drizzle/seed/sign-ins.ts'
import { shownTime, timeZone } from '../../../scripts/screenshots/product.ts'
import { startScript } from '../../support/process.ts'
import { signIn } from '../pages/sign-in.ts'
import { watchConsole } from '../product.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const
export type Look = `${keyof typeof sizes}-${(typeof schemes)[number]}`

/** Structure changes with the size and colours with the scheme, hardly anything with both. */
const usual: readonly Look[] = ['desktop-light', 'phone-dark']
export const everyLook: readonly Look[] = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark']

/** Somebody at a browser, signed in to the demo. */
export interface Visitor {
  page: Page
  open(path: string): Promise<void>
}

export const test = base.extend<
  { visit: (who: keyof typeof signIns | null) => Promise<Visitor> },
  { demo: { url: string } }
>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startScript(join(import.meta.dirname, '../../support/demo-server.ts'), [], { TZ: timeZone })
      await use(server)
      await server.kill()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  visit: async ({ browser, demo }, use) => {
    const contexts: BrowserContext[] = []
    const complaints: string[] = []
    await use(async (who) => {
      const context = await browser.newContext({
        // The product allows no styles but its own, and Playwright hides the caret by one.
        bypassCSP: true,
        reducedMotion: 'reduce',
        locale: 'en-IN',
        timezoneId: timeZone,
        viewport: sizes.desktop,
      })
      contexts.push(context)
      const page = await context.newPage()
      watchConsole(page, complaints)
      await page.clock.setFixedTime(shownTime)
      if (who) await signIn(page, demo.url, signIns[who], demoPassword)
      return { page, open: async (path) => void (await page.goto(demo.url + path)) }
    })
    for (const context of contexts) await context.close()
    expect(complaints).toEqual([])
  },
})

/** Waits until the screen has its data, its fonts and its drawings. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('.boot, .mantine-Skeleton-root, .mantine-Loader-root'))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/**
 * Compares what the page shows with the stored pictures `docs/images/screens/<name>-<look>.png`. To store new ones:
 * `npm run pictures`.
 */
export async function expectPictures(page: Page, name: string, looks: readonly Look[] = usual) {
  for (const look of looks) {
    const [size, scheme] = look.split('-') as [keyof typeof sizes, (typeof schemes)[number]]
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.locator(`html[data-mantine-color-scheme=${scheme}]`)).toBeAttached()
    await settle(page)
    await expect.soft(page).toHaveScreenshot(`${name}-${look}.png`, { stylePath: 'tests/e2e/pictures/still.css' })
  }
  await page.setViewportSize(sizes.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Tests that each of these screens looks as stored, as its visitor opens it. */
export function pictured(
  who: keyof typeof signIns | null,
  screens: Record<string, { path: string; looks?: readonly Look[]; act?: (page: Page) => Promise<unknown> }>,
) {
  for (const [name, { path, looks, act }] of Object.entries(screens))
    test(`${name} looks as stored`, async ({ visit }) => {
      const { page, open } = await visit(who)
      await open(path)
      await settle(page)
      await act?.(page)
      await expectPictures(page, name, looks)
    })
}

export { expect }
