import type { z } from 'zod'
import { round2 } from '../numbers.ts'
import type { Question, QuestionForm, TestForm, testSummary } from './schema.ts'

/** A question's marks: its own where it has some, otherwise the test's marks per question. */
export const marksOf = (question: QuestionForm, marksPerQuestion: number) => question.marks ?? marksPerQuestion

/** The sum over the questions, each with its own marks. */
export const totalMarksOf = (test: Pick<TestForm, 'questions' | 'marksPerQuestion'>) =>
  round2(test.questions.reduce((sum, question) => sum + marksOf(question, test.marksPerQuestion), 0))

type Stored = Omit<z.input<typeof testSummary>, 'hasSections' | 'hasCodingSection' | 'sourceType'>

/** A stored test as every list and card shows it. */
export const summaryOf = <T extends Stored>(test: T) => ({
  ...test,
  hasSections: false,
  hasCodingSection: false,
  sourceType: 'manual' as const,
})

/** Why an edited test cannot stand when students have begun it, or null when it can. */
export function refusalWithAttempts(
  before: { duration: number; testType: string; marksPerQuestion: number; questions: readonly Question[] },
  after: TestForm,
): string | null {
  const stored = new Map(before.questions.map((question) => [question.id, question]))
  const same =
    after.questions.length === stored.size && after.questions.every((question) => stored.has(question.id ?? ''))
  if (!same) return 'Questions cannot be added or removed once students have begun the test'
  if (after.duration !== before.duration) return 'The duration cannot change once students have begun the test'
  if (after.testType !== before.testType) return 'The type cannot change once students have begun the test'
  const marks = 'Marks cannot change once students have begun the test'
  if (after.marksPerQuestion !== before.marksPerQuestion) return marks
  for (const question of after.questions) {
    const old = stored.get(question.id ?? '')
    if (!old) continue
    if (marksOf(question, after.marksPerQuestion) !== old.marks) return marks
    const sameWords =
      question.questionText === old.questionText &&
      (['A', 'B', 'C', 'D'] as const).every((letter) => question.options[letter] === old.options[letter])
    if (!sameWords) return 'Questions and options cannot change once students have begun the test; the answer key can'
  }
  return null
}
