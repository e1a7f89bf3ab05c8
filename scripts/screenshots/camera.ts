import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { demoPassword, signIns } from '#server/demo/sign-ins.ts'
import { signIn } from '#tests/e2e/pages/sign-in.ts'
import settings from '../../playwright.config.ts'
import { type Product, shownTime, timeZone } from './product.ts'

const sizes = { desk: { width: 1280, height: 760 }, phone: { width: 390, height: 690 } }

/** Toasts would cover the page. */
const withoutToasts = 'section[aria-label="Messages"] { visibility: hidden }'

/** Timeout for a screen to appear, in ms. */
const timeoutMs = 20_000

/** A signed-in person's browser page. */
export interface Sitter {
  page: Page
  /** Opens a path and waits until the element that `seen` returns is visible. */
  open(path: string, seen: (page: Page) => Locator): Promise<void>
  /**
   * Saves a screenshot as `docs/images/guides/<name>.webp`.
   *
   * @param seen must be visible in the screenshot
   * @param part the element to capture; defaults to the window
   */
  take(name: string, seen: Locator, part?: Locator): Promise<void>
}

export interface Camera {
  sit(who: keyof typeof signIns, size: keyof typeof sizes): Promise<Sitter>
  /** Names of the screenshots taken. */
  taken: string[]
  close(): Promise<void>
}

/** Converts to WebP, which Playwright cannot write. The result is a third of the PNG's size, with sharp text. */
async function asWebp(blank: Page, png: Buffer): Promise<Buffer> {
  const text = await blank.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }, png.toString('base64'))
  return Buffer.from(text, 'base64')
}

/** @param folder output folder */
export async function openCamera(product: Product, folder: string): Promise<Camera> {
  mkdirSync(folder, { recursive: true })
  const browser: Browser = await chromium.launch(settings.use?.launchOptions)
  const blank = await browser.newPage()
  const taken: string[] = []

  const sit: Camera['sit'] = async (who, size) => {
    const context = await browser.newContext({
      viewport: sizes[size],
      isMobile: size === 'phone',
      hasTouch: size === 'phone',
      // The content security policy blocks injected styles.
      bypassCSP: true,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-IN',
      timezoneId: timeZone,
    })
    context.setDefaultTimeout(timeoutMs)
    const page = await context.newPage()
    await page.clock.setFixedTime(shownTime)
    await signIn(page, product.url, signIns[who], demoPassword)
    return {
      page,
      open: async (path, seen) => {
        await page.goto(`${product.url}${path}`)
        await seen(page).first().waitFor()
      },
      take: async (name, seen, part) => {
        await seen.first().waitFor()
        // Skeletons mean the screen is still loading.
        await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root'))
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        const png = await (part ?? page).screenshot({ animations: 'disabled', caret: 'hide', style: withoutToasts })
        writeFileSync(join(folder, `${name}.webp`), await asWebp(blank, png))
        taken.push(name)
      },
    }
  }
  return { sit, taken, close: () => browser.close() }
}
