import { describe, expect, it } from 'vitest'
import { inShortJobs } from './short-jobs.ts'

/** Processes `count` items of `ms` each. @returns the chunk sizes, and the reported progress */
async function run(count: number, ms: number) {
  const items = Array.from({ length: count }, (_, n) => n)
  const chunks: number[][] = []
  const progress: number[] = []
  await inShortJobs(
    items,
    async (chunk) => {
      chunks.push([...chunk])
      return chunk.length * ms
    },
    (done) => progress.push(done),
  )
  expect(chunks.flat()).toEqual(items)
  return { sizes: chunks.map((chunk) => chunk.length), progress }
}

describe('short jobs', () => {
  it('at most double in size while they are fast, up to 400 items', async () => {
    const { sizes, progress } = await run(1_500, 0.001)
    expect(sizes).toEqual([20, 40, 80, 160, 320, 400, 400, 80])
    expect(progress.slice(0, 3)).toEqual([0, 20, 60])
  })

  it('settle at about 8 ms each', async () => {
    expect((await run(300, 0.2)).sizes.slice(1, 5)).toEqual([40, 40, 40, 40])
  })

  it('have at least 20 items, even if they are slow', async () => {
    expect((await run(60, 50)).sizes).toEqual([20, 20, 20])
  })

  it('do nothing without items, and stop at the first failure', async () => {
    expect((await run(0, 1)).sizes).toEqual([])
    let calls = 0
    const failing = inShortJobs(Array.from({ length: 100 }), async () => {
      calls++
      throw new Error('The disk is full')
    })
    await expect(failing).rejects.toThrow('The disk is full')
    expect(calls).toBe(1)
  })
})
