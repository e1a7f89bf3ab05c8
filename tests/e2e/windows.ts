import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, ViewportSize } from '@playwright/test'

/** A reusable browser window: a context with one page. */
interface Window {
  context: BrowserContext
  page: Page
  devTools: CDPSession
  /** True once the current test has requested the page. */
  used: boolean
  /** True after a change that cannot be undone, such as adding a script to every page. */
  spent: boolean
}

/** Events whose listeners are removed. Playwright itself listens to other events. */
const events = ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed', 'response', 'dialog', 'popup']

const usualSize = { width: 1280, height: 720 }

/** Tests rarely need more windows at once, and idle pages cost CPU time. */
const maxKept = 2

/**
 * Lets tests resize a page in full screen. Chromium's headless shell refuses to resize the window, but only after the
 * page has its new size.
 * @param refused called then, because Playwright no longer knows the page's size
 */
export function allowResizing(page: Page, refused = () => {}) {
  const resize = page.setViewportSize.bind(page)
  page.setViewportSize = (size) =>
    resize(size).catch((error) => {
      if (!String(error).includes('fullscreen window')) throw error
      refused()
    })
}

/**
 * Lends browser windows to a worker's tests. Opening one takes a second of CPU time, and its first page load
 * takes twice as long as later ones, so a returned window is emptied instead of closed.
 */
export class Windows {
  readonly #browser: Browser
  readonly #options: BrowserContextOptions
  readonly #size: ViewportSize
  readonly #kept: Window[] = []
  readonly #lent: Window[] = []

  constructor(
    browser: Browser,
    { viewport = usualSize, ...options }: BrowserContextOptions & { viewport?: ViewportSize } = {},
  ) {
    this.#browser = browser
    this.#size = viewport
    // Disable animations. Otherwise, tests would still find a dialog that is fading out.
    this.#options = { locale: 'en-IN', timezoneId: 'Asia/Kathmandu', reducedMotion: 'reduce', viewport, ...options }
  }

  /** @param fresh true if the browser's cache must be empty */
  async lend(fresh = false): Promise<BrowserContext> {
    const window = (!fresh && this.#kept.pop()) || (await this.#open())
    window.spent ||= fresh
    this.#lent.push(window)
    return window.context
  }

  async #open(): Promise<Window> {
    const context = await this.#browser.newContext(this.#options)
    const page = await context.newPage()
    const window = { context, page, devTools: await context.newCDPSession(page), used: false, spent: false }
    const spending =
      <A extends unknown[], R>(run: (...args: A) => R) =>
      (...args: A) => {
        window.spent = true
        return run(...args)
      }
    context.addInitScript = spending(context.addInitScript.bind(context))
    context.newCDPSession = spending(context.newCDPSession.bind(context))
    context.clock.install = spending(context.clock.install.bind(context.clock))
    page.addInitScript = spending(page.addInitScript.bind(page))
    allowResizing(page, () => {
      window.spent = true
    })
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      if (window.used || page.isClosed()) return newPage()
      window.used = true
      return page
    }
    return window
  }

  /** Reclaims all windows. @param failed true if a failed test may have left them in any state */
  async takeBack(failed: boolean) {
    for (const window of this.#lent.splice(0)) {
      const isUsable = !failed && !window.spent && !window.page.isClosed() && this.#kept.length < maxKept
      if (isUsable && (await this.#empty(window).catch(() => false))) this.#kept.push(window)
      else await window.context.close()
    }
  }

  async close() {
    for (const { context } of this.#kept.splice(0)) await context.close()
  }

  /** Clears the state that the test left behind. @returns false if the window cannot be reused */
  async #empty(window: Window): Promise<boolean> {
    const { context, page, devTools } = window
    for (const other of context.pages()) if (other !== page) await other.close()
    context.removeAllListeners('page')
    for (const event of events) page.removeAllListeners(event)
    await Promise.all([context.unrouteAll(), page.unrouteAll(), context.setOffline(false), context.clearPermissions()])
    const { origin, protocol } = new URL(page.url())
    if (protocol === 'http:') {
      // Clear the storage on a page without scripts, because scripts could write to it again.
      const answer = await page.goto(`${origin}/favicon.svg`)
      if (!answer?.ok()) return false
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,cache_storage' })
    }
    await context.clearCookies()
    await devTools.send('Page.resetNavigationHistory')
    await page.setViewportSize(this.#size)
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null })
    window.used = false
    return true
  }
}
