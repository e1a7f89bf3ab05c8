import { createHash } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { folded } from '#shared/bank/bank.rules.ts'
import { isSameContent } from '#shared/bank/content.rules.ts'
import type { DuplicateKind } from '#shared/bank/import.rules.ts'
import type { ImportedQuestion } from '#shared/bank/import.schema.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { bankRepo } from '../bank.repo.ts'
import { importRepo } from './import.repo.ts'
import type { CheckedItem } from './validate.ts'

export interface Duplicate {
  kind: DuplicateKind
  /** The question in the bank; null for an earlier item of the file. */
  id: string | null
}

/** Questions of the bank compared per text. Many may have the same one, such as "Choose the correct answer". */
const maxCompared = 20

const contentOf = (question: ImportedQuestion) => {
  const { questionText, questionImageUrl, passage, explanation } = question
  return { questionText, questionImageUrl, passage, explanation, ...splitFields(question) }
}

/** Finds items that are already in the bank or earlier in the file. One finder reads one file. */
export class DuplicateFinder {
  readonly #app: Platform
  readonly #author: AuthorScope
  /** Hashes of the file's questions so far. */
  readonly #seen = new Set<string>()

  constructor(app: Platform, author: AuthorScope) {
    this.#app = app
    this.#author = author
  }

  /** @returns for each item its duplicate, if any */
  async find(items: readonly CheckedItem[]): Promise<(Duplicate | undefined)[]> {
    const { read } = this.#app.db
    const texts = [
      ...new Set(items.flatMap(({ readings: [first] }) => (first ? folded(first.question.questionText) : []))),
    ]
    const found = Map.groupBy(await importRepo(read).withTexts(this.#author, texts, maxCompared), ({ text }) => text)
    const ids = [...found.values()].flat().map(({ id }) => id)
    const stored = new Map(
      (await bankRepo(read).latest(this.#author, ids)).map((row) => [row.question.id, row.content]),
    )
    return items.map(({ readings: [first] }) => {
      if (!first) return undefined
      const content = contentOf(first.question)
      const rows = (found.get(folded(content.questionText)) ?? []).flatMap(({ id }) => stored.get(id) ?? [])
      const same = rows.find((row) => isSameContent(row, content))
      const [similar] = rows.filter(({ type }) => type === content.type)
      const repeated = this.#isRepeated(first.question)
      if (same) return { kind: 'same', id: same.questionId }
      if (repeated) return { kind: 'same', id: null }
      return similar && { kind: 'similar', id: similar.questionId }
    })
  }

  #isRepeated(question: ImportedQuestion): boolean {
    const hash = createHash('sha256')
      .update(JSON.stringify(contentOf(question)))
      .digest('base64')
    const isRepeated = this.#seen.has(hash)
    this.#seen.add(hash)
    return isRepeated
  }
}
