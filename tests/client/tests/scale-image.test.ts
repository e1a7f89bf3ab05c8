import { describe, expect, it } from 'vitest'
import { imageProblem, mayMove, sizeWithin } from '#client/features/tests/model/scale-image.ts'
import { imageTooLarge, imageTypeSentence, maxImageBytes } from '#shared/tests/images.schema.ts'
import { animatedGif, animatedWebp, jpeg, png, webp } from '#tests/support/images.ts'

describe('an image before upload', () => {
  it('is rejected for its type or size, with the documented messages', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
      expect(imageProblem({ type, size: maxImageBytes })).toBeUndefined()
    for (const type of ['image/svg+xml', 'application/pdf', 'text/html', ''])
      expect(imageProblem({ type, size: 10 })).toBe(imageTypeSentence)
    expect(imageProblem({ type: 'image/png', size: maxImageBytes + 1 })).toBe(imageTooLarge)
  })

  it('keeps its proportions and is never enlarged', () => {
    expect(sizeWithin(4000, 3000)).toEqual({ width: 1600, height: 1200 })
    expect(sizeWithin(3000, 4000)).toEqual({ width: 1200, height: 1600 })
    expect(sizeWithin(800, 600)).toEqual({ width: 800, height: 600 })
    expect(sizeWithin(6000, 1)).toEqual({ width: 1600, height: 1 })
  })

  it('is unchanged if animated', () => {
    expect(mayMove('image/gif', animatedGif)).toBe(true)
    expect(mayMove('image/webp', animatedWebp)).toBe(true)
    expect(mayMove('image/webp', webp)).toBe(false)
    expect(mayMove('image/png', png(2, 2))).toBe(false)
    expect(mayMove('image/png', Buffer.concat([png(2, 2).subarray(0, 33), Buffer.from('\0\0\0\bacTL')]))).toBe(true)
    expect(mayMove('image/jpeg', jpeg)).toBe(false)
  })
})
