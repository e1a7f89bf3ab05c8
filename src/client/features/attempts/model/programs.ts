import type { Language } from '#shared/coding/languages.rules.ts'
import type { CodeStore } from './code-store.ts'
import type { Sitting } from './sitting.ts'

interface Options {
  code: CodeStore
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
    const { code, sitting, changed } = this.#options
    code.write(questionId, program)
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
    if (code.isWritten(questionId) && code.codes().get(questionId)?.language === language)
      code.write(questionId, { code: '', language })
    sitting.showTemplate(questionId, { language, revision: code.codes().get(questionId)?.revision ?? 0 })
    changed()
  }

  /** Sends code at once, because another question is opened or the page may be closing. */
  flush(): void {
    this.#options.code.flush()
  }

  #isOpen(questionId: string): boolean {
    const { sitting, isWriting } = this.#options
    return isWriting() && sitting.part.coding.some((one) => one.questionId === questionId)
  }
}
