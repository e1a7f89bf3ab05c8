import type { FlatFormInput, SectionedFormInput, TestFormInput } from '#shared/tests/form.schema.ts'
import type { Work } from './coding-hall.ts'
import type { SeedQuestion } from './questions/question.ts'

/** A Practice of coding questions alone has no others, nor their figures. */
type CodingPracticeForm = Omit<Extract<TestFormInput, { hasCodingSection: true }>, 'codingQuestions'> & {
  testType: 'Practice'
  hasCodingSection: true
}

/** The college's answer to a test; missing when it was not offered yet. */
export type Offer =
  | { status: 'pending' | 'rejected' }
  | {
      status: 'accepted'
      /** Audience. Batches and branches narrow together; no branches means all. */
      to: { batches: string[]; branches: string[] }
      /** Shares of the assigned students who have submitted, who went away in the middle, and who sit in it now. */
      shares: { submitted: number; abandoned: number; running: number }
      /** What the demo student did, regardless of the shares. */
      own?: 'submitted' | 'absent'
    }

export interface SeedTest {
  form:
    | Omit<FlatFormInput, 'questions' | 'numberOfQuestions'>
    | Omit<SectionedFormInput, 'sections'>
    | CodingPracticeForm
  /** The questions of a test without sections. */
  questions?: SeedQuestion[]
  sections?: SeedSection[]
  coding?: SeedCoding
  /** State in the demo's own college. */
  offer?: Offer
  /** State in the other colleges, by code. */
  elsewhere?: Readonly<Record<string, Offer>>
}

export interface SeedCoding {
  /** In their order; minutes of each. */
  asked: { question: string; points: number; minutes: number }[]
  /** By the order of who sat the test, what each of them handed in. */
  works: readonly (readonly Work[])[]
}

export interface SeedSection {
  sectionName: string
  /** Minutes. */
  sectionDuration: number
  marksPerQuestion: number
  questions: SeedQuestion[]
}

/** Parts in order: the sections, or the whole test. */
export const partsOf = ({
  form,
  questions = [],
  sections,
}: SeedTest): { minutes: number; questions: SeedQuestion[] }[] =>
  sections?.map((section) => ({ minutes: section.sectionDuration, questions: section.questions })) ?? [
    { minutes: 'duration' in form ? form.duration : 0, questions },
  ]

/** Minutes of the coding questions together. */
export const codingMinutesOf = ({ coding }: SeedTest): number =>
  (coding?.asked ?? []).reduce((sum, { minutes }) => sum + minutes, 0)

/** The form that the author sends. @param ids of the coding questions, by title */
export function formOf(seed: SeedTest, ids: ReadonlyMap<string, string>): TestFormInput {
  const { form, questions = [], sections = [] } = seed
  const asked = (seed.coding?.asked ?? []).map(({ question, points, minutes }) => ({
    questionId: ids.get(question) ?? '',
    points,
    timeLimit: minutes * 60,
  }))
  if ('duration' in form) return { ...form, questions, numberOfQuestions: questions.length }
  if (form.testType === 'Practice') return { ...form, codingQuestions: asked }
  return {
    ...form,
    hasCodingSection: asked.length > 0,
    codingQuestions: asked,
    sections: sections.map((section) => ({ ...section, numberOfQuestions: section.questions.length })),
  }
}

/** A test that the college accepted and gave to students. */
export interface AcceptedTest {
  id: string
  seed: SeedTest
  offer: Extract<Offer, { status: 'accepted' }>
}
