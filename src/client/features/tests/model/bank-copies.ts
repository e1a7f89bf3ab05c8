import { changedParts, isSameContent, type QuestionContent } from '#shared/bank/content.rules.ts'
import { joinFields, splitFields } from '#shared/bank/question-parts.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import type { BankQuestion } from '../bank-queries.ts'
import { partsOfDraft } from './draft-parts.ts'
import { type DraftQuestion, draftQuestion, splitQuestion, type TestDraft } from './test-draft.ts'

/** Questions of a test that are copies of the bank's. */

/** The version of the bank that a question is a copy of. */
export interface BankOrigin {
  bankQuestionId: string
  bankVersion: number
}

const written = (question: DraftQuestion): QuestionContent => {
  const { common, fields } = splitQuestion(question)
  const { questionText, questionImageUrl, passage, explanation } = common
  return { questionText, questionImageUrl, passage, explanation, ...splitFields(fields) }
}

const stored = ({
  questionText,
  questionImageUrl,
  passage,
  explanation,
  ...fields
}: BankQuestion): QuestionContent => ({
  ...{ questionText, questionImageUrl, passage, explanation },
  ...splitFields(fields as TypedFields),
})

const draftContent = ({ questionText, questionImageUrl, passage, explanation, ...keyed }: QuestionContent) => ({
  ...{ questionText, questionImageUrl, explanation },
  ...(passage && { passage }),
  ...joinFields(keyed),
})

const originIn = ({ id, version }: BankQuestion): BankOrigin => ({ bankQuestionId: id, bankVersion: version })

/** Ids of the bank's questions that the test has a copy of. */
export const bankIdsIn = (draft: TestDraft): Set<string> =>
  new Set(
    partsOfDraft(draft).flatMap(({ questions }) => questions.flatMap(({ bankQuestionId }) => bankQuestionId ?? [])),
  )

/**
 * A copy of a question of the bank.
 * @param marks what each question of the part is worth; undefined to keep the bank's marks
 */
export const copyOf = (question: BankQuestion, marks?: number): DraftQuestion =>
  draftQuestion({
    ...draftContent(stored(question)),
    ...(marks === undefined && { marks: question.marks }),
    ...(question.penalty !== undefined && { penalty: question.penalty }),
    ...originIn(question),
  })

/** The rewritten question. It stays a copy of the bank's if its content is still that of another one. */
export function withOriginOf(copies: readonly DraftQuestion[], rewritten: DraftQuestion): DraftQuestion {
  const { bankQuestionId, bankVersion } = copies.find((copy) => isSameContent(written(copy), written(rewritten))) ?? {}
  return { ...rewritten, bankQuestionId, bankVersion }
}

/** The question with the bank's latest content. Its id, its marks and its ruling stay. */
export function withLatest(question: DraftQuestion, latest: BankQuestion): DraftQuestion {
  const { key, id, marks, penalty, ruling } = question
  const own = { ...(id && { id }), ...(marks !== undefined && { marks }), ...(penalty !== undefined && { penalty }) }
  return { key, ...own, ...(ruling && { ruling }), ...draftContent(stored(latest)), ...originIn(latest) }
}

/** The parts in which the bank's latest version differs from the question. */
export const changedIn = (question: DraftQuestion, latest: BankQuestion) =>
  changedParts(written(question), stored(latest))

/** True if a test that students have started can still take the changes: only the key and the explanation may change. */
export const isPermitted = (changed: ReturnType<typeof changedIn>) =>
  changed.every((part) => part === 'key' || part === 'explanation')

/** The question as the bank takes it, without its subject and topic. */
export const bankFormOf = (question: DraftQuestion, marksPerQuestion: number) => ({
  ...draftContent(written(question)),
  marks: question.marks ?? marksPerQuestion,
  penalty: question.penalty,
})

/** The draft whose questions name the versions of the bank that they were saved as, by their keys. */
export function withOrigins(draft: TestDraft, origins: ReadonlyMap<string, BankOrigin>): TestDraft {
  const named = (questions: DraftQuestion[]) =>
    questions.some(({ key }) => origins.has(key))
      ? questions.map((question) => ({ ...question, ...origins.get(question.key) }))
      : questions
  return {
    ...draft,
    questions: named(draft.questions),
    sections: draft.sections.map((section) => ({ ...section, questions: named(section.questions) })),
  }
}
