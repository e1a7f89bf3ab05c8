import type { FlatFormInput, SectionedFormInput, TestFormInput } from '#shared/tests/form.schema.ts'
import type { Work } from './coding-hall.ts'
import type { SeedQuestion } from './questions/question.ts'

/** A practice test with only coding questions has no duration or marks per question. */
type CodingPracticeForm = Omit<Extract<TestFormInput, { hasCodingSection: true }>, 'codingQuestions'> & {
  testType: 'Practice'
  hasCodingSection: true
}

/** The college's decision about a test. */
export type Offer =
  | { status: 'pending' | 'rejected' }
  | {
      status: 'accepted'
      /** The assigned students; no branches means all. */
      to: { batches: string[]; branches: string[] }
      /** Shares of the assigned students who have submitted, stopped halfway, or are taking it now. */
      shares: { submitted: number; abandoned: number; running: number }
      /** The demo student's state, regardless of the shares. */
      own?: 'submitted' | 'absent'
    }

export interface SeedTest {
  form:
    | Omit<FlatFormInput, 'questions' | 'numberOfQuestions'>
    | Omit<SectionedFormInput, 'sections'>
    | CodingPracticeForm
  /** Questions of a test without sections. */
  questions?: SeedQuestion[]
  sections?: SeedSection[]
  coding?: SeedCoding
  /** Share of its essays that are marked. Defaults to 0. */
  marked?: number
  /** The first college's decision; undefined if the test was not offered. */
  offer?: Offer
  /** Other colleges' decisions, by college code. */
  elsewhere?: Readonly<Record<string, Offer>>
}

export interface SeedCoding {
  /** Coding questions in order. */
  asked: { question: string; points: number; minutes: number }[]
  /** Submissions per student, in the order of taking the test. */
  works: readonly (readonly Work[])[]
}

export interface SeedSection {
  sectionName: string
  /** Minutes. */
  sectionDuration: number
  marksPerQuestion: number
  questions: SeedQuestion[]
}

/** Lists the sections in order, or the whole test as one part. */
export const partsOf = ({
  form,
  questions = [],
  sections,
}: SeedTest): { minutes: number; questions: SeedQuestion[] }[] =>
  sections?.map((section) => ({ minutes: section.sectionDuration, questions: section.questions })) ?? [
    { minutes: 'duration' in form ? form.duration : 0, questions },
  ]

/** Sums the minutes of the coding questions. */
export const codingMinutesOf = ({ coding }: SeedTest): number =>
  (coding?.asked ?? []).reduce((sum, { minutes }) => sum + minutes, 0)

/** Creates the form that an author would submit. @param ids ids of the coding questions by title */
export function formOf(seed: SeedTest, ids: ReadonlyMap<string, string>): TestFormInput {
  const { form, questions = [], sections = [] } = seed
  const asked = (seed.coding?.asked ?? []).map(({ question, points, minutes }) => ({
    questionId: ids.get(question) ?? '',
    points,
    timeLimit: minutes * 60,
  }))
  if ('duration' in form) {
    const drawn = (form.pools ?? []).reduce((sum, { pick }) => sum + pick, 0)
    return { ...form, questions, numberOfQuestions: questions.length + drawn }
  }
  if (form.testType === 'Practice') return { ...form, codingQuestions: asked }
  return {
    ...form,
    hasCodingSection: asked.length > 0,
    codingQuestions: asked,
    sections: sections.map((section) => ({ ...section, numberOfQuestions: section.questions.length })),
  }
}

/** A test that a college accepted and assigned to students. */
export interface AcceptedTest {
  id: string
  seed: SeedTest
  offer: Extract<Offer, { status: 'accepted' }>
}
