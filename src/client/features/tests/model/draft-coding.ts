import { type Change, swapped } from './draft-changes.ts'
import type { DraftCoding, TestDraft } from './test-draft.ts'

/** As specified, switching coding on makes a Practice test coding-only. */
export const isCodingOnly = ({ testType, hasCodingSection }: Pick<TestDraft, 'testType' | 'hasCodingSection'>) =>
  testType === 'Practice' && hasCodingSection

/** Turns coding on or off. Turning it on clears a Practice test's other questions. Coding questions are kept. */
export const withCoding = (draft: TestDraft, hasCodingSection: boolean): TestDraft => ({
  ...draft,
  hasCodingSection,
  ...(isCodingOnly({ ...draft, hasCodingSection }) && { questions: [] }),
})

/** Undoes the switch and restores the questions it cleared. */
export const backToCoding =
  ({ hasCodingSection, questions }: TestDraft): Change =>
  (draft) => ({ ...draft, hasCodingSection, questions })

export const withCodingEntry = (draft: TestDraft, at: number, fields: Partial<DraftCoding>): TestDraft => ({
  ...draft,
  codingQuestions: draft.codingQuestions.map((entry, place) => (place === at ? { ...entry, ...fields } : entry)),
})

export const withCodingMoved = (draft: TestDraft, at: number, by: 1 | -1): TestDraft => ({
  ...draft,
  codingQuestions: swapped(draft.codingQuestions, at, by),
})

/** Number of questions, marks and duration of the coding section; zero while it is off. */
export function codingTotals({ hasCodingSection, codingQuestions }: TestDraft) {
  const entries = hasCodingSection ? codingQuestions : []
  const sum = (figure: (entry: DraftCoding) => number | string) =>
    entries.reduce((total, entry) => total + (Number(figure(entry)) || 0), 0)
  return {
    questions: entries.length,
    points: sum(({ points }) => points),
    minutes: sum(({ timeLimit }) => timeLimit) / 60,
  }
}
