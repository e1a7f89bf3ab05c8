import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { questionForm } from '#shared/tests/form.schema.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import type { AskedQuestion } from './answers-given.ts'
import { bankQuestions } from './question-bank/fill.ts'
import type { SeedQuestion } from './questions/question.ts'
import { partsOf, type SeedTest } from './seed-test.ts'
import { hardness } from './sitting.ts'

const asked = (seed: SeedQuestion): AskedQuestion => ({ seed, stored: splitFields(questionForm.parse(seed)) })

const difficulties = Object.keys(hardness)
const difficultyOf = new Map(bankQuestions.map(({ questionText, difficulty }) => [questionText, difficulty ?? '']))

/** The questions of a demo test, fixed or drawn. Drawn questions are answered in order of difficulty. */
export class AskedTest {
  /** The questions' hardness, in the order of answering. */
  readonly hardness: readonly number[]
  readonly #questions: ReadonlyMap<string, AskedQuestion>
  readonly #isDrawn: boolean

  constructor(seed: SeedTest) {
    const { form } = seed
    const pools = ('pools' in form && form.pools) || []
    const questions = partsOf(seed).flatMap((part) => part.questions)
    this.#isDrawn = pools.length > 0
    this.#questions = new Map(
      (this.#isDrawn ? bankQuestions : questions).map((question) => [question.questionText, asked(question)]),
    )
    this.hardness = this.#isDrawn
      ? pools
          .flatMap(({ pick, from }) => Array<number>(pick).fill(hardness[from.difficulty ?? 'Medium']))
          .sort((a, b) => a - b)
      : // A question is equally hard for everyone.
        questions.map(({ questionText }) => hardness[form.difficulty] + ((questionText.length * 7) % 13) / 13 - 0.5)
  }

  /** @throws if the question is from another test */
  find({ questionText }: PaperQuestion): AskedQuestion {
    const found = this.#questions.get(questionText)
    if (!found) throw new Error('Unknown demo question')
    return found
  }

  /** Sorts a paper's questions in the order of answering, so that results are the same in every demo. */
  inOrder(questions: readonly PaperQuestion[]): readonly PaperQuestion[] {
    if (!this.#isDrawn) return questions
    const rank = ({ questionText }: PaperQuestion) => difficulties.indexOf(difficultyOf.get(questionText) ?? '')
    return [...questions].sort((a, b) => rank(a) - rank(b))
  }
}
