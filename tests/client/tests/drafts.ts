import {
  type DraftQuestion,
  type DraftSection,
  emptyDraft,
  newKey,
  newSection,
  type TestDraft,
} from '#client/features/tests/model/test-draft.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'

let written = 0

export type SingleChoice = Extract<DraftQuestion, { type?: 'single' | undefined }>

/** Single choice. The correct answer is B by default. */
export function aDraftQuestion(fields: Partial<SingleChoice> = {}): SingleChoice {
  const n = ++written
  return {
    key: newKey(),
    questionText: `What is ${n} + ${n}?`,
    questionImageUrl: null,
    options: { A: `${n}`, B: `${2 * n}`, C: `${3 * n}`, D: `${4 * n}` },
    optionImages: null,
    correctAnswer: 'B',
    explanation: null,
    ...fields,
  }
}

export const someQuestions = (count: number) => Array.from({ length: count }, () => aDraftQuestion())

/** A question of any type with fixed text. */
export const aTypedQuestion = (fields: TypedFields): DraftQuestion => {
  const id = `q-${fields.type ?? 'single'}`
  return {
    key: id,
    id,
    questionText: 'Fill in {{1}} {{2}} {{3}}.',
    questionImageUrl: null,
    ...fields,
    explanation: null,
  }
}

const fourOptions = { A: 'one', B: 'two', C: 'three', D: 'four' }
const plainText = { caseSensitive: false, ignoreAccents: false, regex: false }

const samples: TypedFields[] = [
  { options: fourOptions, optionImages: null, correctAnswer: 'B' },
  { type: 'multiple', options: fourOptions, optionImages: null, correctAnswers: ['A', 'C'], scoring: 'partial' },
  { type: 'boolean', correctAnswer: false },
  { type: 'numeric', correctValue: 9.81, tolerance: 0.05, toleranceKind: 'relative', unit: 'm/s^2' },
  { type: 'text', ...plainText, accepted: [{ value: 'Kathmandu' }, { value: 'Ktm*', fraction: 1 / 3 }] },
  {
    type: 'gaps',
    gaps: [
      { kind: 'text', ...plainText, regex: true, accepted: [{ value: 'stack' }] },
      { kind: 'numeric', range: { min: 1, max: 2 }, unit: undefined },
      { kind: 'choice', options: { A: 'push', B: 'pop' }, correctAnswer: 'B' },
    ],
  },
  {
    type: 'matching',
    pairs: [
      { left: 'FIFO', right: 'queue' },
      { left: 'LIFO', right: 'stack' },
      { left: 'undo', right: 'stack' },
    ],
    distractors: ['tree'],
  },
  { type: 'ordering', items: ['fetch', 'decode', 'execute'] },
  {
    type: 'essay',
    minWords: 50,
    maxWords: undefined,
    rubric: [{ criterion: 'Clarity', levels: [{ label: 'Clear', marks: 2.5 }] }],
  },
]

/** One question of each type. */
export const everyType = samples.map((fields) => ({ type: fields.type ?? 'single', fields }))

export function fieldsOf<Type extends QuestionTypeName>(type: Type) {
  const sample = everyType.find((one) => one.type === type)
  if (!sample) throw new Error(`No sample of ${type}`)
  return sample.fields as Extract<TypedFields, { type: Type }>
}

/** A complete section with the given questions. */
export const aDraftSection = (questions: DraftQuestion[], fields: Partial<DraftSection> = {}): DraftSection => ({
  ...newSection(1),
  numberOfQuestions: questions.length,
  questions,
  ...fields,
})

/** A draft that lacks only its questions. */
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
