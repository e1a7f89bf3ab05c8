import {
  type DraftQuestion,
  type DraftSection,
  draftQuestion,
  emptyDraft,
  newSection,
  type TestDraft,
} from '#client/features/tests/model/test-draft.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'

let written = 0

/** The correct answer is B by default. */
export function aDraftQuestion(fields: Partial<DraftQuestion> = {}): DraftQuestion {
  const n = ++written
  return {
    ...draftQuestion({
      questionText: `What is ${n} + ${n}?`,
      questionImageUrl: null,
      options: { A: `${n}`, B: `${2 * n}`, C: `${3 * n}`, D: `${4 * n}` },
      optionImages: null,
      correctAnswer: 'B',
      explanation: null,
    }),
    ...fields,
  }
}

export const someQuestions = (count: number) => Array.from({ length: count }, () => aDraftQuestion())

/** A complete section with the given questions. */
export const aDraftSection = (questions: DraftQuestion[], fields: Partial<DraftSection> = {}): DraftSection => ({
  ...newSection(1),
  numberOfQuestions: questions.length,
  questions,
  ...fields,
})

/** A draft that is complete except for its questions. */
export const aDraft = (testType: TestType, fields: Partial<TestDraft> = {}): TestDraft => ({
  ...emptyDraft(testType),
  testName: 'Campus drive',
  testDescription: 'Two parts.',
  companyName: testType === 'Specific Company Test' ? 'Infosys' : '',
  startDateTime: '2027-01-10T09:00',
  endDateTime: '2027-01-10T18:00',
  ...fields,
})

export const keysOf = (questions: readonly { key: string }[]) => questions.map(({ key }) => key)
