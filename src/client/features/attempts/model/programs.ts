import type { SavedCode } from '#shared/attempts/attempts.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { isTooLarge, isWritten, programAfter } from './answer-kinds.ts'
import type { ServerClock } from './server-clock.ts'
import type { Sitting } from './sitting.ts'
import type { SyncedStore } from './synced-store.ts'

interface Options {
  code: SyncedStore<SavedCode>
  clock: ServerClock
  /** Called when a program became too long to send. */
  tooLarge: (questionId: string) => void
  sitting: Sitting
  /** True if the student can work on the open part in this tab now. */
  isWriting: () => boolean
  changed: () => void
}

/** Actions of the coding section. They have no effect while it is not open. */
export class Programs {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  goTo(questionId: string): void {
    this.flush()
    if (!this.#isOpen(questionId)) return
    this.#options.sitting.goToCoding(questionId)
    this.#options.changed()
  }

  /** Records the current code of a question. */
  write(questionId: string, program: { code: string; language: Language }): void {
    if (!this.#isOpen(questionId)) return
    const { sitting, changed } = this.#options
    this.#put(questionId, program)
    sitting.showTemplate(questionId, undefined)
    changed()
  }

  /**
   * The untouched template of a language is displayed. Code written in that language is deleted; other code stays the
   * answer.
   */
  showTemplate(questionId: string, language: Language): void {
    if (!this.#isOpen(questionId)) return
    const { code, sitting, changed } = this.#options
    const known = code.items().get(questionId)
    if (isWritten(known) && known?.language === language) this.#put(questionId, { code: '', language })
    sitting.showTemplate(questionId, { language, revision: code.items().get(questionId)?.revision ?? 0 })
    changed()
  }

  /** Sends code at once, because another question is opened or the page may be closing. */
  flush(): void {
    void this.#options.code.flush()
  }

  #put(questionId: string, program: { code: string; language: Language }): void {
    const { code, clock, tooLarge } = this.#options
    const known = code.items().get(questionId)
    const next = programAfter(known, { questionId, ...program }, clock.now())
    if (!next) return
    code.put(next)
    if (isTooLarge(next) && !(known && isTooLarge(known))) tooLarge(questionId)
  }

  #isOpen(questionId: string): boolean {
    const { sitting, isWriting } = this.#options
    return isWriting() && sitting.part.coding.some((one) => one.questionId === questionId)
  }
}
