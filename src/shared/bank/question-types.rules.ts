import { equals, fromNumber, fromText, minus, one, type Ratio, times, zero } from '../ratio.ts'
import type { Ruling } from '../tests/scheme.rules.ts'
import { matching, ordering } from './types/arranging.rules.ts'
import { boolean, multiple, single } from './types/choice.rules.ts'
import { essay } from './types/essay.rules.ts'
import { gaps } from './types/gaps.rules.ts'
import { numeric } from './types/numeric.rules.ts'
import type { GradingTools, QuestionType } from './types/question-type.rules.ts'
import { text } from './types/text.rules.ts'

/** All question types. A new type needs an entry here, one in the forms, and its fields on the client. */
export const questionTypes = { single, multiple, boolean, numeric, text, gaps, matching, ordering, essay }
export type QuestionTypeName = keyof typeof questionTypes
export const questionTypeNames = [
  'single',
  'multiple',
  'boolean',
  'numeric',
  'text',
  'gaps',
  'matching',
  'ordering',
  'essay',
] as const satisfies readonly QuestionTypeName[]

type Parts<T extends QuestionTypeName> =
  (typeof questionTypes)[T] extends QuestionType<infer Body, infer Key, infer Value>
    ? { type: T; body: Body; key: Key; value: Value }
    : never

/** A question as shown to students, with its type. */
export type QuestionBody = { [T in QuestionTypeName]: Pick<Parts<T>, 'type' | 'body'> }[QuestionTypeName]
/** A question's body and key, with its type. */
export type KeyedBody = { [T in QuestionTypeName]: Pick<Parts<T>, 'type' | 'body' | 'key'> }[QuestionTypeName]
export type AnswerValue = Parts<QuestionTypeName>['value']

// TypeScript cannot see that a question's type, body and key belong together.
const typeOf = ({ type }: { type: QuestionTypeName }) => questionTypes[type] as QuestionType<unknown, unknown, unknown>

/** True if this is a possible answer to this question. */
export const isAnswerTo = (question: QuestionBody, value: unknown): value is AnswerValue =>
  typeOf(question).isAnswer(question.body, value)

/** Completes the message “Must be …” for an answer to this question. */
export const expectedAnswer = (question: QuestionBody) => typeOf(question).expects

/** True if the value is an answer; null and empty values mean unanswered. */
export const isAnswered = (question: QuestionBody, value: AnswerValue | null): value is AnswerValue =>
  value !== null && !typeOf(question).isEmpty(value)

/** An answer as plain text; empty if unanswered. */
export const answerText = (question: QuestionBody, value: AnswerValue | null) =>
  isAnswered(question, value) ? typeOf(question).show(question.body, value) : ''

/** An answer as plain text, with the texts of chosen options; empty if unanswered. */
export function fullAnswerText(question: QuestionBody, value: AnswerValue | null): string {
  if (!isAnswered(question, value)) return ''
  const type = typeOf(question)
  return (type.showInFull ?? type.show)(question.body, value)
}

/** The correct answer as plain text. */
export const keyText = (question: KeyedBody) => typeOf(question).showKey(question.body, question.key)

/** Returns n such that every share an answer can earn is a multiple of 1/n. */
export const stepsOf = (question: KeyedBody) => typeOf(question).steps?.(question.body, question.key) ?? 1

/** The cost of a wrong answer: marks, or a fraction of the question's marks such as `1/3`. */
export type Penalty = number | string

/** The marks that a wrong answer costs. */
export const penaltyOf = (marks: Ratio, penalty: Penalty): Ratio =>
  typeof penalty === 'number' ? fromNumber(penalty) : times(marks, fromText(penalty) ?? zero)

export interface MarkedQuestion {
  marks: number
  penalty: Penalty
  ruling?: Ruling | null
}

/** The result of one answer. */
export type Outcome =
  /** Has marks if everyone receives them. */
  | { kind: 'unanswered'; marks?: Ratio }
  /** Still to be marked by hand. */
  | { kind: 'unmarked' }
  /** `isCorrect` means full marks; `marks` may be negative. */
  | { kind: 'graded'; isCorrect: boolean; marks: Ratio }

/** Grades one answer exactly. */
export function gradeAnswer(
  question: KeyedBody & MarkedQuestion,
  value: AnswerValue | null,
  tools: GradingTools,
): Outcome {
  if (!isAnswered(question, value)) return { kind: 'unanswered' }
  const grade = typeOf(question).grade(question.body, question.key, value, tools)
  if (!grade) return { kind: 'unmarked' }
  const marks = fromNumber(question.marks)
  return {
    kind: 'graded',
    isCorrect: equals(grade.share, one),
    marks: grade.isPenalised ? minus(zero, penaltyOf(marks, question.penalty)) : times(marks, grade.share),
  }
}
