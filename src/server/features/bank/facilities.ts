import type { Platform } from '#server/platform/platform.ts'
import { facilitiesRepo } from './facilities.repo.ts'

/** A question's result: the number of students who got it, and their mean percentage of its marks. */
export interface QuestionResult {
  seen: number
  facility: number
}

/** Returns the results of a test's questions, by id. Omits questions that nobody got. */
export type FindResults = (platform: Platform, testId: string) => Promise<ReadonlyMap<string, QuestionResult>>

/** Maximum tests per run. Each takes as long as its item analysis. */
const testsPerRun = 20
/** After a refresh of more than `slowMs`, lists do not start another for this many times as long. */
const slowMs = 1_000
const restFactor = 30
/** Maximum attempts to analyse a test whose answers keep changing in the meantime. */
const maxTries = 3

/** Keeps the facility of bank questions up to date with the answers in tests. */
export class Facilities {
  readonly #platform: Platform
  readonly #findResults: FindResults
  #last: Promise<unknown> = Promise.resolve()
  /** Until when lists use the stored facilities, by `performance.now()`. */
  #restsUntil = 0

  constructor(platform: Platform, findResults: FindResults) {
    this.#platform = platform
    this.#findResults = findResults
  }

  /**
   * Updates the facility of the questions in tests with new or changed answers. If nothing changed, this reads two small
   * tables. A failure is logged, because lists and pools can use the facilities stored earlier.
   * @returns true if there may be more tests
   */
  refresh(): Promise<boolean> {
    const run = this.#last.then(async () => {
      const started = performance.now()
      try {
        return await this.#run()
      } catch (error) {
        this.#platform.log.error({ err: error }, 'Failed to update the facility of bank questions')
        return false
      } finally {
        const took = performance.now() - started
        if (took > slowMs) this.#restsUntil = performance.now() + took * restFactor
      }
    })
    this.#last = run
    return run
  }

  /** Like `refresh`, but not soon after one that took long, such as during an exam. */
  async refreshForList(): Promise<void> {
    if (performance.now() >= this.#restsUntil) await this.refresh()
  }

  async #run(): Promise<boolean> {
    const testIds = await facilitiesRepo(this.#platform.db.read).changedTests(testsPerRun)
    let isFailing = false
    for (const testId of testIds)
      try {
        await this.#update(testId)
      } catch (error) {
        isFailing = true
        this.#platform.log.error({ err: error, test: testId }, 'Failed to update the facility of bank questions')
      }
    return testIds.length === testsPerRun && !isFailing
  }

  async #update(testId: string): Promise<void> {
    const { db } = this.#platform
    const repo = facilitiesRepo(db.read)
    let changes = await repo.changesOf(testId)
    let results = await this.#findResults(this.#platform, testId)
    // Folding the latest answers counts as a change.
    for (let tries = 1; tries < maxTries && changes !== (await repo.changesOf(testId)); tries++) {
      changes = await repo.changesOf(testId)
      results = await this.#findResults(this.#platform, testId)
    }
    await db.write(async (tx) => {
      // The key may have changed while the answers were analysed, which unlinks the question.
      const links = await facilitiesRepo(tx).linksOf(testId)
      const rows = links.flatMap((link) => {
        const result = results.get(link.questionId)
        return result ? [{ ...link, ...result, testId }] : []
      })
      await facilitiesRepo(tx).put(testId, changes, rows)
    })
  }
}
