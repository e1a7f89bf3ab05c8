import { equals, one, type Ratio, ratio, zero } from '../../ratio.ts'

/** The marks that an answer earns, as a share. */
export interface Grade {
  /** Share of the question's marks, from 0 to 1. */
  share: Ratio
  /** True if the answer costs the question's penalty instead. */
  isPenalised: boolean
}

/** Functions that grading cannot import, because src/shared imports only zod. */
export interface GradingTools {
  /** True if a regular expression matches the whole text. Linear in the text's length. */
  matches(pattern: string, text: string, isCaseSensitive: boolean): boolean
}

/**
 * A type of question.
 *
 * @typeParam Body the parts shown to students, besides the question's text
 * @typeParam Key the parts hidden from students until the key is released
 * @typeParam Value an answer
 */
export interface QuestionType<Body, Key, Value> {
  /** True if this is a possible answer to this question. Empty values are answers too. */
  isAnswer(body: Body, value: unknown): value is Value
  /** Completes the message “Must be …” for an answer. */
  expects: string
  /** True if this counts as unanswered. */
  isEmpty(value: Value): boolean
  /** Grades an answer that is not empty; null if it must be marked by hand. */
  grade(body: Body, key: Key, value: Value, tools: GradingTools): Grade | null
  /** Returns n such that every share an answer can earn is a multiple of 1/n. Without this method, n is 1. */
  steps?(body: Body, key: Key): number
  /** An answer as plain text, for reports and files. */
  show(body: Body, value: Value): string
  /** An answer for readers who do not see the options; the same as `show` if missing. */
  showInFull?(body: Body, value: Value): string
  /** The correct answer as plain text. */
  showKey(body: Body, key: Key): string
}

/** Full marks or the penalty. */
export const allOrNothing = (isRight: boolean): Grade => ({ share: isRight ? one : zero, isPenalised: !isRight })

/** Partial marks; the penalty applies if nothing is right. */
export const partly = (right: number, all: number): Grade => byShare(ratio(right, Math.max(1, all)))

/** A share of the marks; the penalty applies if it is 0. */
export const byShare = (share: Ratio): Grade => ({ share, isPenalised: equals(share, zero) })

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True for a list of distinct strings from `known`. */
export const isSubset = (value: unknown, known: readonly string[]): value is string[] =>
  Array.isArray(value) && value.every((one) => known.includes(one)) && new Set(value).size === value.length
