import { commonMultiple, plus, type Ratio, ratio, times, zero } from '../../ratio.ts'
import { type Letter, lettersOf } from './choice.rules.ts'
import { isRightNumber, type NumericKey, numeric, numericKeyText, readAnswer } from './numeric.rules.ts'
import { byShare, type GradingTools, type QuestionType } from './question-type.rules.ts'
import { maxShortText, type TextKey, textKeyText, textShare, textSteps } from './text.rules.ts'
import { isBlank } from './typography.rules.ts'

/** Gaps in a text, marked {{1}}, {{2}} and so on. */

export type Gap =
  | { kind: 'text' }
  | { kind: 'numeric'; unit: string | null }
  | {
      kind: 'choice'
      options: Partial<Record<Letter, string>>
      /** The letters in the order shown to the student; missing for the author's order. */
      order?: readonly Letter[] | undefined
    }

export type GapKey =
  | ({ kind: 'text' } & TextKey)
  | ({ kind: 'numeric' } & NumericKey)
  | { kind: 'choice'; correctAnswer: Letter }

/** Marks a gap in a question's text: {{1}}. */
export const gapMarker = /\{\{\s*(\d{1,2})\s*\}\}/g

/** Returns the reason why the markers in a question's text do not fit its gaps; null if they do. */
export function markerFlaw(question: { questionText: string; type?: string | undefined; gaps?: readonly unknown[] }) {
  if (question.type !== 'gaps' || !question.gaps) return null
  const marked = [...question.questionText.matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, digits]) => Number(digits))
  const gaps = question.gaps.map((_, place) => place + 1)
  const missing = gaps.find((gap) => !marked.includes(gap))
  if (missing !== undefined) return `The text must contain {{${missing}}}`
  const unknown = marked.find((gap) => !gaps.includes(gap))
  if (unknown !== undefined) return `The text contains {{${unknown}}}, but there is no gap ${unknown}`
  const repeated = marked.find((gap, place) => marked.indexOf(gap) < place)
  return repeated === undefined ? null : `The text contains {{${repeated}}} more than once`
}

/** Replaces each gap marker with a blank. `__[1]__` looks the same in Markdown, in code and in tables. */
export const withBlanks = (text: string) => text.replace(gapMarker, '__[$1]__')

/** The options of a gap, in the order shown. */
export const choicesOf = (gap: Extract<Gap, { kind: 'choice' }>) =>
  (gap.order ?? lettersOf(gap)).map((letter) => ({ letter, text: gap.options[letter] ?? '' }))

export interface GapsBody {
  gaps: readonly Gap[]
}

const isGapAnswer = (gap: Gap, value: string) => {
  if (gap.kind === 'text') return value.length <= maxShortText
  return gap.kind === 'numeric'
    ? numeric.isAnswer(gap, value)
    : value === '' || lettersOf(gap).some((letter) => letter === value)
}

/** The share that one gap earns. */
function gapShare(gap: Gap | undefined, key: GapKey, value: string, tools: GradingTools): Ratio {
  if (value.trim() === '') return zero
  if (key.kind === 'text') return textShare(key, value, tools)
  if (key.kind === 'choice') return ratio(value === key.correctAnswer ? 1 : 0)
  const read = readAnswer(gap?.kind === 'numeric' ? gap.unit : null, value)
  return ratio(read && isRightNumber(key, read) ? 1 : 0)
}

const gapKeyText = (key: GapKey) => {
  if (key.kind === 'text') return textKeyText(key)
  return key.kind === 'numeric' ? numericKeyText(key) : key.correctAnswer
}

const optionOf = (gap: Gap | undefined, value: string) =>
  (gap?.kind === 'choice' && gap.options[value as Letter]) || value.trim()

export const gaps: QuestionType<GapsBody, { gaps: readonly GapKey[] }, string[]> = {
  expects: 'a list with one text per gap. Gaps with options take a letter',
  isAnswer: (body, value): value is string[] =>
    Array.isArray(value) &&
    (value.length === 0 || value.length === body.gaps.length) &&
    body.gaps.every(
      (gap, place) => value.length === 0 || (typeof value[place] === 'string' && isGapAnswer(gap, value[place])),
    ),
  isEmpty: (value) => value.every(isBlank),
  // Each gap is worth an equal share.
  grade: (body, key, value, tools) =>
    byShare(
      times(
        key.gaps.map((gap, place) => gapShare(body.gaps[place], gap, value[place] ?? '', tools)).reduce(plus, zero),
        ratio(1, Math.max(1, key.gaps.length)),
      ),
    ),
  steps: (_, key) =>
    Math.max(1, key.gaps.length) * commonMultiple(key.gaps.map((gap) => (gap.kind === 'text' ? textSteps(gap) : 1))),
  show: (body, value) => value.map((one, place) => optionOf(body.gaps[place], one) || '–').join('; '),
  showKey: (body, key) => key.gaps.map((gap, place) => optionOf(body.gaps[place], gapKeyText(gap))).join('; '),
}
