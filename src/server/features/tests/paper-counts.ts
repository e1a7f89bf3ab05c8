import { countPapers, type PoolsOfTest } from '../attempts/own-paper.ts'

/** Tests kept by `PaperCounts`. */
const maxCounted = 20

/** The number of papers with each drawn question, counted again when a test's papers change. */
export class PaperCounts {
  readonly #counted = new Map<string, { papers: string; counts: Promise<Map<string, number>> }>()

  /** @param seeds one per paper */
  of(testId: string, test: PoolsOfTest, seeds: readonly number[]): Promise<Map<string, number>> {
    const papers = `${seeds.length} ${seeds.reduce((sum, seed) => sum + seed, 0)}`
    const known = this.#counted.get(testId)
    if (known?.papers === papers) return known.counts
    const counts = countPapers(test, seeds)
    this.#counted.delete(testId)
    this.#counted.set(testId, { papers, counts })
    const [oldest] = this.#counted.keys()
    if (this.#counted.size > maxCounted && oldest !== undefined) this.#counted.delete(oldest)
    return counts
  }
}
