import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any page has, so every stop is tried before giving up. */
const maxStops = 120

/** State kept in the page between tab stops. */
interface InBrowser {
  lastStop?: { element: Element; look: string }
}

/** A user with a keyboard and no pointer. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  press = (key: string) => this.page.keyboard.press(key)
  type = (text: string) => this.page.keyboard.type(text)

  /** Presses `key` until `target` has focus. Every stop on the way must visibly have focus. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab') {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < maxStops; stop++) {
      if (await this.#look(target)) return
      await this.press(key)
    }
    throw new Error(`The focus never reached ${target}`)
  }

  /** Tabs to a button or link and activates it. */
  async use(target: Locator, key: 'Enter' | 'Space' = 'Enter') {
    await this.to(target)
    await this.press(key)
  }

  /** Tabs to a field and types into it. */
  async write(target: Locator, text: string) {
    await this.to(target)
    await this.press('ControlOrMeta+a')
    await this.type(text)
  }

  async choose(list: Locator, option: Locator) {
    await this.use(list)
    await expect(option).toBeVisible()
    for (let step = 0; step < 20 && !(await option.getAttribute('data-combobox-selected')); step++)
      await this.press('ArrowDown')
    await this.press('Enter')
    await expect(option).toBeHidden()
  }

  /** Checks that no dialog is open and that focus was not lost to the start of the page. */
  async expectFocusKept() {
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    await expect
      .poll(() => this.page.evaluate(() => document.activeElement?.tagName), { message: 'the element with focus' })
      .not.toBe('BODY')
  }

  /** Returns whether `target` has focus. Fails if the previous stop looks the same with and without focus. */
  async #look(target: Locator): Promise<boolean> {
    const { there, unseen } = await target.evaluate((wanted) => {
      const kept = window as unknown as InBrowser
      const lookOf = (element: Element) => {
        for (const one of document.getAnimations())
          if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish()
        const around: (Element | null | undefined)[] = [element, element.nextElementSibling]
        // A field's focus ring may be drawn by an ancestor.
        for (let level = 0; level < 4; level++) around.push((around.at(level ? -1 : 0) ?? element).parentElement)
        return JSON.stringify(
          around.map((one) => {
            if (!one) return null
            const { outline, border, boxShadow, background, transform, clipPath } = getComputedStyle(one)
            return [outline, border, boxShadow, background, transform, clipPath]
          }),
        )
      }
      const active = document.activeElement
      const last = kept.lastStop
      const left = last?.element.isConnected && last.element !== active ? last : undefined
      const unseen = left && lookOf(left.element) === left.look ? left.element.outerHTML.slice(0, 200) : null
      // Elements that only scripts can focus show no ring, such as the start of a page.
      const isStop = active instanceof HTMLElement && active !== document.body && active.tabIndex >= 0
      if (isStop) kept.lastStop = { element: active, look: lookOf(active) }
      else delete kept.lastStop
      return { there: active === wanted, unseen }
    })
    expect(unseen, 'an element without a visible focus style').toBeNull()
    return there
  }
}
