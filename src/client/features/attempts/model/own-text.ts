import type { Paper } from '#shared/tests/tests.schema.ts'

const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()

/** Text that may be pasted without being recorded: the student's own code, and the samples. */
export class OwnText {
  readonly #samples: ReadonlySet<string>
  #copied = ''

  constructor(questions: Paper['codingQuestions']) {
    this.#samples = new Set(
      questions.flatMap(({ sample_input, sample_output, testCases }) =>
        [sample_input, sample_output, ...testCases.flatMap((one) => [one.input, one.expected_output])].map(plain),
      ),
    )
  }

  /** Remembers text copied or cut from the editor. */
  copied(text: string): void {
    this.#copied = plain(text)
  }

  /** @param codes current code of all editors */
  isOwn(text: string, codes: Iterable<{ code: string }>): boolean {
    const pasted = plain(text)
    if (pasted === '' || pasted === this.#copied || this.#samples.has(pasted)) return true
    return [...codes].some(({ code }) => plain(code).includes(pasted))
  }
}
