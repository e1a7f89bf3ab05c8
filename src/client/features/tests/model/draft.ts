import { z } from 'zod'
import {
  bounds,
  flatTestTypes,
  type OptionLetter,
  type QuestionFileAnswer,
  type TestForm,
  type TestFormInput,
  testDefaults,
  testForm,
} from '#shared/tests/schema.ts'
import type { TestDetail } from '../queries.ts'
import { recalledTestType } from './chosen-type.ts'

/** A question in the editor. `key` names its row on the screen; `id` only one that is stored. */
export interface DraftQuestion {
  key: string
  id?: string | undefined
  questionText: string
  options: Record<OptionLetter, string>
  correctAnswer: OptionLetter
  /** Undefined: the test's marks per question. */
  marks?: number | undefined
  explanation: string | null
}

/** A test as its inputs hold it: times as `datetime-local` writes them, numbers also as the text that is not yet one. */
export type TestDraft = {
  testName: string
  testDescription: string
  subject: TestForm['subject']
  testType: TestForm['testType']
  difficulty: TestForm['difficulty']
  topics: string[]
  startDateTime: string
  endDateTime: string
  numberOfQuestions: number | string
  marksPerQuestion: number | string
  duration: number | string
  questions: DraftQuestion[]
}

let keys = 0
const newKey = () => `q${++keys}`

/** Gives a question a row of its own. */
export const draftQuestion = (question: Omit<DraftQuestion, 'key'>): DraftQuestion => ({ ...question, key: newKey() })

/** A question of a file, ready for the list. */
export const importedQuestion = (question: QuestionFileAnswer['questions'][number]) => draftQuestion(question)

const pad = (value: number) => String(value).padStart(2, '0')

/** ISO-8601 → what a `datetime-local` input takes, in the viewer's zone, to the minute. */
export function toLocalInput(iso: string): string {
  const time = new Date(iso)
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  return `${date}T${pad(time.getHours())}:${pad(time.getMinutes())}`
}

/** The other way round; what is not a time stays as it is. @param stored kept, seconds and all, while the input shows it */
function fromLocalInput(text: string, stored: string | undefined): string {
  if (stored !== undefined && toLocalInput(stored) === text) return stored
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}

/** What a new test starts from. */
export function emptyDraft(): TestDraft {
  const recalled = recalledTestType()
  return {
    ...testDefaults,
    testName: '',
    testDescription: '',
    testType: flatTestTypes.find((type) => type === recalled) ?? 'Practice',
    topics: [],
    startDateTime: '',
    endDateTime: '',
    questions: [],
  }
}

/** A stored test in the editor. Marks that equal the test's own follow it when it changes. */
export function draftOf(test: TestDetail): TestDraft {
  return {
    testName: test.testName,
    testDescription: test.testDescription,
    subject: test.subject,
    testType: flatTestTypes.find((type) => type === test.testType) ?? 'Assignment',
    difficulty: test.difficulty,
    topics: test.topics,
    startDateTime: toLocalInput(test.startDateTime),
    endDateTime: toLocalInput(test.endDateTime),
    numberOfQuestions: test.numberOfQuestions,
    marksPerQuestion: test.marksPerQuestion,
    duration: test.duration,
    questions: test.questions.flatMap((question) =>
      // Without its key a question was not meant for an author.
      'correctAnswer' in question
        ? [draftQuestion({ ...question, marks: question.marks === test.marksPerQuestion ? undefined : question.marks })]
        : [],
    ),
  }
}

/** The server's own schema over a draft. @param stored the test being edited */
export const draftSchema = (stored: TestDetail | undefined) =>
  z.preprocess((value) => {
    const draft = value as TestDraft
    return {
      ...draft,
      startDateTime: fromLocalInput(draft.startDateTime, stored?.startDateTime),
      endDateTime: fromLocalInput(draft.endDateTime, stored?.endDateTime),
    }
  }, testForm)

/** A checked test as the server takes it. */
export const toInput = (form: TestForm): TestFormInput => ({
  ...form,
  startDateTime: new Date(form.startDateTime).toISOString(),
  endDateTime: new Date(form.endDateTime).toISOString(),
})

/** How many questions the test is to have; 0 while the input holds no such number. */
export function questionLimit(draft: Pick<TestDraft, 'numberOfQuestions'>): number {
  const count = draft.numberOfQuestions
  if (typeof count !== 'number' || !Number.isInteger(count)) return 0
  return Math.min(Math.max(count, 0), bounds.questions.max)
}

/** What a question without marks of its own counts; 1 while the input holds no number. */
export const marksEach = (draft: Pick<TestDraft, 'marksPerQuestion'>) =>
  typeof draft.marksPerQuestion === 'number' ? draft.marksPerQuestion : testDefaults.marksPerQuestion
