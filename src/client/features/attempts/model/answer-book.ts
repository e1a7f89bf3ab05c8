import type { SavedAnswer } from '#shared/attempts/attempts.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'

/** This tab's answers by question. Of two answers to a question, the one with the higher revision is newer. */
export class AnswerBook {
  #answers = new Map<string, SavedAnswer>()
  /** The last known state of the server. */
  readonly #stored = new Map<string, SavedAnswer>()

  /** Returns a new map after every change. */
  answers(): ReadonlyMap<string, SavedAnswer> {
    return this.#answers
  }

  selected(questionId: string): OptionLetter | null {
    return this.#answers.get(questionId)?.selectedAnswer ?? null
  }

  adopt(answer: SavedAnswer): void {
    const known = this.#answers.get(answer.questionId)
    if (known && known.revision >= answer.revision) return
    this.#answers = new Map(this.#answers).set(answer.questionId, answer)
  }

  /** Marks these as stored by the server. */
  store(answers: readonly SavedAnswer[]): void {
    for (const answer of answers) {
      const known = this.#stored.get(answer.questionId)
      if (!known || known.revision < answer.revision) this.#stored.set(answer.questionId, answer)
    }
  }

  /** True if the server has this answer or a newer one. */
  isStored({ questionId, revision }: SavedAnswer): boolean {
    return (this.#stored.get(questionId)?.revision ?? -1) >= revision
  }

  /**
   * Replaces a sent answer with the server's, also at an equal revision: the server accepted the other one first, so
   * that one counts.
   *
   * @returns the questions whose answer has changed
   */
  adoptNewer(answers: readonly SavedAnswer[]): string[] {
    this.store(answers)
    const replaced = answers.filter((answer) => {
      const known = this.#answers.get(answer.questionId)
      return known && answer.revision >= known.revision && answer.selectedAnswer !== known.selectedAnswer
    })
    for (const answer of answers) this.adopt(answer)
    if (replaced.length > 0) {
      this.#answers = new Map(this.#answers)
      for (const answer of replaced) this.#answers.set(answer.questionId, answer)
    }
    return replaced.map(({ questionId }) => questionId)
  }

  /** Reverts answers that the server rejected to the stored ones. */
  revert(questionIds: readonly string[]): void {
    this.#answers = new Map(this.#answers)
    for (const id of questionIds) {
      const stored = this.#stored.get(id)
      if (stored) this.#answers.set(id, stored)
      else this.#answers.delete(id)
    }
  }
}
