import type { AnswerInput } from '#shared/attempts/attempts.schema.ts'
import type { Penalty } from '#shared/bank/question-types.rules.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import type { Ratio } from '#shared/ratio.ts'
import type { Floor } from '#shared/tests/scheme.rules.ts'
import type { PaperCodingQuestion, Paper as ShownPaper } from '#shared/tests/tests.schema.ts'
import type { PoolRow, QuestionRow, SectionRow } from './paper.repo.ts'
import type { QuestionViews } from './question-views.ts'

/** A test prepared for the exam room, shared by all its students. */
export interface Paper {
  version: number
  /** The student view: no key, no explanations. */
  shown: ShownPaper
  /** Same as `shown`, but with only one section's questions, for locked sections. @param part zero-based */
  shownIn: (part: number) => ShownPaper
  /** In paper order, with their penalties. */
  questions: readonly PenalisedQuestion[]
  grading: Grading
  /** Empty for a test without sections. */
  sections: readonly SectionRow[]
  shuffle: { questions: boolean; options: boolean }
  /** Each question as shown, in every order of its options; prepared once for all students. */
  views: QuestionViews
  /** Each question's position in the paper and its section, both zero-based. */
  placeOf: ReadonlyMap<string, { place: number; part: number }>
  /** Coding questions in order; they form the last section, or the only one. Empty for a test without coding. */
  coding: readonly Pick<PaperCodingQuestion, 'questionId' | 'title' | 'points' | 'supported_languages'>[]
  /** Duration of each section in milliseconds, without extra time. */
  plan: readonly number[]
  /** Pools from which questions are drawn for each student. */
  pools: readonly PoolRow[]
  /** One student's view of the paper; null if all students see the same paper. */
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
  /** Maximum marks; undefined if each student has other questions. */
  total: Ratio | undefined
  /** Percentage needed to pass. */
  cutoff: number | null
}

/** The data for grading: the questions by section, in paper order, and the marking scheme. */
export interface Grading {
  pools: readonly PoolRow[]
  parts: readonly GradingPart[]
  scheme: { floor: Floor; passMark: number }
  /** Total points of the coding questions. */
  points: number
}

/** One student's view of a paper, in tests that draw or shuffle questions. */
export interface OwnView {
  /** The questions in the order shown to the student. */
  order: readonly PenalisedQuestion[]
  /** The test's option letters in the order shown to the student; null if the order is the same. */
  letters: (question: PenalisedQuestion) => readonly Letter[] | null
  /** The question with its options or parts in the order shown to the student. */
  seen: (question: PenalisedQuestion) => PenalisedQuestion
  /** The paper as sent, with the questions of one section or of all. @param part zero-based; null for all sections */
  shown: (part: number | null) => ShownPaper
}

/** True for code or an answer to a coding question. Tests without coding questions have neither. */
export const isCode = ({ code, questionId }: AnswerInput, { coding }: Paper): boolean =>
  coding.length > 0 && (code !== undefined || coding.some((question) => question.questionId === questionId))
