import type { ShownFields } from '#shared/bank/questions.schema.ts'

/** An answer split into lines for display. `isRich` is true for the author's text, which may contain formulas. */
export interface AnswerLines {
  lines: readonly string[]
  isRich: boolean
}

/**
 * Splits the answer to a multi-part question into one line per gap, pair or item. Text that does not match the
 * question's parts is not split.
 */
export function answerLines(question: ShownFields, text: string): AnswerLines {
  const whole = { lines: [text], isRich: false }
  if (question.type === 'gaps') {
    const parts = text.split('; ')
    if (parts.length !== question.gaps.length) return whole
    return { lines: parts.map((part, place) => `[${place + 1}] ${part}`), isRich: false }
  }
  if (question.type === 'matching') {
    const pairs = text.split('; ')
    const { left } = question
    const isKnown = pairs.length === left.length && pairs.every((pair, at) => pair.startsWith(`${left[at]?.text} → `))
    return { lines: isKnown ? pairs : [text], isRich: true }
  }
  if (question.type === 'ordering') {
    const items = text.split(' → ')
    const isKnown = items.every((item) => question.items.some((known) => known.text === item))
    return { lines: isKnown ? items.map((item, at) => `${at + 1}. ${item}`) : [text], isRich: true }
  }
  return whole
}

/** The options named in an answer's text: letters, True or False. */
export const namedOptions = (text: string | null) => text?.split(/, | or /) ?? []
