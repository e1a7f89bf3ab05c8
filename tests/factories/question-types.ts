import type { z } from 'zod'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { type AnswerValue, gradeAnswer, type Penalty } from '#shared/bank/question-types.rules.ts'
import { typedFields } from '#shared/bank/questions.schema.ts'
import { toNumber } from '#shared/ratio.ts'
import type { questionForm } from '#shared/tests/form.schema.ts'
import { aQuestion } from './forms.ts'

/** Grading tools that use JavaScript's regular expressions. */
export const tools = {
  matches: (pattern: string, text: string, isCaseSensitive: boolean) =>
    new RegExp(`^(?:${pattern})$`, isCaseSensitive ? 'u' : 'iu').test(text),
}

/** Parses an author's fields and splits them into body and key. */
export const questionOf = (fields: unknown) => splitFields(typedFields.parse(fields))

/** Returns an answer's marks as a number, or null if it is unanswered or must be marked by hand. */
export function marksOf(fields: unknown, value: AnswerValue | null, marks = 4, penalty: Penalty = 0) {
  const outcome = gradeAnswer({ ...questionOf(fields), marks, penalty }, value, tools)
  return outcome.kind === 'graded' ? toNumber(outcome.marks) : null
}

export const fourOptions = { A: 'one', B: 'two', C: 'three', D: 'four' }
/** Fields for one question of each type. */
export const samples = [
  { type: 'single', options: fourOptions, correctAnswer: 'B' },
  { type: 'multiple', options: fourOptions, correctAnswers: ['A', 'C'], scoring: 'partial' },
  { type: 'boolean', correctAnswer: false },
  { type: 'numeric', correctValue: 9.81, tolerance: 0.05, unit: 'm/s^2' },
  { type: 'text', accepted: [{ value: 'Kathmandu' }, { value: 'Ktm*', fraction: 0.5 }] },
  {
    type: 'gaps',
    gaps: [
      { kind: 'text', accepted: [{ value: 'stack' }] },
      { kind: 'numeric', range: { min: 1, max: 2 } },
      { kind: 'choice', options: { A: 'push', B: 'pop' }, correctAnswer: 'B' },
    ],
  },
  {
    type: 'matching',
    pairs: [
      { left: 'FIFO', right: 'queue' },
      { left: 'LIFO', right: 'stack' },
      { left: 'undo', right: 'stack' },
    ],
    distractors: ['tree'],
  },
  { type: 'ordering', items: ['fetch', 'decode', 'execute', 'write back'] },
  { type: 'essay', minWords: 50, rubric: [{ criterion: 'Clarity', levels: [{ label: 'Clear', marks: 2 }] }] },
]

export type QuestionInput = z.input<typeof questionForm>

/** One question of each type, worth two marks with a penalty of half a mark. */
export const everyType: readonly QuestionInput[] = [
  aQuestion(),
  {
    type: 'multiple',
    questionText: 'Which are stable sorts?',
    options: { A: 'Merge sort', B: 'Heap sort', C: 'Insertion sort', D: 'Quick sort', E: 'Bubble sort' },
    correctAnswers: ['A', 'C', 'E'],
    scoring: 'partial',
  },
  { type: 'boolean', questionText: 'TCP keeps the order of bytes.', correctAnswer: true },
  { type: 'numeric', questionText: 'g near the ground?', correctValue: 9.81, tolerance: 0.05, unit: 'm/s²' },
  { type: 'text', questionText: 'The L in LIFO?', accepted: [{ value: 'last' }, { value: 'latest', fraction: 0.5 }] },
  {
    type: 'gaps',
    questionText: 'A {{1}} is LIFO. It has {{2}} ends in use. New items are {{3}}.',
    gaps: [
      { kind: 'text', accepted: [{ value: '(?i)stack', fraction: 1 }], regex: true },
      { kind: 'numeric', correctValue: 1 },
      { kind: 'choice', options: { A: 'pushed', B: 'popped' }, correctAnswer: 'A' },
    ],
  },
  {
    type: 'matching',
    questionText: 'Match the layers.',
    pairs: [
      { left: 'TCP', right: 'Transport' },
      { left: 'IP', right: 'Network' },
    ],
    distractors: ['Session'],
  },
  { type: 'ordering', questionText: 'Order the phases.', items: ['Lexing', 'Parsing', 'Code generation'] },
  {
    type: 'essay',
    questionText: 'Why normalise?',
    maxWords: 200,
    allowFiles: true,
    rubric: [{ criterion: 'Clarity', levels: [{ label: 'Clear to a beginner', marks: 2 }] }],
  },
].map(
  (question) => ({ ...question, marks: 2, ...(question.type === 'essay' ? {} : { penalty: '1/4' }) }) as QuestionInput,
)
