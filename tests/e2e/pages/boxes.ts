import { expect, type Locator } from '@playwright/test'

/** Fails unless all elements are on screen and none of `covers` overlaps any of `others`. */
export async function expectApart(covers: readonly Locator[], others: readonly Locator[]) {
  for (const cover of covers)
    for (const other of others) {
      const [a, b] = [await cover.boundingBox(), await other.boundingBox()]
      if (!a || !b) throw new Error(`${a ? other : cover} is not on screen`)
      const apart = a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height
      expect(apart, `${cover} covers ${other}`).toBe(true)
    }
}
