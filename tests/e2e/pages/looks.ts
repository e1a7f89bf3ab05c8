import { expect, type Page, test } from '@playwright/test'
import type Axe from 'axe-core'
import { axePath, axeSource } from '#tests/support/axe.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
export type Size = keyof typeof sizes

/** Widths at which layouts change or run out of room. */
const narrowWidths = [360, 768]

const colourRules = ['color-contrast', 'link-in-text-block']

/** Returns axe's findings, one line per element. The page has no frames and keeps axe until it navigates. */
async function violationsOf(page: Page, rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    // The script may not load while offline.
    await page.addScriptTag({ url: axePath }).catch(() => page.evaluate(axeSource))
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    // Wait for colour transitions to end.
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
    // Check only the dialog if one is open. Other calls check the page behind it.
    const { violations } = await axe.run(document.querySelector('[role=dialog]') ?? document, {
      resultTypes: ['violations'],
      ...(rules.length > 0 ? { runOnly: rules } : {}),
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, rules)
}

/** The app's router, exposed for its developer tools. */
interface InBrowser {
  __TSR_ROUTER__: {
    state: { status: 'idle' | 'pending'; matches: { fullPath: string }[] }
    routesById: Record<string, { fullPath: string; options: { component?: unknown } }>
  }
}

/** Returns the paths of all screens, for `every-screen.ts` to find unchecked ones. */
export const screenPaths = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { routesById } = (window as unknown as InBrowser).__TSR_ROUTER__
    const shown = Object.values(routesById).filter(
      ({ fullPath, options }) => fullPath && fullPath !== '/' && options.component,
    )
    return [...new Set(shown.map(({ fullPath }) => fullPath))]
  })

/** Waits for a started navigation to end, then records for `every-screen.ts` that this screen was checked. */
async function noteScreen(page: Page) {
  await page.waitForFunction(() => (window as unknown as InBrowser).__TSR_ROUTER__.state.status === 'idle')
  const path = await page.evaluate(() => (window as unknown as InBrowser).__TSR_ROUTER__.state.matches.at(-1)?.fullPath)
  if (path) test.info().annotations.push({ type: 'screen', description: path })
}

/**
 * Checks the page at both sizes and in both colour schemes: no axe violations and no horizontal scrolling. Desktop is
 * checked in light and phone in dark, because layout depends on the size and colours on the scheme. With a single size,
 * dark is checked for colours only. Finally, resets the page to the first size.
 *
 * @param screen the screen's name in failure messages
 * @param only the sizes at which the screen is shown
 */
export async function expectSound(page: Page, screen: string, only: readonly Size[] = ['desktop', 'phone']) {
  await noteScreen(page)
  const [first = 'desktop', second] = only
  const looks = [
    { size: first, colorScheme: 'light', rules: [] as string[] },
    { size: second ?? first, colorScheme: 'dark', rules: second ? [] : colourRules },
  ] as const
  for (const { size, colorScheme, rules } of looks) {
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached()
    const found = await violationsOf(page, [...rules])
    expect(found, `axe on ${screen}, ${size}, ${colorScheme}`).toEqual([])
  }
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 800 })
    // An open menu is repositioned shortly afterwards.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
        message: `px by which ${screen} is wider than a ${width} px window`,
      })
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(sizes[only[0] ?? 'desktop'])
}
