import type { Penalty } from '#shared/bank/question-types.rules.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import type { Floor } from '#shared/tests/scheme.rules.ts'
import type { PaperCodingQuestion, Paper as ShownPaper } from '#shared/tests/tests.schema.ts'
import type { PoolRow, QuestionRow, SectionRow } from './paper.repo.ts'
import type { QuestionViews } from './question-views.ts'

/** A test prepared for the exam room, shared by all its students. */
export interface Paper {
  version: number
  /** The student view: no key, no explanations. */
  shown: ShownPaper
  /** Same as `shown`, but with one section's questions only, for locked sections. @param part from 0 */
  shownIn: (part: number) => ShownPaper
  /** In paper order, with what grading needs. */
  questions: readonly PenalisedQuestion[]
  /** How its answers add up. */
  grading: Grading
  /** Empty for a test without sections. */
  sections: readonly SectionRow[]
  shuffle: { questions: boolean; options: boolean }
  /** Each question as shown, in the orders of its options; prepared once for all students. */
  views: QuestionViews
  /** Each question's position in the paper and its section, both from 0. */
  placeOf: ReadonlyMap<string, { place: number; part: number }>
  /** Coding questions in order; they form the last section, or the only one. Empty for a test without coding. */
  coding: readonly Pick<PaperCodingQuestion, 'questionId' | 'title' | 'points' | 'supported_languages'>[]
  /** Duration of each section in milliseconds, without extra time. */
  plan: readonly number[]
  /** Pools from which questions are drawn for each student. */
  pools: readonly PoolRow[]
  /** How one student sees it; null if all students see the same. */
  own: OwnView | null
  /** Checks whether the test may be taken from an address; null when there is no restriction. */
  admits: ((address: string) => boolean) | null
}

export type PenalisedQuestion = QuestionRow & { penalty: Penalty }

/** A section, or all questions of a test without sections. */
export interface GradingPart {
  sectionId: string | null
  questions: readonly PenalisedQuestion[]
  bestOf: number | null
  /** Percentage needed to pass. */
  cutoff: number | null
}

/** Everything that grading needs: the questions by section, in paper order, and the marking scheme. */
export interface Grading {
  pools: readonly PoolRow[]
  parts: readonly GradingPart[]
  scheme: { floor: Floor; passMark: number }
  /** Total points of the coding questions. */
  points: number
}

/** The paper of one student, in tests that draw or shuffle questions. */
export interface OwnView {
  /** The questions in the order in which the student sees them. */
  order: readonly PenalisedQuestion[]
  /** Letters of the test in the order in which the student sees these options; null if it is the same. */
  letters: (question: PenalisedQuestion) => readonly Letter[] | null
  /** The paper as sent, with one section's questions or all. @param part from 0; null for all */
  shown: (part: number | null) => ShownPaper
}
