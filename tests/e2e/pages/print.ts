import type { Page } from '@playwright/test'
import { extractTextItems, getDocumentProxy } from 'unpdf'

/** A printed page. Sizes are in points, 72 to an inch. */
export interface Sheet {
  width: number
  height: number
  /** Its text from top to bottom, separated by spaces. */
  text: string
  /** The right edge of its text. */
  right: number
}

/** Prints a screen with Chromium. @param path where to save the PDF */
export async function printed(page: Page, path?: string): Promise<Sheet[]> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, ...(path && { path }) })
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { items } = await extractTextItems(document)
  return Promise.all(
    items.map(async (words, index) => {
      const { width, height } = (await document.getPage(index + 1)).getViewport({ scale: 1 })
      const shown = words.filter(({ str }) => str.trim() !== '')
      return {
        width,
        height,
        text: shown.map(({ str }) => str.trim()).join(' '),
        right: Math.max(0, ...shown.map(({ x, width: length }) => x + length)),
      }
    }),
  )
}
