import { type ContentPart, changedParts, isSameContent, type QuestionContent } from '#shared/bank/content.rules.ts'
import { joinFields, splitFields } from '#shared/bank/question-parts.rules.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import type { BankQuestion } from '../bank-queries.ts'
import { partsOfDraft } from './draft-parts.ts'
import { type DraftQuestion, draftQuestion, splitQuestion, type TestDraft } from './test-draft.ts'

/** Test questions that are copies of bank questions. */

/** The bank question and version that a question was copied from. */
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

/** The ids of bank questions with a copy in the test. */
export const bankIdsIn = (draft: TestDraft): Set<string> =>
  new Set(
    partsOfDraft(draft).flatMap(({ questions }) => questions.flatMap(({ bankQuestionId }) => bankQuestionId ?? [])),
  )

/**
 * Copies a bank question into a draft.
 * @param marks marks per question in the part; undefined to keep the bank's marks
 */
export const copyOf = (question: BankQuestion, marks?: number): DraftQuestion =>
  draftQuestion({
    ...draftContent(stored(question)),
    ...(marks === undefined && { marks: question.marks }),
    ...(question.penalty !== undefined && { penalty: question.penalty }),
    ...originIn(question),
  })

/** Gives a rewritten question the bank origin of the copy with the same content, if there is one. */
export function withOriginOf(copies: readonly DraftQuestion[], rewritten: DraftQuestion): DraftQuestion {
  const { bankQuestionId, bankVersion } = copies.find((copy) => isSameContent(written(copy), written(rewritten))) ?? {}
  return { ...rewritten, bankQuestionId, bankVersion }
}

/** The question with the bank's latest content. Keeps its id, marks and ruling. */
export function withLatest(question: DraftQuestion, latest: BankQuestion): DraftQuestion {
  const { key, id, marks, penalty, ruling } = question
  const own = { ...(id && { id }), ...(marks !== undefined && { marks }), ...(penalty !== undefined && { penalty }) }
  return { key, ...own, ...(ruling && { ruling }), ...draftContent(stored(latest)), ...originIn(latest) }
}

/** The parts that differ between the question and its latest version in the bank. */
export const changedIn = (question: DraftQuestion, latest: BankQuestion) =>
  changedParts(written(question), stored(latest))

const partNames: Record<ContentPart, string> = {
  text: 'the text',
  image: 'the image',
  passage: 'the shared text',
  type: 'the type',
  body: 'the options or fields',
  key: 'the correct answer',
  explanation: 'the explanation',
}

/** Names parts of a question, to list those that differ. */
export const namesOf = (parts: readonly ContentPart[], type: QuestionTypeName | undefined): string[] =>
  parts.map((part) => (part === 'key' && type === 'essay' ? 'the rubric' : partNames[part]))

/** True if the changes are allowed once students have started the test: only the key and the explanation may change. */
export const isPermitted = (changed: ReturnType<typeof changedIn>) =>
  changed.every((part) => part === 'key' || part === 'explanation')

/** The question in the bank's format, without its subject and topic. */
export const bankFormOf = (question: DraftQuestion, marksPerQuestion: number) => ({
  ...draftContent(written(question)),
  marks: question.marks ?? marksPerQuestion,
  penalty: question.penalty,
})

/** Records in the draft which bank version each question was saved as. @param origins by question key */
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
