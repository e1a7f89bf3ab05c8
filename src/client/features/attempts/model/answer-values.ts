import { givenAnswer } from '#shared/attempts/attempts.rules.ts'
import type { SavedAnswer } from '#shared/attempts/attempts.schema.ts'
import { bodyOf } from '#shared/bank/question-parts.rules.ts'
import { type AnswerValue, isAnswered, isAnswerTo } from '#shared/bank/question-types.rules.ts'
import { type Letter, letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import { revisionAfter } from './outbox.ts'

const isValid = (question: PaperQuestion, value: unknown): value is AnswerValue => isAnswerTo(bodyOf(question), value)
const unlessEmpty = (question: PaperQuestion, value: AnswerValue) =>
  isAnswered(bodyOf(question), value) ? value : null

/** The value of a stored answer; null if it is empty or invalid for the question. */
export function valueFor(question: PaperQuestion, answer: SavedAnswer | undefined): AnswerValue | null {
  const value = answer ? givenAnswer(answer) : null
  return isValid(question, value) ? unlessEmpty(question, value) : null
}

/** True if two answers to the same question are equal. Lists and pairs are compared by content. */
export function isSameValue(one: AnswerValue | null, other: AnswerValue | null): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const entries = Object.entries(one)
  const others = new Map<string, unknown>(Object.entries(other))
  const isSame = (value: unknown, otherValue: unknown) =>
    value === otherValue || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(otherValue))
  return entries.length === others.size && entries.every(([key, value]) => isSame(value, others.get(key)))
}

/** Removes characters that the server rejects and nobody types on purpose: NUL and lone surrogates. */
export const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '')

function storable(value: AnswerValue | null): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, typeof part === 'string' ? storableText(part) : part]),
  )
}

export const isSingle = ({ type }: PaperQuestion) => type === undefined || type === 'single'

/**
 * The next version of an answer, or undefined if nothing changes. An empty value clears the answer. An invalid value is
 * ignored, because the server would reject the whole request.
 *
 * @param now server time, ms
 */
export function answerAfter(
  known: SavedAnswer | undefined,
  { question, value, seconds }: { question: PaperQuestion; value: AnswerValue | null; seconds: number },
  now: number,
): SavedAnswer | undefined {
  const given = storable(value)
  if (given !== null && !isValid(question, given)) return undefined
  const next = given === null ? null : unlessEmpty(question, given)
  if (isSameValue(valueFor(question, known), next)) return undefined
  return {
    questionId: question.id,
    ...(isSingle(question) ? { selectedAnswer: next as Letter | null } : { answer: next }),
    timeSpent: seconds,
    revision: revisionAfter(known, now),
  }
}

/** Delay after the last change to a typed answer, and the maximum delay while typing continues, in ms. */
export const typedDebounce = { restMs: 1_000, maxMs: 4_000 }

/** True if the answer is typed and so changes with every keystroke. */
export const isTyped = ({ type }: PaperQuestion) =>
  type === 'numeric' || type === 'text' || type === 'gaps' || type === 'essay'

/** Toggles one option and returns the chosen options in order. */
export const toggled = (chosen: readonly Letter[], letter: Letter): Letter[] =>
  letters.filter((one) => (one === letter) !== chosen.includes(one))

interface Choice {
  /** The keyboard key, also used as the label. */
  key: string
  value: Letter | boolean
}

/** The choices that a single keypress can select, in order. Empty for question types without options. */
export function choicesFor(question: PaperQuestion): Choice[] {
  if (question.type === 'boolean')
    return [
      { key: 'T', value: true },
      { key: 'F', value: false },
    ]
  const hasOptions = question.type === undefined || question.type === 'single' || question.type === 'multiple'
  return hasOptions ? lettersOf(question).map((letter) => ({ key: letter, value: letter })) : []
}

/**
 * The answer after a key press, or undefined if the key chooses nothing. Numbers choose by position; 0 is the tenth.
 *
 * @param pressed the key, in upper case
 */
export function valueAfterKey(
  question: PaperQuestion,
  value: AnswerValue | null,
  pressed: string,
): AnswerValue | undefined {
  const choice = choicesFor(question).find(({ key }, place) => key === pressed || String((place + 1) % 10) === pressed)
  if (!choice) return undefined
  return question.type === 'multiple' ? toggled((value ?? []) as Letter[], choice.value as Letter) : choice.value
}
